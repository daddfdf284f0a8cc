package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ContentHash;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What sets two cells apart beside what they are compared by: it is said before any figure of
 * theirs. Settings of one engine; of two engines what both have to work with, and all settings that
 * are no engine's own. Pure.
 */
public final class SettingsDifferences {
  private static final int SETTINGS_TOLD = 4;

  /** Settings that come with a program of a user's own: where another one runs, that is said. */
  private static final Pattern OF_PROGRAM =
      Pattern.compile(
          "engine\\.(main|args|files|setup|setup-in|teardown|env-file|program-files|ready|notices-within"
              + "|(jar|run)\\.sha256)(\\.\\d+)?");

  private SettingsDifferences() {}

  /**
   * In words, the first one's value first: {@code workers 16 against 2}.
   *
   * @param named keys that the comparison names itself
   */
  public static List<String> apart(CellRuns first, CellRuns second, Set<String> named) {
    List<String> apart = new ArrayList<>();
    Map<Mean, List<String>> means = means(first, second, named);
    means.forEach(
        (mean, values) ->
            apart.add(mean.word() + " " + values.get(0) + " against " + values.get(1)));
    SortedSet<String> keys = settings(first, second, named);
    keys.removeIf(key -> means.keySet().stream().anyMatch(mean -> key.equals(mean.setting())));
    keys.stream()
        .limit(SETTINGS_TOLD)
        .forEach(
            key -> {
              String one = value(key, first);
              String other = value(key, second);
              List<String> both = List.of(one, other);
              apart.add(
                  Variants.word(key, Variants.shown(key, one, both))
                      + " against "
                      + Variants.shown(key, other, both));
            });
    if (keys.size() > SETTINGS_TOLD) {
      apart.add((keys.size() - SETTINGS_TOLD) + " more settings");
    }
    return apart;
  }

  private static String value(String key, CellRuns of) {
    String value = of.settings().getOrDefault(key, "");
    return value.isEmpty() ? Variants.NOT_SET : value;
  }

  /** Keys of the settings that are told of them. */
  public static SortedSet<String> settings(CellRuns first, CellRuns second, Set<String> named) {
    List<String> parts = first.cell().parts();
    List<String> others = second.cell().parts();
    // Where nothing but the variant differs, it is what is compared.
    boolean variants = parts.subList(0, 4).equals(others.subList(0, 4));
    if (variants && named.isEmpty()) {
      return new TreeSet<>();
    }
    SortedSet<String> keys = SettingsMatch.unlike(named, first, second);
    if (keys.contains(Variants.JAR) || keys.contains(Variants.RUN)) {
      keys.removeIf(key -> OF_PROGRAM.matcher(key).matches());
    }
    return keys;
  }

  private static Map<Mean, List<String>> means(CellRuns first, CellRuns second, Set<String> named) {
    boolean engines = !first.cell().engine().equals(second.cell().engine());
    Map<Mean, List<String>> apart = new LinkedHashMap<>();
    for (Mean mean : Mean.values()) {
      Optional<String> one = of(mean, first);
      Optional<String> other = of(mean, second);
      if ((engines || mean.isOfMachine())
          && !named.contains(mean.setting())
          && one.isPresent()
          && other.isPresent()
          && !one.equals(other)) {
        apart.put(mean, List.of(one.get(), other.get()));
      }
    }
    return apart;
  }

  /** The means of all of these runs, as far as they are known of each. */
  public static SubjectMeans means(List<ComparedRun> runs) {
    SubjectMeans means = SubjectMeans.UNKNOWN;
    for (Mean mean : Mean.values()) {
      Optional<String> value = of(mean, runs);
      if (value.isPresent()) {
        means = means.with(mean, value.get());
      }
    }
    return means;
  }

  private static Optional<String> of(Mean mean, CellRuns members) {
    return of(mean, members.runs().isEmpty() ? members.controls() : members.runs());
  }

  /** Empty if it is not known of one. */
  private static Optional<String> of(Mean mean, List<ComparedRun> runs) {
    TreeSet<String> values = new TreeSet<>();
    for (ComparedRun run : runs) {
      Optional<String> value = SubjectMeans.of(run).of(mean);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.get());
    }
    return Optional.of(String.join(" or ", values)).filter(value -> !value.isEmpty());
  }

  /** What is not known of engines that are compared, in one sentence; empty if there is nothing. */
  public static Optional<String> unknown(List<ComparedRun> runs) {
    TreeSet<String> engines =
        runs.stream()
            .map(run -> run.results().engine())
            .collect(Collectors.toCollection(TreeSet::new));
    if (engines.size() < 2) {
      return Optional.empty();
    }
    Map<String, List<String>> means = new LinkedHashMap<>();
    for (Mean mean : Mean.values()) {
      String of =
          engines.stream()
              .filter(
                  engine ->
                      runs.stream()
                          .filter(run -> run.results().engine().equals(engine))
                          .anyMatch(run -> SubjectMeans.of(run).of(mean).isEmpty()))
              .map(Cell::engineName)
              .collect(Collectors.joining(", "));
      if (!of.isEmpty()) {
        means.computeIfAbsent(of, any -> new ArrayList<>()).add(mean.word());
      }
    }
    return means.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not known, and so not compared between engines: "
                + new TreeMap<>(means)
                    .entrySet().stream()
                        .map(
                            unknown ->
                                "%s (%s)"
                                    .formatted(
                                        String.join(", ", unknown.getValue()), unknown.getKey()))
                        .collect(Collectors.joining("; ")));
  }

  /**
   * The collectors of workers, each with its JDK and the engines that had them, in one sentence;
   * empty if no run recorded them.
   */
  public static Optional<String> jvms(List<ComparedRun> runs) {
    Map<String, Set<String>> engines = new TreeMap<>();
    for (ComparedRun run : runs) {
      run.means()
          .of(Mean.COLLECTOR)
          .ifPresent(
              collector -> {
                String jdk = run.means().of(Mean.JDK).map(it -> " on " + it).orElse("");
                engines
                    .computeIfAbsent(collector + jdk, key -> new TreeSet<>())
                    .add(Cell.engineName(run.results().engine()));
              });
    }
    return engines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "collectors: "
                + engines.entrySet().stream()
                    .map(jvm -> jvm.getKey() + " (" + String.join(", ", jvm.getValue()) + ")")
                    .collect(Collectors.joining("; ")));
  }

  /** Of what not all was seen, so that runs of one cell may be of others of its name. */
  public static List<String> unseen(List<ComparedRun> runs) {
    List<String> unseen = new ArrayList<>();
    Variants.HASHES.forEach(
        (key, what) -> {
          TreeSet<String> reasons = new TreeSet<>();
          for (ComparedRun run : runs) {
            reasons.add(ContentHash.read(run.settings().getOrDefault(key, "")).unseen());
          }
          reasons.remove("");
          if (!reasons.isEmpty()) {
            unseen.add(
                "whether all runs are of the same %s is not known: %s"
                    .formatted(what, String.join("; ", reasons)));
          }
        });
    return unseen;
  }
}
