package dev.rebound.job.flink;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.WorkloadSpec;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowStagger;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** Time and address of each visit → keyed by address → windows, reduced as visits come. */
final class WindowDataflow implements Dataflow {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final KeyedLogic.Emitter emitter;

  WindowDataflow(JobOptions options) {
    this.workload = options.workload().toProperties();
    this.emitter = options.emitter();
  }

  private VisitWindows workload() {
    return VisitWindows.of(WorkloadSpec.fromProperties(workload));
  }

  @Override
  public KafkaRecordDeserializationSchema<byte[]> reader() {
    return new Elements.Reader(Elements::visit);
  }

  @Override
  public WatermarkStrategy<byte[]> watermarks(boolean atOnce) {
    VisitWindows windows = workload();
    return windows.byTime()
        ? new VisitTimes(windows.latenessMillis(), windows.laterMillis(), atOnce)
        : WatermarkStrategy.noWatermarks();
  }

  @Override
  public SingleOutputStreamOperator<byte[]> compute(
      DataStream<byte[]> records,
      @Nullable DataStream<byte[]> closing,
      int sources,
      int partitions) {
    KeyedStream<byte[], Integer> visits =
        records
            .flatMap(new VisitProjection(workload, partitions))
            .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
            .name("projection")
            .uid("projection")
            .setParallelism(sources)
            .keyBy(Elements::key, Types.INT);
    return workload() instanceof SessionWindow sessions
        ? reduced(visits.window(new Sessions(sessions.gapMillis())), 0)
        : fixed(visits);
  }

  /** Flink's own; see the package for why not by its factory. */
  private static final class Sessions extends EventTimeSessionWindows {
    private static final long serialVersionUID = 1L;

    Sessions(long gapMillis) {
      super(gapMillis);
    }
  }

  /** Flink's own, likewise. */
  private static final class Tumbling extends TumblingEventTimeWindows {
    private static final long serialVersionUID = 1L;

    Tumbling(long lengthMillis) {
      super(lengthMillis, 0, WindowStagger.ALIGNED);
    }
  }

  private SingleOutputStreamOperator<byte[]> fixed(KeyedStream<byte[], Integer> visits) {
    FixedWindow windows = new FixedWindow(WorkloadSpec.fromProperties(workload));
    return windows.byTime()
        ? reduced(visits.window(new Tumbling(windows.lengthMillis())), 0)
        : reduced(
            visits
                .window(GlobalWindows.create())
                .trigger(new FullOrClosingTrigger(windows.windowVisits())),
            windows.windowVisits());
  }

  private <W extends Window> SingleOutputStreamOperator<byte[]> reduced(
      WindowedStream<byte[], Integer, W> windows, int visits) {
    OutputTag<byte[]> late =
        new OutputTag<>("late", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
    SingleOutputStreamOperator<byte[]> closed = closed(windows.sideOutputLateData(late), visits);
    if (visits == 0) {
      closed
          .getSideOutput(late)
          .flatMap(new LateVisits())
          .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
          .name("late")
          .uid("late");
    }
    return closed;
  }

  private <W extends Window> SingleOutputStreamOperator<byte[]> closed(
      WindowedStream<byte[], Integer, W> windows, int visits) {
    return windows
        .aggregate(
            new WindowReduction(WindowState.of(workload())),
            new WindowStamp<W>(visits, emitter),
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
            PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
        .name("windows")
        .uid("windows");
  }
}
