package dev.rebound.job.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.junit.jupiter.api.Test;

class VisitTimesTest {
  private final Told told = new Told();

  private static WatermarkGenerator<byte[]> of(boolean atOnce) {
    return new VisitTimes(10, 0, atOnce).createWatermarkGenerator(null);
  }

  /** As Flink does it with its own default, each 200 ms. */
  @Test
  void theyAreToldPeriodically() {
    WatermarkGenerator<byte[]> watermarks = of(false);
    watermarks.onPeriodicEmit(told);
    watermarks.onEvent(new byte[0], 1000, told);
    watermarks.onEvent(new byte[0], 900, told);
    assertThat(told.millis).isEmpty();
    watermarks.onPeriodicEmit(told);
    assertThat(told.millis).containsExactly(989L);
  }

  @Test
  void atOnceTheyComeWithEachVisitThatIsNewer() {
    WatermarkGenerator<byte[]> watermarks = of(true);
    watermarks.onEvent(new byte[0], 1000, told);
    watermarks.onEvent(new byte[0], 900, told);
    watermarks.onEvent(new byte[0], 1001, told);
    assertThat(told.millis).containsExactly(989L, 990L);
  }

  private static final class Told implements WatermarkOutput {
    private final List<Long> millis = new ArrayList<>();

    @Override
    public void emitWatermark(Watermark watermark) {
      millis.add(watermark.getTimestamp());
    }

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}
  }
}
