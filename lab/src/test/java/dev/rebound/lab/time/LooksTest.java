package dev.rebound.lab.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A time that a member says counts as far as the looks that found it allow. */
class LooksTest {
  private long now;
  private final Looks looks = new Looks(() -> now, Duration.ZERO);

  private void look(Looks of, long from, long until) {
    now = from;
    of.begin();
    now = until;
    of.over();
  }

  @Test
  void aRightClockIsTakenAtItsWord() {
    look(looks, 1000, 1100);
    assertThat(looks.bounded(400)).as("nothing was looked at before").isEqualTo(400);
    look(looks, 2000, 2100);
    assertThat(looks.bounded(1050)).isEqualTo(1050);
    assertThat(looks.bounded(1999)).isEqualTo(1999);
  }

  @Test
  void aClockThatIsFastOrSlowIsNot() {
    look(looks, 1000, 1100);
    assertThat(looks.bounded(9000)).isEqualTo(1100);
    look(looks, 2000, 2100);
    assertThat(looks.bounded(9000)).isEqualTo(2100);
    assertThat(looks.bounded(3)).isEqualTo(1000);
  }

  @Test
  void aLookThatFailedBoundsNothing() {
    look(looks, 1000, 1100);
    now = 2000;
    looks.begin();
    look(looks, 3000, 3100);
    assertThat(looks.bounded(1500)).isEqualTo(1500);
  }

  @Test
  void whatMayShowLateMayHaveBeenSaidBeforeTheLookBefore() {
    Looks kept = new Looks(() -> now, Duration.ofNanos(500_000));
    look(kept, 1000, 1100);
    look(kept, 2000, 2100);
    assertThat(kept.bounded(600)).isEqualTo(600);
    assertThat(kept.bounded(3)).isEqualTo(500);
  }

  @Test
  void whatIsFoundAgainWasSaidWhenItWasFoundFirst() {
    look(looks, 1000, 1100);
    looks.found(Set.of(10L, 9000L));
    assertThat(looks.first(10)).isEqualTo(10);
    assertThat(looks.first(9000)).isEqualTo(1100);
    look(looks, 2000, 2100);
    looks.found(Set.of(10L, 20L));
    assertThat(looks.first(10)).as("found before").isEqualTo(10);
    assertThat(looks.first(20)).as("new, of a slow clock").isEqualTo(1000);
    looks.found(Set.of());
    assertThat(looks.first(10)).as("forgotten").isEqualTo(1000);
  }

  @Test
  void aClockOfTheFollowerThatWasSetBackLeavesItsLastLook() {
    look(looks, 5000, 5100);
    look(looks, 2000, 2100);
    assertThat(looks.bounded(3)).isEqualTo(2100);
  }
}
