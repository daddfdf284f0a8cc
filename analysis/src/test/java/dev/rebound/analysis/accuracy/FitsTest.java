package dev.rebound.analysis.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.SpanState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lengths that fit best, whose ratios are held against a margin, beside the true ones. */
@Tag("thorough")
class FitsTest {
  private static final int RUNS = 60;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "REPLAY", "COMMIT", "WHOLE_JOB"})
  void aRecoveryThatIsLongerByAFactorFitsLongerByThatFactor(Scenario scenario) throws IOException {
    List<double[]> fits = new ArrayList<>();
    for (long seed = 1; seed <= RUNS; seed++) {
      for (ScoredLength length : SimulatedRun.measure(scenario, seed, folder).lengths()) {
        if (length.quantity() == LengthKind.RECOVERY
            && length.printed().state() == SpanState.ENDED
            && !length.truth().endless()) {
          double printed = length.printed().millis();
          fits.add(new double[] {Math.log(length.truth().nearest(printed)), Math.log(printed)});
        }
      }
    }
    assertThat(fits).hasSizeGreaterThan(RUNS / 2);
    assertThat(slope(fits)).as("1.25 times as long, within 1 %").isBetween(0.95, 1.045);
  }

  /** Of the line that fits best. */
  private static double slope(List<double[]> points) {
    double x = points.stream().mapToDouble(point -> point[0]).average().orElseThrow();
    double y = points.stream().mapToDouble(point -> point[1]).average().orElseThrow();
    return points.stream().mapToDouble(p -> (p[0] - x) * (p[1] - y)).sum()
        / points.stream().mapToDouble(p -> (p[0] - x) * (p[0] - x)).sum();
  }
}
