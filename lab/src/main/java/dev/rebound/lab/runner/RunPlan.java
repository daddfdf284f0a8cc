package dev.rebound.lab.runner;

import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.Shortening;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run's plan: what it will do, need and take, worked out before it starts.
 *
 * @param asked how the engine is asked for its work
 * @param notes of what the engine holds in reserve, and of supporting systems, sentences
 * @param processes everything that will run, brokers and instruments included
 * @param memoryBytes heap and overhead of all of them
 * @param diskBytes topics, state and bulk files, an upper estimate
 * @param checkBytes memory that the check takes, in the lab's own process, an upper estimate
 * @param keptBytes what stays of it once the run is over: what the check worked from, and the
 *     reports
 * @param length sum of the phases that are spent in full, and a guess for those that end by
 *     themselves
 * @param warnings what will be hard to judge, a sentence each
 */
public record RunPlan(
    Experiment experiment,
    Workload workload,
    Plan engine,
    SubjectInterface asked,
    List<String> notes,
    List<ProcessSpec> processes,
    long memoryBytes,
    long diskBytes,
    long checkBytes,
    long keptBytes,
    Duration length,
    List<String> warnings) {

  /** How many of the {@link #lines} say it in short; they come first. */
  public static final int BRIEF_LINES = 5;

  private static final long OUTPUT_TOPIC_BYTES = 64 + 20;

  /** Twice as much where each record has a time of its own. */
  private static final int KEPT_PER_RECORD = 8;

  private static final long KEPT_PER_OUTPUT = 3 * 64;
  private static final long REPORTS_BYTES = 10L << 20;

  /**
   * Copies of a state that is padded: with a worker and its copy, in a checkpoint and the next one.
   */
  private static final int COPIES = 4;

  private static final Duration LONGEST = Duration.ofDays(366);

  /** Of a service's requests the seconds are told one by one. */
  private static final Duration LONGEST_ASKED = Duration.ofDays(30);

  private static final long RESERVE_BYTES = 512L << 20;
  private static final Duration START_AND_DRAIN = Duration.ofSeconds(35);

  static RunPlan of(
      Experiment experiment,
      Workload workload,
      Plan engine,
      SubjectInterface asked,
      List<String> notes,
      List<ProcessSpec> processes,
      List<String> warnings) {
    Duration loaded = UnthrottledLoad.loaded(experiment.phases());
    Volume volume = Volume.of(experiment, workload, asked, loaded);
    for (Experiment other : experiment.beside()) {
      volume = volume.and(Volume.of(other, Workloads.create(other.workload()), asked, loaded));
    }
    Duration length = length(experiment, Part.members(processes), loaded);
    long memory = 0;
    for (ProcessSpec process : processes) {
      memory += process.heapBytes() + process.overheadBytes();
    }
    return new RunPlan(
        experiment,
        workload,
        engine,
        asked,
        notes,
        processes,
        memory,
        (long) volume.bytes() + RESERVE_BYTES,
        (long) volume.checked(),
        kept(volume.kept(), length, loaded),
        length.plus(START_AND_DRAIN),
        warnings);
  }

  /**
   * The bytes that a job's records and outputs take on disk.
   *
   * @param kept of the bytes those that stay
   * @param checked bytes of memory that their check takes; one job is checked after the other
   */
  private record Volume(double bytes, double kept, double checked) {
    static Volume of(
        Experiment experiment, Workload workload, SubjectInterface asked, Duration loaded) {
      boolean flatOut = experiment.load().flatOut();
      double records =
          flatOut
              ? UnthrottledLoad.recordsMax(experiment, workload, asked)
              : experiment.load().rate().perSecond() * (loaded.toSeconds() + 10);
      boolean made = experiment.load().generated();
      int keptPerRecord = made ? 0 : KEPT_PER_RECORD * (flatOut ? 2 : 1);
      double outputs = records * workload.outputsPerRecord();
      int replication = experiment.kafka().ours() ? experiment.kafka().replication() : 0;
      double perRecord = (workload.recordBytes() + 20.0) * (made ? 0 : replication) + keptPerRecord;
      double perOutput = (double) OUTPUT_TOPIC_BYTES * replication + KEPT_PER_OUTPUT;
      double shuffled =
          records
              * workload.shuffledPerRecord()
              * (3.0 * RuleBytes.shuffled(experiment.workload()) * replication);
      double states = records * RuleBytes.ofWindow(experiment.workload()) * replication;
      return new Volume(
          records * perRecord
              + outputs * perOutput
              + shuffled
              + states
              + COPIES * workload.heldBytes(),
          records * keptPerRecord + outputs * KEPT_PER_OUTPUT,
          CheckMemory.of(experiment, records, outputs, loaded));
    }

    Volume and(Volume other) {
      return new Volume(bytes + other.bytes, kept + other.kept, Math.max(checked, other.checked));
    }
  }

  /** The bytes that stay of a run of its likely length; the disk has to hold the longest. */
  private static long kept(double bytes, Duration likely, Duration longest) {
    double part = likely.toMillis() / (double) Math.max(1, longest.toMillis());
    return (long) (part * bytes) + REPORTS_BYTES;
  }

  /** A shortened run is over once it has recovered from its last fault. */
  private static Duration length(
      Experiment experiment, Map<String, Integer> planned, Duration loaded) {
    if (experiment.shortened().isEmpty() || experiment.faults().isEmpty()) {
      return loaded;
    }
    Duration each = Shortening.RECOVERY_ASSUMED.plus(Shortening.HOLD).plus(Shortening.CALM);
    Duration faults = Duration.ZERO;
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(experiment)) {
      FaultPlan plan = fault.scheduled().fault().plan();
      int members = FaultRoles.members(experiment, planned, fault.scheduled().role());
      faults = faults.plus(each).plus(plan.turns() == null ? Duration.ZERO : plan.length(members));
    }
    Duration most = experiment.phases().faults();
    return loaded.minus(most).plus(faults.compareTo(most) < 0 ? faults : most);
  }

  /** Bytes that one match costs on its way: the shuffle and the state's changelog. */
  private static final class RuleBytes {
    static double shuffled(WorkloadSpec workload) {
      return 60.0 + Math.max(32, windows(workload) ? 0 : workload.stateBytes());
    }

    /** The bytes that a record adds to a changelog, whose window is far from its output. */
    static double ofWindow(WorkloadSpec workload) {
      return windows(workload) ? workload.stateBytes() : 0;
    }

    private static boolean windows(WorkloadSpec workload) {
      return Workloads.kind(workload.name()).shape() == WorkloadKind.Shape.WINDOWED;
    }
  }

  /** The faults that it carries out, at the times of its schedule. */
  public List<FaultSchedule.Occurrence> faults() {
    return FaultPacer.planned(experiment);
  }

  /** Why there is no room for the run, as {@link #requireRoom} would say it; empty if there is. */
  public Optional<ReboundException> shortage(FreeResources room) {
    try {
      requireRoom(room);
      return Optional.empty();
    } catch (ReboundException e) {
      return Optional.of(e);
    }
  }

  /** Refuses a run that the platform cannot hold; the message says what is missing. */
  public void requireRoom(FreeResources room) {
    if (experiment.cores() != null) {
      room.requireCores(experiment.cores());
    }
    requireShort();
    requirePrograms(room);
    requireDisk(room);
    requireMemory(room);
    requireHeap(room);
  }

  /** Longer than evidence tells times apart. */
  private void requireShort() {
    Duration most = asked instanceof SubjectInterface.OverHttp ? LONGEST_ASKED : LONGEST;
    if (length.compareTo(most) <= 0) {
      return;
    }
    throw ReboundException.badInput(
        "the run would last %s days, and what it measures is told apart for %s"
            .formatted(length.toDays(), most.toDays()),
        "Shorten phases.faults, and repeat the run.");
  }

  /** A program that is not there, unless its process looks for it elsewhere. */
  private void requirePrograms(FreeResources room) {
    for (ProcessSpec process : processes) {
      if (process.program() instanceof Program.Command command
          && !process.environment().containsKey("PATH")) {
        String executable = command.arguments().get(0);
        // A placeholder is filled in when the process starts.
        if (!executable.contains("{") && !room.has(executable)) {
          throw ReboundException.badInput(
              process.node() + " cannot be started: there is no program '" + executable + "'",
              executable.startsWith("/")
                  ? "Make it, by setup for instance, or make the file executable (chmod +x)."
                  : "Install it, or write its whole path.");
        }
      }
    }
  }

  private void requireHeap(FreeResources room) {
    long heap = room.heapBytes();
    if (heap >= checkBytes) {
      return;
    }
    // A heap of so much is a little less, by what collecting garbage takes.
    long gibibytes = (long) (1.1 * checkBytes / (1L << 30)) + 1;
    throw ReboundException.environment(
        ("checking the run takes up to %s of memory in Rebound's own process, and it"
                + " may have %s")
            .formatted(Words.bytes(checkBytes), Words.bytes(heap)),
        "Start it with REBOUND_HEAP=" + gibibytes + "g, or lower " + fewerRecords());
  }

  private String fewerRecords() {
    return (experiment.load().flatOut() ? "load.max-records" : "load.rate")
        + " or the phases' length.";
  }

  private void requireDisk(FreeResources room) {
    long free = room.diskBytes();
    if (free >= diskBytes) {
      return;
    }
    throw ReboundException.environment(
        "the run needs about %s of disk, and %s has %s free"
            .formatted(Words.bytes(diskBytes), room.disk(), Words.bytes(free)),
        "Free disk space, choose another folder with --runs, or lower " + fewerRecords());
  }

  private void requireMemory(FreeResources room) {
    long memory = room.memoryBytes();
    if (memory <= 0 || memory >= memoryBytes) {
      return;
    }
    throw ReboundException.environment(
        "the run's processes need up to %s of memory, and %s are available"
            .formatted(Words.bytes(memoryBytes), Words.bytes(memory)),
        "Close other programs, or lower engine.workers, engine.memory or kafka.brokers"
            + (workload.heldBytes() > 0 ? ", or workload.state" : "")
            + (heldBeside() ? ", or beside.workload.state." : "."));
  }

  private boolean heldBeside() {
    return experiment.beside().stream().anyMatch(job -> Workloads.heldBytes(job.workload()) > 0);
  }

  /** The plan in {@value #BRIEF_LINES} lines: what, load, phases, faults, and what it needs. */
  public List<String> brief() {
    return new PlanLines(this).brief();
  }

  /** The whole plan, a line each: the {@link #brief} lines first. */
  public List<String> lines() {
    return new PlanLines(this).all();
  }
}
