package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.cell.Cells;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells that differ in any key, and the numbers in which they do. */
class ContrastsTest extends MadeUpComparison {
  @Test
  void aComparisonByAnyKeyHoldsCellsAgainstEachOtherThatDifferInNothingElse() {
    Comparison comparison = byWorkers(new Study.Contrast("recovery", "engine.workers"));
    assertThat(comparison.differences())
        .extracting(Difference::sentence)
        .hasSize(2)
        .allMatch(text -> text.contains("Flink quick with workers 4 recovers "))
        .allMatch(text -> text.contains(" than Flink quick with workers 2 (95 %"))
        .anyMatch(text -> text.startsWith("kill, workload.record 1KB: "))
        .anyMatch(text -> text.startsWith("kill, workload.record 4KB: "));
    assertThat(byWorkers(new Study.Contrast("recovery", "engine.spares")).differences()).isEmpty();
  }

  /** The sentences of one are many; they do not take the place of the next one's. */
  @Test
  void noContrastCutsOffAnother() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int workers = 1; workers <= 16; workers++) {
      runs.addAll(three("flink", Map.of("engine.workers", "" + workers), 1000.0 * workers));
    }
    List<Study.Contrast> contrasts =
        List.of(
            new Study.Contrast("recovery", "engine.workers"),
            new Study.Contrast("outage", "engine.workers"));
    List<Difference> all = COMPARER.compare(runs, brief(contrasts), List.of()).differences();
    assertThat(all).extracting(Difference::metric).containsOnly("recovery", "outage");
    assertThat(all).filteredOn(d -> d.metric().equals("recovery")).hasSize(100);
    assertThat(all).filteredOn(d -> d.metric().equals("outage")).hasSize(100);
  }

  @Test
  void aNumberIsAnAxisWithALineForCellsThatAgreeInAllElse() {
    List<Comparison.Axis> axes = byWorkers(new Study.Contrast("recovery", "engine.workers")).axes();
    assertThat(axes).hasSize(1);
    assertThat(axes.get(0).key()).isEqualTo("engine.workers");
    assertThat(axes.get(0).lines())
        .extracting(Comparison.AxisLine::label)
        .containsExactlyInAnyOrder(
            "kill, Flink, quick, workload.record 1KB", "kill, Flink, quick, workload.record 4KB");
    for (Comparison.AxisLine line : axes.get(0).lines()) {
      assertThat(line.points()).extracting(Comparison.Point::at).containsExactly(2.0, 4.0);
      assertThat(line.points().get(0).figure().value().low()).isBetween(4000.0, 4100.0);
      assertThat(line.points().get(1).figure().interval()).isNotNull();
    }
    assertThat(byWorkers(new Study.Contrast("recovery", "workload.record")).axes().get(0).lines())
        .extracting(line -> line.points().get(1).text())
        .containsExactly("4KB", "4KB");
    assertThat(byWorkers(new Study.Contrast("recovery", "engine")).axes()).isEmpty();
    assertThat(byWorkers(new Study.Contrast("recovery", "engine.spares")).axes()).isEmpty();
  }

  @Test
  void buildsOfAJarOfOneNameAreNotCountedTogetherAndJarsAreComparedByName() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", jar("a.jar", "1"), 2000));
    runs.addAll(three("flink", jar("a.jar", "2"), 2000));
    assertThat(compare(runs).cells()).extracting(c -> c.runs().size()).containsExactly(3, 3);

    runs.subList(0, 3).clear();
    runs.addAll(three("flink", jar("b.jar", "3"), 4000));
    Comparison byName =
        COMPARER.compare(
            runs, brief(List.of(new Study.Contrast("recovery", "engine.jar"))), List.of());
    assertThat(byName.differences()).extracting(Difference::metric).contains("recovery");
  }

  @Test
  void runsOfOtherDataAreNotCountedTogetherAndFilesAreComparedByName() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", data("a.jsonl", "1"), 2000));
    runs.addAll(three("flink", data("a.jsonl", "2"), 2000));
    assertThat(compare(runs).cells()).extracting(c -> c.runs().size()).containsExactly(3, 3);

    runs.subList(0, 3).clear();
    runs.addAll(three("flink", data("b.jsonl", "3"), 4000));
    Comparison byName =
        COMPARER.compare(
            runs, brief(List.of(new Study.Contrast("recovery", "workload.from"))), List.of());
    assertThat(byName.differences()).extracting(Difference::metric).contains("recovery");
  }

  private static Map<String, String> data(String name, String hash) {
    return Map.of("workload.from", name, Variants.DATA_HASH, hash);
  }

  @Test
  void aJobIsHeldAgainstAProgramInItsPlaceWhereverThatLies() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", Map.of("load.rate", "2000/s"), 2000));
    Map<String, String> program = new HashMap<>(jar("/home/of/peers/Grep.java", "1"));
    program.put("load.rate", "2000/s");
    runs.addAll(three("flink", program, 4000));
    Comparison comparison =
        COMPARER.compare(
            runs, brief(List.of(new Study.Contrast("recovery", "engine.jar"))), List.of());
    assertThat(comparison.differences())
        .extracting(Difference::sentence)
        .singleElement()
        .asString()
        .contains("jar not set", "jar peers/Grep.java")
        .doesNotContain("/home");
  }

  @Test
  void jarsOfOneNameAreToldApartByTheirFolders() {
    List<ComparedRun> runs =
        new ArrayList<>(three("flink", jar("/builds/before/target/app.jar", "1"), 2000));
    runs.addAll(three("flink", jar("/builds/after/target/app.jar", "2"), 4000));
    Comparison comparison =
        COMPARER.compare(
            runs, brief(List.of(new Study.Contrast("recovery", "engine.jar"))), List.of());
    assertThat(comparison.differences())
        .extracting(Difference::sentence)
        .singleElement()
        .asString()
        .contains("with jar before/target/app.jar", "with jar after/target/app.jar");
  }

  private static Map<String, String> jar(String name, String hash) {
    return Map.of("engine.jar", name, Variants.JAR_HASH, hash);
  }

  @Test
  void numbersAreQuantitiesToo() {
    assertThat(CellAxes.number("500ms")).contains(0.5);
    assertThat(CellAxes.number("2000/s")).contains(2000.0);
    assertThat(CellAxes.number("1KB")).contains(1024.0);
    assertThat(CellAxes.number("0.5")).contains(0.5);
    assertThat(CellAxes.number("not set")).isEmpty();
    assertThat(CellAxes.number("quick")).isEmpty();
    assertThat(CellAxes.number("")).isEmpty();
    assertThat(CellAxes.number("1.2.3")).isEmpty();
  }

  @Test
  void aComparisonByAKeyOfFaultsTakesThemAll() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int count : List.of(1, 2)) {
      Map<String, String> settings = Map.of("faults.1.count", "" + count, "faults.1.at", "5s");
      runs.addAll(three("flink", settings, 2000 * count));
    }
    Comparison comparison =
        COMPARER.compare(
            runs, brief(List.of(new Study.Contrast("recovery", "faults.count"))), List.of());
    assertThat(comparison.differences())
        .extracting(Difference::sentence)
        .singleElement()
        .asString()
        .startsWith("kill: Flink quick with faults.count 1 recovers ");
  }

  @Test
  void aClaimCanSpeakOfAnySetting() {
    Comparison comparison =
        byWorkers(
            claim("recovery", with("engine.workers", "4"), with("engine.workers", "2"), null),
            claim("recovery", with("engine.workers", "2"), with("engine.workers", "4"), null),
            claim("recovery", with("engine.workers", "4"), with("engine.workers", "8"), null));
    assertThat(comparison.claims())
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly("held", "not held", "not shown here");
    assertThat(comparison.claims().get(0).why()).as("a pair for each size").contains("; ");
  }

  @Test
  void aClaimOfTwoEnginesHoldsThemAgainstEachOtherWhereWhatBothVaryIsEqual() {
    List<ComparedRun> runs = new ArrayList<>();
    for (double rate : List.of(1000.0, 2000.0)) {
      Map<String, String> settings = Map.of("load.rate", rate + "/s");
      runs.addAll(three("flink", settings, 3 * rate));
      runs.addAll(three("storm", settings, 4 * rate));
    }
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector storm = new CellSelector("", "storm", "", "");
    List<Study.Claim> claims = List.of(claim("recovery", flink, storm, null));
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), claims);
    assertThat(COMPARER.compare(runs, brief, List.of()).claims())
        .singleElement()
        .satisfies(claim -> assertThat(claim.verdict()).isEqualTo("held"))
        .satisfies(claim -> assertThat(claim.why().split("; ", -1)).hasSize(2));
  }

  @Test
  void enginesAreComparedWhereWhatBothVaryIsEqual() {
    ComparisonRequest brief = brief(List.of(new Study.Contrast("recovery", "engine")));
    List<ComparedRun> runs = rates("flink", 1000, 2000);
    runs.addAll(rates("storm", 1000, 2000));
    assertThat(COMPARER.compare(runs, brief, List.of()).differences())
        .hasSize(2)
        .allMatch(d -> d.first().variant().equals(d.second().variant()));
    List<ComparedRun> none = rates("flink", 1000, 2000);
    none.addAll(rates("storm", 500, 4000));
    assertThat(COMPARER.compare(none, brief, List.of()).differences())
        .as("where nothing is equal, all that there are")
        .hasSize(4);
    List<ComparedRun> some = rates("flink", 1000, 2000);
    some.addAll(rates("storm", 2000, 4000));
    assertThat(COMPARER.compare(some, brief, List.of()).differences())
        .as("where some are equal, these alone")
        .hasSize(1);
    List<ComparedRun> one = rates("flink", 2000);
    one.addAll(rates("storm", 1000, 2000, 4000));
    assertThat(COMPARER.compare(one, brief, List.of()).differences())
        .as("of an engine at one rate, too")
        .hasSize(1);
  }

  @Test
  void whatElseSetsTwoEnginesApartIsSaid() {
    List<ComparedRun> runs = rates("flink", 1000);
    runs.addAll(rates("storm", 4000));
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector storm = new CellSelector("", "storm", "", "");
    List<Study.Contrast> contrasts = List.of(new Study.Contrast("recovery", "engine"));
    List<Study.Claim> claims = List.of(claim("recovery", flink, storm, null));
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", contrasts, List.of(), List.of(), claims);
    Comparison comparison = COMPARER.compare(runs, brief, List.of());
    assertThat(comparison.differences().get(0).sentence())
        .startsWith("kill, quick, load.rate 1000/s against 4000/s: Flink recovers ")
        .contains(" than Storm (95 %");
    assertThat(comparison.claims().get(0).why())
        .startsWith("kill, quick, load.rate 1000/s against 4000/s: recovery time ");
  }

  @Test
  void aValueWithAPercentSignIsToldAsItIs() {
    List<ComparedRun> runs =
        new ArrayList<>(three("flink", Map.of("workload.from", "10%/of.jsonl"), 2000));
    runs.addAll(three("flink", Map.of("workload.from", "90%/of.jsonl"), 8000));
    assertThat(compare(runs).differences())
        .extracting(Difference::sentence)
        .anyMatch(text -> text.contains("with workload.from 10%/of.jsonl recovers "));
  }

  private static List<ComparedRun> rates(String engine, int... rates) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int rate : rates) {
      runs.addAll(three(engine, Map.of("load.rate", rate + "/s"), 3.0 * rate));
    }
    return runs;
  }

  private static Comparison byWorkers(Study.Contrast contrast) {
    return COMPARER.compare(workersAndSizes(), brief(List.of(contrast)), List.of());
  }

  private static Comparison byWorkers(Study.Claim... claims) {
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of(claims));
    return COMPARER.compare(workersAndSizes(), brief, List.of());
  }

  /** Four workers are twice as fast as two, with small and with large records. */
  private static List<ComparedRun> workersAndSizes() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int workers : List.of(2, 4)) {
      for (String record : List.of("1KB", "4KB")) {
        Map<String, String> settings =
            Map.of("engine.workers", "" + workers, "workload.record", record);
        runs.addAll(three("flink", settings, 8000.0 / workers));
      }
    }
    return runs;
  }

  /** A publication's loads are those of the file, whatever a machine can take of them. */
  @Test
  void aSideNamesTheLoadAsTheFileHasIt() {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", Map.of("load.rate", "10000/s"), 1000);
    ComparedRun scaled = MadeUp.run(run.results().toBuilder().scale(0.05).build(), run.settings());
    CellRuns members = Cells.of(List.of(scaled)).get(0);
    assertThat(
            members.isChosenBy(new CellSelector("", "", "", "", Map.of("load.rate", "200000/s"))))
        .isTrue();
    for (String rate : List.of("10000/s", "300000/s")) {
      assertThat(members.isChosenBy(new CellSelector("", "", "", "", Map.of("load.rate", rate))))
          .isFalse();
    }
  }
}
