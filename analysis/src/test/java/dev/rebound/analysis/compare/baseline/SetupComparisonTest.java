package dev.rebound.analysis.compare.baseline;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.MACHINE;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.SPEED;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetupComparisonTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void shortenedRunsAreComparableWithThoseThatWereShortenedAlike() {
    RegressionRuns whole = made.shorter("", "120s");
    RegressionRuns shorter = made.shorter("warmup 40 s instead of 120 s", "40s");
    ComparedCell held = only(whole.runs(3, 2000, 1), shorter.runs(3, 9000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.sentence())
        .contains("shortened otherwise: (warmup 40 s instead of 120 s) now, nothing in");
    assertThat(only(shorter.runs(12, 2000, 1), shorter.runs(12, 2000, 2)).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> mixed = new ArrayList<>(whole.runs(3, 2000, 3));
    mixed.addAll(shorter.runs(3, 2000, 4));
    assertThat(only(mixed, whole.runs(3, 2000, 5)).sentence()).contains("shortened otherwise");
  }

  @Test
  void phasesOfOtherLengthsAreNoted() {
    ComparedCell held =
        only(made.shorter("", "60s").runs(12, 2000, 1), made.shorter("", "20s").runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes())
        .contains("Phases are not of one length: warmup 20s now, 60s in the baseline.");
  }

  @Test
  void aMachineThatDiffersInWordsOnlyIsNoted() {
    ComparedCell held =
        only(
            made.runs(12, 2000, 1),
            made.on(MACHINE.replace("Java 17", "Java 21")).runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes()).anyMatch(note -> note.contains("Java 21"));
  }

  @Test
  void aCollectorAndAJdkThatDifferAreNoted() {
    SubjectMeans then = SubjectMeans.of(Map.of("collector", "Serial", "jdk", "17", "heap", "1GB"));
    SubjectMeans now =
        SubjectMeans.of(Map.of("collector", "G1", "jdk", "21", "heap", "1GB", "spares", "1"));
    ComparedCell held =
        only(
            made.runs(3, 2000, 1).stream().map(run -> run.having(then)).toList(),
            made.runs(3, 2000, 2).stream().map(run -> run.having(now)).toList());
    assertThat(held.notes())
        .containsExactly(
            "It had otherwise: collector G1 now, Serial in the baseline.",
            "It had otherwise: JDK 21 now, 17 in the baseline.");
  }

  @Test
  void otherSettingsAreNotComparableButTheProgramUnderTestMayDiffer() {
    List<ComparedRun> then = made.runs(3, 2000, 1);
    ComparedCell rate = only(then, made.setting("load.rate", "2000/s").runs(3, 9000, 2));
    assertThat(rate.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(rate.sentence())
        .contains("set up otherwise: load.rate 2000/s now, 1000/s in the baseline");
    ComparedCell version = only(then, made.setting("engine.version", "9.9").runs(3, 9000, 2));
    assertThat(version.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(version.notes())
        .contains("Under test: engine.version 9.9 now, 1.0 in the baseline.");
  }

  @Test
  void anotherBuildOfAJarIsWhatIsUnderTest() {
    RegressionRuns before = made.setting("engine.jar", "my.jar").setting(Variants.JAR_HASH, "a1");
    ComparedCell held =
        only(before.runs(5, 2000, 1), before.setting(Variants.JAR_HASH, "b2").runs(5, 4000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.notes()).singleElement().asString().contains("b2 now, a1 in the baseline");
    String setup = "engine.setup.1";
    assertThat(
            only(
                    made.setting(setup, "make").runs(5, 2000, 1),
                    made.setting(setup, "make -O").runs(5, 4000, 2))
                .outcome())
        .isEqualTo(RegressionOutcome.SLOWER);
  }

  @Test
  void aProgramOfWhichNotAllWasSeenMayBeAnotherBuildOfTheSameHash() {
    String partly = "a1, not all was seen: job.py imports confluent_kafka";
    assertThat(notes(Variants.RUN_HASH, partly, partly))
        .containsExactly(
            "Whether the program is the same as in the baseline is not known: job.py imports"
                + " confluent_kafka.");
    assertThat(notes(Variants.RUN_HASH, "unknown, not all was seen: x is found on the PATH", "a1"))
        .singleElement()
        .asString()
        .contains("is not known: x is found on the PATH");
    assertThat(notes(Variants.RUN_HASH, "a1", "a1")).isEmpty();
    assertThat(notes(Variants.RUN_HASH, "a1", partly))
        .as("an earlier run, of which nobody told what was not seen")
        .singleElement()
        .asString()
        .contains("is not known: job.py");
    assertThat(notes(Variants.RUN_HASH, partly, "b2, not all was seen: job.py imports y"))
        .as("what was seen is another one")
        .singleElement()
        .asString()
        .startsWith("Under test: engine.run.sha256 b2");
  }

  @Test
  void aReferenceOfWhichNotAllWasSeenIsNoOtherSetup() {
    String partly = "a1, not all was seen: what reference.py loads or starts is not followed";
    assertThat(notes(Variants.DATA_HASH, "a1", partly))
        .containsExactly(
            "Whether the reference program is the same as in the baseline is not known: what"
                + " reference.py loads or starts is not followed.");
  }

  @Test
  void filesInAnotherFolderAreNoOtherSetup() {
    RegressionRuns here =
        made.setting("engine.run", "./run.sh").setting("engine.files.1", "/here/a.conf");
    ComparedCell held =
        only(
            here.setting(Variants.RUN_HASH, "a1").runs(12, 2000, 1),
            here.setting(Variants.RUN_HASH, "a1")
                .setting("engine.files.1", "/there/a.conf")
                .runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes())
        .containsExactly(
            "Under test: engine.files.1 /there/a.conf now, /here/a.conf in the baseline.");
  }

  @Test
  void aReferenceThatIsGivenOtherWordsIsAnotherOne() {
    String reference = "workload.reference";
    RegressionRuns strict =
        made.setting(Variants.DATA_HASH, "a1")
            .setting(reference, "java -jar /here/ref.jar --strict --url http://here/rules");
    List<ComparedRun> then = strict.runs(12, 2000, 1);
    assertThat(
            only(
                    then,
                    strict
                        .setting(
                            reference, "java -jar /there/ref.jar --strict --url http://here/rules")
                        .runs(12, 2000, 2))
                .outcome())
        .as("moved")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    for (String other :
        List.of(
            "java -jar /here/ref.jar --lenient --url http://here/rules",
            "java -jar /here/ref.jar --strict --url http://there/rules",
            "java -jar /here/ref.jar --strict")) {
      ComparedCell held = only(then, strict.setting(reference, other).runs(12, 2000, 2));
      assertThat(held.outcome()).as(other).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
      assertThat(held.sentence()).contains("set up otherwise: workload.reference " + other);
    }
  }

  @Test
  void whatIsNotKnownToBeSetUpAlikeIsNotComparable() {
    RegressionRuns unknown = new RegressionRuns("kill", SPEED, MACHINE, Map.of(), "", Map.of());
    Baseline baseline = Baseline.of(unknown.runs(5, 2000, 1));
    List<ComparedRun> now = unknown.setting("load.rate", "10/s").runs(5, 2000, 2);
    assertThat(Regression.judge(baseline, now, 1.25).get(0).sentence())
        .contains("how it was set up is not known in the baseline");
  }

  private List<String> notes(String key, String then, String now) {
    RegressionRuns before = made.setting("engine.run", "./run.sh").setting(key, then);
    ComparedCell held = only(before.runs(5, 2000, 1), before.setting(key, now).runs(5, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    return held.notes();
  }
}
