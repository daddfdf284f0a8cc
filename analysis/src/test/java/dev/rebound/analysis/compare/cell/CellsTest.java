package dev.rebound.analysis.compare.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.run.Variants;
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

  /** What a jar is called beside these others. */
  private static List<String> jars(String... paths) {
    return Variants.of(Stream.of(paths).map(path -> Map.of(Variants.JAR, path)).toList()).stream()
        .map(Variants::words)
        .toList();
  }

  @Test
  void aJarIsCalledByAsMuchOfItsPathAsTellsItFromTheOthers() {
    assertThat(jars("/builds/before/target/app.jar", "/builds/after/target/app.jar"))
        .containsExactly("jar before/target/app.jar", "jar after/target/app.jar");
    assertThat(jars("/target/app.jar", "/a/target/app.jar", "/b/a/target/app.jar"))
        .doesNotHaveDuplicates();
    assertThat(jars("/home/a/peers/Grep.java", "/home/b/peers/Sort.java"))
        .containsExactly("jar peers/Grep.java", "jar peers/Sort.java");
    assertThat(jars("a.jar", "b.jar")).containsExactly("jar a.jar", "jar b.jar");
    assertThat(Variants.word(Variants.JAR, "/home/a/peers/Grep.java"))
        .isEqualTo("jar peers/Grep.java");
  }
}
