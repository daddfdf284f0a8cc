package dev.rebound.job.flink;

import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.Visit;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Times of visits, and watermarks of each input partition: a fixed bound behind the newest visit. A
 * closing record brings time on beyond every window.
 *
 * @param latenessMillis how far visits may be out of order
 * @param laterMillis by how much a closing record brings time on
 * @param atOnce whether they are told with each visit that is a millisecond newer, without a timer,
 *     and not periodically
 */
record VisitTimes(long latenessMillis, long laterMillis, boolean atOnce)
    implements WatermarkStrategy<byte[]> {
  private static final long serialVersionUID = 1L;

  @Override
  public WatermarkGenerator<byte[]> createWatermarkGenerator(
      WatermarkGeneratorSupplier.Context context) {
    return new BoundedWatermarks();
  }

  @Override
  public TimestampAssigner<byte[]> createTimestampAssigner(
      TimestampAssignerSupplier.Context context) {
    return (element, before) -> millis(element);
  }

  private long millis(byte[] element) {
    byte[] value = Elements.value(element);
    return Elements.tag(element).length == 0
        ? RecordFormat.intendedMicros(value) / 1000 + laterMillis
        : Visit.of(value).micros() / 1000;
  }

  private final class BoundedWatermarks implements WatermarkGenerator<byte[]> {
    private long newest = Long.MIN_VALUE;

    @Override
    public void onEvent(byte[] element, long millis, WatermarkOutput output) {
      if (millis > newest) {
        newest = millis;
        if (atOnce) {
          tell(output);
        }
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      if (newest > Long.MIN_VALUE) {
        tell(output);
      }
    }

    private void tell(WatermarkOutput output) {
      output.emitWatermark(new Watermark(newest - latenessMillis - 1));
    }
  }
}
