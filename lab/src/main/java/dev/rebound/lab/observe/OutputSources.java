package dev.rebound.lab.observe;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import org.apache.kafka.common.IsolationLevel;

/** Where a process of the lab is told to read outputs from. */
final class OutputSources {
  private OutputSources() {}

  /**
   * A table, if its settings name one; else a topic.
   *
   * @param isolation how a topic is read
   */
  static OutputSource of(ToolSettings settings, IsolationLevel isolation) {
    if (settings.find(TableSource.DATABASE) == null) {
      return new TopicSource(new TopicReader(settings, settings.text("topic"), isolation));
    }
    return settings.find(KeyedTable.COPIES) == null
        ? TableSource.of(settings)
        : KeyedTable.of(settings);
  }

  /**
   * The same, read-committed, of which nothing may be gone: of a topic whose beginning is gone,
   * what is not there may have been there. The rows that stand beside a table are read in the end,
   * too.
   */
  static OutputSource whole(ToolSettings settings) {
    if (settings.find(TableSource.DATABASE) != null) {
      return settings.find(KeyedTable.COPIES) == null
          ? TableSource.whole(settings)
          : KeyedTable.whole(settings);
    }
    String topic = settings.text("topic");
    TopicReader reader = new TopicReader(settings, topic, IsolationLevel.READ_COMMITTED);
    reader
        .beginningOffsets()
        .forEach(
            (partition, first) -> {
              if (first > 0) {
                throw new ReboundException(
                    ReboundException.Cause.ENVIRONMENT,
                    partition + " begins at offset " + first + ": what lay before is gone",
                    "Let the brokers keep topic " + topic + " until the run has ended.");
              }
            });
    return new TopicSource(reader);
  }
}
