package dev.rebound.analysis.compare.run;

import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.Workloads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Settings that name what records are made from, or what says which outputs are due: files,
 * folders, a program. One hash tells what all of them hold, so that where it is the same they are,
 * wherever they lie; a program that is given other words is another one all the same. Pure.
 */
public final class DataKeys {
  private static final String REPLAYED = "file";

  /** The sections that have them; items of a list count from 1. */
  private static final Pattern PARTS =
      Pattern.compile("(?:beside\\.)?(?:workload|load)\\.(?:.*\\.)?([a-z-]+)(?:\\.\\d+)?");

  /** The folders that a path in a command begins with. */
  private static final Pattern FOLDERS = Pattern.compile("(?<![^\\s'\"=:,;])/(?!/)[^\\s'\"=:,;]*/");

  private static final Set<String> COMMANDS = keys(WorkloadOption.Command.class::isInstance);

  private static final Set<String> NAMES =
      keys(
          kind ->
              kind instanceof WorkloadOption.File
                  || kind instanceof WorkloadOption.Sample
                  || kind instanceof WorkloadOption.Folder
                  || kind instanceof WorkloadOption.Files
                  || kind instanceof WorkloadOption.Command);

  private DataKeys() {}

  private static Set<String> keys(Predicate<WorkloadOption.ValueKind> those) {
    return Workloads.kinds().stream()
        .flatMap(kind -> kind.options().stream())
        .filter(option -> those.test(option.kind()))
        .map(WorkloadOption::key)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a key, dotted, is one. */
  public static boolean isOne(String key) {
    String name = name(key);
    return name.equals(REPLAYED) || NAMES.contains(name);
  }

  private static String name(String key) {
    Matcher parts = PARTS.matcher(key);
    return parts.matches() ? parts.group(1) : "";
  }

  /** Whether two, by dotted key, are known to have the same data under a key. */
  public static boolean alike(String key, Map<String, String> one, Map<String, String> other) {
    String hash = hash(one);
    return isOne(key)
        && !hash.isEmpty()
        && hash.equals(hash(other))
        && words(key, one.getOrDefault(key, "")).equals(words(key, other.getOrDefault(key, "")));
  }

  /** What a command says beside what its files hold; empty of anything else. */
  private static String words(String key, String value) {
    return COMMANDS.contains(name(key)) ? FOLDERS.matcher(value).replaceAll("/") : "";
  }

  /** That of all data; empty if not all was seen, as then two of one hash may be others. */
  private static String hash(Map<String, String> settings) {
    ContentHash hash = ContentHash.read(settings.getOrDefault(Variants.DATA_HASH, ""));
    return hash.unseen().isEmpty() ? hash.digits() : "";
  }

  /** The same runs, of which those that have the same data call it by the same names. */
  public static List<ComparedRun> namedAlike(List<ComparedRun> runs) {
    Map<String, String> names = new HashMap<>();
    for (ComparedRun run : runs) {
      String hash = hash(run.settings());
      run.settings()
          .forEach(
              (key, value) -> {
                if (isOne(key) && !value.isEmpty()) {
                  names.merge(
                      hash + key + words(key, value),
                      value,
                      (one, other) -> one.compareTo(other) < 0 ? one : other);
                }
              });
    }
    return runs.stream().map(run -> run.set(named(run.settings(), names))).toList();
  }

  private static Map<String, String> named(
      Map<String, String> settings, Map<String, String> names) {
    String hash = hash(settings);
    if (hash.isEmpty()) {
      return settings;
    }
    Map<String, String> named = new TreeMap<>(settings);
    named.replaceAll((key, value) -> names.getOrDefault(hash + key + words(key, value), value));
    return named;
  }
}
