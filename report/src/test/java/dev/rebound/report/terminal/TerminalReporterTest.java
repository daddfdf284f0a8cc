package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.Golden;
import dev.rebound.report.SyntheticRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalReporterTest {
  @TempDir Path folder;

  @Test
  void plainLinesOfAPassedRun() throws IOException {
    Golden.compare(
        "terminal-plain.txt",
        print(TerminalOptions.plain(), SyntheticRun.results(Verdict.PASS, List.of())));
  }

  @Test
  void liveLinesInColourOfAFailedRun() throws IOException {
    Results failed =
        SyntheticRun.results(
            Verdict.FAIL,
            List.of(
                new Results.Judgement(
                    "outage.max",
                    "< 2s",
                    3200.0,
                    Verdict.FAIL,
                    "fault 1: lane output/4 was below for 3.2 s"),
                new Results.Judgement(
                    "node.cpu.max",
                    "< 2",
                    null,
                    Verdict.UNKNOWN,
                    "CPU is not measured on this platform")));
    Golden.compare("terminal-live.txt", print(new TerminalOptions(true, true, true, 120), failed));
  }

  @Test
  void whereTheJournalSaysNothingAPersonIsToldThatItGoesOn() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long[] nanos = {0};
    TerminalReporter reporter =
        new TerminalReporter(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            TerminalOptions.plain(),
            false,
            () -> nanos[0]);
    reporter.beat();
    reporter.on(new Entry(1, 1, 7_000_000, 0, new Event.PhaseStarted("start", 60_000)));
    reporter.on(new Entry(1, 2, 8_000_000, 0, new Event.Progress("starting broker-1")));
    bytes.reset();
    for (int second = 0; second < 12; second++) {
      nanos[0] += 1_000_000_000L;
      reporter.beat();
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "  0:06  start  6 s (limit 1 min)   starting broker-1",
            "  0:11  start  11 s (limit 1 min)   starting broker-1");
    reporter.end();
    bytes.reset();
    nanos[0] += 60_000_000_000L;
    reporter.beat();
    assertThat(bytes.size()).isZero();
  }

  @Test
  void asciiOnANarrowTerminal() throws IOException {
    String text =
        print(
            new TerminalOptions(false, false, false, 60),
            SyntheticRun.results(Verdict.UNKNOWN, List.of()));
    assertThat(text.chars()).allMatch(c -> c < 128);
    Golden.compare("terminal-ascii.txt", text);
  }

  @Test
  void aLiveLineNeverWraps() throws IOException {
    String text =
        print(
            new TerminalOptions(true, false, true, 50),
            SyntheticRun.results(Verdict.PASS, List.of()));
    for (String redrawn : text.split("\r", -1)) {
      int end = redrawn.indexOf("\u001b[K");
      if (end > 0) {
        assertThat(redrawn.substring(0, end).length()).isLessThan(50);
      }
    }
  }

  @Test
  void anInterruptedRunSaysSo() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new TerminalReporter(stream(bytes), TerminalOptions.plain()).summary(null, null);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("INTERRUPTED", "before it was judged");
  }

  @Test
  void theEnvironmentDecidesWhatIsShown() {
    Map<String, String> none = Map.of("COLUMNS", "90");
    assertThat(TerminalOptions.detect(none, true, StandardCharsets.UTF_8, false))
        .isEqualTo(new TerminalOptions(true, true, true, 90));
    assertThat(TerminalOptions.detect(none, true, StandardCharsets.US_ASCII, true))
        .isEqualTo(new TerminalOptions(true, false, false, 90));
    assertThat(
            TerminalOptions.detect(
                Map.of("COLUMNS", "90", "NO_COLOR", "1"), true, StandardCharsets.UTF_8, false))
        .isEqualTo(new TerminalOptions(true, false, true, 90));
    assertThat(
            TerminalOptions.detect(
                Map.of("COLUMNS", "90", "TERM", "dumb"), true, StandardCharsets.UTF_8, false))
        .isEqualTo(new TerminalOptions(false, false, true, 90));
    assertThat(TerminalOptions.detect(Map.of(), false, StandardCharsets.UTF_8, false))
        .isEqualTo(TerminalOptions.plain());
  }

  private String print(TerminalOptions options, Results results) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TerminalReporter reporter = new TerminalReporter(stream(bytes), options);
    Path run = SyntheticRun.interrupted(folder.resolve("run"), 120);
    JournalFile.replay(run.resolve("journal.jsonl"), reporter);
    reporter.summary(results, Path.of("runs/synthetic/latest/report.html"));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
