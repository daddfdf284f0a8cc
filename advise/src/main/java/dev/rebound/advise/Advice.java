package dev.rebound.advise;

import java.util.List;
import java.util.Set;

/**
 * The advice on some settings: what was looked at, and what was found.
 *
 * @param looked what was looked at, one sentence each
 * @param checks how many checks there are for what was looked at
 * @param findings the worst first
 * @param notes what could not be looked at, one sentence each
 * @param allowed checks whose findings do not count, being accepted by whoever asks
 */
public record Advice(
    List<String> looked,
    int checks,
    List<SettingFinding> findings,
    List<String> notes,
    Set<String> allowed) {
  /** True if a setting loses data that nobody has accepted. */
  public boolean losesData() {
    return findings.stream()
        .anyMatch(
            finding ->
                finding.severity() == Severity.LOSES_DATA && !allowed.contains(finding.check()));
  }

  /** How many findings are of a severity. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
