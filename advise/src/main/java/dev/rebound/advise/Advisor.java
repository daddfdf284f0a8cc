package dev.rebound.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds settings against every check. Pure. */
public final class Advisor {
  /** Checks of how a setting is written, whatever its value turns out to be. */
  private static final Set<String> OF_WHAT_IS_WRITTEN =
      Set.of("not-told", "refused-value", "unknown-key", "misplaced-key", "overruled-key");

  private Advisor() {}

  /**
   * Looks at everything that is given.
   *
   * @param cluster null if only files are looked at
   * @param allowed names of checks whose findings are told, but do not count
   */
  public static Advice advise(
      List<Application> applications,
      @Nullable ClusterFacts cluster,
      Circumstances given,
      Set<String> allowed) {
    List<SettingFinding> findings = new ArrayList<>();
    Set<String> checks = new HashSet<>();
    for (Application application : applications) {
      Checks.applications()
          .forEach(
              (name, one) -> {
                if (one.applies().test(application)) {
                  checks.add(name);
                  add(findings, name, judged(name, one.check().look(application, given)));
                }
              });
    }
    List<String> looked = new ArrayList<>();
    applications.forEach(
        application ->
            looked.add(
                "%s: %s, with the defaults of kafka-clients %s"
                    .formatted(application.name(), application.words(), KafkaSettings.VERSION)));
    List<String> notes = new ArrayList<>();
    if (cluster != null) {
      checks.addAll(Checks.clusters().keySet());
      Checks.clusters()
          .forEach((name, check) -> add(findings, name, check.look(cluster, applications, given)));
      looked.add(cluster.words());
      notes.addAll(cluster.unread());
    }
    findings.sort(Comparator.comparing(SettingFinding::severity));
    return new Advice(
        List.copyOf(looked),
        checks.size(),
        List.copyOf(findings),
        List.copyOf(notes),
        Set.copyOf(allowed));
  }

  /** A value that is not known is no default: a finding on it would be made up. */
  private static List<SettingFinding> judged(String check, List<SettingFinding> found) {
    return OF_WHAT_IS_WRITTEN.contains(check)
        ? found
        : found.stream()
            .filter(one -> !one.found().written() || one.found().value() != null)
            .toList();
  }

  /**
   * A finding that is alike for several topics, or for several profiles of a file, is one finding.
   */
  private static void add(List<SettingFinding> all, String check, List<SettingFinding> found) {
    for (SettingFinding one : found) {
      SettingFinding finding = one.named(check);
      int same = 0;
      while (same < all.size() && !all.get(same).alike(finding)) {
        same++;
      }
      if (same < all.size()) {
        all.set(same, all.get(same).with(finding));
      } else {
        all.add(finding);
      }
    }
  }
}
