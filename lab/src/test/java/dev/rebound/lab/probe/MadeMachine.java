package dev.rebound.lab.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import oshi.hardware.CentralProcessor.TickType;

/** Two cores whose counters are set. */
public final class MadeMachine {
  private static final int CORES = 2;

  private final Map<Long, OtherPrograms.RunningProgram> programs = new LinkedHashMap<>();
  private long millis;
  private long busyMillis;

  /** What runs on it beside these. */
  public OtherPrograms others(Set<Long> ofRun) {
    return new OtherPrograms(() -> ofRun, this::counts, () -> millis * 1_000_000);
  }

  /** Time passes, in which nobody has asked for the CPU yet. */
  public void passes(long more) {
    millis += more;
  }

  /** All of its cores together have worked for so long. */
  public void busy(long more) {
    busyMillis += more;
  }

  /** A program has used the CPU for so long. */
  public void uses(long pid, long parent, String name, long more) {
    OtherPrograms.RunningProgram before = programs.get(pid);
    long used = before == null ? 0 : before.cpuMillis();
    programs.put(pid, new OtherPrograms.RunningProgram(pid, parent, name, used + more));
  }

  /** A program has ended. */
  public void ends(long pid) {
    programs.remove(pid);
  }

  private OtherPrograms.CpuCounts counts() {
    List<Long> ticks = new ArrayList<>(Collections.nCopies(TickType.values().length, 0L));
    ticks.set(TickType.USER.getIndex(), busyMillis);
    ticks.set(TickType.IDLE.getIndex(), millis * CORES - busyMillis);
    return new OtherPrograms.CpuCounts(ticks, CORES, List.copyOf(programs.values()));
  }
}
