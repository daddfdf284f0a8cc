package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ComparedRunBuilder;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.result.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cells that differ in the data alone that their records are made from. */
class DataCellsTest extends MadeUpComparison {
  private static Map<String, String> data(String file, String hash, String rate) {
    return SettingsDifferencesTest.settings(
        "load.file", file, Variants.DATA_HASH, hash, DottedKeys.RATE, rate);
  }

  @Test
  void theSameFileInAnotherFolderIsTheSameData() {
    List<ComparedRun> runs = new ArrayList<>();
    for (String engine : List.of("flink", "storm")) {
      String folder = engine.equals("flink") ? "/here/" : "/there/";
      runs.addAll(three(engine, data(folder + "a.log", "1", "1000/s"), 2000));
      runs.addAll(three(engine, data(folder + "b.log", "2", "1000/s"), 4000));
    }
    Comparison comparison = SettingsDifferencesTest.between("engine", runs);
    assertThat(SettingsDifferencesTest.sentences(comparison))
        .hasSize(2)
        .noneMatch(text -> text.contains("against"));
    List<ComparedRun> twoCopies = three("flink", data("/here/a.log", "1", "1000/s"), 2000);
    List<ComparedRun> all = new ArrayList<>(twoCopies);
    all.addAll(three("flink", data("/there/a.log", "1", "1000/s"), 2000));
    assertThat(compare(all).cells()).extracting(cell -> cell.runs().size()).containsExactly(6);
  }

  @Test
  void aReferenceThatIsGivenOtherWordsIsOtherData() {
    String there = "java -jar /there/ref.jar --strict";
    for (String other : List.of(there, "java -jar /here/ref.jar --lenient")) {
      List<ComparedRun> runs = new ArrayList<>();
      for (String reference : List.of("java -jar /here/ref.jar --strict", other)) {
        Map<String, String> settings =
            Map.of("workload.reference", reference, Variants.DATA_HASH, "1");
        runs.addAll(three("flink", settings, 2000));
      }
      assertThat(compare(runs).cells()).as(other).hasSize(other.equals(there) ? 1 : 2);
    }
  }

  @Test
  void aFileOfWhichNoHashIsKnownIsToldByItsName() {
    List<ComparedRun> runs = new ArrayList<>();
    for (String file : List.of("/here/a.log", "/there/a.log")) {
      runs.addAll(three("flink", Map.of("load.file", file), 2000));
    }
    assertThat(compare(runs).cells()).hasSize(2);
  }

  @Test
  void ratesOfOtherDataAreNotComparedAsRatesAndThatIsSaid() {
    for (String file : List.of("/here/a.log", "/here/b.log")) {
      List<ComparedRun> runs = new ArrayList<>(three("flink", data("/here/a.log", "1", "1/s"), 1));
      runs.addAll(three("flink", data(file, "2", "2/s"), 2000));
      Comparison comparison = SettingsDifferencesTest.between(DottedKeys.RATE, runs);
      assertThat(comparison.differences()).isEmpty();
      assertThat(comparison.conditions())
          .contains("not compared between load.rate: no two cells differ in that alone");
    }
    List<ComparedRun> alike = new ArrayList<>(three("flink", data("a", "1", "1/s"), 1000));
    alike.addAll(three("flink", data("a", "1", "2/s"), 2000));
    assertThat(MadeUp.conditions(SettingsDifferencesTest.between(DottedKeys.RATE, alike)))
        .isEmpty();
  }

  @Test
  void aBacklogOfAnotherFileIsNoCapacity() {
    for (String backlog : List.of("a.log", "b.log")) {
      List<ComparedRun> runs = new ArrayList<>();
      for (int block = 1; block <= 3; block++) {
        for (String rate : List.of("2000/s", "4000/s")) {
          runs.add(
              MadeUp.run(
                  "kill",
                  "flink",
                  "tuned",
                  Map.of("load.file", "a.log", DottedKeys.RATE, rate),
                  2000));
        }
        runs.add(
            MadeUp.run(
                MadeUp.results(
                    "capacity-flink-tuned",
                    "flink",
                    "tuned",
                    List.of(),
                    Map.of(Metrics.BACKLOG_RATE, 10_000.0)),
                Map.of("load.file", backlog, DottedKeys.RATE, "max", "load.backlog", "true")));
      }
      assertThat(SettingsDifferencesTest.between(DottedKeys.RATE, runs).axes())
          .extracting(Axis::key)
          .as(backlog)
          .containsExactly(backlog.equals("a.log") ? Metrics.LOAD_TO_CAPACITY : DottedKeys.RATE);
    }
  }

  @Test
  void aControlIsHeldAgainstTheRunOfItsOwnData() {
    List<ComparedRun> runs = new ArrayList<>();
    String guarantee = "engine.guarantee";
    for (int number = 1; number <= 3; number++) {
      for (String file : List.of("a.log", "b.log")) {
        double around = (file.equals("a.log") ? 2000 : 8000) + number;
        Map<String, String> settings = Map.of("load.file", file, guarantee, "none");
        runs.add(numbered(number, MadeUp.run("kill", "flink", "quick", settings, around)));
      }
      ComparedRun control =
          MadeUp.control("kill", "flink", "quick", Map.of(guarantee, "exactly-once"), 8000);
      Map<String, String> settings = Map.of("load.file", "b.log", guarantee, "exactly-once");
      runs.add(numbered(number, MadeUp.run(control.results(), settings)));
    }
    assertThat(compare(runs).differences())
        .filteredOn(d -> d.metric().equals("recovery") && d.sentence().contains("control"))
        .singleElement()
        .extracting(Comparison.Difference::sentence)
        .asString()
        .startsWith("kill, load.file b.log: no difference can be shown");
  }

  private static ComparedRun numbered(int number, ComparedRun run) {
    return ComparedRunBuilder.builder(run).repetition(number).copy();
  }
}
