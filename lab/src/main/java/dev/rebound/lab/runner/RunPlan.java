package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.CoresSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.Shortening;
import dev.rebound.lab.harm.Harm;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.platform.Cores;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run will do, need and take, worked out before it starts.
 *
 * @param processes everything that will run, brokers and instruments included
 * @param memoryBytes heap and overhead of all of them
 * @param diskBytes topics, state and bulk files, an upper estimate
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
    List<ProcessSpec> processes,
    long memoryBytes,
    long diskBytes,
    long keptBytes,
    Duration length,
    List<String> warnings) {

  private static final long OUTPUT_TOPIC_BYTES = 64 + 20;
  private static final long KEPT_PER_RECORD = 8;
  private static final long KEPT_PER_OUTPUT = 3 * 64;
  private static final long REPORTS_BYTES = 10L << 20;
  private static final long RESERVE_BYTES = 512L << 20;
  private static final Duration START_AND_DRAIN = Duration.ofSeconds(35);

  static RunPlan of(
      Experiment experiment,
      Workload workload,
      Plan engine,
      List<ProcessSpec> processes,
      List<String> warnings) {
    Experiment.Phases phases = experiment.phases();
    Duration loaded =
        phases.warmup().plus(phases.baseline()).plus(phases.faults()).plus(phases.settle());
    double records = experiment.load().rate().perSecond() * (loaded.toSeconds() + 10);
    double outputs = records * workload.matchesPerRecord();
    int replication = experiment.kafka().ours() ? experiment.kafka().replication() : 0;
    double perRecord = (workload.recordBytes() + 20.0) * replication + KEPT_PER_RECORD;
    double perOutput =
        (OUTPUT_TOPIC_BYTES + 3.0 * RuleBytes.shuffled(experiment.workload())) * replication
            + KEPT_PER_OUTPUT;
    Duration length = length(experiment, loaded);
    long memory = 0;
    for (ProcessSpec process : processes) {
      memory += process.heapBytes() + process.overheadBytes();
    }
    return new RunPlan(
        experiment,
        workload,
        engine,
        processes,
        memory,
        (long) (records * perRecord + outputs * perOutput) + RESERVE_BYTES,
        kept(records, outputs, length, loaded),
        length.plus(START_AND_DRAIN),
        warnings);
  }

  /** What stays of a run of its likely length; the disk has to hold the longest. */
  private static long kept(double records, double outputs, Duration likely, Duration longest) {
    double part = likely.toMillis() / (double) Math.max(1, longest.toMillis());
    return (long) (part * (records * KEPT_PER_RECORD + outputs * KEPT_PER_OUTPUT)) + REPORTS_BYTES;
  }

  /** A shortened run is over once it has recovered from its last fault. */
  private static Duration length(Experiment experiment, Duration loaded) {
    if (experiment.shortened().isEmpty() || experiment.faults().isEmpty()) {
      return loaded;
    }
    Duration each = Shortening.RECOVERY_ASSUMED.plus(Shortening.HOLD).plus(Shortening.CALM);
    Duration faults = Duration.ZERO;
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(experiment)) {
      Harm harm = fault.fault().harm();
      int members = FaultRoles.members(experiment, fault.fault().role());
      faults = faults.plus(each).plus(harm.inTurns() ? harm.lasts(members) : Duration.ZERO);
    }
    Duration most = experiment.phases().faults();
    return loaded.minus(most).plus(faults.compareTo(most) < 0 ? faults : most);
  }

  /** Bytes that one match costs on its way: the shuffle and the state's changelog. */
  private static final class RuleBytes {
    static double shuffled(WorkloadSpec workload) {
      String padded = workload.options().getOrDefault("state-bytes", "0");
      return 60.0 + Math.max(32, Long.parseLong(padded));
    }
  }

  /** Refuses a run that this machine cannot hold; the message says what is missing. */
  public void requireRoom(Path runs) {
    CoresSpec asked = experiment.cores();
    if (asked != null) {
      var unused = Cores.here(asked.subject(), asked.rig());
    }
    long free;
    try {
      Path existing = runs.toAbsolutePath();
      while (existing != null && !Files.exists(existing)) {
        existing = existing.getParent();
      }
      free = Files.getFileStore(existing == null ? Path.of("/") : existing).getUsableSpace();
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot tell the free disk space of " + runs + ": " + e.getMessage(),
          "Choose another folder with --runs.",
          e);
    }
    if (free < diskBytes) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "the run needs about "
              + megabytes(diskBytes)
              + " of disk, and "
              + runs
              + " has "
              + megabytes(free),
          "Free disk space, choose another folder with --runs, or lower load.rate or the phases' length.");
    }
    long memory = availableMemoryBytes();
    if (memory > 0 && memory < memoryBytes) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "the run's processes need up to "
              + megabytes(memoryBytes)
              + " of memory, and "
              + megabytes(memory)
              + " are available",
          "Close other programs, or lower engine.workers, engine.memory or kafka.brokers.");
    }
  }

  private static long availableMemoryBytes() {
    return new oshi.SystemInfo().getHardware().getMemory().getAvailable();
  }

  /** The plan as printed. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    Experiment e = experiment;
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %s %s, %s, %d workers × %d thread%s, profile %s",
            e.name(),
            e.engine().name(),
            e.engine().version(),
            e.engine().guarantee(),
            e.engine().workers(),
            e.engine().threads(),
            e.engine().threads() == 1 ? "" : "s",
            e.engine().profile()));
    lines.add(
        String.format(
            Locale.ROOT,
            "load %s of %s records by %d generator%s on %d partitions; %s, seed %d",
            e.load().rate(),
            new dev.rebound.analysis.units.Bytes(workload.recordBytes()),
            e.load().generators(),
            e.load().generators() == 1 ? "" : "s",
            e.kafka().partitions(),
            workload.describe(),
            e.seed()));
    if (e.scale() != 1) {
      lines.add("scaled: the rate is " + e.scale() + " of the file's");
    }
    if (!e.shortened().isEmpty()) {
      lines.add("shortened: " + e.shortened());
    }
    Capacity.Share share = e.load().share();
    if (share != null) {
      lines.add("load is " + share.words());
    }
    CoresSpec cores = e.cores();
    if (cores != null) {
      lines.add(
          "cores: the first "
              + cores.subject()
              + " for the engine, the next "
              + cores.rig()
              + " for brokers, instruments and the lab");
    }
    lines.add("processes: " + counted());
    lines.add(
        "phases: warmup "
            + seconds(e.phases().warmup())
            + ", baseline "
            + seconds(e.phases().baseline())
            + ", faults "
            + seconds(e.phases().faults())
            + ", settle "
            + seconds(e.phases().settle())
            + "; start and drain as long as it takes");
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(e)) {
      String role = fault.fault().role();
      boolean follows = !e.shortened().isEmpty() && fault.number() > 1;
      lines.add(
          "fault "
              + fault.number()
              + ": "
              + fault.fault().harm().planned(role, FaultRoles.members(e, role))
              + (follows ? " after the recovery, at the latest at " : " at ")
              + seconds(fault.at())
              + restart(fault.fault().harm()));
    }
    engine.settings().forEach((key, value) -> lines.add("set: " + key + " = " + value));
    engine.notes().forEach(note -> lines.add("note: " + note));
    if (Instruments.compiledQuickly(e)) {
      lines.add(
          "note: brokers, load generators and observer run with -XX:TieredStopAtLevel=1, as the rate is below "
              + Instruments.FAST_CODE_PER_SECOND
              + "/s: their compiler leaves the cores to the workers");
    }
    warnings.forEach(warning -> lines.add("warning: " + warning));
    e.expect().forEach(x -> lines.add("expect: " + x.metric() + " " + x.text()));
    lines.add(
        "takes about "
            + seconds(length)
            + "; up to "
            + megabytes(memoryBytes)
            + " of memory, "
            + megabytes(diskBytes)
            + " of disk");
    return lines;
  }

  private static String restart(Harm harm) {
    Duration away = harm.away();
    return harm.deadly() && away != null ? ", started again " + seconds(away) + " later" : "";
  }

  private String counted() {
    Map<String, Integer> roles = new LinkedHashMap<>();
    processes.forEach(p -> roles.merge(p.role(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    roles.forEach((role, count) -> parts.add(count + " × " + role));
    return String.join(", ", parts);
  }

  private static String seconds(Duration duration) {
    return duration.toSeconds() >= 120 && duration.toSeconds() % 60 == 0
        ? duration.toMinutes() + " min"
        : duration.toMillis() % 1000 == 0
            ? duration.toSeconds() + " s"
            : duration.toMillis() + " ms";
  }

  private static String megabytes(long bytes) {
    return bytes >= 10L << 30
        ? String.format(Locale.ROOT, "%.0f GB", bytes / (double) (1L << 30))
        : String.format(Locale.ROOT, "%d MB", Math.max(1, bytes >> 20));
  }
}
