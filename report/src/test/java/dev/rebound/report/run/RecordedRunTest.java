package dev.rebound.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedRunTest {
  private static final int WEEK = 7 * 86_400;

  @Test
  void aWeekOfSecondsIsThinnedAndAPeakOfOneSecondStays() {
    RecordedRun recorded = new RecordedRun();
    recorded.on(entry(0, new Event.SeriesDeclared(List.of(new Series("lag", "records", "")))));
    int peak = WEEK - 1234;
    for (int second = 0; second < WEEK; second++) {
      double value = second == peak ? 9000 : second % 7;
      recorded.on(entry(second, new Event.Tick(second * 1_000_000L, List.of(value))));
    }
    assertThat(recorded.ticks()).isBetween(RecordedRun.TICKS_MAX / 2, RecordedRun.TICKS_MAX);
    RecordedRun.SeriesColumn lag = recorded.columns().iterator().next();
    double most = 0;
    int at = 0;
    for (int tick = 0; tick < recorded.ticks(); tick++) {
      at = lag.at(tick) > most ? tick : at;
      most = Math.max(most, lag.at(tick));
      assertThat(lag.at(tick)).isNotNaN();
    }
    assertThat(most).isEqualTo(9000);
    assertThat(recorded.timeMicros(at) / 1_000_000).isBetween(peak - 16L, (long) peak);
    assertThat(recorded.timeMicros(recorded.ticks() - 1) / 1_000_000)
        .isBetween(WEEK - 17L, WEEK - 1L);
  }

  private static Entry entry(int second, Event event) {
    return new Entry(1, second + 1, second * 1_000_000L, second * 1_000_000_000L, event);
  }
}
