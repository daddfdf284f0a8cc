SET 'execution.checkpointing.interval' = '30s';
CREATE TABLE payments (id STRING, amount DECIMAL(10, 2)) WITH (
  'connector' = 'kafka', 'topic' = 'payments', 'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'ledger', 'properties.auto.offset.reset' = 'earliest',
  'properties.isolation.level' = 'read_committed', 'format' = 'json');
CREATE TABLE ledger (id STRING, amount DECIMAL(10, 2)) WITH (
  'connector' = 'kafka', 'topic' = 'ledger', 'properties.bootstrap.servers' = 'kafka:9092',
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'ledger',
  'properties.transaction.timeout.ms' = '900000', 'format' = 'json');
INSERT INTO ledger SELECT id, amount FROM payments;
