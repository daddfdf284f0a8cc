package dev.rebound.job.spark;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.WorkloadSpec;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A source of Spark's that makes the records itself, as {@link dev.rebound.workload.GeneratedLane}
 * has them, in columns as the Kafka source has them. Spark instantiates it by its name.
 */
public final class GeneratedRecords implements TableProvider {
  private static final String RECORDS = "records";
  private static final String LANES = "lanes";
  private static final String BATCH = "batch";

  private static final StructType SCHEMA =
      new StructType()
          .add("key", DataTypes.BinaryType)
          .add("value", DataTypes.BinaryType)
          .add(
              "headers",
              DataTypes.createArrayType(
                  new StructType()
                      .add("key", DataTypes.StringType)
                      .add("value", DataTypes.BinaryType)))
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType);

  /** For Spark. */
  public GeneratedRecords() {}

  /**
   * The options by which Spark hands on what is to be made.
   *
   * @param lanes as the input topic has partitions
   */
  static Map<String, String> options(JobOptions options, int lanes) {
    Map<String, String> all = new TreeMap<>();
    Properties workload = options.workload().toProperties();
    workload.stringPropertyNames().forEach(name -> all.put(name, workload.getProperty(name)));
    all.put(RECORDS, Long.toString(options.generated()));
    all.put(LANES, Integer.toString(lanes));
    all.put(BATCH, Long.toString(DriverSettings.batch(options, lanes)));
    return all;
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return SCHEMA;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new MadeTable();
  }

  /** What Spark reads from. */
  private static final class MadeTable implements SupportsRead {
    @Override
    public String name() {
      return "made";
    }

    @Override
    public Column[] columns() {
      return Stream.of(SCHEMA.fields())
          .map(field -> Column.create(field.name(), field.dataType()))
          .toArray(Column[]::new);
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.MICRO_BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      Properties workload = new Properties();
      options.forEach(
          (name, value) -> {
            if (name.startsWith(WorkloadSpec.PREFIX)) {
              workload.setProperty(name, value);
            }
          });
      GeneratedStream stream =
          new GeneratedStream(
              workload,
              options.getInt(LANES, 1),
              options.getLong(RECORDS, 0),
              options.getLong(BATCH, 0));
      return () -> new MadeScan(stream);
    }
  }

  /** Reads all columns. */
  private record MadeScan(GeneratedStream stream) implements Scan {
    @Override
    public StructType readSchema() {
      return SCHEMA;
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpoint) {
      return stream;
    }
  }
}
