package dev.rebound.analysis.compare.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells apart what shares a name by the settings in which it differs. Pure. */
public final class Variants {
  /**
   * Key under which settings say what was in a user's own jar, beside {@link #JAR}, as {@link
   * ContentHash} has it.
   */
  public static final String JAR_HASH = "engine.jar.sha256";

  /** The same of the files that a user's own command names, beside {@link #RUN}. */
  public static final String RUN_HASH = "engine.run.sha256";

  /** Key under which they say what the files held that records were made from. */
  public static final String DATA_HASH = "workload.data.sha256";

  /** Keys of hashes of which not all may have been seen, and of what they are. */
  public static final SortedMap<String, String> HASHES =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(JAR_HASH, "program", RUN_HASH, "program", DATA_HASH, "reference program")));

  /** Key of a user's own jar. */
  public static final String JAR = "engine.jar";

  /** Key of a user's own command. */
  public static final String RUN = "engine.run";

  /** The value of a key that is not there. */
  public static final String NOT_SET = "not set";

  private static final String ENGINE = "engine.";
  private static final int WORDS_MAX = 4;
  private static final int JAR_PARTS = 2;

  private Variants() {}

  /**
   * The settings of each of these, by dotted key, that not all have alike. Where nothing is known
   * of the settings, nothing tells them apart. Values are as {@link #shown}.
   */
  public static List<SortedMap<String, String>> of(List<Map<String, String>> all) {
    List<Map<String, String>> known = all.stream().filter(one -> !one.isEmpty()).toList();
    TreeSet<String> keys = new TreeSet<>();
    known.forEach(one -> keys.addAll(one.keySet()));
    keys.removeIf(
        key -> known.stream().map(one -> Objects.toString(one.get(key))).distinct().count() < 2);
    List<SortedMap<String, String>> variants = new ArrayList<>();
    for (Map<String, String> one : all) {
      SortedMap<String, String> variant = new TreeMap<>();
      if (!one.isEmpty()) {
        for (String key : keys) {
          List<String> values =
              known.stream().map(other -> Objects.toString(other.get(key), NOT_SET)).toList();
          variant.put(key, shown(key, Objects.toString(one.get(key), NOT_SET), values));
        }
      }
      variants.add(variant);
    }
    return variants;
  }

  /**
   * In words, without the section {@code engine}. If there are many, only those that are set; a few
   * of them, if these are many, too.
   */
  public static String words(Map<String, String> variant) {
    List<String> words = new ArrayList<>();
    List<String> set = new ArrayList<>();
    variant.forEach(
        (key, value) -> {
          words.add(word(key, value));
          if (!value.equals(NOT_SET)) {
            set.add(word(key, value));
          }
        });
    if (words.size() <= WORDS_MAX) {
      return String.join(", ", words);
    }
    if (set.size() <= WORDS_MAX) {
      return set.isEmpty() ? "nothing set" : String.join(", ", set);
    }
    return "%s and more (%s)"
        .formatted(
            String.join(", ", set.subList(0, WORDS_MAX)), Integer.toHexString(words.hashCode()));
  }

  /**
   * {@code workers 4}. Of a jar whose whole path is known its folder and its name: wherever these
   * lie, it is the same.
   */
  public static String word(String key, String value) {
    String name = key.startsWith(ENGINE) ? key.substring(ENGINE.length()) : key;
    return name + " " + (value.startsWith("/") ? shown(key, value, List.of(value)) : value);
  }

  /**
   * A value among those that it is told apart from: of a jar, or a file by its whole path, its
   * folder and its name, with as many folders before these as differ.
   */
  public static String shown(String key, String value, List<String> all) {
    if (!key.equals(JAR) && !value.startsWith("/")) {
      return value;
    }
    int parts = JAR_PARTS;
    while (!apart(all, parts)) {
      parts++;
    }
    return end(value, parts);
  }

  private static boolean apart(List<String> paths, int parts) {
    return paths.stream().map(path -> end(path, parts)).distinct().count()
        == paths.stream().map(path -> end(path, Integer.MAX_VALUE)).distinct().count();
  }

  /** The last parts of a path, without the slash that begins a whole one. */
  private static String end(String path, int parts) {
    int before = path.length();
    for (int part = 0; part < parts && before > 0; part++) {
      before = path.lastIndexOf('/', before - 1);
    }
    return path.substring(before + 1);
  }
}
