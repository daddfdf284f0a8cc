package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Series;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RigWatchTest {
  private final RigWatch watch = new RigWatch();
  private long n;

  private void hear(long wallMicros, long monoNanos, Event event) {
    watch.on(new Entry(1, ++n, wallMicros, monoNanos, event));
  }

  private static Series series(String metric, String label) {
    return new Series(metric, "", label);
  }

  @Test
  void eachTickIsASampleOfTheRig() {
    hear(
        0,
        0,
        new Event.SeriesDeclared(
            List.of(
                series("host.cpu", ""),
                series("node.cpu", "worker-1"),
                series("host.speed", ""),
                series("generator.slip", ""),
                series("observer.lag", ""),
                series("host.steal", ""))));
    hear(1_000_500, 400_000, new Event.Tick(1_000_000, List.of(0.5, 1.0, 7e8, 20.0, 3.0, 0.1)));

    assertThat(watch.samples())
        .containsExactly(new RigSample(1_000_000, 0.5, 0.1, 20, 3, 7e8, 1_000_100));
  }

  @Test
  void whatWasNotReadIsNoNumber() {
    hear(0, 0, new Event.SeriesDeclared(List.of(series("host.cpu", ""))));
    hear(5, 5000, new Event.Tick(5, Arrays.asList((Double) null)));

    RigSample sample = watch.samples().get(0);
    assertThat(sample.hostCpu()).isNaN();
    assertThat(sample.steal()).isNaN();
    assertThat(sample.slipMillis()).isNaN();
  }

  @Test
  void aClockThatIsSetShowsAsAChangeFromSampleToSample() {
    hear(1_000_000, 1_000_000_000, new Event.Tick(1_000_000, List.of()));
    hear(2_000_000, 2_000_000_000, new Event.Tick(2_000_000, List.of()));
    hear(3_300_000, 3_000_000_000L, new Event.Tick(3_300_000, List.of()));

    assertThat(watch.samples())
        .extracting(RigSample::clockMicros)
        .containsExactly(0L, 0L, 300_000L);
  }
}
