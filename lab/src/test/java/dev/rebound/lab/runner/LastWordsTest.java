package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastWordsTest {
  @Test
  void theLastCauseTellsMost() {
    assertThat(
            LastWords.of(
                List.of(
                    "Exception in thread \"main\" java.lang.IllegalStateException: no start",
                    "\tat org.example.Mill.main(Mill.java:3)",
                    "Caused by: java.lang.NoClassDefFoundError: org/example/Grain",
                    "\tat org.example.Mill.grind(Mill.java:9)",
                    "\t... 1 more")))
        .isEqualTo(": java.lang.NoClassDefFoundError: org/example/Grain");
  }

  @Test
  void withoutAnExceptionItIsTheLastLineAndAFrameTellsNothing() {
    assertThat(LastWords.of(List.of("starting", "no such option: --grian")))
        .isEqualTo(": no such option: --grian");
    assertThat(LastWords.of(List.of("\tat org.example.Mill.main(Mill.java:3)"))).isEmpty();
    assertThat(LastWords.of(List.of())).isEmpty();
  }

  @Test
  void aFailureIsToldInOneLine() {
    ReboundException dead =
        ReboundException.environment(
            "worker-1 (incarnation 1, pid 7) ended with status 1; waited for a line. Its last"
                + " lines:\n  Error: Could not find or load main class Mill\n  Caused by:"
                + " java.lang.ClassNotFoundException: Mill",
            "Read its log: runs/a/logs/worker-1.log");
    assertThat(new LastWords().failed(false, dead))
        .isEqualTo(
            new Event.RunFailed(
                false,
                "worker-1 (incarnation 1, pid 7) ended with status 1; waited for a line:"
                    + " java.lang.ClassNotFoundException: Mill",
                "Read its log: runs/a/logs/worker-1.log"));
    assertThat(
            new LastWords()
                .failed(true, ReboundException.environment("the disk is full", ""))
                .reason())
        .isEqualTo("the disk is full");
    assertThat(new LastWords().failed(true, new IllegalStateException("x")).reason())
        .startsWith("internal error: java.lang.IllegalStateException");
  }

  @Test
  void whereAFailureHasNoWordsThoseOfADeadProcessTell() {
    LastWords words = new LastWords();
    words.on(exit(true, "java.lang.Error: a fault killed it"));
    words.on(exit(false, "Caused by: java.lang.ClassNotFoundException: Mill"));
    words.on(exit(false, "java.lang.Error: of another"));
    ReboundException dead =
        ReboundException.badInput("worker-1 ended\n  runs/a/logs/worker-1.log", "Try it by hand.");
    String told = "worker-1 ended: java.lang.ClassNotFoundException: Mill";
    assertThat(words.failed(false, dead).reason()).isEqualTo(told);
    ReboundException late = ReboundException.environment(told + "; no output was observed", "");
    assertThat(words.failed(false, late).reason()).isEqualTo(late.getMessage());
    assertThat(words.failed(true, ReboundException.environment("the disk is full", "")).reason())
        .isEqualTo("the disk is full");
  }

  private static Entry exit(boolean expected, String lastLine) {
    return new Entry(
        1,
        1,
        1,
        0,
        new Event.ProcessExited("worker-1", "worker", 1, 1, expected, List.of(lastLine)));
  }
}
