-- what people click, by the minute
CREATE TABLE clicks (
  user_id BIGINT,
  at TIMESTAMP(3),
  WATERMARK FOR at AS at - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'clicks',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'flink-clicks',
  'scan.startup.mode' = 'latest-offset',
  'format' = 'json'
);

CREATE TABLE per_minute (
  minute TIMESTAMP(3),
  clicks BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'per-minute',
  'properties.bootstrap.servers' = 'kafka:9092',
  'sink.delivery-guarantee' = 'none',
  'properties.acks' = '1',
  'format' = 'json'
);

INSERT INTO per_minute
SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' MINUTE))
GROUP BY window_start, window_end;
