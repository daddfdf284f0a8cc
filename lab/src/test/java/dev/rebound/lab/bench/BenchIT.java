package dev.rebound.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.platform.Platforms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs load generator and observer against a real broker; the rates themselves are not judged. */
@Tag("process")
@Tag("thorough")
class BenchIT {
  @Test
  void bothProgramsOfEveryPairDeliverAllRecords(@TempDir Path folder) throws Exception {
    List<String> lines = new ArrayList<>();
    Path home = Path.of(System.getProperty("rebound.home", ".."));
    try (Bench bench = new Bench(folder, Platforms.local(home), lines::add)) {
      PairedRatio load = bench.load(1, 20_000);
      assertThat(load.ours()).singleElement().satisfies(rate -> assertThat(rate).isPositive());
      assertThat(load.theirs()).singleElement().satisfies(rate -> assertThat(rate).isPositive());

      PairedRatio observer = bench.observer(1, 20_000);
      assertThat(observer.ours()).singleElement().satisfies(rate -> assertThat(rate).isPositive());
      assertThat(observer.theirs())
          .singleElement()
          .satisfies(rate -> assertThat(rate).isPositive());
    }
    System.out.println(String.join("\n", lines));
  }
}
