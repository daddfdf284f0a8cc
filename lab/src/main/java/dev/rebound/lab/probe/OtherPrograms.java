package dev.rebound.lab.probe;

import dev.rebound.analysis.journal.Event;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.OnThisMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OSProcess;

/**
 * What programs that are not of a run take of this machine's CPU. Of the run are the lab, the
 * nodes, and all that these have started.
 */
public final class OtherPrograms {
  /** From this share of all cores on, they are told. */
  public static final double TOLD_SHARE = Sampler.OTHERS_SHARE;

  /** What those that see this should know. */
  private static final String REMEDY =
      String.format(
          Locale.ROOT,
          "The verdict may be unknown if the CPU saturates (%.0f %% for %d s): wait until they have"
              + " ended, lower load.rate or use --scale, or go on.",
          Sampler.SATURATED_SHARE * 100,
          Sampler.SATURATED_FOR.toSeconds());

  /** Those that take less are not named. */
  private static final double NAMED_CORES = 0.1;

  private static final int NAMED_MAX = 3;

  private final Supplier<Set<Long>> ofRun;
  private final Supplier<CpuCounts> counts;
  private final LongSupplier nanoTime;

  /**
   * The counters of a machine.
   *
   * @param ticks of all its cores, as {@link HostProbe} reads them
   * @param cores how many there are
   */
  record CpuCounts(List<Long> ticks, int cores, List<RunningProgram> programs) {}

  /**
   * A process as it is now.
   *
   * @param cpuMillis CPU time since it began
   */
  record RunningProgram(long pid, long parent, String name, long cpuMillis) {}

  /**
   * A program that takes CPU.
   *
   * @param cores that it took, on average
   */
  public record TakingProgram(String name, long pid, double cores) {}

  /**
   * What others took, on average.
   *
   * @param taken cores; those of programs that cannot be seen from here are among them
   * @param cores of the machine
   * @param greatest the greatest of them, if they can be seen
   */
  public record TakenCpu(double taken, int cores, List<TakingProgram> greatest) {
    /** Whether it is worth a word. */
    public boolean isMuch() {
      return taken >= TOLD_SHARE * cores;
    }

    /**
     * The warning of it.
     *
     * @param before begins its message
     * @param phase that it tells of; empty for the one in which it stands
     */
    public Event.DoubtRaised doubt(String before, String phase) {
      return new Event.DoubtRaised("machine-busy", before + words(), REMEDY, phase);
    }

    /** {@code other programs use 1.2 of 2 cores: java (pid 123) 0.9, cc1 (pid 44) 0.2}. */
    public String words() {
      String named =
          greatest.stream()
              .map(
                  one ->
                      String.format(
                          Locale.ROOT, "%s (pid %d) %.1f", one.name(), one.pid(), one.cores()))
              .collect(Collectors.joining(", "));
      return String.format(
          Locale.ROOT,
          "other programs use %.1f of %d cores%s",
          taken,
          cores,
          !named.isEmpty()
              ? ": " + named
              : isMuch() ? ", and none of them can be seen from here" : "");
    }
  }

  /** Before a run, or without one. */
  public OtherPrograms() {
    this(Set::of, counter(), System::nanoTime);
  }

  /** Beside the run of this platform. */
  public OtherPrograms(OnThisMachine platform) {
    this(
        () ->
            platform.processes().stream()
                .filter(NodeProcess::alive)
                .map(NodeProcess::pid)
                .collect(Collectors.toSet()),
        counter(),
        System::nanoTime);
  }

  OtherPrograms(Supplier<Set<Long>> ofRun, Supplier<CpuCounts> counts, LongSupplier nanoTime) {
    this.ofRun = ofRun;
    this.counts = counts;
    this.nanoTime = nanoTime;
  }

  private static Supplier<CpuCounts> counter() {
    SystemInfo system = new SystemInfo();
    CentralProcessor processor = system.getHardware().getProcessor();
    return () -> {
      List<RunningProgram> programs = new ArrayList<>();
      for (OSProcess process : system.getOperatingSystem().getProcesses()) {
        programs.add(
            new RunningProgram(
                process.getProcessID(),
                process.getParentProcessID(),
                process.getName(),
                process.getKernelTime() + process.getUserTime()));
      }
      return new CpuCounts(
          Arrays.stream(processor.getSystemCpuLoadTicks()).boxed().toList(),
          processor.getLogicalProcessorCount(),
          programs);
    };
  }

  /** Begins to look. */
  public Look begin() {
    return new Look();
  }

  /** A look at them, from when it was begun on. */
  public final class Look {
    private final CpuCounts before = counts.get();
    private final long begunNanos = nanoTime.getAsLong();

    private Look() {}

    /** Nanoseconds since it was begun. */
    public long nanos() {
      return nanoTime.getAsLong() - begunNanos;
    }

    /** What they took from then until now. */
    public TakenCpu end() {
      CpuCounts now = counts.get();
      double millis = Math.max(1, nanos() / 1e6);
      Map<Long, RunningProgram> known = new HashMap<>();
      before.programs().forEach(program -> known.put(program.pid(), program));
      Set<Long> own = own(now.programs());
      double ownCores = 0;
      double seenCores = 0;
      List<TakingProgram> others = new ArrayList<>();
      for (RunningProgram program : now.programs()) {
        RunningProgram earlier = known.get(program.pid());
        // A number that was given anew is another program.
        long already =
            earlier == null || earlier.cpuMillis() > program.cpuMillis() ? 0 : earlier.cpuMillis();
        double cores = (program.cpuMillis() - already) / millis;
        if (own.contains(program.pid())) {
          ownCores += cores;
        } else {
          seenCores += cores;
          others.add(new TakingProgram(program.name(), program.pid(), cores));
        }
      }
      double share = HostProbe.share(ticks(before), ticks(now));
      double taken = Double.isNaN(share) ? seenCores : share * now.cores() - ownCores;
      return new TakenCpu(
          Math.max(0, Math.min(taken, now.cores())),
          now.cores(),
          others.stream()
              .filter(one -> one.cores() >= NAMED_CORES)
              .sorted(Comparator.comparingDouble(TakingProgram::cores).reversed())
              .limit(NAMED_MAX)
              .toList());
    }

    private static long[] ticks(CpuCounts counts) {
      return counts.ticks().stream().mapToLong(Long::longValue).toArray();
    }

    private Set<Long> own(List<RunningProgram> programs) {
      Set<Long> own = new HashSet<>(ofRun.get());
      own.add(ProcessHandle.current().pid());
      boolean more = true;
      while (more) {
        more = false;
        for (RunningProgram program : programs) {
          more |= own.contains(program.parent()) && own.add(program.pid());
        }
      }
      return own;
    }
  }
}
