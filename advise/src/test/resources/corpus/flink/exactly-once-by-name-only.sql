CREATE TEMPORARY TABLE `out` (v STRING) WITH (
  'connector' = 'kafka',
  'topic' = 'out',
  'properties.bootstrap.servers' = 'kafka:9092',
  'sink.delivery-guarantee' = 'exactly-once',
  'format' = 'raw'
);
CREATE TABLE other (v STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:x');
