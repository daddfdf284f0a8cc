package dev.rebound.engine.jet;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings that an experiment's engine section makes on Hazelcast, on Jet's job and on its
 * Kafka clients. Pure.
 *
 * <p>{@code stock} leaves Hazelcast's own defaults, except for what the experiment itself says.
 * {@code quick} adds settings chosen for quick recovery; each says why. The experiment's {@code
 * config} wins over both.
 */
final class JetSettings {
  static final String BACKUPS = "backup-count";
  static final String AUTO_SCALING = "auto-scaling";
  static final String SHUTDOWN = "shutdown";
  static final String PROTECTION = "split-brain-protection";

  /** Hazelcast takes no more. */
  private static final int MAX_BACKUPS = 6;

  private static final List<Option> OF_JOB =
      List.of(
          Option.optional(BACKUPS, ScalarType.count(0, MAX_BACKUPS), "2")
              .meaning("How many further members hold a copy of each part of a snapshot."),
          Option.optional(AUTO_SCALING, ScalarType.flag(), "true")
              .meaning(
                  "Jet restarts the job by itself when members come or go; without it, Jet suspends it"
                      + " and the oldest member resumes it."),
          Option.optional(PROTECTION, ScalarType.flag(), "true")
              .meaning(
                  "The job runs only where more than half of the members are that there were: no two"
                      + " clusters run it after a pause, and none after the death of half of them."),
          Option.optional(
                  SHUTDOWN,
                  ScalarType.choice("way to stop", List.of("terminate", "graceful")),
                  "graceful")
              .meaning(
                  "A member that is asked to stop leaves as in a crash, or hands over first."));

  static final List<Option> OPTIONS =
      Stream.of(OF_JOB, ProgramOptions.OF_JARS, List.of(ProgramOptions.READY))
          .flatMap(List::stream)
          .toList();

  private static final List<String> PREFIXES =
      List.of("hz.", "hazelcast.", "producer.", "consumer.");
  private static final String NO_HEARTBEAT = "hazelcast.max.no.heartbeat.seconds";
  private static final String COPIES = "hz.jet.backup-count";
  private static final String TRANSACTION = "producer.transaction.timeout.ms";

  /** Kafka's own default of an open transaction's longest life. */
  private static final long STOCK_TRANSACTION_MILLIS = 60_000;

  /** Hazelcast's own default. */
  static final long STOCK_SILENCE_SECONDS = 60;

  /** Metaspace, code, threads and network buffers of a member. */
  static final long OVERHEAD_BYTES = 192L << 20;

  private final EngineSpec spec;

  JetSettings(EngineSpec spec) {
    this.spec = spec;
  }

  /** Tells what Jet cannot do. */
  static void check(EngineSection section, List<String> computed) {
    EngineSpec spec = section.spec();
    ProgramOptions.check(
        section,
        OF_JOB.stream().map(Option::key).toList(),
        List.of(ProgramOptions.READY.key()),
        computed);
    section.statesInMemory();
    section.noSpares("has no members that stand by: all that live may take part");
    if (JarProgram.in(spec)) {
      ProgramOptions.checkProcesses(section);
      return;
    }
    for (String key : spec.config().keySet()) {
      if (PREFIXES.stream().noneMatch(key::startsWith)) {
        section.wrong(
            "config",
            "engine.config: jet has no setting '" + key + "'",
            "Write hz.PATH for Hazelcast's configuration, hazelcast.NAME for its properties,"
                + " producer.NAME or consumer.NAME.");
      }
    }
  }

  private boolean exactlyOnce() {
    return spec.guarantee() == Guarantee.EXACTLY_ONCE;
  }

  /**
   * quick: off. Jet itself starts a job again two seconds after it lost a member, or when it next
   * looks for jobs if that was the oldest one; and it stops the job once more, ten seconds after a
   * member has joined, to spread it over all. Suspended instead, the job is resumed as soon as the
   * cluster is safe, and stays where it runs: a member that comes back works after the next death.
   */
  private boolean autoScaling() {
    return spec.flag(AUTO_SCALING, !spec.quick());
  }

  /** quick: a member that is asked to stop hands over, so that nothing is done twice. */
  private String shutdown() {
    return spec.option(SHUTDOWN, spec.quick() ? "graceful" : "terminate");
  }

  /** Further members that hold a copy of each part of a snapshot, where there are as many. */
  int backups() {
    String copies = engine().getOrDefault(COPIES, "");
    return copies.matches("[0-6]") ? Integer.parseInt(copies) : 1;
  }

  /** How many members may die at once and leave a copy of each part of a snapshot. */
  int deathsBorne() {
    return Math.min(backups(), spec.workers() - 1);
  }

