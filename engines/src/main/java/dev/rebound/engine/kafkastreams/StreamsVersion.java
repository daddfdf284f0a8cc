package dev.rebound.engine.kafkastreams;

import dev.rebound.lab.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What a version of Kafka Streams needs and says, read from {@code versions.yaml} beside this
 * class, so that a new version is data and not code.
 *
 * @param classPath Maven coordinates of a worker, without the job jar
 * @param jvm options that every worker needs
 * @param ready text of a log that says that the worker takes part
 * @param rebalanceSeen texts of a log that say that this worker was told of a rebalance
 * @param assigned end of a log line after which a thread's newly assigned tasks are listed
 * @param assignedTasks start of the line that lists its active ones in brackets
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record StreamsVersion(
    String version,
    List<String> classPath,
    List<String> jvm,
    String ready,
    List<String> rebalanceSeen,
    String assigned,
    String assignedTasks,
    Map<String, String> complaints) {

  private static final String FILE = "versions.yaml";

  /** Finds the range that holds {@code version}; {@link LabException} if none does. */
  static StreamsVersion of(String version) {
    try (InputStream in = StreamsVersion.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing from the jar");
      }
      Object file = new Load(LoadSettings.builder().setLabel(FILE).build()).loadFromInputStream(in);
      for (Object entry : (List<?>) file) {
        Map<?, ?> range = (Map<?, ?>) entry;
        if (compare(version, text(range, "from")) >= 0
            && compare(version, text(range, "below")) < 0) {
          return new StreamsVersion(
              version,
              texts(range, "classPath").stream()
                  .map(coordinate -> coordinate.replace("${version}", version))
                  .toList(),
              texts(range, "jvm"),
              text(range, "ready"),
              texts(range, "rebalanceSeen"),
              text(range, "assigned"),
              text(range, "assignedTasks"),
              pairs(range, "complaints"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new LabException(
        LabException.Cause.BAD_INPUT,
        "engine.version: the kafka-streams adapter does not know version '" + version + "'",
        "Name a version from 4.0 on, for example 4.3.1.");
  }

  private static String text(Map<?, ?> range, String key) {
    return String.valueOf(range.get(key));
  }

  private static List<String> texts(Map<?, ?> range, String key) {
    return range.get(key) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  private static Map<String, String> pairs(Map<?, ?> range, String key) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (range.get(key) instanceof Map<?, ?> map) {
      map.forEach((name, value) -> pairs.put(String.valueOf(name), String.valueOf(value)));
    }
    return pairs;
  }

  /** Compares dotted numbers part by part; what is no number counts as 0. */
  private static int compare(String a, String b) {
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
