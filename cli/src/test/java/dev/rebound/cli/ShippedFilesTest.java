package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.OwnSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment and study that is shipped can be read, and what a study says can be judged. */
class ShippedFilesTest {
  private static final Path EXPERIMENTS = Home.path().resolve("experiments");

  /** Of a jar that a person builds first. */
  private static final Path BUILT_FIRST = Path.of("your-own-job", "click-count.yaml");

  /** A cell of a study, by its names and settings. */
  private record PlannedSide(CellSelector names, Map<String, String> settings) {
    private static PlannedSide of(String scenario, Experiment experiment) {
      return new PlannedSide(
          new CellSelector(
              scenario,
              experiment.engine().name(),
              experiment.engine().version(),
              experiment.engine().profile()),
          OwnSettings.of(experiment.resolvedYaml()).all());
    }

    private boolean isChosenBy(CellSelector side) {
      return side.chooses(names, settings);
    }

    private String guarantee() {
      return settings.getOrDefault("engine.guarantee", "");
    }
  }

  private static List<Path> files(boolean studies) throws IOException {
    try (Stream<Path> files = Files.walk(EXPERIMENTS)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> file.endsWith(Study.FILE) == studies)
          .sorted()
          .toList();
    }
  }

  static List<Path> studies() throws IOException {
    return files(true);
  }

  static List<Path> experiments() throws IOException {
    return files(false).stream().filter(file -> !file.endsWith(BUILT_FIRST)).toList();
  }

  private static List<Experiment> read(Path file) {
    return ExperimentFile.load(file, List.of(), 1, Engines.declared());
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void eachCanBeRead(Path file) {
    assertThat(read(file)).isNotEmpty();
  }

  @Test
  void eachFrameworkHasARowOfThePage() throws IOException {
    String page = Files.readString(Home.path().resolve("docs/frameworks.md"));
    assertThat(experiments())
        .filteredOn(file -> file.getParent().endsWith("frameworks"))
        .hasSizeGreaterThanOrEqualTo(10)
        .allSatisfy(file -> assertThat(page).contains("/frameworks/" + file.getFileName() + ")"));
  }

  private static List<PlannedSide> cells(Study study) {
    List<PlannedSide> cells = new ArrayList<>();
    for (Study.StudyMember member : study.experiments()) {
      for (Experiment experiment : read(study.folder().resolve(member.file()))) {
        cells.add(PlannedSide.of(member.scenario(), experiment));
        if (experiment.counterpart() != null) {
          cells.add(PlannedSide.of(member.scenario(), experiment.counterpart().experiment()));
        }
      }
    }
    return cells;
  }

  private static List<PlannedSide> chosen(List<PlannedSide> cells, CellSelector side) {
    return cells.stream().filter(cell -> cell.isChosenBy(side)).toList();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void whatAStudySaysIsOfItsCells(Path file) {
    Study study = StudyFile.load(file, Engines.declared());
    List<PlannedSide> cells = cells(study);
    assertThat(study.published())
        .allSatisfy(figure -> assertThat(chosen(cells, figure.cells())).isNotEmpty());
    assertThat(study.scaling())
        .allSatisfy(
            growth ->
                assertThat(
                        cells.stream().map(cell -> cell.settings().get(growth.over())).distinct())
                    .as("numbers of " + growth.over())
                    .hasSizeGreaterThan(1));
    assertThat(study.claims())
        .allSatisfy(
            claim -> {
              List<PlannedSide> than = chosen(cells, claim.than());
              boolean named =
                  claim.less().names("engine.guarantee") || claim.than().names("engine.guarantee");
              assertThat(chosen(cells, claim.less()))
                  .as("pairs that differ in what the claim names alone")
                  .anyMatch(
                      less ->
                          than.stream()
                              .anyMatch(
                                  other -> named || less.guarantee().equals(other.guarantee())));
            });
  }

  @Test
  void aSideThatNamesNoCellIsFound() throws IOException {
    Path file = EXPERIMENTS.resolve("throughput").resolve(Study.FILE);
    List<PlannedSide> cells = cells(StudyFile.load(file, Engines.declared()));
    CellSelector named =
        new CellSelector(
            "slow operator", "trident", "", "", Map.of("engine.batch-records", "4000"));
    assertThat(chosen(cells, named)).isNotEmpty();
    CellSelector misspelt =
        new CellSelector(
            "slow operator", "trident", "", "", Map.of("engine.batch-records", "5000"));
    assertThat(chosen(cells, misspelt)).isEmpty();
  }
}
