SET 'execution.checkpointing.interval' = '30s';
CREATE TABLE raw (v STRING) WITH (
  'connector' = 'kafka', 'topic' = 'raw', 'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'cleaner', 'scan.startup.mode' = 'earliest-offset', 'format' = 'raw');
CREATE TABLE clean (v STRING) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'clean', 'properties.bootstrap.servers' = 'kafka:9092',
  'key.format' = 'json', 'value.format' = 'json');
INSERT INTO clean SELECT TRIM(v) FROM raw;
