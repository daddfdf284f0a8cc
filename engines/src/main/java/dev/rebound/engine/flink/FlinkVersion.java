package dev.rebound.engine.flink;

import dev.rebound.lab.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What a version of Flink needs and says, read from {@code versions.yaml} beside this class, so
 * that a new version is data and not code.
 *
 * @param classPath Maven coordinates of every process
 * @param rocksdb more of them, for state in RocksDB
 * @param exclusions left out of the resolved set
 * @param job name of the job jar
 * @param jvm options that every process needs
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record FlinkVersion(
    String version,
    List<String> classPath,
    List<String> rocksdb,
    List<String> exclusions,
    String job,
    List<String> jvm,
    Map<String, String> complaints) {

  private static final String FILE = "versions.yaml";

  /** Finds the range that holds {@code version}; {@link LabException} if none does. */
  static FlinkVersion of(String version) {
    for (Object entry : (List<?>) yaml(FILE)) {
      Map<?, ?> range = (Map<?, ?>) entry;
      if (compare(version, String.valueOf(range.get("from"))) >= 0
          && compare(version, String.valueOf(range.get("below"))) < 0) {
        return new FlinkVersion(
            version,
            coordinates(range, "classPath", version),
            coordinates(range, "rocksdb", version),
            texts(range, "exclusions"),
            String.valueOf(range.get("job")),
            texts(range, "jvm"),
            pairs(range.get("complaints")));
      }
    }
    throw new LabException(
        LabException.Cause.BAD_INPUT,
        "engine.version: the flink adapter does not know version '" + version + "'",
        "Name a version from 2.2 on, for example 2.3.0.");
  }

  /** Settings of a profile that lie in a file beside this class, in its order. */
  static Map<String, String> settings(String file) {
    return pairs(yaml(file));
  }

  private static Object yaml(String file) {
    try (InputStream in = FlinkVersion.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return new Load(LoadSettings.builder().setLabel(file).build()).loadFromInputStream(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> coordinates(Map<?, ?> range, String key, String version) {
    return texts(range, key).stream().map(text -> text.replace("${version}", version)).toList();
  }

  private static List<String> texts(Map<?, ?> range, String key) {
    return range.get(key) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  private static Map<String, String> pairs(@Nullable Object value) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, text) -> pairs.put(String.valueOf(name), String.valueOf(text)));
    }
    return pairs;
  }

  /** Compares dotted numbers part by part; what is no number counts as 0. */
  static int compare(String a, String b) {
    String[] left = a.split("[.-]", -1);
    String[] right = b.split("[.-]", -1);
    for (int i = 0; i < Math.max(left.length, right.length); i++) {
      int order = Integer.compare(part(left, i), part(right, i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int part(String[] parts, int i) {
    return i < parts.length && parts[i].matches("\\d{1,9}") ? Integer.parseInt(parts[i]) : 0;
  }
}
