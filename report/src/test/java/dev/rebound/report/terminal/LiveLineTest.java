package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveLineTest {
  @Test
  void aPhasesLengthAndALimitAreToldApart() {
    assertThat(LiveLine.clock("start", 26_000, 180_000, false))
        .isEqualTo("start  26 s (limit 3 min)");
    assertThat(LiveLine.clock("drain", 2_000, 30_000, false)).isEqualTo("drain  2 s (limit 30 s)");
    assertThat(LiveLine.clock("faults", 10_000, 40_000, false)).isEqualTo("faults  10 s of 40 s");
    assertThat(LiveLine.clock("faults", 10_000, 40_000, true))
        .isEqualTo("faults  10 s (limit 40 s)");
    assertThat(LiveLine.clock("check", 3_000, 0, false)).isEqualTo("check  3 s");
  }

  @Test
  void aRateIsDrawnAsHighAsItsHighestValueTheNewestAtTheRight() {
    LiveLine.Sparkline drawing = new LiveLine.Sparkline(6);
    assertThat(drawing.text()).isEmpty();
    drawing.add(0.0);
    assertThat(drawing.text()).as("nothing flows yet").isEmpty();
    drawing.add(2000.0);
    drawing.add(null);
    drawing.add(1000.0);
    assertThat(drawing.text()).isEqualTo("  ▁█ ▄");
    for (double rate : new double[] {Double.NaN, 500, 1500}) {
      drawing.add(rate);
    }
    assertThat(drawing.text()).as("the oldest leave at the left").isEqualTo("█ ▄ ▂▆");
  }

  @Test
  void aBacklogThatIsWorkedOffLeavesTheRestVisible() {
    LiveLine.Sparkline drawing = new LiveLine.Sparkline(6);
    for (double rate : new double[] {1000, 1000, 0, 9000, 1000, 1000}) {
      drawing.add(rate);
    }
    assertThat(drawing.text()).isEqualTo("▄▄▁█▄▄");
  }

  @Test
  void onlyATerminalThatCanShowItGetsADrawing() {
    Map<String, String> wide = Map.of("COLUMNS", "120", "TERM", "xterm-256color");
    assertThat(TerminalOptions.detect(wide, true, StandardCharsets.UTF_8, true).drawing()).isTrue();
    assertThat(TerminalOptions.detect(wide, false, StandardCharsets.UTF_8, false).drawing())
        .isFalse();
    assertThat(TerminalOptions.detect(wide, true, StandardCharsets.ISO_8859_1, false).drawing())
        .isFalse();
    Map<String, String> console = Map.of("COLUMNS", "80", "TERM", "linux");
    assertThat(TerminalOptions.detect(console, true, StandardCharsets.UTF_8, false).drawing())
        .isFalse();
  }
}
