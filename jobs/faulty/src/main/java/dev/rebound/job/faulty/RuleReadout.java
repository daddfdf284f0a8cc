package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RuleState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Final states of the rules of one partition, added up from the outputs that stand in the output
 * topic: every rule's outputs are in one partition, so that is all of them, whoever wrote them. A
 * lost output is missing here too, and one written twice counts twice.
 */
final class RuleReadout {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private RuleReadout() {}

  /** Reads an output partition from its start to its end as of now, committed outputs only. */
  static Map<Integer, RuleState> of(JobOptions options, int partition) {
    TopicPartition from = new TopicPartition(options.text("output"), partition);
    Map<Integer, RuleState> states = new HashMap<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    try (KafkaConsumer<byte[], byte[]> reader =
        new KafkaConsumer<>(ClientSettings.output(options))) {
      reader.assign(List.of(from));
      reader.seekToBeginning(List.of(from));
      long end = reader.endOffsets(List.of(from), LIMIT).getOrDefault(from, 0L);
      while (reader.position(from, LIMIT) < end) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          OutputRecord output = OutputRecord.decode(record.value());
          if (output.kind() == OutputRecord.OutputKind.MATCH) {
            states.merge(
                output.rule(),
                step(RuleState.EMPTY, output),
                (before, one) -> step(before, output));
          }
        }
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "waited " + LIMIT.toSeconds() + " s to read " + from + " up to offset " + end);
        }
      }
    }
    return states;
  }

  private static RuleState step(RuleState state, OutputRecord output) {
    return state.step(
        output.generator(), output.sequence(), output.rule(), output.intendedMicros());
  }
}
