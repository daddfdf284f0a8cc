package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Where a process of the lab is told to read outputs from. */
final class OutputSources {
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);

  private OutputSources() {}

  /**
   * A table, if its settings name one; else a topic.
   *
   * @param workload says which outputs a row holds
   * @param isolation how a topic is read
   */
  static OutputSource of(ToolSettings settings, Workload workload, IsolationLevel isolation) {
    if (settings.find(RowSource.DATABASE) == null) {
      return new TopicSource(new TopicReader(settings, settings.text("topic"), isolation));
    }
    return settings.find(KeyedTable.COPIES) == null
        ? TableSource.of(settings)
        : KeyedTable.of(settings, workload);
  }

  /**
   * The same, read-committed, of which nothing may be gone: of a topic whose beginning is gone,
   * what is not there may have been there. The rows that stand beside a table are read in the end,
   * too.
   */
  static OutputSource whole(ToolSettings settings, Workload workload) {
    if (settings.find(RowSource.DATABASE) != null) {
      return settings.find(KeyedTable.COPIES) == null
          ? TableSource.whole(settings)
          : KeyedTable.whole(settings, workload);
    }
    String topic = settings.text("topic");
    TopicReader reader = new TopicReader(settings, topic, IsolationLevel.READ_COMMITTED);
    requireWhole(topic, reader.partitions().size(), reader::beginningOffsets, ANSWER_LIMIT);
    reader.fromZero();
    return new TopicSource(reader);
  }

  /**
   * Throws {@link ReboundException} if something of a topic is gone, or nobody says so in time.
   *
   * @param first asks for the first offset of each; nothing if brokers do not answer
   */
  static void requireWhole(
      String topic, int partitions, Supplier<Map<TopicPartition, Long>> first, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    Map<TopicPartition, Long> told = first.get();
    while (told.size() < partitions) {
      if (System.nanoTime() > end) {
        throw ReboundException.environment(
            "waited " + within.toSeconds() + " s for the brokers to say where " + topic + " begins",
            "Check that the brokers run.");
      }
      told = first.get();
    }
    told.forEach(
        (partition, offset) -> {
          if (offset > 0) {
            throw ReboundException.environment(
                partition + " begins at offset " + offset + ": what lay before is gone",
                "Let the brokers keep topic " + topic + " until the run has ended.");
          }
        });
  }
}
