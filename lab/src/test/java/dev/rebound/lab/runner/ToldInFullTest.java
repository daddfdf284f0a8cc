package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.judge.JournalFacts;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run that tells less of itself than it did is never judged better: what is not told of was not
 * seen. Journals are numbered anew, as if nothing had been there.
 */
class ToldInFullTest {
  @TempDir Path folder;

  private LeftRun run(Bug bug) throws IOException {
    FakeRun.of(bug, folder);
    return LeftRun.in(folder);
  }

  private static boolean is(JsonNode data, String event, String key, String value) {
    return data.path("event").asText().equals(event) && data.path(key).asText().equals(value);
  }

  private static void cut(LeftRun run, String... words) {
    Results results = run.check();
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.warnings())
        .extracting(Results.RigDoubt::code)
        .containsOnly(Doubt.JOURNAL_CUT.code());
    assertThat(results.unjudged().get(JournalFacts.EVERYTHING)).contains(words);
  }

  @Test
  void aPhaseOfWhichTheJournalHasNoWordLeavesNothingJudged() throws IOException {
    LeftRun run = run(Bug.NONE);
    run.drop(data -> data.path("phase").asText().equals("baseline"));
    cut(run, "its phases are [start, warmup, faults, settle, drain]", "those of evidence.json");
  }

  @Test
  void aPlannedPhaseOfWhichNobodyHasAWordLeavesNothingJudged() throws IOException {
    LeftRun run = run(Bug.NONE);
    run.drop(data -> data.path("phase").asText().equals("baseline"));
    run.evidence(
        tree ->
            tree.withArray("phases")
                .removeIf(phase -> phase.path("phase").asText().equals("baseline")));
    cut(run, "phase baseline, planned for 5s, is not told of");
  }

  @Test
  void aPhaseOfNoLengthInPlaceOfItsOwnLeavesNothingJudged() throws IOException {
    LeftRun run = run(Bug.NONE);
    long[] began = new long[1];
    run.change(
        entry -> {
          if (is(entry.path("data"), "phase-started", "phase", "baseline")) {
            began[0] = entry.path("wallMicros").asLong();
          } else if (is(entry.path("data"), "phase-ended", "phase", "baseline")) {
            entry.put("wallMicros", began[0]);
          }
        });
    cut(run, "phase baseline, planned for 5s, lasted 0 s");
  }

  @Test
  void aRunThatEndedWithMoreFaultsThanItTellsOfLeavesNothingJudged() throws IOException {
    FakeRun.of(Bug.NONE, folder, "faults=[]", "expect={ lost: 0 }");
    LeftRun run = LeftRun.in(folder);
    run.change(
        entry -> {
          if (entry.path("data").path("event").asText().equals("run-ended")) {
            entry.withObject("data").withObject("summary").put("faults", "2");
          }
        });
    cut(run, "it ended with 2 faults, and tells of 0");
  }

  @Test
  void aRunWhoseProbesSaidNothingKnowsNoLength() throws IOException {
    LeftRun run = run(Bug.NONE);
    run.drop(data -> data.path("event").asText().equals("tick"));
    Results results = run.check();
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.warnings())
        .extracting(Results.RigDoubt::code)
        .containsOnly(Doubt.RIG_NOT_FOLLOWED.code(), Doubt.JOURNAL_CUT.code());
    assertThat(results.unjudged().get("recovery")).contains("baseline, faults, settle");
  }

  /** Of runs that failed, and of which something is not known. */
  @ParameterizedTest
  @EnumSource(names = {"LOSES_ON_KILL", "KILL_MISSES", "STAYS_LATE", "LEAVES_A_LANE_DEAD"})
  void anEventThatIsNotThereNeverMakesAPass(Bug bug) throws IOException {
    LeftRun run = run(bug);
    assertThat(run.check().verdict()).isNotEqualTo(Verdict.PASS);
    Set<String> kinds = new TreeSet<>();
    run.change(entry -> kinds.add(entry.path("data").path("event").asText()));
    for (String kind : kinds) {
      Path copy = folder.resolve(kind);
      never(dropped(run, copy, data -> data.path("event").asText().equals(kind)), kind);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOSES_ON_KILL"})
  void aFileThatIsNotThereNeverMakesAPass(Bug bug) throws IOException {
    LeftRun run = run(bug);
    for (Path file : files(run.folder())) {
      Path copy = folder.resolve("without-" + file.getFileName());
      copy(run.folder(), copy);
      Files.delete(copy.resolve(file.getFileName()));
      never(new LeftRun(copy), file.toString());
    }
  }

  private static LeftRun dropped(LeftRun run, Path copy, Predicate<JsonNode> data)
      throws IOException {
    copy(run.folder(), copy);
    LeftRun less = new LeftRun(copy);
    less.drop(data);
    return less;
  }

  private static void never(LeftRun run, String what) {
    try {
      assertThat(run.check().verdict()).as(what).isNotEqualTo(Verdict.PASS);
    } catch (ReboundException e) {
      assertThat(e.getMessage()).as(what).isNotBlank();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : files(from)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
  }
}
