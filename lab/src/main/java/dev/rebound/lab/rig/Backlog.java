package dev.rebound.lab.rig;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;

/** A load that is in the input topic in full before there is a job. */
final class Backlog {
  private static final Duration LOOK = Duration.ofMillis(200);

  private Backlog() {}

  /**
   * Waits until every generator has ended and all records are stored. Returns early where it is to
   * stop, or the thread was interrupted. Throws {@link ReboundException} where that does not come.
   *
   * @param records of all generators
   * @param stop asked often
   * @param broken a reason why it will not come
   */
  static void await(
      RunningLoad load,
      JobSpec job,
      KafkaCluster kafka,
      long records,
      Deadline by,
      BooleanSupplier stop,
      Supplier<Optional<String>> broken) {
    while (load.nodes("generator").stream().anyMatch(Node::alive)) {
      if (stop.getAsBoolean() || Thread.currentThread().isInterrupted()) {
        return;
      }
      Optional<String> reason = broken.get();
      if (reason.isPresent()) {
        throw notFilled(reason.get());
      }
      if (by.passed()) {
        throw notFilled("it took too long");
      }
      Time.real().sleep(LOOK);
    }
    long there =
        kafka.endOffsets(job.inputLanes(), IsolationLevel.READ_UNCOMMITTED).stream()
            .mapToLong(Long::longValue)
            .sum();
    if (there < records) {
      throw notFilled(there + " of " + records + " records are there");
    }
  }

  private static ReboundException notFilled(String why) {
    return ReboundException.environment(
        "the input topic was not filled: " + why,
        "See the logs of the load generators and brokers; send fewer records, or on a machine that is"
            + " less busy.");
  }
}
