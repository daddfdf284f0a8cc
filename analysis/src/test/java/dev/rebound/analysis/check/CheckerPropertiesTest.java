package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any history with k planted anomalies of each kind yields exactly k. */
class CheckerPropertiesTest {
  private static final int PARTITIONS = 5;
  private static final int RULES = 20;
  private static final int RECORDS = 400;

  @Property(tries = 40)
  void everyPlantedAnomalyIsFoundAndNothingElse(
      @ForAll long seed,
      @ForAll @IntRange(max = 5) int lost,
      @ForAll @IntRange(max = 5) int duplicated,
      @ForAll @IntRange(max = 5) int unexpected,
      @ForAll @IntRange(max = 5) int unreadable,
      @ForAll @IntRange(max = 5) int uncommitted,
      @ForAll @IntRange(max = 5) int missed,
      @ForAll @IntRange(max = 5) int hidden,
      @ForAll @IntRange(max = 5) int diverged)
      throws IOException {
    History history = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, RECORDS, 5_000);
    Random random = new Random(seed);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < history.outs.size(); i++) {
      places.add(i);
    }
    Collections.shuffle(places, random);
    List<Out> original = new ArrayList<>(history.outs);
    List<Out> gone = new ArrayList<>();
    for (int i = 0; i < lost; i++) {
      gone.add(original.get(places.remove(0)));
    }
    List<Out> late = new ArrayList<>();
    for (int i = 0; i < duplicated; i++) {
      Out out = original.get(places.remove(0));
      late.add(out.at(out.atMicros() + 9_000_000));
    }
    for (int i = 0; i < unexpected; i++) {
      Out out = original.get(places.remove(0));
      late.add(out.of(i % 2 == 0 ? out.sequence() + 7 : RECORDS + i));
    }
    for (int i = 0; i < unreadable; i++) {
      late.add(original.get(places.remove(0)).unreadable());
    }
    history.outs.removeAll(gone);
    // Behind all first appearances, or the copy would be the first.
    Collections.shuffle(late, random);
    history.outs.addAll(late);
    plantDivergence(history, diverged, random);
    List<Out> again = new ArrayList<>(history.outs);
    again.addAll(history.readouts);
    for (int i = 0; i < uncommitted; i++) {
      Out out = original.get(places.remove(0));
      again.set(again.indexOf(out), out.at(out.atMicros() + 1));
    }
    for (int i = 0; i < missed; i++) {
      history.outs.remove(original.get(places.remove(0)));
    }
    for (int i = 0; i < hidden; i++) {
      Out out = original.get(places.remove(0));
      again.add(out.at(out.atMicros() + 9_000_000));
    }
    history.reread = again;

    Map<FindingKind, Long> planted = new TreeMap<>();
    planted.put(FindingKind.LOST, (long) lost);
    planted.put(FindingKind.DUPLICATED, (long) duplicated + hidden);
    planted.put(FindingKind.MISSED_LIVE, (long) uncommitted + missed + hidden);
    planted.put(FindingKind.UNEXPECTED, (long) unexpected + unreadable);
    planted.put(FindingKind.UNCOMMITTED, (long) uncommitted);
    planted.put(FindingKind.DIVERGED, (long) diverged);
    planted.values().removeIf(n -> n == 0);
    assertThat(found(history)).isEqualTo(planted);
  }

  @Property(tries = 20)
  void everyPlantedSwapOfNeighboursIsOneReordering(
      @ForAll long seed, @ForAll @IntRange(max = 8) int swaps) throws IOException {
    History history = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, RECORDS, 5_000);
    List<int[]> groups = new ArrayList<>(List.of());
    for (int p = 0; p < PARTITIONS; p++) {
      for (int rule = 0; rule < RULES; rule++) {
        List<Integer> same = new ArrayList<>();
        for (int i = 0; i < history.outs.size(); i++) {
          Out out = history.outs.get(i);
          if (out.rule() == rule && out.sequence() % PARTITIONS == p) {
            same.add(i);
          }
        }
        if (same.size() >= 4) {
          groups.add(new int[] {same.get(1), same.get(2)});
        }
      }
    }
    Collections.shuffle(groups, new Random(seed));
    for (int[] group : groups.subList(0, swaps)) {
      Collections.swap(history.outs, group[0], group[1]);
    }
    List<Out> again = new ArrayList<>(history.outs);
    again.addAll(history.readouts);
    history.reread = again;
    Map<FindingKind, Long> planted =
        swaps == 0 ? Map.of() : Map.of(FindingKind.REORDERED, (long) swaps);
    assertThat(found(history)).isEqualTo(planted);
  }

  /** Spoils the final state of as many rules. */
  private static void plantDivergence(History history, int rules, Random random) {
    List<Integer> numbers = new ArrayList<>();
    for (int rule = 0; rule < RULES; rule++) {
      numbers.add(rule);
    }
    Collections.shuffle(numbers, random);
    for (int rule : numbers.subList(0, rules)) {
      Out readout = history.readouts.get(rule);
      history.readouts.set(rule, readout.counting(readout.count() + (random.nextInt(3) - 3)));
    }
  }

  private static Map<FindingKind, Long> found(History history) throws IOException {
    Path folder = Files.createTempDirectory("checker");
    try {
      Map<FindingKind, Long> counts = new TreeMap<>();
      for (Finding finding :
          Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE))
              .audits()
              .get(0)
              .findings()) {
        if (finding.count() > 0) {
          counts.put(finding.kind(), finding.count());
        }
      }
      return counts;
    } finally {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
