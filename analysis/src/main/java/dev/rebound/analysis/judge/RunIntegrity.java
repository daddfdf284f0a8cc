package dev.rebound.analysis.judge;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.OwnFiles;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Holds what a run left against what its journal says of it: every bulk file and the evidence by
 * size and hash, the experiment as it was run, that the environment is there, the journal itself by
 * its sequence and its end, and the faults and phases of both.
 */
public final class RunIntegrity implements JournalListener {
  private static final String CHECK = "check";

  /** A phase is no shorter than planned by more than this. */
  private static final long SHORTER_MICROS = 1_000_000;

  private static final String NO_HASH =
      " the journal has no hash, such as of a run of an earlier version";

  private final Map<String, Event.FileWritten> written = new LinkedHashMap<>();
  private final Map<Integer, String> faults = new TreeMap<>();
  private final Map<Integer, Integer> unconfirmed = new TreeMap<>();
  private final List<Long> ticks = new ArrayList<>();
  private final Map<String, PhaseTold> phases = new LinkedHashMap<>();
  private String experiment = "";
  private String faultsInTheEnd = "";
  private long last;
  private String gap = "";
  private boolean checked;
  private boolean ended;
  private boolean early;

  /**
   * A phase as the journal has it.
   *
   * @param complete whether it says that the phase went on to its end
   */
  private record PhaseTold(long startMicros, long endMicros, boolean complete) {}

  @Override
  public void on(Entry entry) {
    if (entry.n() != last + 1 && gap.isEmpty()) {
      gap = "entry " + entry.n() + " follows entry " + last;
    }
    last = entry.n();
    Event event = entry.data();
    if (event instanceof Event.RunStarted started) {
      experiment = started.experimentYaml();
    } else if (event instanceof Event.FileWritten file) {
      written.put(file.path(), file);
    } else if (event instanceof Event.FaultStarted fault) {
      faults.put(fault.fault(), words(fault.kind(), fault.victims()));
      unconfirmed.put(fault.fault(), fault.victims().size());
    } else if (event instanceof Event.FaultConfirmed hit && hit.confirmed()) {
      unconfirmed.computeIfPresent(hit.fault(), (fault, victims) -> victims - 1);
    } else if (event instanceof Event.Tick tick) {
      ticks.add(tick.atMicros());
    } else if (event instanceof Event.PhaseStarted phase) {
      checked |= phase.phase().equals(CHECK);
      phases.put(phase.phase(), new PhaseTold(entry.wallMicros(), 0, false));
    } else if (event instanceof Event.PhaseEnded phase) {
      phases.computeIfPresent(
          phase.phase(),
          (name, its) -> new PhaseTold(its.startMicros(), entry.wallMicros(), phase.complete()));
    } else if (event instanceof Event.DoubtRaised doubt) {
      early |= doubt.code().equals(Doubt.RUN_BROKEN.code());
    } else if (event instanceof Event.RunEnded end) {
      ended = true;
      early |= end.interrupted();
      faultsInTheEnd = end.summary().getOrDefault("faults", "");
    }
  }

  private static String words(String kind, List<String> victims) {
    return kind + " of " + String.join(", ", victims);
  }

  /** The journal's event on a file that was written into a run's folder. */
  public static Event.FileWritten written(Path folder, Path file) throws IOException {
    return new Event.FileWritten(name(folder, file), Files.size(file), Sha256.of(file));
  }

  /** The same on a file of which the folder has no copy. */
  public static Event.FileWritten left(Path file) throws IOException {
    return new Event.FileWritten(file.toString(), Files.size(file), Sha256.of(file));
  }

