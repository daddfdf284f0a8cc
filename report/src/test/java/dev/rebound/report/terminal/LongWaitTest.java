package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LongWaitTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private long nanos;

  private LongWait wait(boolean live) {
    return new LongWait(
        out, new TerminalOptions(live, false, true, false, 80), () -> nanos, "reading runs");
  }

  private String told(LongWait wait, int seconds) {
    bytes.reset();
    for (int i = 0; i < seconds; i++) {
      nanos += 1_000_000_000L;
      wait.tell();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsQuickIsNotTold() {
    try (LongWait wait = wait(true)) {
      assertThat(told(wait, 2)).isEmpty();
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void onATerminalALineIsRedrawnAndGoneInTheEnd() {
    LongWait wait = wait(true);
    assertThat(told(wait, 3)).isEqualTo("\rreading runs   3 s\u001b[K");
    wait.accept("reading runs: 3 of 9");
    assertThat(told(wait, 1)).contains("reading runs: 3 of 9   4 s");
    bytes.reset();
    wait.println(out, "a result");
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\r\u001b[Ka result\n");
    told(wait, 1);
    bytes.reset();
    wait.close();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\r\u001b[K");
    assertThat(told(wait, 5)).isEmpty();
  }

  @Test
  void elsewhereALineComesEveryTenSeconds() {
    try (LongWait wait = wait(false)) {
      assertThat(told(wait, 25).lines())
          .containsExactly("reading runs, 3 s", "reading runs, 13 s", "reading runs, 23 s");
    }
  }
}
