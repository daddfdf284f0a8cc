package dev.rebound.lab.runner;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.platform.CoresSpec;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A plan in words: five lines that say it in short, then all the rest. Pure. */
final class PlanLines {
  private static final int TIMES_TOLD = 3;
  private static final int KINDS_TOLD = 3;

  private final RunPlan plan;
  private final Experiment experiment;

  PlanLines(RunPlan plan) {
    this.plan = plan;
    this.experiment = plan.experiment();
  }

  /** What, load, phases, faults, needs: a line each. */
  List<String> brief() {
    return List.of(what(), load(), phases(), faults(), needs());
  }

  /** The five lines, then whatever else is known beforehand. */
  List<String> all() {
    List<String> lines = new ArrayList<>(brief());
    Experiment e = experiment;
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
              + (cores.rig() == 0
                  ? " for the engine, and for brokers, instruments and the lab, too"
                  : " for the engine, the next %s for brokers, instruments and the lab"
                      .formatted(cores.rig()))
              + cores.rolesInWords()
              + (cores.bound()
                  ? "; the engine's processes use "
                      + Quantity.plain(cores.quota())
                      + " of theirs together at most, as with a container's limit"
                  : ""));
    }
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(e)) {
      lines.add(
          "fault "
              + fault.number()
              + ": "
              + act(fault)
              + (afterRecovery(fault) ? " after the recovery, at the latest at " : " at ")
              + Words.exact(fault.at())
              + restart(fault.scheduled().fault().plan()));
    }
    plan.engine()
        .settings()
        .forEach((key, value) -> lines.add("set: " + key + " = " + Secrets.masked(key, value)));
    plan.notes().forEach(note -> lines.add("note: " + note));
    plan.engine().notes().forEach(note -> lines.add("note: " + note));
    if (e.load().generated()) {
      lines.add(
          "note: load.generated: the job's source makes the records by seed and position, and no"
              + " topic holds them; how fast it works them off is measured from a tenth to nine"
              + " tenths of its outputs, within the phases and phases.drain. Outage, recovery time"
              + " and latencies are unknown");
    } else if (e.load().backlog()) {
      lines.add(
          "note: load.backlog: all records are sent before the job starts; how fast it works them"
              + " off is measured from a tenth to nine tenths of its outputs, within phases.drain;"
              + " the phases between are left out");
    } else if (e.load().flatOut()) {
      plan.asked()
          .flatOut(UnthrottledLoad.recordsMax(e, plan.workload(), plan.asked()))
          .forEach(note -> lines.add("note: " + note));
    }
    if (Instruments.compiledQuickly(e)) {
      lines.add(
          "note: brokers, load generators and observer run with -XX:TieredStopAtLevel=1, as the"
              + " rate is below "
              + Instruments.FAST_CODE_PER_SECOND
              + "/s: their compiler leaves the cores to the workers");
    }
    plan.warnings().forEach(warning -> lines.add("warning: " + warning));
    e.expect().forEach(x -> lines.add("expect: " + x.metric() + " " + x.text()));
    return lines;
  }

  private String what() {
    return String.format(
        Locale.ROOT,
        "%s: %s %s%s, %s, %s × %s, profile %s",
        experiment.name(),
        experiment.engine().name(),
        experiment.engine().version(),
        ways(),
        experiment.engine().guarantee(),
        Words.plural(experiment.engine().workers(), "worker"),
        Words.plural(experiment.engine().threads(), "thread"),
        experiment.engine().profile());
  }

  /** The options of the engine beside its settings, such as {@code , endpoint rest}. */
  private String ways() {
    return new TreeMap<>(experiment.engine().options())
        .entrySet().stream()
            .map(option -> ", " + option.getKey() + " " + option.getValue())
            .collect(Collectors.joining());
  }

  private String load() {
    Experiment e = experiment;
    Capacity.Share share = e.load().share();
    String rate =
        share == null
            ? String.valueOf(e.load().rate())
            : e.load().rate() + " (" + Words.percent(share.share()) + " of what it sustains)";
    boolean requested = plan.workload().shape() == WorkloadKind.Shape.REQUESTED;
    return String.format(
            Locale.ROOT,
            "load: %s%s of %s %s by %s%s; %s, seed %d",
            e.load().flatOut() ? "as fast as it goes" : rate,
            e.scale() == 1 ? "" : ", scaled to " + Words.percent(e.scale()) + ",",
            new Bytes(plan.workload().recordBytes()),
            requested ? "requests" : "records",
            generators(e),
            requested ? "" : " on " + e.kafka().partitions() + " partitions",
            plan.workload().describe(),
            e.seed())
        + e.beside().stream().map(PlanLines::beside).collect(Collectors.joining());
  }

  private static String generators(Experiment e) {
    return e.load().generated()
        ? "the job's own source"
        : Words.plural(e.load().generators(), "generator");
  }

  private static String beside(Experiment other) {
    Workload workload = Workloads.create(other.workload());
    return String.format(
        Locale.ROOT,
        "; beside it %s of %s records by %s; %s",
        other.load().rate(),
        new Bytes(workload.recordBytes()),
        Words.plural(other.load().generators(), "generator"),
        workload.describe());
  }

  private String phases() {
    Experiment.Phases phases = experiment.phases();
    return "phases: warmup %s, baseline %s, faults %s%s, settle %s; about %s with start and drain"
        .formatted(
            Words.exact(phases.warmup()),
            Words.exact(phases.baseline()),
            (experiment.shortened().isEmpty() ? "" : "at most "),
            Words.exact(phases.faults()),
            Words.exact(phases.settle()),
            Words.exact(Duration.ofSeconds(plan.length().toSeconds())));
  }

  /** Faults that are alike together, with when they come. */
  private String faults() {
    Map<String, List<FaultSchedule.Occurrence>> alike = new LinkedHashMap<>();
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(experiment)) {
      alike
          .computeIfAbsent(
              act(fault) + "\n" + restart(fault.scheduled().fault().plan()),
              key -> new ArrayList<>())
          .add(fault);
    }
    if (alike.isEmpty()) {
      return "faults: none";
    }
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, List<FaultSchedule.Occurrence>> kind : alike.entrySet()) {
      if (words.size() == KINDS_TOLD) {
        words.add("and " + (alike.size() - KINDS_TOLD) + " more kinds");
        break;
      }
      int end = kind.getKey().indexOf('\n');
      words.add(
          kind.getKey().substring(0, end)
              + when(kind.getValue())
              + kind.getKey().substring(end + 1));
    }
    return "faults: " + String.join("; ", words);
  }

  private String when(List<FaultSchedule.Occurrence> faults) {
    if (faults.size() > 1 && afterRecovery(faults.get(1))) {
      return " " + faults.size() + " times, each when it has recovered from the last";
    }
    if (faults.size() > TIMES_TOLD) {
      return " %s times, from %s to %s"
          .formatted(
              faults.size(),
              Words.exact(faults.get(0).at()),
              Words.exact(faults.get(faults.size() - 1).at()));
    }
    StringBuilder at = new StringBuilder(" at ");
    for (int i = 0; i < faults.size(); i++) {
      at.append(i == 0 ? "" : i == faults.size() - 1 ? " and " : ", ")
          .append(Words.exact(faults.get(i).at()));
    }
    return at.toString();
  }

  private String needs() {
    Map<String, Integer> roles = new LinkedHashMap<>();
    plan.processes().forEach(p -> roles.merge(p.role(), 1, Integer::sum));
    List<String> parts = new ArrayList<>();
    roles.forEach((role, count) -> parts.add(count + " × " + role));
    return "needs: up to %s of memory and %s of disk, for %s"
        .formatted(
            Words.bytes(plan.memoryBytes()),
            Words.bytes(plan.diskBytes()),
            String.join(", ", parts));
  }

  private String act(FaultSchedule.Occurrence fault) {
    String role = fault.scheduled().role();
    FaultPlan planned = fault.scheduled().fault().plan();
    int members = FaultRoles.members(experiment, Part.members(plan.processes()), role);
    return fault.scheduled().fault().kind().key()
        + " "
        + (planned.count() == null ? members + " × " + role : planned.count() + " " + role)
        + fault.scheduled().whichWords()
        + (planned.turns() == null ? "" : ", " + planned.atOnce() + " at a time,");
  }

  private boolean afterRecovery(FaultSchedule.Occurrence fault) {
    return !experiment.shortened().isEmpty() && fault.number() > 1;
  }

  private static String restart(FaultPlan planned) {
    Duration away = planned.away();
    return planned.deadly() && away != null
        ? ", started again " + Words.exact(away) + " later"
        : planned.always() ? ", started again at once if it ends by itself" : "";
  }
}
