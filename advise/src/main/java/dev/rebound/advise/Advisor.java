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
    List<String> looked = new ArrayList<>();
    for (Application application : applications) {
      for (Checks.NamedCheck one : Checks.applications()) {
        if (one.applies().test(application)) {
          checks.add(one.name());
          one.check()
              .look(application, given)
              .filter(found -> isJudged(one.name(), found.found()))
              .forEach(found -> add(findings, found.named(one.name())));
        }
      }
      looked.add(
          "%s: %s, with the defaults of kafka-clients %s"
              .formatted(application.name(), application.words(), KafkaSettings.VERSION));
    }
    List<String> notes = new ArrayList<>();
    if (cluster != null) {
      ClusterUse all = new ClusterUse(cluster, applications, given);
      for (Checks.NamedClusterCheck one : Checks.clusters()) {
        checks.add(one.name());
        one.check().apply(all).forEach(found -> add(findings, found.named(one.name())));
      }
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
  private static boolean isJudged(String check, Setting found) {
    return OF_WHAT_IS_WRITTEN.contains(check) || !found.written() || found.value() != null;
  }

  /**
   * A finding that is alike for several topics, or for several profiles of a file, is one finding.
   */
  private static void add(List<SettingFinding> all, SettingFinding finding) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).alike(finding)) {
        all.set(i, all.get(i).with(finding));
        return;
      }
    }
    all.add(finding);
  }
}
