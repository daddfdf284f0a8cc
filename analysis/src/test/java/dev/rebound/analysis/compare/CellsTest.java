package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  @Test
  void ofManySettingsThoseThatAreSetAreTold() {
    Map<String, String> one = new TreeMap<>();
    for (String key : List.of("a", "b", "c", "d", "engine.e")) {
      one.put(key, "not set");
    }
    assertThat(Variants.words(one)).isEqualTo("nothing set");
    one.put("engine.e", "5");
    assertThat(Variants.words(one)).isEqualTo("e 5");
    for (String key : List.of("a", "b", "c", "d")) {
      one.put(key, "1");
    }
    assertThat(Variants.words(one)).startsWith("a 1, b 1, c 1, d 1 and more (");
    assertThat(Variants.words(Map.of("a", "not set"))).isEqualTo("a not set");
  }
}
