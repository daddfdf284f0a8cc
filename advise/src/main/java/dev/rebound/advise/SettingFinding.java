package dev.rebound.advise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The finding of one check.
 *
 * @param check the name of the check
 * @param subjects whose setting it is: {@code producer of app.yaml}, {@code topic orders}
 * @param found the setting that it is about
 * @param why what the setting does
 * @param risk what that leads to once something fails
 * @param write the exact line to write, or command to give; empty if there is none
 * @param besides what else there is to do, in words; empty if nothing
 */
public record SettingFinding(
    String check,
    Severity severity,
    List<String> subjects,
    Setting found,
    String why,
    String risk,
    String write,
    String besides) {

  /** A finding by a check that does not know its name. */
  static SettingFinding of(
      String subject, Severity severity, Setting found, String why, String risk, String write) {
    return new SettingFinding("", severity, List.of(subject), found, why, risk, write, "");
  }

  SettingFinding named(String name) {
    return new SettingFinding(name, severity, subjects, found, why, risk, write, besides);
  }

  SettingFinding besides(String words) {
    return new SettingFinding(check, severity, subjects, found, why, risk, write, words);
  }

  /** True if both say the same of the same setting, if of other topics or clients. */
  boolean alike(SettingFinding other) {
    return check.equals(other.check)
        && severity == other.severity
        && found.equals(other.found)
        && why.equals(other.why)
        && risk.equals(other.risk);
  }

  /** This one, of the other's subjects, too. Its line to write stays that of the first subject. */
  SettingFinding with(SettingFinding other) {
    Set<String> all = new LinkedHashSet<>(subjects);
    all.addAll(other.subjects);
    return new SettingFinding(check, severity, List.copyOf(all), found, why, risk, write, besides);
  }
}
