import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Reads a topic and writes what it read to another, batch by batch, each in one transaction. The number
 * of the batch is committed in the same transaction. With the argument remembered, it is read at
 * the start, and a batch that was written is not written again.
 */
public class SparkForEachBatch {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    String output = env.get("REBOUND_OUTPUT");
    boolean remembered = arguments[0].equals("remembered");
    String written = env.get("REBOUND_GROUP") + "-written";
    TopicPartition mark = new TopicPartition(output, 0);
    long last = remembered ? lastWritten(bootstrap, written, mark) : -1;
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "transactional.id", written),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    VoidFunction2<Dataset<Row>, Long> write =
        (batch, number) -> {
          if (number <= last) {
            System.out.println("batch " + number + " was written before");
            return;
          }
          List<Row> rows = batch.collectAsList();
          producer.beginTransaction();
          for (Row row : rows) {
            ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(output, (byte[]) row.get(0), (byte[]) row.get(1));
            for (Row header : row.<Row>getList(2)) {
              record.headers().add(header.getString(0), (byte[]) header.get(1));
            }
            producer.send(record);
          }
          producer.sendOffsetsToTransaction(
              Map.of(mark, new OffsetAndMetadata(number + 1)), new ConsumerGroupMetadata(written));
          producer.commitTransaction();
          Thread.sleep(400); // what else is done for a batch, before Spark notes that it is done
        };
    SparkSession.builder()
        .getOrCreate()
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", bootstrap)
        .option("subscribe", env.get("REBOUND_INPUT"))
        .option("startingOffsets", "earliest")
        .option("includeHeaders", "true")
        .load()
        .select("key", "value", "headers")
        .writeStream()
        .foreachBatch(write)
        .option("checkpointLocation", env.get("REBOUND_CHECKPOINT"))
        .trigger(Trigger.ProcessingTime(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS"))))
        .start()
        .awaitTermination();
  }

  private static long lastWritten(String bootstrap, String group, TopicPartition mark)
      throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      OffsetAndMetadata next =
          admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().get(mark);
      return next == null ? -1 : next.offset() - 1;
    }
  }
}
