package dev.rebound.lab.bench;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills a topic with outputs, as a job would write them, for readers to read.
 *
 * <p>A process of its own, {@code --config FILE} with {@code bootstrap, topic, partitions,
 * records}.
 */
public final class OutputFiller {
  private OutputFiller() {}

  public static void main(String[] arguments) {
    ToolMain.run("output filler", arguments, OutputFiller::run);
  }

  private static void run(ToolSettings settings) {
    Properties p = new Properties();
    p.setProperty("bootstrap.servers", settings.text("bootstrap"));
    p.setProperty("linger.ms", "10");
    p.setProperty("batch.size", Integer.toString(128 * 1024));
    String topic = settings.text("topic");
    int partitions = settings.count("partitions");
    AtomicReference<Exception> failure = new AtomicReference<>();
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer());
    try {
      for (long n = 0; n < settings.whole("records"); n++) {
        int rule = (int) (n % 1000);
        OutputRecord output =
            new OutputRecord(
                OutputRecord.OutputKind.MATCH,
                0,
                rule,
                n,
                WallClock.SYSTEM.micros(),
                n / 1000 + 1,
                n,
                0,
                n,
                1,
                1);
        // the callback says what became of it
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(
                    topic, RecordFormat.rulePartition(rule, partitions), null, output.encode()),
                (metadata, e) -> {
                  if (e != null) {
                    failure.set(e);
                  }
                });
      }
    } finally {
      producer.close(Duration.ofMinutes(2));
    }
    Exception e = failure.get();
    if (e != null) {
      throw ReboundException.environment(
          "cannot fill topic " + topic + ": " + e, "Look at the broker's log.", e);
    }
  }
}
