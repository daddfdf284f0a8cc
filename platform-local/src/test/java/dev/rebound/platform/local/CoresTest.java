package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.CoresSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoresTest {
  @Test
  void theEngineHasTheFirstCoresAndTheRigThoseAfterThem() {
    Cores cores = Cores.split(Cores.numbers("0-2,8"), 1, 2);

    assertThat(cores).isEqualTo(new Cores(List.of(0), List.of(1, 2), List.of(0, 1, 2, 8)));
    assertThat(cores.prefix(Owner.SUBJECT)).containsExactly("taskset", "-c", "0");
    assertThat(cores.prefix(Owner.SUPPORT)).containsExactly("taskset", "-c", "1,2");
    assertThat(cores.prefix(Owner.INSTRUMENT)).containsExactly("taskset", "-c", "1,2");
    assertThat(cores.words()).isEqualTo("engine on 0, everything else on 1,2");
  }

  @Test
  void aRigWithoutCoresOfItsOwnSharesTheEngines() {
    Cores cores = Cores.split(List.of(0, 1), 2, 0);

    assertThat(cores.prefix(Owner.SUBJECT)).containsExactly("taskset", "-c", "0,1");
    assertThat(cores.prefix(Owner.SUPPORT)).containsExactly("taskset", "-c", "0,1");
    assertThat(cores.words()).isEqualTo("engine and everything else on 0,1");
  }

  @Test
  void aRoleRunsOnTheOtherCoresWhereTheFileSaysSo() {
    CoresSpec asked =
        new CoresSpec(1, 1, 1, Map.of("front", Owner.SUPPORT, "broker", Owner.SUBJECT));
    PinnedCores pinned = new PinnedCores(asked, Cores.split(List.of(0, 1), 1, 1), null);

    assertThat(pinned.prefix("front", Owner.SUBJECT)).containsExactly("taskset", "-c", "1");
    assertThat(pinned.prefix("broker", Owner.SUPPORT)).containsExactly("taskset", "-c", "0");
    assertThat(pinned.prefix("activation", Owner.SUBJECT)).containsExactly("taskset", "-c", "0");
    assertThat(pinned.prefix("generator", Owner.INSTRUMENT)).containsExactly("taskset", "-c", "1");
    assertThat(pinned.words())
        .isEqualTo("engine on 0, everything else on 1; broker on the engine's; front on the rig's");
  }

  @Test
  void moreCoresThanThereAreAreRefusedWithARemedy() {
    assertThatThrownBy(() -> Cores.split(List.of(0, 1), 2, 1))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("needs 3 cores").hasMessageContaining("2");
              assertThat(problem.remedy()).contains("fewer cores");
            });
  }

  @Test
  void withoutTasksetARemedyNamesItsPackage() {
    assertThatThrownBy(() -> Cores.requireTaskset("/nowhere:/also-nowhere"))
        .isInstanceOfSatisfying(
            ReboundException.class, problem -> assertThat(problem.remedy()).contains("util-linux"));
  }
}
