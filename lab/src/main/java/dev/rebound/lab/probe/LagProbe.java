package dev.rebound.lab.probe;

import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.base.Series;
import dev.rebound.lab.time.Time;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Probe;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Input and output rate and the job's lag, from Kafka's own offsets. Lag is the end offset minus
 * the committed offset, per partition of the input topic and of every topic that the job's group
 * commits on (its repartition topics). A broker that is down gives NaN, and so does a topic that
 * the group has begun to commit on and whose end is asked for from the next reading on.
 *
 * <p>Rates count what end offsets count: on a transactional topic that includes a commit marker per
 * transaction and partition. Keeps every sample of the input topic for the analysis, 16 bytes per
 * partition and second.
 */
public final class LagProbe implements Probe {
  private final OffsetReader reader;
  private final Clock clock;
  private final TopicLanes input;
  private final TopicLanes output;
  private final JobProgress progress;
  private final boolean sent;
  private final TreeSet<TopicPartition> lagged =
      new TreeSet<>(
          Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
  private final Rates inputRate = new Rates();
  private final Rates outputRate = new Rates();
  private final List<InputOffsets> committedSamples = new ArrayList<>();
  private final List<InputOffsets> endSamples = new ArrayList<>();
  private List<TopicPartition> declared = List.of();

  /** Offsets of the input partitions at one time. */
  private static final class InputOffsets {
    private final long atMicros;
    private final long[] offsets;

    InputOffsets(long atMicros, long[] offsets) {
      this.atMicros = atMicros;
      this.offsets = offsets;
    }
  }

  /**
   * @param client settings of the admin client (TLS and SASL), unchanged
   * @param output none if outputs are on no topic
   * @param progress where nothing tells of it, there is no lag
   * @param sent whether inputs are sent to topics; else there is no input rate
   */
  public LagProbe(
      String bootstrap,
      Map<String, String> client,
      TopicLanes input,
      TopicLanes output,
      JobProgress progress,
      boolean sent) {
    this(
        new AdminOffsetReader(bootstrap, client), Clock.systemUTC(), input, output, progress, sent);
  }

  LagProbe(
      OffsetReader reader,
      Clock clock,
      TopicLanes input,
      TopicLanes output,
      JobProgress progress,
      boolean sent) {
    this.sent = sent;
    this.reader = reader;
    this.clock = clock;
    this.input = input;
    this.output = output;
    this.progress = progress;
    lagged.addAll(input.all());
  }

  @Override
  public List<Series> series() {
    declared = List.copyOf(lagged);
    List<Series> series = new ArrayList<>();
    series.add(new Series("input.rate", "records/s", ""));
    if (hasOutput()) {
      series.add(new Series("output.rate", "records/s", ""));
    }
    series.add(new Series("lag", "records", ""));
    for (TopicPartition partition : declared) {
      series.add(
          new Series("lag.partition", "records", partition.topic() + "/" + partition.partition()));
    }
    return series;
  }

  @Override
  public double[] read() {
    List<TopicPartition> asked = new ArrayList<>(lagged);
    asked.addAll(output.all());
    OffsetReader.Offsets offsets = offsets(asked);
    long now = Time.micros(clock.instant());
    int rates = hasOutput() ? 2 : 1;
    double[] values = new double[rates + 1 + declared.size()];
    long[] ends = of(input, offsets.ends());
    values[0] = sent ? inputRate.next(now, ends) : Double.NaN;
    if (hasOutput()) {
      values[1] = outputRate.next(now, of(output, offsets.ends()));
    }
    lag(offsets, values, rates);
    keep(now, ends, offsets);
    if (offsets.committed() != null) {
      lagged.addAll(offsets.committed().keySet());
    }
    return values;
  }

  private OffsetReader.Offsets offsets(List<TopicPartition> asked) {
    if (progress instanceof JobProgress.CommittedByGroup group) {
      return reader.read(asked, group.name());
    }
    OffsetReader.Offsets read = reader.read(asked, null);
    if (progress instanceof JobProgress.ReportedPositions told) {
      Map<TopicPartition, Long> committed = new HashMap<>();
      List<Long> positions = told.positions().get();
      for (int p = 0; p < positions.size(); p++) {
        if (positions.get(p) >= 0) {
          committed.put(input.partition(p), positions.get(p));
        }
      }
      return new OffsetReader.Offsets(read.ends(), committed);
    }
    return read;
  }

  private void lag(OffsetReader.Offsets offsets, double[] values, int at) {
    Map<TopicPartition, Long> committed = offsets.committed();
    boolean all = committed == null || declared.containsAll(committed.keySet());
    double sum = all ? 0 : Double.NaN;
    for (int i = 0; i < declared.size(); i++) {
      Long end = offsets.ends().get(declared.get(i));
      double lag = Double.NaN;
      if (end != null && committed != null) {
        Long done = committed.get(declared.get(i));
        // A group that has committed nothing has done nothing; what is not told is not known.
        lag =
            done != null
                ? Math.max(0, end - done)
                : progress instanceof JobProgress.CommittedByGroup ? end : lag;
      }
      values[at + 1 + i] = lag;
      sum += lag;
    }
    values[at] = sum;
  }

  private void keep(long now, long[] ends, OffsetReader.Offsets offsets) {
    synchronized (endSamples) {
      if (Arrays.stream(ends).anyMatch(offset -> offset >= 0)) {
        endSamples.add(new InputOffsets(now, ends));
      }
      if (offsets.committed() != null) {
        committedSamples.add(new InputOffsets(now, of(input, offsets.committed())));
      }
    }
  }

  private static long[] of(TopicLanes lanes, Map<TopicPartition, Long> offsets) {
    return lanes.all().stream()
        .mapToLong(partition -> offsets.getOrDefault(partition, -1L))
        .toArray();
  }

  private boolean hasOutput() {
    return output.lanes() > 0;
  }

  /** Committed offsets of the input topic so far, in time order; -1 where unknown. */
  public List<OffsetSample> committedOffsets() {
    return samples(committedSamples);
  }

  /** End offsets of the input topic so far, in time order; -1 where unknown. */
  public List<OffsetSample> inputEndOffsets() {
    return samples(endSamples);
  }

  private List<OffsetSample> samples(List<InputOffsets> samples) {
    synchronized (endSamples) {
      return samples.stream()
          .map(s -> new OffsetSample(s.atMicros, Arrays.stream(s.offsets).boxed().toList()))
          .toList();
    }
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Growth per second of a sum of offsets, between readings in which every partition answered. */
  private static final class Rates {
    private long lastMicros;
    private long lastSum = -1;

    double next(long nowMicros, long[] offsets) {
      long sum = 0;
      for (long offset : offsets) {
        if (offset < 0) {
          return Double.NaN;
        }
        sum += offset;
      }
      double rate =
          lastSum < 0 || nowMicros <= lastMicros
              ? Double.NaN
              : Math.max(0, sum - lastSum) * 1e6 / (nowMicros - lastMicros);
      lastMicros = nowMicros;
      lastSum = sum;
      return rate;
    }
  }
}
