package dev.rebound.job.flink;

import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A lane of records that the job makes, and how far it has come.
 *
 * @param position of the next record
 */
record GeneratedSplit(int lane, long position) implements SourceSplit {
  @Override
  public String splitId() {
    return Integer.toString(lane);
  }

  /** Writes lane and position, 12 bytes. */
  static final class Serializer implements SimpleVersionedSerializer<GeneratedSplit> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(GeneratedSplit split) {
      return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
          .putInt(split.lane)
          .putLong(split.position)
          .array();
    }

    @Override
    public GeneratedSplit deserialize(int version, byte[] bytes) {
      ByteBuffer read = ByteBuffer.wrap(bytes);
      return new GeneratedSplit(read.getInt(), read.getLong());
    }
  }
}
