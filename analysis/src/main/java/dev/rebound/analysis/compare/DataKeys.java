package dev.rebound.analysis.compare;

import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.Workloads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings that name what records are made from, or what says which outputs are due: files,
 * folders, a program. One hash tells what all of them hold, so that where it is the same they are,
 * wherever they lie. Pure.
 */
final class DataKeys {
  private static final String REPLAYED = "file";

  /** The sections that have them; items of a list count from 1. */
  private static final Pattern PARTS =
      Pattern.compile("(?:beside\\.)?(?:workload|load)\\.(?:.*\\.)?([a-z-]+)(?:\\.\\d+)?");

  private static final Set<String> NAMES =
      Stream.concat(
              Workloads.kinds().stream()
                  .flatMap(kind -> kind.options().stream())
                  .filter(option -> isData(option.kind()))
                  .map(WorkloadOption::key),
              Stream.of(REPLAYED))
          .collect(Collectors.toUnmodifiableSet());

  private DataKeys() {}

  private static boolean isData(WorkloadOption.ValueKind kind) {
    return kind instanceof WorkloadOption.File
        || kind instanceof WorkloadOption.Sample
        || kind instanceof WorkloadOption.Command;
  }

  /** Whether a key, dotted, is one. */
  static boolean isOne(String key) {
    Matcher parts = PARTS.matcher(key);
    return parts.matches() && NAMES.contains(parts.group(1));
  }

  /** Whether two, by dotted key, are known to have the same data. */
  static boolean alike(Map<String, String> one, Map<String, String> other) {
    String hash = hash(one);
    return !hash.isEmpty() && hash.equals(hash(other));
  }

  /** That of all data; empty if not all was seen, as then two of one hash may be others. */
  private static String hash(Map<String, String> settings) {
    SeenHash hash = SeenHash.read(settings.getOrDefault(Variants.DATA_HASH, ""));
    return hash.unseen().isEmpty() ? hash.digits() : "";
  }

  /** The same runs, of which those that have the same data call it by the same names. */
  static List<ComparedRun> namedAlike(List<ComparedRun> runs) {
    Map<String, String> names = new HashMap<>();
    for (ComparedRun run : runs) {
      String hash = hash(run.settings());
      run.settings()
          .forEach(
              (key, value) -> {
                if (isOne(key) && !value.isEmpty()) {
                  names.merge(
                      hash + key, value, (one, other) -> one.compareTo(other) < 0 ? one : other);
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
    named.replaceAll((key, value) -> names.getOrDefault(hash + key, value));
    return named;
  }
}
