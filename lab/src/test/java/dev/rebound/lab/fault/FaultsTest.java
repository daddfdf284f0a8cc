package dev.rebound.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final Restart LATER =
      new Restart(Duration.ofSeconds(3), Restart.Disk.WIPED, Restart.Identity.NEW);

  private static final ActProof SEEN = new ActProof(null, 1_000_000, true, 40, "gone", null);

  @Test
  void noKeyStandsForTwoThings() {
    List<String> keys = new ArrayList<>(List.of("at", "every"));
    Faults.kinds().forEach(kind -> keys.add(kind.key()));
    Faults.options().forEach(option -> keys.add(option.key()));

    assertThat(keys).doesNotHaveDuplicates();
    assertThat(Faults.kinds()).allMatch(kind -> kind.meaning().endsWith("."));
  }

  @Test
  void aKeyOfSeveralKindsMeansWhatEachOfThemSays() {
    FaultOption one = FaultOption.duration("for", null, "pause: how long.", "3s");
    FaultOption other = FaultOption.duration("for", null, "delay: how long.", "5s");

    assertThat(one.and(one)).isEqualTo(one);
    assertThat(one.and(other))
        .isEqualTo(FaultOption.duration("for", null, "pause: how long. delay: how long.", "3s"));
    assertThat(one.and(other).and(other)).isEqualTo(one.and(other));
    FaultOption another = FaultOption.duration("for", "9s", "delay: how long.", "5s");
    assertThatThrownBy(() -> one.and(another)).hasMessageContaining("different things by for");
  }

  @Test
  void whatReadersAreToldOfAFaultIsWhatIsPlannedOfIt() {
    for (FaultKind kind : Faults.kinds()) {
      Fault<?> fault = kind.fault(new AnyLine());
      assertThat(fault.kind()).isEqualTo(kind);
      assertThat(kind.effect().deadly()).isEqualTo(fault.plan().deadly());
      assertThat(kind.effect().act()).contains("%s");
    }
  }

  @Test
  void theDeadAreHealedSoLongAfterTheirDeathAndThePausedAfterTheSignal() {
    assertThat(new Kill(1, LATER).plan().healingMicros(SEEN)).isEqualTo(4_040_000);
    assertThat(new Terminate(1, null).plan().healingMicros(SEEN)).isNull();
    assertThat(new Pause(1, Duration.ofSeconds(2)).plan().healingMicros(SEEN)).isEqualTo(3_000_000);
  }

  @Test
  void eachTellsWhatItDoesToItsVictims() {
    assertThat(new Kill(2, LATER).plan().sameIdentity()).isFalse();
    assertThat(new Kill(2, null).plan().away()).isNull();
    assertThat(new Terminate(2, LATER).plan().away()).isEqualTo(Duration.ofSeconds(3));
    assertThat(new Pause(2, Duration.ofSeconds(2)).plan().deadly()).isFalse();
    assertThat(new Kill(2, LATER).words()).isEqualTo("kill (SIGKILL)");
    assertThat(new Terminate(2, LATER).plan().wanted(8)).isEqualTo(2);
  }

  @Test
  void aRollLastsAsLongAsItsTurns() {
    Duration grace = Duration.ofSeconds(30);
    FaultPlan one = new RollingRedeployment(1, grace, grace, LATER).plan();
    FaultPlan three = new RollingRedeployment(3, grace, grace, LATER).plan();

    assertThat(one.length(8)).isEqualTo(one.length(1).multipliedBy(8));
    assertThat(three.length(8)).isEqualTo(one.length(3));
    assertThat(three.atOnce()).isEqualTo(3);
    assertThat(one.wanted(5)).isEqualTo(5);
  }

  /** An item of the schedule that says something of every key. */
  private record AnyLine() implements FaultLine {
    @Override
    public boolean has(String key) {
      return true;
    }

    @Override
    public Duration duration(String key) {
      return Duration.ofSeconds(3);
    }

    @Override
    public int count(String key) {
      return 1;
    }

    @Override
    public String text(String key) {
      return key.equals("disk") ? "kept" : "same";
    }

    @Override
    public FaultLine part(String key) {
      return this;
    }

    @Override
    public void wrong(String key, FaultProblem what) {}

    @Override
    public void wrong(FaultProblem what) {}
  }
}