  private static String name(Path folder, Path file) {
    return folder.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  /**
   * The differences from what the journal says, to be asked for when all of it was heard. A run
   * that has changed is not to be analysed.
   */
  public Optional<Event.DoubtRaised> changed(Path folder, Evidence evidence) {
    List<String> problems = new ArrayList<>();
    List<Path> outside = WorkloadFiles.outside(evidence.workload().spec(), folder);
    for (Event.FileWritten file : written.values()) {
      problem(folder, outside, file).ifPresent(problems::add);
    }
    if (!Files.isRegularFile(folder.resolve(RunFiles.ENVIRONMENT))) {
      problems.add(RunFiles.ENVIRONMENT + " is missing");
    }
    if (!experiment.equals(text(folder.resolve(RunFiles.EXPERIMENT)))) {
      problems.add(
          RunFiles.EXPERIMENT
              + " is not the one that was run: it may bound or allow something else");
    }
    if (abandoned(folder)) {
      return warning(Doubt.EVIDENCE_CHANGED, "", problems);
    }
    Stream.concat(
            files(evidence), WorkloadFiles.within(evidence.workload().spec(), folder).stream())
        .map(file -> name(folder, file))
        .filter(name -> !written.containsKey(name))
        .forEach(name -> problems.add("of " + name + NO_HASH));
    if (!written.containsKey(EvidenceFile.NAME)) {
      problems.add("of " + EvidenceFile.NAME + NO_HASH);
    }
    return warning(Doubt.EVIDENCE_CHANGED, "", problems);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static Stream<Path> files(Evidence evidence) {
    Stream<Path> observed =
        evidence.ofTopics().stream()
            .flatMap(
                topic ->
                    Stream.of(
                            Optional.ofNullable(topic.committed()),
                            Optional.ofNullable(topic.uncommitted()),
                            Optional.ofNullable(topic.reread()))
                        .flatMap(Optional::stream));
    return Stream.of(
            evidence.sendLogs().stream(),
            evidence.requests().stream(),
            observed,
            Stream.ofNullable(evidence.commits()))
        .flatMap(its -> its);
  }

  private static Optional<String> problem(Path folder, List<Path> outside, Event.FileWritten said) {
    try {
      Optional<Path> left =
          outside.stream().filter(file -> file.toString().equals(said.path())).findFirst();
      Path file = left.isPresent() ? left.get() : OwnFiles.named(folder, said.path());
      if (!Files.exists(file)) {
        return Optional.of(said.path() + " is missing");
      }
      long bytes = Files.size(file);
      if (bytes != said.bytes()) {
        return Optional.of(
            said.path() + " has " + bytes + " bytes, and had " + said.bytes() + " when written");
      }
      return Sha256.of(file).equals(said.sha256())
          ? Optional.empty()
          : Optional.of(said.path() + " is not what was written: its hash is another one");
    } catch (IOException e) {
      return Optional.of(said.path() + " cannot be read: " + e.getMessage());
    }
  }

  /**
   * In what the journal does not tell the whole run, to be called when all of it was heard.
   *
   * @param planned what the run was to be
   */
  Optional<Event.DoubtRaised> cut(Evidence evidence, RunTerms planned) {
    List<String> problems = new ArrayList<>();
    if (!gap.isEmpty()) {
      problems.add("it has a gap: " + gap);
    }
    if (!ended) {
      problems.add(checked ? "it ends in the check" : "it ends in mid-run");
    }
    Map<Integer, String> known = new TreeMap<>();
    evidence.faults().forEach(f -> known.put(f.fault(), words(f.kind(), f.victims())));
    if (!known.equals(faults)) {
      problems.add("its faults are " + faults + ", those of " + EvidenceFile.NAME + " " + known);
    }
    evidence.faults().stream()
        .filter(fault -> fault.confirmed() && unconfirmed.getOrDefault(fault.fault(), 0) > 0)
        .forEach(
            fault ->
                problems.add(
                    "it has fault %s not confirmed, and %s has"
                        .formatted(fault.fault(), EvidenceFile.NAME)));
    // A last tick that hung may have come when the evidence was written.
    List<Long> seconds = evidence.rig().stream().map(Evidence.RigSample::atMicros).toList();
    if (seconds.size() < ticks.size() - 1
        || seconds.size() > ticks.size()
        || !ticks.subList(0, seconds.size()).equals(seconds)) {
      problems.add("its seconds of the rig are not those of " + EvidenceFile.NAME);
    }
    if (!faultsInTheEnd.isEmpty() && !faultsInTheEnd.equals(Integer.toString(faults.size()))) {
      problems.add("it ended with " + faultsInTheEnd + " faults, and tells of " + faults.size());
    }
    phases(evidence, problems);
    if (!early && planned.load() == LoadKind.SCHEDULED) {
      planned.phases().forEach((phase, length) -> phase(phase, length, problems));
    }
    return warning(Doubt.JOURNAL_CUT, "journal.jsonl: ", problems);
  }

  /** Whether the lab was killed before it had written down what is to be checked. */
  boolean abandoned(Path folder) {
    return !written.containsKey(EvidenceFile.NAME)
        && !ended
        && !Files.exists(folder.resolve(EvidenceFile.NAME));
  }

  /** What is not known of a run whose lab was killed. */
  Event.DoubtRaised killed() {
    return new Event.DoubtRaised(
        Doubt.JOURNAL_CUT.code(),
        "the lab was killed in phase "
            + (phases.isEmpty() ? "start" : List.copyOf(phases.keySet()).get(phases.size() - 1))
            + ": the figures are those that its journal and its instruments left, and nothing that"
            + " came later is known"
            + (gap.isEmpty() ? "" : "; journal.jsonl has a gap: " + gap),
        "Run the experiment again.");
  }

  private void phases(Evidence evidence, List<String> problems) {
    List<String> told = phases.keySet().stream().filter(phase -> !phase.equals(CHECK)).toList();
    List<String> known = evidence.phases().stream().map(Evidence.PhaseTimes::phase).toList();
    if (!known.equals(told)) {
      problems.add("its phases are " + told + ", those of " + EvidenceFile.NAME + " " + known);
    }
  }

  private void phase(String name, Duration length, List<String> problems) {
    PhaseTold told = phases.get(name);
    String what = "phase " + name + ", planned for " + Quantity.text(length) + ", ";
    if (told == null) {
      problems.add(what + "is not told of");
    } else if (told.complete()) {
      long lasted = told.endMicros() - told.startMicros();
      if (lasted < length.toNanos() / 1000 - SHORTER_MICROS) {
        problems.add(what + "lasted " + lasted / 1_000_000 + " s");
      }
    }
  }

  private static Optional<Event.DoubtRaised> warning(
      Doubt doubt, String where, List<String> problems) {
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(Event.DoubtRaised.of(doubt, where + String.join("; ", problems)));
  }
}
