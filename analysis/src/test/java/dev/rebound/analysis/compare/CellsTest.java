package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CellsTest {
  @Test
  void cellsComeInTheOrderOfTheirNumbers() {
    assertThat(
            Stream.of(
                    "load.rate 12500/s", "load.rate 10000/s", "2.10.0", "2.9.1", "load.rate 5000/s")
                .sorted(Comparator.comparing(Cells::numbered)))
        .containsExactly(
            "2.9.1", "2.10.0", "load.rate 5000/s", "load.rate 10000/s", "load.rate 12500/s");
  }
}
