package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.DuplicateCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Causes against groups that are made up, in which it is known what was handed out when. */
class DuplicateCausesPropertiesTest {
  @Property(tries = 20)
  void nobodyIsAccusedWronglyAndTheTruthLiesBetween(@ForAll long seed) throws IOException {
    Path file = Files.createTempFile("commits", ".bin");
    try {
      GroupWorld world = new GroupWorld(seed);
      world.run();
      DuplicateCauses causes = DuplicateCauses.of(world.evidence(file), file);
      long beyond = 0;
      for (GroupWorld.Copy copy : world.copies()) {
        DuplicateCause cause = count(causes, copy);
        assertThat(cause)
            .as("%s, seed %s", copy, seed)
            .isNotEqualTo(
                copy.beyondCommit() ? DuplicateCause.REDELIVERED : DuplicateCause.BEYOND_COMMIT);
        beyond += copy.beyondCommit() ? 1 : 0;
      }
      long low = DuplicateCause.beyond(causes.counts());
      assertThat(beyond).isBetween(low, low + DuplicateCause.unknown(causes.counts()));
    } finally {
      Files.delete(file);
    }
  }

  /** The worlds are such that there is something to tell: of both kinds most is told. */
  @Example
  void mostIsTold() throws IOException {
    Path file = Files.createTempFile("commits", ".bin");
    Map<DuplicateCause, Integer> redelivered = new EnumMap<>(DuplicateCause.class);
    Map<DuplicateCause, Integer> beyond = new EnumMap<>(DuplicateCause.class);
    for (long seed = 0; seed < 20; seed++) {
      GroupWorld world = new GroupWorld(seed);
      world.run();
      DuplicateCauses causes = DuplicateCauses.of(world.evidence(file), file);
      for (GroupWorld.Copy copy : world.copies()) {
        (copy.beyondCommit() ? beyond : redelivered).merge(count(causes, copy), 1, Integer::sum);
      }
    }
    Files.delete(file);
    assertThat(share(redelivered, DuplicateCause.REDELIVERED)).isGreaterThan(0.3);
    assertThat(share(beyond, DuplicateCause.BEYOND_COMMIT)).isGreaterThan(0.3);
  }

  private static double share(Map<DuplicateCause, Integer> counts, DuplicateCause cause) {
    double all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return counts.getOrDefault(cause, 0) / all;
  }

  private static DuplicateCause count(DuplicateCauses causes, GroupWorld.Copy copy) {
    return causes.count(
        copy.lane(), copy.offset(), copy.firstMillis() * 1000, copy.appendMillis() * 1000);
  }
}
