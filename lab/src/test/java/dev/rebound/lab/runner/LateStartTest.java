package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a warm-up is over. */
class LateStartTest {
  @TempDir Path folder;
  private final LateStart start = new LateStart(500, 0);
  private int second;

  private void say(Event event) {
    start.on(new Entry(1, ++second, 0, 0, event));
  }

  private void declare() {
    say(
        new Event.SeriesDeclared(
            List.of(
                new Series("frontier.age", "ms", ""),
                new Series("generator.slip", "ms", ""),
                new Series("generator.slip", "ms", "generator-0"))));
  }

  private void tick(@Nullable Double age, @Nullable Double slip) {
    say(new Event.Tick(1_000_000L * second, Arrays.asList(age, slip, 99_000.0)));
  }

  @Test
  void whereNothingIsKnownNothingIsWaitedFor() {
    assertThat(start.reason()).isEmpty();
    say(new Event.Tick(0, List.of(1.0)));
    declare();
    tick(null, null);
    assertThat(start.reason()).isEmpty();
  }

  @Test
  void aGeneratorBehindItsScheduleIsWaitedForUntilItHasBeenOnTimeForAWhile() {
    declare();
    tick(null, 19_000.0);
    for (int i = 0; i < 4; i++) {
      tick(100.0, 10.0);
      assertThat(start.reason()).hasValueSatisfying(why -> assertThat(why).contains("19.0 s"));
    }
    tick(100.0, 10.0);
    assertThat(start.reason()).isEmpty();
  }

  @Test
  void aJobThatIsBehindIsWaitedForUntilItHasCaughtUp() {
    declare();
    for (double age = 5_000; age < 20_000; age += 1_000) {
      tick(age, 0.0);
      assertThat(start.reason()).as("it piles up").isPresent();
    }
    for (double age = 20_000; age > 3_000; age *= 0.7) {
      tick(age, 0.0);
    }
    assertThat(start.reason())
        .hasValueSatisfying(why -> assertThat(why).contains("behind the load"));
    for (int i = 0; i < 5; i++) {
      tick(2_900.0, 0.0);
    }
    assertThat(start.reason()).as("as old as two commit intervals and 2 s").isEmpty();
  }

  /** Of a window of 5 s the first visits wait for its end, however fast the job is. */
  @Test
  void whatWaitsForTheEndOfItsWindowIsNotBehind() {
    LateStart windows = new LateStart(500, 6_000);
    windows.on(
        new Entry(
            1,
            1,
            0,
            0,
            new Event.SeriesDeclared(List.of(new Series("frontier.age", "ms", "")))));
    windows.on(new Entry(1, 2, 0, 0, new Event.Tick(1, List.of(8_900.0))));
    assertThat(windows.reason()).isEmpty();
    windows.on(new Entry(1, 3, 0, 0, new Event.Tick(2, List.of(9_200.0))));
    assertThat(windows.reason()).isPresent();
  }

  /** The journal is ahead of what was heard, as far as this goes. */
  @Test
  void aStartThatCannotBeFollowedIsNotOver() throws IOException {
    try (Journal journal = new Journal(folder.resolve("journal.jsonl"), Clock.systemUTC())) {
      assertThat(start.reason(journal))
          .hasValueSatisfying(why -> assertThat(why).contains("not worked out in time"));
      journal.listen(start);
      assertThat(start.reason(journal)).isEmpty();
    }
  }
}
