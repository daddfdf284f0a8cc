package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows sessions. All events of one are in one partition, so there is no shuffle; and its state
 * follows from the partition's records alone, so there is no store either: who is given a partition
 * reads it from its start.
 */
final class SessionFollowing implements PartitionWork {
  private static final Logger LOG = LoggerFactory.getLogger(SessionFollowing.class);

  private final int partitions;
  private final MatchFinder finder;
  private final KeyedLogic logic;
  private final KeyedLogic.Emitter emitter;
  private final PlantedBug bug;
  private final int oneIn;
  private final Map<Integer, byte[]> states = new HashMap<>();

  /** Partitions whose states come back. */
  private final Set<Integer> comingBack = new HashSet<>();

  private long alerts;

  SessionFollowing(JobOptions options, Workload workload, int partitions, PlantedBug bug) {
    this.partitions = partitions;
    this.finder = new MatchFinder(workload, partitions);
    this.logic = Workloads.logic(workload.spec());
    this.emitter = options.emitter();
    this.bug = bug;
    this.oneIn = Math.max(1, options.number("drop-one-in"));
  }

  @Override
  public boolean closing(ConsumerRecord<byte[], byte[]> record) {
    return RecordFormat.kind(record.value()) == RecordFormat.RecordKind.CLOSING;
  }

  @Override
  public void take(ConsumerRecord<byte[], byte[]> record, boolean known, OutputSink sink) {
    int partition = record.partition();
    if (known) {
      comingBack.add(partition);
    } else if (comingBack.remove(partition) && bug == PlantedBug.SESSION_FORGOTTEN) {
      LOG.info("made a mistake: {} on partition {}", bug, partition);
      states
          .keySet()
          .removeIf(key -> key % partitions == partition && key / partitions % oneIn == 0);
    }
    finder.find(record.value(), partition, match -> apply(match, known, sink));
  }

  private void apply(Match match, boolean known, OutputSink sink) {
    int key = match.rule();
    OutputRecord output =
        logic.apply(states.get(key), match, emitter, state -> states.put(key, state));
    if (output != null && !known && !dropped(output)) {
      sink.send(key, output.encode());
    }
  }

  private boolean dropped(OutputRecord output) {
    boolean dropped =
        bug == PlantedBug.ALERT_DROPPED && Sessions.alert(output) && alerts++ % oneIn == 0;
    if (dropped) {
      LOG.info("made a mistake: {}", bug);
    }
    return dropped;
  }

  @Override
  public void forget(int partition) {
    states.keySet().removeIf(key -> key % partitions == partition);
    comingBack.remove(partition);
  }

  @Override
  public void close() {
    finder.close();
  }
}
