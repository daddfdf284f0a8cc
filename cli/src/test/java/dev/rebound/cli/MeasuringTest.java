package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.lab.catalogue.Engines;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/measuring.md says when each doubt arises; neither it nor its further pages speak of a figure
 * that is no metric.
 */
class MeasuringTest {
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern FIGURE = Pattern.compile("[a-z-]+(\\.[a-z-]+)*\\.(max|median|peak)");

  private final List<String> named;
  private final Set<String> namedAnywhere = new TreeSet<>();

  MeasuringTest() throws IOException {
    Path home = Path.of(System.getProperty("rebound.home", ".."));
    Path docs = home.resolve("docs");
    named = named(docs.resolve("measuring.md"));
    try (DirectoryStream<Path> pages = Files.newDirectoryStream(docs, "measuring*.md")) {
      for (Path page : pages) {
        namedAnywhere.addAll(named(page));
      }
    }
  }

  private static List<String> named(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).results().map(code -> code.group(1)).toList();
  }

  @Test
  void everyDoubtHasItsReason() {
    assertThat(named).containsAll(Arrays.stream(Doubt.values()).map(Doubt::code).toList());
  }

  @Test
  void everyFigureThatIsDefinedIsAMetric() {
    assertThat(namedAnywhere)
        .filteredOn(words -> FIGURE.matcher(words).matches())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Metrics.find(name)).as(name).isPresent());
  }

  @Test
  void everyRoleOfAnEngineOrOfTheRigHasItsCost() {
    Set<String> roles = new TreeSet<>(Set.of("broker", "registry", "generator", "observer"));
    Engines.declared().values().forEach(engine -> roles.addAll(engine.roles()));
    assertThat(Metrics.ROLES).containsExactlyInAnyOrderElementsOf(roles);
  }

  @Test
  void everyCurveHasItsPeak() {
    assertThat(Metrics.all())
        .filteredOn(metric -> metric.of() == Metrics.ValuePer.PEAK)
        .extracting(Metric::name)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Curve.values()).map(curve -> curve.id() + ".peak").toList());
  }
}
