package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Whatever is taken away of a run: less than all of it is never a pass. */
@Tag("thorough")
class ToldInFullPropertiesTest {
  private static final String SIX =
      "faults=[{ at: 1050ms, every: 8s, kill: worker, restart: { after: 2s } }]";

  @Property(tries = 20, seed = "2026", shrinking = ShrinkingMode.OFF)
  void anyEventsThatAreNotThereLeaveNoPass(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int share) throws IOException {
    Path folder = Files.createTempDirectory("told");
    try {
      assertThat(FakeRun.of(Bug.NONE, folder).verdict()).isEqualTo(Verdict.PASS);
      LeftRun run = LeftRun.in(folder);
      Path journal = run.folder().resolve("journal.jsonl");
      List<String> lines = new ArrayList<>(Files.readAllLines(journal));
      Random random = new Random(seed);
      // The start of the run is asked for by name.
      int gone = 1 + random.nextInt(lines.size() - 1);
      List<String> left = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        if (i == 0 || (i != gone && random.nextInt(60) >= share - 1)) {
          left.add(lines.get(i));
        }
      }
      Files.write(journal, left);
      assertThat(run.check().verdict()).isNotEqualTo(Verdict.PASS);
    } finally {
      delete(folder);
    }
  }

  @Property(tries = 10, seed = "2026", shrinking = ShrinkingMode.OFF)
  void anyFaultsThatNobodyTellsOfLeaveNoPass(
      @ForAll @IntRange(min = 1, max = 6) int dropped, @ForAll long seed) throws IOException {
    Path folder = Files.createTempDirectory("told");
    try {
      FakeRun.of(Bug.NONE, folder, SIX, "phases.faults=48s", "expect={ lost: 0 }");
      LeftRun run = LeftRun.in(folder);
      assertThat(run.check().verdict()).isEqualTo(Verdict.PASS);
      List<Integer> faults = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
      Collections.shuffle(faults, new Random(seed));
      for (int fault : faults.subList(0, dropped)) {
        run.dropFault(fault);
      }
      assertThat(run.check().verdict()).isEqualTo(Verdict.UNKNOWN);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
