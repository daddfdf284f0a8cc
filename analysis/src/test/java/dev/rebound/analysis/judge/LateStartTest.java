package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Series;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a warm-up is over. */
class LateStartTest {
  private final LateStart start = new LateStart(500, 0, 0);
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
      assertThat(start.reason())
          .hasValueSatisfying(left -> assertThat(left.why()).contains("19.0 s"));
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
        .hasValueSatisfying(left -> assertThat(left.why()).contains("behind the load"));
    for (int i = 0; i < 5; i++) {
      tick(2_900.0, 0.0);
    }
    assertThat(start.reason()).as("as old as two commit intervals and 2 s").isEmpty();
  }

  @Test
  void aJobThatItsLoadOutrunsIsToldWithWhatItTakes() {
    declare();
    for (int i = 0; i < 29; i++) {
      tick(1_000 + 560.0 * i, 0.0);
      assertThat(start.outrun()).as("half a minute tells").isEmpty();
    }
    tick(1_000 + 560.0 * 29, 0.0);
    assertThat(start.outrun().orElseThrow()).isCloseTo(0.44, within(0.01));
    for (int i = 0; i < 15; i++) {
      tick(17_000.0, 0.0);
    }
    assertThat(start.outrun()).as("it keeps up since, though late").isEmpty();
    assertThat(start.reason()).isPresent();
  }

  @Test
  void aRigWithFullCoresOfItsOwnIsWaitedForUntilItHasSomeLeft() {
    say(
        new Event.SeriesDeclared(
            List.of(new Series("host.cpu", "share", ""), new Series("host.cpu.rig", "share", ""))));
    rig(1.0, 1.0);
    assertThat(start.reason())
        .hasValueSatisfying(
            left -> {
              assertThat(left.why()).startsWith("100 % of the rig's cores were in use");
              assertThat(left.judged()).as("the baseline's own doubt judges it").isFalse();
            });
    rig(0.6, 0.99, 0.98, 1.0, 0.99, 0.99, 0.97, 1.0);
    assertThat(start.reason()).as("one dip says nothing").isPresent();
    rig(0.7, 0.6, 0.7, 0.6);
    assertThat(start.reason()).isEmpty();
  }

  @Test
  void aMachineThatTheRigSharesWithTheJobMayBeFull() {
    say(new Event.SeriesDeclared(List.of(new Series("host.cpu", "share", ""))));
    for (int i = 0; i < 20; i++) {
      say(new Event.Tick(1_000_000L * second, List.of(1.0)));
    }
    assertThat(start.reason()).isEmpty();
  }

  private void rig(double... shares) {
    for (double share : shares) {
      say(new Event.Tick(1_000_000L * second, List.of(0.5, share)));
    }
  }

  /** A job with windows by time, a lateness of 200 ms and a commit each second. */
  private static final class WindowedJob {
    final LateStart start;
    private final long lengthMillis;
    private long nowMillis;

    WindowedJob(long lengthMillis) {
      this.start = declared(new LateStart(1000, 200, lengthMillis));
      this.lengthMillis = lengthMillis;
    }

    /** Goes on for so many ticks so much behind, the first of them so long after a window's end. */
    void ticks(int count, long behindMillis, long phaseMillis) {
      for (int i = 0; i < count; i++) {
        double age = 200 + behindMillis + (phaseMillis + 1000L * i) % lengthMillis;
        hear(start, 1000 * nowMillis, age);
        nowMillis += 1000;
      }
    }
  }

  private static LateStart declared(LateStart start) {
    Series age = new Series("frontier.age", "ms", "");
    start.on(new Entry(1, 1, 0, 0, new Event.SeriesDeclared(List.of(age))));
    return start;
  }

  private static void hear(LateStart start, long atMicros, double age) {
    start.on(new Entry(1, 2, 0, 0, new Event.Tick(atMicros, List.of(age))));
  }

  private static LateStart after(int ticks, long lengthMillis, long behindMillis, long phase) {
    WindowedJob job = new WindowedJob(lengthMillis);
    job.ticks(ticks, behindMillis, phase);
    return job.start;
  }

  private static void assertBehind(LateStart start, String words) {
    assertThat(start.reason())
        .hasValueSatisfying(
            left -> {
              assertThat(left.why()).contains(words);
              assertThat(left.judged()).isTrue();
            });
  }

  @Test
  void whatWaitsForTheEndOfItsWindowIsNotBehind() {
    for (long phase = 0; phase < 5_000; phase += 250) {
      WindowedJob job = new WindowedJob(5_000);
      job.ticks(6, 900, phase);
      for (int i = 6; i < 16; i++) {
        assertThat(job.start.reason()).as("%d ms, %d ticks", phase, i).isEmpty();
        job.ticks(1, 900, phase + 1000L * i);
      }
    }
  }

  @Test
  void aJobThatIsBehindByAWindowIsSeen() {
    for (long phase = 0; phase < 5_000; phase += 250) {
      assertBehind(after(6, 5_000, 5_000, phase), "the job is 5.");
    }
  }

  @Test
  void aJobThatIsBehindByLessThanAWindowIsSeenAtAnyPhase() {
    for (long phase = 0; phase < 60_000; phase += 1000) {
      WindowedJob job = new WindowedJob(60_000);
      job.ticks(61, 30_000, phase);
      assertBehind(job.start, "the job is 30.0 s behind the load");
      job.ticks(61, 0, phase + 61_000);
      assertThat(job.start.reason()).as("caught up").isEmpty();
      job.ticks(64, 30_000, phase + 122_000);
      assertBehind(job.start, "the job is 30.0 s behind the load");
    }
  }

  @Test
  void ofWindowsLongerThanTheWarmUpOneThatCameInTimeIsEnough() {
    assertThat(after(100, 600_000, 0, 0).reason()).isEmpty();
  }

  @Test
  void lessThanAWindowWithoutASmallAgeDoesNotTell() {
    assertThat(after(100, 600_000, 0, 60_000).reason())
        .hasValueSatisfying(
            left -> {
              assertThat(left.why()).contains("could not be told", "600.0 s long");
              assertThat(left.judged()).isFalse();
            });
  }

  @Test
  void agesTooGreatForEveryPhaseOfAWindowTellBeforeItHasPassed() {
    assertBehind(after(100, 600_000, 610_000, 60_000), "behind the load");
  }

  /** A lane is not in the age before its first output. */
  @Test
  void aSmallAgeDoesNotTellOfALaneThatComesInBehind() {
    LateStart start = declared(new LateStart(1000, 200, 60_000));
    hear(start, 1_000_000, 900);
    assertThat(start.reason()).isEmpty();
    hear(start, 2_000_000, 5_800);
    assertThat(start.reason()).as("a value may be old").isEmpty();
    hear(start, 3_000_000, 30_900);
    assertThat(start.reason())
        .hasValueSatisfying(
            left -> {
              assertThat(left.why()).contains("could not be told");
              assertThat(left.judged()).isFalse();
            });
    hear(start, 4_000_000, 900);
    assertThat(start.reason()).as("caught up").isEmpty();
  }

  @Test
  void sessionsHaveEveryRecordWait() {
    LateStart sessions = declared(new LateStart(500, 6_000, 0));
    hear(sessions, 1_000_000, 8_900);
    assertThat(sessions.reason()).isEmpty();
    hear(sessions, 2_000_000, 9_200);
    assertBehind(sessions, "frontier age, less what windows have records wait");
  }
}
