SET execution.checkpointing.interval = 1min;
CREATE TABLE src (v STRING) WITH (
  'connector' = 'kafka', 'topic' = 'src', 'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'g', 'properties.enable.auto.commit' = 'true', 'format' = 'raw');
CREATE TABLE dst (v STRING) WITH (
  'connector' = 'kafka', 'topic' = 'dst', 'properties.bootstrap.servers' = 'kafka:9092',
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'dst', 'format' = 'raw');
INSERT INTO dst SELECT v FROM src;
