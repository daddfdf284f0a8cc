package dev.rebound.job.spark;

import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsAdmissionControl;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Batches of records that are made, each of so many, where nothing is said of {@value #BATCH}: else
 * one batch would hold all, and its outputs come at once. An offset is how many records there were
 * in all; Spark keeps those of each batch in its checkpoint, so that one that is done again has the
 * same records.
 */
final class GeneratedStream implements MicroBatchStream, SupportsAdmissionControl {
  private static final long BATCH = 2_000_000;

  private final Properties workload;
  private final int lanes;
  private final long records;
  private final long batch;

  /**
   * @param batch records of one, of all lanes; 0 where nothing is said of it
   */
  GeneratedStream(Properties workload, int lanes, long records, long batch) {
    this.workload = workload;
    this.lanes = lanes;
    this.records = records;
    this.batch = batch > 0 ? batch : BATCH;
  }

  /** So many records, of all lanes. */
  static final class MadeSoFar extends Offset {
    private final long records;

    MadeSoFar(long records) {
      this.records = records;
    }

    @Override
    public String json() {
      return Long.toString(records);
    }
  }

  /**
   * What a batch has of one lane.
   *
   * @param until the position after the last one
   */
  record LanePart(int lane, long from, long until) implements InputPartition {
    /** The part of a lane's records that are among those from one on and below another. */
    static LanePart of(int lane, int lanes, long from, long until) {
      return new LanePart(lane, position(lane, lanes, from), position(lane, lanes, until));
    }

    /** Of the first record of a lane that is not below another one. */
    private static long position(int lane, int lanes, long record) {
      return Math.floorDiv(record - lane + lanes - 1, lanes);
    }
  }

  @Override
  public Offset initialOffset() {
    return new MadeSoFar(0);
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("how far a batch goes depends on where it begins");
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    return new MadeSoFar(Math.min(records, made(start) + batch));
  }

  private static long made(Offset offset) {
    return Long.parseLong(offset.json());
  }

  @Override
  public Offset deserializeOffset(String json) {
    return new MadeSoFar(Long.parseLong(json));
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    return IntStream.range(0, lanes)
        .mapToObj(lane -> LanePart.of(lane, lanes, made(start), made(end)))
        .toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new Factory(workload, lanes, records);
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}

  /** Travels to executors. */
  private record Factory(Properties workload, int lanes, long records)
      implements PartitionReaderFactory {
    @Override
    public PartitionReader<InternalRow> createReader(InputPartition part) {
      return new Reader(
          Workloads.create(WorkloadSpec.fromProperties(workload)),
          new GeneratedLane(((LanePart) part).lane(), lanes, records),
          (LanePart) part);
    }
  }

  /** Makes the records of a part, one after the other. */
  static final class Reader implements PartitionReader<InternalRow> {
    private static final UTF8String TAG = UTF8String.fromString(RecordIdHeader.HEADER);

    private final Workload workload;
    private final GeneratedLane lane;
    private final long until;
    private final GeneratedRecord record = new GeneratedRecord();
    private long position;

    Reader(Workload workload, GeneratedLane lane, LanePart part) {
      this.workload = workload;
      this.lane = lane;
      this.position = part.from() - 1;
      this.until = part.until();
    }

    @Override
    public boolean next() {
      return ++position < until;
    }

    @Override
    public InternalRow get() {
      lane.write(workload, position, record);
      return new GenericInternalRow(
          new Object[] {null, record.value(), headers(), lane.lane(), position});
    }

    private @Nullable GenericArrayData headers() {
      byte[] tag = record.tagOrNull();
      return tag == null
          ? null
          : new GenericArrayData(new Object[] {new GenericInternalRow(new Object[] {TAG, tag})});
    }

    @Override
    public void close() {}
  }
}
