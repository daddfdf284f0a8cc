package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Matches records against rules; states are those of this life alone. */
final class RuleMatching implements PartitionWork {
  /** Where an {@link OutputRecord} has its count. */
  private static final int COUNT_AT = 24;

  private final JobOptions options;
  private final MatchFinder finder;
  private final KeyedLogic logic;
  private final KeyedLogic.Emitter emitter;
  private final boolean drops;
  private final boolean countsOneLess;
  private final long dropNanos;
  private final int dropOneIn;

  /** States of this life: what this worker saw since its start. */
  private final Map<Integer, byte[]> states = new HashMap<>();

  private long matches;

  /** When this life processed its first match. */
  private long firstNanos;

  RuleMatching(JobOptions options, Workload workload, int partitions, PlantedBug bug) {
    int incarnation = options.number("incarnation");
    this.options = options;
    this.finder = new MatchFinder(workload, partitions);
    this.logic = Workloads.logic(workload.spec());
    this.emitter = options.emitter();
    this.drops = bug == PlantedBug.DROP_AROUND_KILL && incarnation > 1;
    this.countsOneLess = bug == PlantedBug.COUNT_OFF_BY_ONE;
    this.dropNanos = options.number("drop-for-ms") * 1_000_000L;
    this.dropOneIn = Math.max(1, options.number("drop-one-in"));
  }

  @Override
  public boolean closing(ConsumerRecord<byte[], byte[]> record) {
    return RecordFormat.kind(record.value()) == RecordFormat.RecordKind.CLOSING;
  }

  @Override
  public void take(ConsumerRecord<byte[], byte[]> record, boolean known, OutputSink sink) {
    finder.find(record.value(), record.partition(), match -> apply(match, sink));
  }

  private void apply(Match match, OutputSink sink) {
    OutputRecord output =
        logic.apply(
            states.get(match.rule()), match, emitter, state -> states.put(match.rule(), state));
    if (matches++ == 0) {
      firstNanos = System.nanoTime();
    }
    boolean dropped =
        drops && System.nanoTime() - firstNanos < dropNanos && matches % dropOneIn == 0;
    if (output != null && !dropped) {
      sink.send(output.rule(), output.encode());
    }
  }

  /** From the output topic. */
  @Override
  public void readOut(ConsumerRecord<byte[], byte[]> record, OutputSink sink) {
    Map<Integer, RuleState> found = RuleReadout.of(options, record.partition());
    finder.find(
        record.value(),
        record.partition(),
        match -> {
          byte[] state = found.getOrDefault(match.rule(), RuleState.EMPTY).encode(0);
          OutputRecord output = logic.apply(state, match, emitter, unchanged -> {});
          if (output != null) {
            sink.send(match.rule(), readOut(output));
          }
        });
  }

  private byte[] readOut(OutputRecord output) {
    byte[] bytes = output.encode();
    if (countsOneLess && output.rule() % dropOneIn == 0 && output.count() > 0) {
      ByteBuffer.wrap(bytes).putLong(COUNT_AT, output.count() - 1);
    }
    return bytes;
  }

  @Override
  public boolean restoresFromInput() {
    return false;
  }

  @Override
  public void forget(int partition) {}

  @Override
  public void close() {
    finder.close();
  }
}