  /** What a fault can take that kills more members at once than that; empty if it does not. */
  Optional<String> endangered(FaultScope fault) {
    if (!fault.deadly() || spec.guarantee() == Guarantee.NONE || fault.victims() <= deathsBorne()) {
      return Optional.empty();
    }
    return Optional.of(
        fault.hitsAll() || fault.victims() > MAX_BACKUPS
            ? "snapshots are in the members' memory, and no engine.backup-count outlives that:"
                + " states may begin anew; kill fewer at once"
            : "each part of a snapshot is on %s members, and states may begin anew; write engine.%s: %s"
                .formatted(1 + backups(), BACKUPS, fault.victims()));
  }

  /** After how long a silent member counts as dead; a broken connection is noticed at once. */
  long silenceSeconds() {
    String own = engine().getOrDefault(NO_HEARTBEAT, "");
    return own.matches("\\d{1,6}") ? Long.parseLong(own) : STOCK_SILENCE_SECONDS;
  }

  /** The job's own options, in print order. */
  Map<String, String> job() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("threads", Integer.toString(spec.threads()));
    settings.put(AUTO_SCALING, Boolean.toString(autoScaling()));
    settings.put(PROTECTION, spec.option(PROTECTION, "false"));
    settings.put(SHUTDOWN, shutdown());
    // How long a job that is suspended may wait; a look asks the member itself and costs nothing.
    settings.put("look-ms", spec.quick() ? "50" : "500");
    return settings;
  }

  /** Hazelcast's and the clients' settings, the experiment's own included, in print order. */
  Map<String, String> engine() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(COPIES, "1");
    if (exactlyOnce()) {
      long commit = spec.commitInterval().toMillis();
      settings.put(TRANSACTION, Long.toString(Math.max(STOCK_TRANSACTION_MILLIS, 2 * commit)));
    }
    if (spec.quick()) {
      // Two members may die at once, and a copy of each part of a snapshot is left (1 by default).
      settings.put(COPIES, "2");
      // A member that is silent, as a paused one is, is missed after 5 s instead of 60.
      settings.put("hazelcast.heartbeat.interval.seconds", "1");
      settings.put(NO_HEARTBEAT, "5");
      // A member that becomes the oldest looks for jobs this often (5 s by default).
      settings.put("hazelcast.jet.job.scan.period", "200");
      // A member that starts does not wait for others to join with it (5 s by default).
      settings.put("hazelcast.wait.seconds.before.join", "0");
      // Under exactly-once a job that begins again first aborts, one after the other, whatever the
      // ten transactions may have left open that each of its sinks can have had. For each the
      // producer asks the broker again once or twice, after 100 ms by default.
      settings.put("producer.retry.backoff.ms", "20");
    }
    if (spec.tuned()) {
      settings.putAll(EngineVersion.settings(JetSettings.class, "tuned.yaml"));
    }
    if (spec.options().containsKey(BACKUPS)) {
      settings.put(COPIES, spec.option(BACKUPS, ""));
    }
    settings.putAll(spec.config());
    return settings;
  }

  List<String> jvm(EngineVersion version) {
    return JobWorker.jvm(spec, version.jvm());
  }

  /**
   * Heap of a member: what the file gives it, and where the workload pads states, those that it may
   * hold once another one is dead, and of two snapshots all copies.
   */
  long heapBytes(JobSpec job) {
    double survivors = Math.max(1, spec.workers() - 1);
    double copies = 2 + 2 * Math.min(1.0 + backups(), survivors);
    return spec.memory().count() + Math.round(copies * job.heldBytes() / survivors);
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        spec.guarantee() == Guarantee.NONE
            ? "none takes no snapshots: a job that is started again goes on from the offsets that"
                + " its consumers committed, with no state"
            : "snapshots every %s ms are in the members' memory, each part on %s of them: %s may"
                    .formatted(
                        spec.commitInterval().toMillis(),
                        1 + deathsBorne(),
                        deathsBorne() == 1 ? "1 member" : deathsBorne() + " members")
                + " die at once, or before copies are whole again, without loss of states");
    if (exactlyOnce()) {
      notes.add(
          ("exactly-once writes in transactions that are committed with each snapshot; one that is"
                  + " older than %s ms when the job is back is lost")
              .formatted(engine().get(TRANSACTION)));
    }
    if (!autoScaling()) {
      notes.add(
          "the job stays on the members that it runs on: one that comes back works after the next"
              + " death (auto-scaling: false)");
    }
    if (spec.quick()) {
      notes.add(JobWorker.quickStart("members"));
    }
    return List.copyOf(notes);
  }
}
