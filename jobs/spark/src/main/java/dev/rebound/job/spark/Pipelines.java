package dev.rebound.job.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.session_window;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.timestamp_micros;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.window;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Properties;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.KeyValueGroupedDataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import scala.Tuple2;
import scala.Tuple3;
import scala.Tuple4;

/**
 * The pipelines by the workload that each computes: records → what is found in them, on the
 * executor that read them → a state for each key, on the executor that has the key's partition of
 * the shuffle → outputs.
 *
 * <p>What is found has its place in the input (see {@link InputPlace}) beside it: within a batch a
 * key's are taken in that order, whichever way they came through the shuffle. So a batch that is
 * done again does the same again.
 */
final class Pipelines {
  private static final Encoder<Tuple3<Integer, Long, byte[]>> FOUND =
      Encoders.tuple(Encoders.INT(), Encoders.LONG(), Encoders.BINARY());
  private static final Encoder<Tuple4<Integer, Long, byte[], Long>> VISIT =
      Encoders.tuple(Encoders.INT(), Encoders.LONG(), Encoders.BINARY(), Encoders.LONG());
  private static final Encoder<Tuple4<Integer, Long, Long, Long>> HASHED =
      Encoders.tuple(Encoders.INT(), Encoders.LONG(), Encoders.LONG(), Encoders.LONG());
  private final JobOptions options;
  private final Properties workload;
  private final int partitions;
  private final SparkSession session;
  private final boolean aggregates;
  private final StateOperator operator;

  private Pipelines(JobOptions options, int partitions, SparkSession session) {
    this.options = options;
    this.workload = options.workload().toProperties();
    this.partitions = partitions;
    this.session = session;
    String keeps = options.text(DriverSettings.STATE_OPERATOR);
    this.aggregates = keeps.equals("aggregates");
    this.operator =
        keeps.equals("transform-with-state")
            ? StateOperator.TRANSFORM_WITH_STATE
            : StateOperator.FLAT_MAP_GROUPS;
  }

  /**
   * The outputs of the workload that the options name, as Spark's Kafka sink takes them; {@link
   * IllegalArgumentException} if this job does not compute it.
   *
   * @param partitions of the input topic
   */
  static Dataset<Row> of(JobOptions options, int partitions, SparkSession session) {
    Pipelines pipelines = new Pipelines(options, partitions, session);
    return switch (options.workload().pipeline()) {
      case "rule-match", "log-match", "grouping", "sessions" -> pipelines.rules();
      case "grep" -> pipelines.grep();
      case "fixed-window" -> pipelines.windows();
      case "session-window" -> pipelines.aggregated(gap(new SessionWindow(options.workload())));
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
    };
  }

  /** The records, read or made; with those that are made come those that read states out. */
  private Dataset<Row> source(String... columns) {
    if (options.generated() == 0) {
      return read(columns);
    }
    Dataset<Row> made =
        session
            .readStream()
            .format(GeneratedRecords.class.getName())
            .options(GeneratedRecords.options(options, partitions))
            .load()
            .selectExpr(columns);
    return Workloads.kind(options.workload().name()).shape().closes()
        ? made.union(read(columns))
        : made;
  }

  private Dataset<Row> read(String... columns) {
    return session
        .readStream()
        .format("kafka")
        .options(DriverSettings.source(options, partitions))
        .load()
        .selectExpr(columns);
  }

  private Dataset<Row> rules() {
    Properties named = workload;
    int count = partitions;
    KeyedLogic logic = Workloads.logic(options.workload());
    KeyValueGroupedDataset<Integer, Tuple3<Integer, Long, byte[]>> matches =
        source("value", "partition", "offset")
            .mapPartitions(
                (MapPartitionsFunction<Row, Tuple3<Integer, Long, byte[]>>)
                    records -> Stages.matches(records, named, count),
                FOUND)
            .groupByKey(
                (MapFunction<Tuple3<Integer, Long, byte[]>, Integer>) Tuple3::_1, Encoders.INT());
    return operator
        .outputs(matches, new RuleUpdate(logic, count), false)
        .toDF("value", "partition");
  }

