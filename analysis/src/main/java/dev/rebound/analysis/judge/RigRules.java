package dev.rebound.analysis.judge;

import dev.rebound.analysis.result.Doubt;
import java.util.Set;

/**
 * The settings of an experiment that decide which metrics a doubt about the rig makes unknown.
 *
 * @param baseline the phase that faults are held against
 * @param transactional output is there when it is committed
 * @param mayStaySlow the subject is a service that faults hit, after which it may be slow
 * @param rigApart brokers and observer have cores of which the engine has none
 * @param allowed codes of the doubts that the experiment allows
 */
public record RigRules(
    String baseline,
    boolean transactional,
    boolean mayStaySlow,
    boolean rigApart,
    Set<String> allowed) {

  /**
   * @param faulted a fault has come by now
   */
  public Doubt.DoubtPlace where(String phase, boolean faulted) {
    return new Doubt.DoubtPlace(
        phase, phase.equals(baseline) && !faulted, transactional, mayStaySlow);
  }
}
