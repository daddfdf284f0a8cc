package dev.rebound.job.jet;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.accumulator.MutableReference;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.datamodel.Tuple4;
import com.hazelcast.jet.kafka.KafkaSinks;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.ServiceFactories;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamSource;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.WindowDefinition;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pipelines by the workload that each computes: records → what is found in them, on the member
 * that read them → a state for each key, on the member that has the key's partition → outputs.
 *
 * <p>What passes between members is byte arrays and tuples, which Jet serializes by itself. Records
 * never leave the member that read them.
 */
final class Pipelines {
  static final String NODE = "rebound.node";
  static final String INCARNATION = "rebound.incarnation";

  private static final Logger LOG = LoggerFactory.getLogger(Pipelines.class);

  private final JobOptions options;
  private final Properties workload;
  private final int partitions;

  private Pipelines(JobOptions options, int partitions) {
    this.options = options;
    this.workload = options.workload().toProperties();
    this.partitions = partitions;
  }

  /**
   * The pipeline of the workload that the options name; {@link IllegalArgumentException} if this
   * job has none.
   *
   * @param partitions of the input topic
   */
  static Pipeline of(JobOptions options, int partitions) {
    Pipelines pipelines = new Pipelines(options, partitions);
    Pipeline pipeline = Pipeline.create();
    // What one partition has in order comes out in order: nothing is dealt out among threads.
    pipeline.setPreserveOrder(true);
    switch (options.workload().pipeline()) {
      case "rule-match", "log-match", "grouping", "sessions" -> pipelines.rules(pipeline);
      case "grep" -> pipelines.grep(pipeline);
      case "fixed-window", "session-window" -> pipelines.windows(pipeline);
      default ->
          throw options.notComputed(
              List.of(
                  "fixed-window",
                  "grep",
                  "grouping",
                  "log-match",
                  "rule-match",
                  "session-window",
                  "sessions"));
    }
    return pipeline;
  }

  private void rules(Pipeline pipeline) {
    Properties named = workload;
    int count = partitions;
    KeyedLogic logic = Workloads.logic(options.workload());
    records(pipeline)
        .flatMapUsingService(
            ServiceFactories.nonSharedService(
                context -> new MatchFinder(named, count), MatchFinder::close),
            Pipelines::matches)
        .setName("matching")
        .groupingKey(Pipelines::key)
        .<MutableReference<byte[]>, byte[]>mapStateful(
            MutableReference::new, (state, rule, match) -> Emitter.output(logic, state, match))
        .setName("rules")
        .writeTo(byKey());
  }

  static Traverser<byte[]> matches(MatchFinder finder, ConsumerRecord<byte[], byte[]> record) {
    return found(
        record,
        (value, sink) ->
            finder.find(value, record.partition(), match -> sink.accept(match.encode())));
  }