  /** A function of the value alone: Spark makes no row of key and headers to search it. */
  private Dataset<Row> grep() {
    Properties named = workload;
    UserDefinedFunction found =
        udf((UDF1<byte[], Boolean>) line -> Stages.found(line, named), DataTypes.BooleanType);
    return source("key", "value", "headers").filter(found.apply(col("value")));
  }

  private Dataset<Row> windows() {
    Properties named = workload;
    int count = partitions;
    FixedWindow windows = new FixedWindow(options.workload());
    if (aggregates) {
      return aggregated(length(windows));
    }
    WindowUpdate update = new WindowUpdate(windows, count);
    Dataset<Row> records = source("value", "partition", "offset", "headers");
    if (windows.byTime()) {
      long length = windows.lengthMillis();
      Dataset<Row> visits =
          records
              .mapPartitions(
                  (MapPartitionsFunction<Row, Tuple4<Integer, Long, byte[], Long>>)
                      all -> Stages.visits(all, named, count),
                  VISIT)
              .toDF("address", "place", "visit", "micros")
              .withColumn("time", timestamp_micros(col("micros")))
              .withWatermark("time", windows.latenessMillis() + " milliseconds")
              // The window is what the watermark is held against: a visit is late once its window
              // is closed, and not before.
              .select(
                  length(windows).as("window"),
                  col("address"),
                  col("place"),
                  col("visit"),
                  col("micros"));
      KeyValueGroupedDataset<Tuple2<Integer, Long>, Row> byWindow =
          visits.groupByKey(
              (MapFunction<Row, Tuple2<Integer, Long>>)
                  visit -> new Tuple2<>(visit.getInt(1), visit.getLong(4) / 1000 / length),
              Encoders.tuple(Encoders.INT(), Encoders.LONG()));
      return operator
          .outputs(byWindow, new WindowUpdate.ByTime(update), true)
          .toDF("value", "partition");
    }
    KeyValueGroupedDataset<Integer, Tuple3<Integer, Long, byte[]>> inputs =
        records
            .mapPartitions(
                (MapPartitionsFunction<Row, Tuple3<Integer, Long, byte[]>>)
                    all -> Stages.inputs(all, named, count),
                FOUND)
            .groupByKey(
                (MapFunction<Tuple3<Integer, Long, byte[]>, Integer>) Tuple3::_1, Encoders.INT());
    return operator.outputs(inputs, update, false).toDF("value", "partition");
  }

  private static Column length(FixedWindow windows) {
    return window(col("time"), windows.lengthMillis() + " milliseconds");
  }

  private static Column gap(SessionWindow windows) {
    return session_window(col("time"), windows.gapMillis() + " milliseconds");
  }

  /**
   * Spark's own windows, of which its own aggregates make a window's figures: how many visits, and
   * a checksum of them.
   */
  private Dataset<Row> aggregated(Column window) {
    Properties named = workload;
    int count = partitions;
    VisitWindows windows = VisitWindows.of(options.workload());
    if (!windows.byTime() || windows.listed() || WindowState.of(windows).padded()) {
      throw new IllegalArgumentException(
          "Spark's aggregates make windows by time, without a list of their visits and without"
              + " padding; choose another --"
              + DriverSettings.STATE_OPERATOR);
    }
    return source("value", "partition", "offset", "headers")
        .mapPartitions(
            (MapPartitionsFunction<Row, Tuple4<Integer, Long, Long, Long>>)
                all -> Stages.hashed(all, named, count),
            HASHED)
        .toDF("address", "micros", "high", "low")
        .withColumn("time", timestamp_micros(col("micros").minus(col("micros").mod(1000))))
        .withWatermark("time", windows.latenessMillis() + " milliseconds")
        .groupBy(window, col("address"))
        .agg(
            count(col("micros")).as("count"),
            min(col("micros")).as("oldest"),
            max(col("micros")).as("newest"),
            sum(col("high")).as("high"),
            sum(col("low")).as("low"))
        .select("address", "count", "oldest", "newest", "high", "low")
        // A filter by address would be moved before the watermark, and the closing record with it.
        .flatMap(
            (FlatMapFunction<Row, Tuple2<byte[], Integer>>) summed -> Stages.summed(summed, count),
            StateOperator.OUTPUT)
        .toDF("value", "partition");
  }
}
