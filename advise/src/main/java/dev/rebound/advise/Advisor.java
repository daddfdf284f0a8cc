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
   * @param files what files declare
   * @param cluster null if only files are looked at
   * @param allowed names of checks whose findings are told, but do not count
   */
  public static Advice advise(
      FileSettings files,
      @Nullable ClusterFacts cluster,
      Circumstances given,
      Set<String> allowed) {
    List<SettingFinding> findings = new ArrayList<>();
    Set<String> checks = new HashSet<>();
    List<String> looked = new ArrayList<>();
    for (Application application : files.applications()) {
      for (Checks.NamedCheck one : Checks.applications()) {
        if (one.appliesTo(application)) {
          checks.add(one.name());
          one.look(application, given)
              .filter(found -> isJudged(one.name(), found.found()))
              .forEach(found -> add(findings, found.named(one.name())));
        }
      }
      looked.add(application.told());
    }
    List<String> notes = new ArrayList<>(files.notes());
    List<ClusterFacts> clusters = new ArrayList<>(files.clusters());
    if (cluster != null) {
      clusters.add(cluster);
    }
    for (ClusterFacts one : clusters) {
      ClusterUse all = new ClusterUse(one, files.applications(), given);
      for (Checks.NamedClusterCheck check : Checks.clusters()) {
        checks.add(check.name());
        check
            .check()
            .apply(all)
            .filter(Advisor::isNews)
            .filter(found -> isJudged(check.name(), found.found()))
            .forEach(found -> add(findings, found.named(check.name())));
      }
      looked.add(one.words());
      notes.addAll(one.unread());
    }
    findings.sort(Comparator.comparing(SettingFinding::severity));
    return new Advice(
        List.copyOf(looked),
        checks.size(),
        List.copyOf(findings),
        List.copyOf(notes),
        Set.copyOf(allowed));
  }

  /** A note on a default of the brokers is none on the file that does not have it. */
  private static boolean isNews(SettingFinding found) {
    return found.severity() != Severity.NOTE
        || found.found().written()
        || !found.found().origin().equals(BrokersReader.DEFAULTS);
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
