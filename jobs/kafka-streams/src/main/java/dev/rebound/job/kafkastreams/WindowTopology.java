package dev.rebound.job.kafkastreams;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The pipeline of {@code fixed-window} and {@code session-window}: visits → shuffled by address →
 * windows → outputs. Windows of time and sessions are Kafka Streams' own, suppressed until they
 * close; it has none that end by count, so that these are a store with the open window of each
 * address.
 *
 * <p>Keys from the repartition topic on are the address, 4 bytes big-endian; both shuffles place an
 * address at {@link RecordFormat#rulePartition}.
 *
 * @param partitions of the input topic, and so of the repartition topic
 */
record WindowTopology(VisitWindows windows, JobOptions options, int partitions) {
  /** Name of the state store; the changelog is {@code <application id>-windows-changelog}. */
  static final String STORE = "windows";

  /** Name of the shuffle; the topic is {@code <application id>-by-address-repartition}. */
  static final String SHUFFLE = "by-address";

  Topology build() {
    Serde<byte[]> bytes = Serdes.ByteArray();
    StreamsBuilder builder = new StreamsBuilder();
    if (!windows.byTime()) {
      builder.addStateStore(KeyedStream.store(STORE, options));
    }
    KStream<byte[], byte[]> visits =
        builder.stream(options.text("input"), Consumed.with(bytes, bytes))
            .process(() -> new Projection(windows, partitions))
            .repartition(
                Repartitioned.with(bytes, bytes)
                    .withName(SHUFFLE)
                    .withNumberOfPartitions(partitions)
                    .withStreamPartitioner(KeyedStream.byKey()));
    KStream<byte[], byte[]> closed =
        windows instanceof SessionWindow sessions
            ? inSessions(visits, sessions)
            : fixed(visits, new FixedWindow(windows.spec()));
    closed.to(
        options.text("output"),
        Produced.with(bytes, bytes).withStreamPartitioner(KeyedStream.byKey()));
    return builder.build();
  }

  private KStream<byte[], byte[]> fixed(KStream<byte[], byte[]> visits, FixedWindow fixed) {
    return fixed.byTime()
        ? byTime(visits, fixed)
        : visits.process(
            () -> new WindowCounting(fixed.windowVisits(), WindowState.of(fixed), this::stamped),
            STORE);
  }

  private KStream<byte[], byte[]> byTime(KStream<byte[], byte[]> visits, FixedWindow fixed) {
    Serde<byte[]> bytes = Serdes.ByteArray();
    Duration length = Duration.ofMillis(fixed.lengthMillis());
    Duration lateness = Duration.ofMillis(fixed.latenessMillis());
    Duration kept = length.multipliedBy(2).plus(lateness);
    Materialized<byte[], byte[], WindowStore<Bytes, byte[]>> store =
        Materialized.as(
            JobConfig.persistent(options)
                ? Stores.persistentWindowStore(STORE, kept, length, false)
                : Stores.inMemoryWindowStore(STORE, kept, length, false));
    WindowState state = WindowState.of(fixed);
    KTable<Windowed<byte[]>, byte[]> open =
        visits
            .groupByKey(Grouped.with(bytes, bytes))
            .windowedBy(TimeWindows.ofSizeAndGrace(length, lateness))
            .aggregate(
                () -> new byte[0],
                (address, input, window) -> with(state, window, input),
                logged(store));
    return closed(
        state.padded() ? open.mapValues(window -> bare(state, window), bareValues()) : open);
  }

  private KStream<byte[], byte[]> inSessions(
      KStream<byte[], byte[]> visits, SessionWindow sessions) {
    Serde<byte[]> bytes = Serdes.ByteArray();
    Duration gap = Duration.ofMillis(sessions.gapMillis());
    Duration lateness = Duration.ofMillis(sessions.latenessMillis());
    Duration kept = gap.plus(lateness).multipliedBy(2);
    Materialized<byte[], byte[], SessionStore<Bytes, byte[]>> store =
        Materialized.as(
            JobConfig.persistent(options)
                ? Stores.persistentSessionStore(STORE, kept)
                : Stores.inMemorySessionStore(STORE, kept));
    WindowState state = WindowState.of(sessions);
    return closed(
        visits
            .groupByKey(Grouped.with(bytes, bytes))
            .windowedBy(SessionWindows.ofInactivityGapAndGrace(gap, lateness))
            .aggregate(
                () -> new byte[0],
                (address, input, session) -> with(state, session, input),
                (address, one, other) -> state.merged(one, other),
                logged(store)));
  }

  private <S extends StateStore> Materialized<byte[], byte[], S> logged(
      Materialized<byte[], byte[], S> store) {
    Materialized<byte[], byte[], S> kept =
        store
            .withKeySerde(Serdes.ByteArray())
            .withValueSerde(Serdes.ByteArray())
            .withLoggingEnabled(JobConfig.changelog(options));
    return JobConfig.caching(options) ? kept.withCachingEnabled() : kept.withCachingDisabled();
  }

  /** What comes out of windows once they close; those of closing records are empty. */
  private KStream<byte[], byte[]> closed(KTable<Windowed<byte[]>, byte[]> open) {
    return open.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
        .toStream((key, window) -> key.key())
        .filter((address, window) -> window.length > 0)
        .mapValues(window -> stamped(WindowRecord.of(window), true));
  }

  /** A window's kept bytes with one more visit; a closing record changes nothing. */
  private static byte[] with(WindowState state, byte[] window, byte[] input) {
    WindowInput visit = WindowInput.decode(input);
    return visit.closing() ? window : state.with(window, visit);
  }

  /** Without its padding, of which what waits for its window's end would be a second copy. */
  private static byte[] bare(WindowState state, byte[] window) {
    return window.length == 0 ? window : state.window(window).bytes();
  }

  /** Names no store, so that there is none. */
  private static Materialized<Windowed<byte[]>, byte[], KeyValueStore<Bytes, byte[]>> bareValues() {
    return Materialized.with(null, Serdes.ByteArray());
  }

  private byte[] stamped(WindowRecord window, boolean full) {
    return window.closed(full, options.emitter());
  }
}