  /**
   * What is found in a record's value. Bytes that are no record are logged and passed over: a job
   * that fails only meets them again.
   */
  private static <T> Traverser<T> found(
      ConsumerRecord<byte[], byte[]> record, BiConsumer<byte[], Consumer<T>> search) {
    List<T> found = new ArrayList<>();
    byte[] value = record.value();
    if (value != null) {
      try {
        search.accept(value, found::add);
      } catch (IllegalArgumentException e) {
        LOG.error(
            "passed over a record: {}-{} offset {}: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            e.getMessage());
      }
    }
    return Traversers.traverseIterable(found);
  }

  private void grep(Pipeline pipeline) {
    Properties named = workload;
    String topic = options.text("output");
    records(pipeline)
        .filterUsingService(
            ServiceFactories.nonSharedService(
                context -> RuleWorkload.matcher(named), Matcher::close),
            Pipelines::found)
        .setName("search")
        .writeTo(
            this.<ConsumerRecord<byte[], byte[]>>sink(
                record ->
                    new ProducerRecord<>(
                        topic, null, null, record.key(), record.value(), record.headers())));
  }

  private static boolean found(Matcher matcher, ConsumerRecord<byte[], byte[]> record) {
    return record.value() != null && matcher.finds(record.value());
  }

  private void windows(Pipeline pipeline) {
    Properties named = workload;
    int count = partitions;
    VisitWindows windows = VisitWindows.of(options.workload());
    WindowState state = WindowState.of(windows);
    if (windows.byTime()) {
      long later = windows.laterMillis();
      pipeline
          .readFrom(source())
          .withTimestamps(record -> millis(record, later), windows.latenessMillis())
          .flatMapUsingService(
              ServiceFactories.nonSharedService(context -> windows(named)),
              (fixed, record) -> visits(fixed, record, count))
          .setName("projection")
          .groupingKey(Tuple4::f1)
          .window(definition(windows))
          .aggregate(windows instanceof SessionWindow ? merging(state) : reduction(state))
          .setName("windows")
          .map(result -> Emitter.closed(state.window(result.result()), true))
          .writeTo(byKey());
      return;
    }
    int visits = new FixedWindow(options.workload()).windowVisits();
    pipeline
        .readFrom(source())
        .withoutTimestamps()
        .flatMapUsingService(
            ServiceFactories.nonSharedService(context -> windows(named)),
            (fixed, record) -> inputs(fixed, record, count))
        .setName("projection")
        .groupingKey(Pipelines::key)
        .<MutableReference<byte[]>, byte[]>mapStateful(
            MutableReference::new, (open, address, input) -> counted(state, visits, open, input))
        .setName("windows")
        .writeTo(byKey());
  }

  private static WindowDefinition definition(VisitWindows windows) {
    return windows instanceof SessionWindow sessions
        ? WindowDefinition.session(sessions.gapMillis())
        : WindowDefinition.tumbling(new FixedWindow(windows.spec()).lengthMillis());
  }

  private static VisitWindows windows(Properties named) {
    return VisitWindows.of(WorkloadSpec.fromProperties(named));
  }

  private static byte @Nullable [] tag(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(RecordIdHeader.HEADER);
    return header == null ? null : header.value();
  }

  /**
   * Time of a visit; a closing record brings time on beyond every window. What is no record has the
   * one time that moves no watermark; that it is none is logged where it is passed over.
   */
  static long millis(ConsumerRecord<byte[], byte[]> record, long later) {
    byte[] value = record.value();
    try {
      return value == null
          ? Long.MIN_VALUE
          : VisitWindows.timeMicros(tag(record), value, later) / 1000;
    } catch (IllegalArgumentException e) {
      return Long.MIN_VALUE;
    }
  }

  static Traverser<byte[]> inputs(
      VisitWindows windows, ConsumerRecord<byte[], byte[]> record, int partitions) {
    return found(
        record,
        (value, sink) ->
            windows.inputs(
                tag(record),
                value,
                record.partition(),
                partitions,
                input -> sink.accept(input.encode())));
  }

  /**
   * Visits as generator, address, sequence and time: Jet's log line of one that came too late says
   * which it was.
   */
  static Traverser<Tuple4<Integer, Integer, Long, Long>> visits(
      VisitWindows windows, ConsumerRecord<byte[], byte[]> record, int partitions) {
    return found(
        record,
        (value, sink) ->
            windows.inputs(
                tag(record),
                value,
                record.partition(),
                partitions,
                input -> {
                  if (!input.closing()) {
                    sink.accept(
                        Tuple4.tuple4(
                            input.generator(), input.address(), input.sequence(), input.micros()));
                  }
                }));
  }

  private static AggregateOperation1<
          Tuple4<Integer, Integer, Long, Long>, MutableReference<byte[]>, byte[]>
      reduction(WindowState state) {
    return AggregateOperation.withCreate(MutableReference<byte[]>::new)
        .<Tuple4<Integer, Integer, Long, Long>>andAccumulate(
            (open, visit) -> open.set(with(state, open.get(), visit)))
        .andExportFinish(MutableReference::get);
  }

  private static byte[] with(
      WindowState state, byte @Nullable [] open, Tuple4<Integer, Integer, Long, Long> visit) {
    return state.with(open, new WindowInput(false, visit.f0(), visit.f1(), visit.f2(), visit.f3()));
  }

  /** Of sessions, which a visit in between makes one. */
  private static AggregateOperation1<
          Tuple4<Integer, Integer, Long, Long>, MutableReference<byte[]>, byte[]>
      merging(WindowState state) {
    return AggregateOperation.withCreate(MutableReference<byte[]>::new)
        .<Tuple4<Integer, Integer, Long, Long>>andAccumulate(
            (open, visit) -> open.set(with(state, open.get(), visit)))
        .andCombine((open, other) -> open.set(state.merged(open.get(), other.get())))
        .andExportFinish(MutableReference::get);
  }

  /** What is written of a window once it is full, or asked for; null while it is open. */
  private static byte @Nullable [] counted(
      WindowState state, int visits, MutableReference<byte[]> open, byte[] encoded) {
    List<byte[]> output = new ArrayList<>(1);
    open.set(
        state.next(
            open.get(),
            WindowInput.decode(encoded),
            visits,
            (window, full) -> output.add(Emitter.closed(window, full))));
    return output.isEmpty() ? null : output.get(0);
  }

  /** Rule or address of what passes to a state, and of an output. */
  private static int key(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt(4);
  }

  /** The records, read or made; with those that are made come those that read states out. */
  private StreamStage<ConsumerRecord<byte[], byte[]>> records(Pipeline pipeline) {
    if (options.generated() == 0) {
      return pipeline.readFrom(source()).withoutTimestamps();
    }
    StreamStage<ConsumerRecord<byte[], byte[]>> made =
        pipeline
            .readFrom(
                Sources.<ConsumerRecord<byte[], byte[]>>streamFromProcessor(
                    "made", GeneratedSource.supplier(options, partitions)))
            .withoutTimestamps();
    return Workloads.kind(options.workload().name()).shape().closes()
        ? made.merge(pipeline.readFrom(source()).withoutTimestamps())
        : made;
  }

  private StreamSource<ConsumerRecord<byte[], byte[]>> source() {
    Properties settings = MemberSettings.consumer(options);
    return Sources.<ConsumerRecord<byte[], byte[]>>streamFromProcessorWithWatermarks(
            "records",
            false,
            CommittingSource.supplier(
                settings,
                options.text("input"),
                options.number("threads"),
                options.generated() == 0))
        // Time stands still where nothing comes, as a partition without visits may yet get old
        // ones.
        .setPartitionIdleTimeout(0);
  }

  private Sink<byte[]> byKey() {
    String topic = options.text("output");
    int count = partitions;
    return sink(
        output ->
            new ProducerRecord<>(
                topic, RecordFormat.rulePartition(key(output), count), null, null, output));
  }

  private <T> Sink<T> sink(FunctionEx<T, ProducerRecord<byte[], byte[]>> record) {
    return KafkaSinks.<T, byte[], byte[]>kafka(MemberSettings.producer(options), record);
  }

  /** What a member does in its own name. */
  private static final class Emitter {
    private static final KeyedLogic.Emitter ITSELF =
        new KeyedLogic.Emitter(Integer.getInteger(NODE, 0), Integer.getInteger(INCARNATION, 1));

    /**
     * What is written of a match; null for nothing.
     *
     * @param state of the rule, which is changed
     */
    static byte @Nullable [] output(
        KeyedLogic logic, MutableReference<byte[]> state, byte[] match) {
      return logic.output(state.get(), match, ITSELF, state::set);
    }

    static byte[] closed(WindowRecord window, boolean full) {
      return window.closed(full, ITSELF);
    }
  }
}
