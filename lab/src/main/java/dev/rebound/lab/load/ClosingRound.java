package dev.rebound.lab.load;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends one closing record to each input partition, which has the job read out its final states.
 *
 * <p>A process of its own, {@code --config FILE} with {@code bootstrap, topic, partitions}, {@code
 * round} (stands in the records as their sequence) and {@code client.*, producer.*, workload.*}.
 * Ends with status 0 once every partition has acknowledged, within 30 s.
 */
public final class ClosingRound {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private ClosingRound() {}

  public static void main(String[] arguments) {
    ToolMain.run("closing round", arguments, ClosingRound::run);
  }

  private static void run(ToolSettings settings) throws InterruptedException {
    String topic = settings.text("topic");
    int partitions = settings.count("partitions");
    long round = settings.whole("round");
    Workload workload = Workloads.create(WorkloadSpec.fromProperties(settings.properties()));
    OutgoingRecord message = new OutgoingRecord();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    ProducerSettings producerSettings = ProducerSettings.of(settings);
    producerSettings.properties().setProperty("max.block.ms", Long.toString(LIMIT.toMillis()));
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            producerSettings.properties(), new ByteArraySerializer(), new ByteArraySerializer())) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        long now = WallClock.SYSTEM.micros();
        message.begin(now / 1000);
        workload.closing(round, partition, partitions, now, message);
        answers.add(producer.send(message.to(topic, partition)));
      }
      for (int partition = 0; partition < partitions; partition++) {
        await(answers.get(partition), partition, deadline);
      }
    } catch (KafkaException e) {
      throw failed("cannot send the closing round to " + topic + ": " + e, e);
    }
  }

  private static void await(Future<RecordMetadata> answer, int partition, long deadline)
      throws InterruptedException {
    try {
      answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failed("input partition " + partition + " took no closing record: " + e.getCause(), e);
    } catch (java.util.concurrent.TimeoutException e) {
      throw failed(
          "waited %s s for input partition %s to take its closing record"
              .formatted(LIMIT.toSeconds(), partition),
          e);
    }
  }

  private static ReboundException failed(String message, Exception cause) {
    return ReboundException.environment(message, "Check that the brokers run.", cause);
  }
}
