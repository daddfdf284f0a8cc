package dev.rebound.lab.probe;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.base.Series;
import dev.rebound.lab.time.Time;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a group has committed several times a second, on a thread of its own, and writes it
 * down as {@link CommitSamples}: so often that a short stop shows. A reading that was not answered
 * is left out. Where no group tells how far the job is, the file has no rows. As a probe it has no
 * series: it is closed with the others.
 */
public final class CommitLog implements Probe {
  private static final Duration EVERY = Duration.ofMillis(200);

  /** Longer runs are read once a second: their file would be too large. */
  private static final Duration LONG = Duration.ofHours(12);

  private static final Duration EVERY_OF_LONG = Duration.ofSeconds(1);

  private final Path file;
  private final OffsetReader reader;
  private final Clock clock;
  private final @Nullable String group;
  private final TopicLanes input;
  private final CommitSamples.Writer writer;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final @Nullable Ticker ticker;

  /**
   * Begins to read.
   *
   * @param client settings of the admin client (TLS and SASL), unchanged
   * @param lasting how long the run will be
   */
  public CommitLog(
      String bootstrap,
      Map<String, String> client,
      TopicLanes input,
      JobProgress progress,
      Duration lasting,
      Path file)
      throws IOException {
    this(
        new AdminOffsetReader(bootstrap, client),
        Clock.systemUTC(),
        input,
        progress,
        lasting.compareTo(LONG) > 0 ? EVERY_OF_LONG : EVERY,
        file);
  }

  CommitLog(
      OffsetReader reader,
      Clock clock,
      TopicLanes input,
      JobProgress progress,
      Duration every,
      Path file)
      throws IOException {
    this.file = file;
    this.reader = reader;
    this.clock = clock;
    this.group = progress instanceof JobProgress.CommittedByGroup by ? by.name() : null;
    this.input = input;
    this.writer = new CommitSamples.Writer(file, input.lanes());
    this.ticker =
        group == null
            ? null
            : new Ticker("commit-log", this::reads, System::nanoTime, every).start();
  }

  private boolean reads() {
    try {
      readOnce();
      return true;
    } catch (IOException | RuntimeException e) {
      failure.set(e);
      return false;
    }
  }

  private void readOnce() throws IOException {
    long asked = Time.micros(clock.instant());
    OffsetReader.Offsets offsets = reader.read(List.of(), group);
    Map<TopicPartition, Long> committed = offsets.committed();
    if (committed == null) {
      return;
    }
    long[] row =
        input.all().stream()
            .mapToLong(partition -> committed.getOrDefault(partition, CommitSamples.NONE))
            .toArray();
    writer.append(asked, Time.micros(clock.instant()), row);
  }

  @Override
  public List<Series> series() {
    return List.of();
  }

  @Override
  public double[] read() {
    return new double[0];
  }

  /**
   * Ends reading, waiting for the one under way, and gives the file; throws if what was read could
   * not be written.
   */
  public Path end() throws IOException {
    if (ticker != null) {
      ticker.end();
    }
    writer.close();
    Exception e = failure.get();
    if (e != null) {
      throw e instanceof IOException io ? io : new IOException(e);
    }
    return file;
  }

  @Override
  public void close() {
    if (ticker != null) {
      ticker.end();
    }
    reader.close();
    try {
      writer.close();
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    }
  }
}
