package dev.rebound.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.Pause;
import dev.rebound.lab.nemesis.FaultSchedule.Occurrence;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static ScheduledFault kill(int at, @Nullable Integer every) {
    Duration period = every == null ? null : Duration.ofSeconds(every);
    return new ScheduledFault(
        "worker", new ScheduledFault.Schedule(Duration.ofSeconds(at), period), new Kill(1, null));
  }

  private static ScheduledFault pause(int at) {
    return new ScheduledFault(
        "broker",
        new ScheduledFault.Schedule(Duration.ofSeconds(at), null),
        new Pause(1, Duration.ofSeconds(1)));
  }

  private static List<Long> seconds(List<Occurrence> occurrences) {
    return occurrences.stream().map(o -> o.at().toSeconds()).toList();
  }

  @Test
  void withoutFaultsThereAreNone() {
    assertThat(FaultSchedule.of(List.of(), Duration.ofSeconds(10), 0)).isEmpty();
  }

  @Test
  void aFaultWithoutAPeriodComesOnce() {
    assertThat(seconds(FaultSchedule.of(List.of(kill(5, null)), Duration.ofSeconds(60), 0)))
        .containsExactly(5L);
  }

  @Test
  void aPeriodRepeatsUntilThePhaseEndsWhichIsNotPartOfIt() {
    assertThat(seconds(FaultSchedule.of(List.of(kill(0, 20)), Duration.ofSeconds(60), 0)))
        .containsExactly(0L, 20L, 40L);
    assertThat(seconds(FaultSchedule.of(List.of(kill(5, 20)), Duration.ofSeconds(60), 0)))
        .containsExactly(5L, 25L, 45L);
  }

  @Test
  void whatComesAfterThePhaseIsLeftOut() {
    assertThat(FaultSchedule.of(List.of(kill(60, null)), Duration.ofSeconds(60), 0)).isEmpty();
  }

  @Test
  void severalFaultsAreMergedByTimeAndNumberedFromOne() {
    List<Occurrence> schedule =
        FaultSchedule.of(List.of(kill(10, 20), pause(15)), Duration.ofSeconds(40), 0);
    assertThat(seconds(schedule)).containsExactly(10L, 15L, 30L);
    assertThat(schedule).extracting(Occurrence::number).containsExactly(1, 2, 3);
    assertThat(schedule.get(1).scheduled().fault()).isInstanceOf(Pause.class);
  }

  @Test
  void faultsOfTheSameTimeKeepTheOrderOfTheFile() {
    List<Occurrence> schedule =
        FaultSchedule.of(List.of(pause(5), kill(5, null)), Duration.ofSeconds(40), 0);
    assertThat(schedule.get(0).scheduled().fault().kind().key()).isEqualTo("pause");
    assertThat(schedule.get(1).scheduled().fault().kind().key()).isEqualTo("kill");
  }

  @Property(tries = 200)
  void everyScheduleIsInOrderInsideThePhaseAndNumberedWithoutGaps(
      @ForAll @IntRange(max = 100) int at,
      @ForAll @IntRange(min = 1, max = 50) int every,
      @ForAll @IntRange(max = 300) int phase) {
    List<Occurrence> schedule =
        FaultSchedule.of(List.of(kill(at, every), pause(7)), Duration.ofSeconds(phase), 0);
    int expected = (at < phase ? (phase - 1 - at) / every + 1 : 0) + (7 < phase ? 1 : 0);
    assertThat(schedule).hasSize(expected);
    for (int i = 0; i < schedule.size(); i++) {
      assertThat(schedule.get(i).number()).isEqualTo(i + 1);
      assertThat(schedule.get(i).at()).isLessThan(Duration.ofSeconds(phase));
      if (i > 0) {
        assertThat(schedule.get(i).at()).isGreaterThanOrEqualTo(schedule.get(i - 1).at());
      }
    }
  }

  @Test
  void jitterComesFromTheSeedAndKeepsToTheOrder() {
    ScheduledFault restart =
        new ScheduledFault(
            "worker",
            new ScheduledFault.Schedule(
                Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(10)),
            new Kill(1, null));
    List<FaultSchedule.Occurrence> drawn =
        FaultSchedule.of(List.of(restart), Duration.ofMinutes(10), 7);
    assertThat(FaultSchedule.of(List.of(restart), Duration.ofMinutes(10), 7)).isEqualTo(drawn);
    assertThat(FaultSchedule.of(List.of(restart), Duration.ofMinutes(10), 8)).isNotEqualTo(drawn);
    for (int i = 0; i < drawn.size(); i++) {
      assertThat(drawn.get(i).number()).isEqualTo(i + 1);
      assertThat(drawn.get(i).at())
          .isBetween(Duration.ofSeconds(10L * i), Duration.ofSeconds(10L * i + 10));
    }
    assertThat(drawn).hasSizeBetween(59, 60);
  }
}
