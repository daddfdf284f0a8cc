package dev.rebound.engine.adapter;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineSpec;
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
 * A version of an engine, as far as its adapter must know it: an entry of the engine's {@code
 * versions.yaml}, so that a new version is data and not code. The file is a list of ranges, each
 * with {@code from}, {@code below} (exclusive) and what the adapter reads from it; the first that
 * fits counts.
 */
public final class EngineVersion {
  private static final String FILE = "versions.yaml";

  private final String version;
  private final Map<?, ?> range;

  private EngineVersion(String version, Map<?, ?> range) {
    this.version = version;
    this.range = range;
  }

  /**
   * Finds the range that holds {@code version}; {@link ReboundException} with {@code remedy} if
   * none does.
   *
   * @param adapter a class beside which the file lies
   */
  public static EngineVersion of(Class<?> adapter, String engine, String version, String remedy) {
    for (Object entry : (List<?>) yaml(adapter, FILE)) {
      Map<?, ?> range = (Map<?, ?>) entry;
      if (compare(version, String.valueOf(range.get("from"))) >= 0
          && compare(version, String.valueOf(range.get("below"))) < 0) {
        return new EngineVersion(version, range);
      }
    }
    throw ReboundException.badInput(
        "engine.version: the " + engine + " adapter does not know version '" + version + "'",
        remedy);
  }

  /**
   * The versions in which a test looks for all that Rebound's own job names, as the ranges list
   * them.
   *
   * @param adapter a class beside which the file lies
   */
  public static List<String> tested(Class<?> adapter) {
    return ((List<?>) yaml(adapter, FILE))
        .stream().flatMap(range -> texts(((Map<?, ?>) range).get("tested")).stream()).toList();
  }

  /** Settings that lie in a file of their own beside the adapter, in its order. */
  public static Map<String, String> settings(Class<?> adapter, String file) {
    return pairs(yaml(adapter, file));
  }

  /**
   * Settings of a profile, which lie in {@code quick.yaml} or {@code tuned.yaml} beside the
   * adapter; none of stock.
   *
   * @param of stands behind the profile's name in that of the file
   */
  public static Map<String, String> profile(Class<?> adapter, EngineSpec spec, String of) {
    return spec.quick() || spec.tuned()
        ? settings(adapter, spec.profile() + of + ".yaml")
        : Map.of();
  }

  /** Whether it is this version or a later one. */
  public boolean atLeast(String other) {
    return compare(version, other) >= 0;
  }

  /** Maven coordinates of every process, or worker, without the job jar. */
  public List<String> classPath() {
    return coordinates("classPath");
  }

  /** Left out of what these bring along. */
  public List<String> exclusions() {
    return texts("exclusions");
  }

  /** JVM options that every process needs. */
  public List<String> jvm() {
    return texts("jvm");
  }

  /** Texts of a log whose lines explain what a run shows; archives keep them. */
  public List<String> witness() {
    return texts("witness");
  }

  /** Texts of a log that a reader of the run must hear of, with their meaning. */
  public Map<String, String> complaints() {
    return pairs("complaints");
  }

  public String text(String key) {
    return String.valueOf(range.get(key));
  }

  /** A list; empty if the range has none. */
  public List<String> texts(String key) {
    return texts(range.get(key));
  }

  private static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** Maven coordinates, with the version filled in. */
  public List<String> coordinates(String key) {
    return texts(key).stream().map(text -> text.replace("${version}", version)).toList();
  }

  /** Names with texts; empty if the range has none. */
  public Map<String, String> pairs(String key) {
    return pairs(range.get(key));
  }

  private static Object yaml(Class<?> adapter, String file) {
    try (InputStream in = adapter.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from the jar");
      }
      return new Load(LoadSettings.builder().setLabel(file).build()).loadFromInputStream(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> pairs(@Nullable Object value) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, text) -> pairs.put(String.valueOf(name), String.valueOf(text)));
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
