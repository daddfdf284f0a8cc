package dev.rebound.engine.storm;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.Batches;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.platform.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The settings that an experiment's engine section makes on Storm, on the topology and on its Kafka
 * clients. Pure.
 *
 * <p>{@code stock} leaves Storm's own defaults, except for what the experiment itself says. {@code
 * quick} adds settings chosen for quick recovery; each says why. The experiment's {@code config}
 * wins over both.
 */
final class StormSettings {
  static final String SUPERVISORS = "supervisors";
  static final String PENDING = "max-spout-pending";
  static final String TIMEOUT = "message-timeout";
  static final String CHANGELOG = "changelog";

  static final String SPOUT = "spout";
  private static final String OPAQUE = "opaque";
  private static final String AS_SHIPPED = "as-shipped";
  static final String BATCH_INTERVAL = "batch-interval";

  private static final List<Option> COMMON =
      List.of(
          Option.optional(SUPERVISORS, ScalarType.count(1, 64), "2")
              .meaning("Supervisors, among which the workers are dealt out."),
          Option.optional(PENDING, ScalarType.count(1, 10_000_000), "1000")
              .meaning(
                  "Records that each spout, or batches that Trident may have out before it waits for"
                      + " acknowledgements (topology.max.spout.pending)."),
          Option.optional(
                  TIMEOUT, ScalarType.duration(Duration.ofSeconds(1), Duration.ofHours(1)), "30s")
              .meaning(
                  "How long a record, or a batch, may take to be acknowledged before it is emitted once"
                      + " more (topology.message.timeout.secs, whole seconds)."));

  private static final Option OF_CHANGELOG =
      Option.optional(CHANGELOG, ScalarType.flag(), "true")
          .meaning("Keeps states in a compacted topic, too, so that they outlive their worker.");

  /** Keys of Storm itself. */
  static final List<Option> OPTIONS =
      Stream.of(with(OF_CHANGELOG), ProgramOptions.OF_JARS).flatMap(List::stream).toList();

  /** Keys of Trident. */
  static final List<Option> TRIDENT_OPTIONS =
      with(
          Option.optional(
                  SPOUT,
                  ScalarType.choice("kind of spout", List.of(OPAQUE, "transactional", AS_SHIPPED)),
                  OPAQUE)
              .meaning(
                  "Whether a batch that comes again may have other records, or has the same;"
                      + " as-shipped: transactional with Storm's own emitter, not Rebound's."),
          Option.optional(
                  BATCH_INTERVAL,
                  ScalarType.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
                  "500ms")
              .meaning(
                  "How often a batch begins at most (topology.trident.batch.emit.interval.millis)."),
          Batches.RECORDS);

  /** Storm's own. */
  private static final List<String> PREFIXES =
      List.of("topology.", "nimbus.", "supervisor.", "storm.", "worker.", "task.", "executor.");

  /** Those of the Kafka clients. */
  static final List<String> CLIENTS = List.of("producer.", "consumer.");

  private static final String MAX_PENDING = "topology.max.spout.pending";
  private static final String MESSAGE_TIMEOUT = "topology.message.timeout.secs";
  private static final String SILENCE = "supervisor.worker.timeout.secs";

  /** Storm's own default. */
  private static final int STOCK_SILENCE_SECONDS = 30;

  private static final String WHOLE = "\\d{1,9}";

  private static final long MIB = 1L << 20;

  /** A batch has room for records of this size. */
  private static final long RECORD_BYTES = 1 << 10;

  /** The consumer's own default for all partitions of a fetch. */
  private static final long FETCH_BYTES_MAX = 50 * MIB;

  private static final String INTERVAL = "topology.trident.batch.emit.interval.millis";

  private final EngineSpec spec;

  private static List<Option> with(Option... own) {
    List<Option> all = new ArrayList<>(COMMON);
    all.addAll(List.of(own));
    return List.copyOf(all);
  }

  StormSettings(EngineSpec spec) {
    this.spec = spec;
  }

  /** Tells what Storm cannot do. */
  static void check(EngineSection section, List<String> computed) {
    EngineSpec spec = section.spec();
    boolean ours = !JarProgram.in(spec);
    if (ours && section.workload().equals("session-window")) {
      section.wrongWorkload(
          spec.name()
              + " has no windows that end with a gap, and its states have no clock of event time"
              + " that would end them",
          "Choose another engine.");
    } else if (trident(spec)) {
      section.requireWorkload(computed);
    } else {
      ProgramOptions.check(section, List.of(CHANGELOG), List.of(), computed);
    }
    section.statesInMemory();
    if (!ours && spec.threads() != 1) {
      ProgramOptions.ownAffair(section, "threads");
    }
    section.noSpares("has no workers that stand by: dead ones are started again");
    int supervisors = new StormSettings(spec).supervisors();
    if (supervisors > spec.workers()) {
      section.wrong(
          SUPERVISORS,
          "engine.supervisors: %s supervisors for %s workers: some would have none"
              .formatted(supervisors, spec.workers()),
          "Write " + spec.workers() + " or less.");
    }
    if (ours
        && section.workload().equals("fixed-window")
        && section.workload("window").equals("time")) {
      section.wrongWorkload(
          "window",
          spec.name()
              + " closes windows of time by the newest time that it has seen, and not by the"
              + " slowest partition's: what it reads again would come too late",
          "Write workload: { name: fixed-window, window: count }.");
    }
    if (ours
        && section.workload().equals("fixed-window")
        && spec.guarantee() != Guarantee.NONE
        && !changelog(spec)
        && !trident(spec)) {
      section.wrongWorkload(
          "storm promises nothing of windows in memory: what is in one dies with its worker, and"
              + " the spout does not send again what was acknowledged",
          "Write changelog: true, or guarantee: none, and see how much is lost.");
    }
    if (ours && section.workload().equals("sessions") && changelog(spec) && !trident(spec)) {
      section.wrong(
          CHANGELOG,
          "storm sends what died with a worker again after later events of the same session, so"
              + " that its sessions stand elsewhere than their events lead",
          "Remove changelog (states in memory are promised nothing), or name trident.");
    }
    for (String key : spec.config().keySet()) {
      if (List.of(SILENCE, INTERVAL).contains(key)
          && !spec.config().getOrDefault(key, "").matches(WHOLE)) {
        section.wrong(
            "config", "engine.config: " + key + " is no whole number", "Write it in digits.");
      }
      if (!ofStorm(key) && !(ours && ofClients(key))) {
        section.wrong(
            "config",
            ofClients(key)
                ? "engine.config: " + key + " is for Rebound's own job, and there is an engine.jar"
                : "engine.config: " + spec.name() + " has no setting '" + key + "'",
            "Write a setting as storm.yaml has it, for example topology.acker.executors"
                + (ours ? ", or producer.NAME or consumer.NAME." : "."));
      }
    }
  }

  private static boolean ofStorm(String key) {
    return PREFIXES.stream().anyMatch(key::startsWith);
  }

  /**
   * Outputs come at least once; states in memory alone are gone with their worker. A program of the
   * user's promises what it claims.
   */
  static DeliveryGuarantee promise(EngineSpec spec) {
    if (JarProgram.in(spec)) {
      return spec.promiseOfGuarantee();
    }
    return new DeliveryGuarantee(
        spec.guarantee(), changelog(spec) ? spec.guarantee() : Guarantee.NONE, false, 0);
  }

  /** Whether states outlive their worker. */
  static boolean changelog(EngineSpec spec) {
    return spec.flag(CHANGELOG, false);
  }

  /**
   * Outputs come at least once, and with each batch; states count each input once. Where a batch
   * that comes again may have other records, outputs of the one that was given up have counted
   * others, so that they say no more than at least.
   */
  static DeliveryGuarantee tridentPromise(EngineSpec spec) {
    return new DeliveryGuarantee(
        spec.guarantee(),
        spout(spec).equals(OPAQUE) ? Guarantee.AT_LEAST_ONCE : Guarantee.EXACTLY_ONCE,
        false,
        new StormSettings(spec).number(INTERVAL, 500));
  }

  static String spout(EngineSpec spec) {
    return spec.option(SPOUT, "transactional");
  }

  static boolean trident(EngineSpec spec) {
    return spec.name().equals("trident");
  }

  int supervisors() {
    return spec.count(SUPERVISORS, Math.min(2, spec.workers()));
  }

  /** How long a supervisor waits for a sign of life of a worker whose process still exists. */
  int silenceSeconds() {
    return number(SILENCE, STOCK_SILENCE_SECONDS);
  }

  private int number(String key, int stock) {
    String value = storm().getOrDefault(key, "");
    return value.matches(WHOLE) ? Integer.parseInt(value) : stock;
  }

  /** Storm's settings, the experiment's own included, in print order. */
  Map<String, String> storm() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (spec.quick()) {
      // How often a supervisor looks whether its workers live (3 s by default), and how long it
      // waits after it has asked or killed one (3 s).
      settings.put("supervisor.monitor.frequency.secs", "1");
      settings.put("supervisor.worker.shutdown.sleep.secs", "1");
      // A worker that is silent, as a paused one is, is killed after 5 s instead of 30. Nimbus
      // waits as long as by default: it would move the work of a worker that is just starting, and
      // for that end all others.
      settings.put(SILENCE, "5");
      // A worker that ends while it starts is missed by this alone (120 s by default).
      settings.put("supervisor.worker.start.timeout.secs", "60");
      // A Nimbus that was killed leads again once its former session is over (20 s by default).
      settings.put("storm.zookeeper.session.timeout", "5000");
      // A bolt that waits for a record sleeps, and does not wake up a thousand times before that:
      // of eight workers on two cores the others left nothing to those that started.
      settings.put("topology.bolt.wait.progressive.level2.count", "0");
      // What died with a worker is sent again after 5 to 10 s, not 30 to 60.
      settings.put(MESSAGE_TIMEOUT, "5");
      if (!trident(spec)) {
        // Else a backlog is emitted at once, waits in queues for longer than that, and comes again.
        settings.put(MAX_PENDING, "1000");
      }
      settings.put(
          "topology.worker.logwriter.childopts",
          "-Xmx16m -Xshare:auto " + String.join(" ", Program.Java.QUICK_START));
    }
    if (spec.tuned()) {
      settings.putAll(EngineVersion.settings(StormSettings.class, "tuned.yaml"));
      if (trident(spec)) {
        // Of Trident it limits the batches, not the records.
        settings.remove(MAX_PENDING);
      }
    }
    if (spec.options().containsKey(PENDING)) {
      settings.put(MAX_PENDING, spec.option(PENDING, ""));
    }
    if (spec.options().containsKey(TIMEOUT)) {
      long millis = spec.duration(TIMEOUT, Duration.ZERO).toMillis();
      settings.put(MESSAGE_TIMEOUT, Long.toString((millis + 999) / 1000));
    }
    if (spec.options().containsKey(BATCH_INTERVAL)) {
      long millis = spec.duration(BATCH_INTERVAL, Duration.ZERO).toMillis();
      settings.put(INTERVAL, Long.toString(millis));
    }
    settings.putAll(spec.config());
    settings.keySet().removeIf(StormSettings::ofClients);
    return settings;
  }

  private static boolean ofClients(String key) {
    return CLIENTS.stream().anyMatch(key::startsWith);
  }

  /** Settings of the Kafka clients, the experiment's own, as the job names them. */
  Map<String, String> clients() {
    Map<String, String> settings = new TreeMap<>();
    String records = spec.options().get(Batches.RECORDS.key());
    if (records != null) {
      settings.put("consumer.max.poll.records", records);
      // A consumer hands out what one fetch has brought, by default at most 1 MiB of a partition.
      long bytes = Long.parseLong(records) * RECORD_BYTES;
      settings.put(
          "consumer.max.partition.fetch.bytes",
          Long.toString(Math.max(MIB, Math.min(FETCH_BYTES_MAX, bytes))));
    }
    settings.putAll(spec.config());
    settings.keySet().removeIf(key -> !ofClients(key));
    return settings;
  }

  /** JVM options of a worker but its heap. */
  List<String> jvm() {
    List<String> jvm = new ArrayList<>(List.of("-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError"));
    if (spec.quick()) {
      jvm.add("-Xshare:auto");
      jvm.addAll(Program.Java.QUICK_START);
    }
    return JobWorker.withOwn(spec, jvm);
  }

  /**
   * Heap of a worker: what the file gives it, and where the workload pads states, those that it
   * holds, and the next of each.
   */
  long heapBytes(JobSpec job) {
    return spec.memory().count() + 2 * job.heldBytes() / spec.workers();
  }

  List<String> notes(JobSpec job) {
    List<String> notes = new ArrayList<>();
    if (JarProgram.in(spec)) {
      notes.add(
          "guarantee is what the program claims: it is held to it, and nothing is set by it; config"
              + " and profile set Storm, and what the program sets itself wins");
    } else {
      notes.addAll(ofJob());
    }
    notes.add(
        "%s workers on %s supervisors, which start them again"
            .formatted(spec.workers(), supervisors()));
    if (spec.quick()) {
      notes.add(JobWorker.quickStart("workers"));
    }
    if (job.generated() > 0 && trident(spec) && spout(spec).equals(OPAQUE)) {
      notes.add(
          "spout: opaque is of what is read; the records that the job makes are in transactional"
              + " batches all the same: one that comes again has the same records");
    }
    notes.addAll(HeldState.notes(spec, job, heapBytes(job)));
    return List.copyOf(notes);
  }

  private List<String> ofJob() {
    List<String> notes = new ArrayList<>();
    notes.add(
        spec.guarantee() != Guarantee.NONE
            ? (trident(spec) ? "a batch" : "a record")
                + " of which not all was stored within "
                + storm().getOrDefault(MESSAGE_TIMEOUT, "30")
                + " s is sent again"
            : "no acknowledgements: what was on its way when a worker died is lost");
    notes.add(
        changelog(spec) || trident(spec)
            ? "states are in the workers' memory and in a changelog, from which they are read again"
            : "states are in the workers' memory, and die with it");
    if (trident(spec)) {
      notes.add(
          spout(spec).equals(AS_SHIPPED)
              ? "a batch that comes again is read by Storm's own emitter, which takes for whole what"
                  + " the brokers give within 200 ms, and for an empty batch the record before it:"
                  + " states can count too few and too many"
              : "a batch that comes again is read by the job's own emitter, up to its last offset:"
                  + " Storm's own takes for whole what the brokers give at once; what it would lose"
                  + " by that is seen with spout: as-shipped alone");
      notes.add(
          "the job registers the classes in which a coordinator that starts again sends batches on;"
              + " with Storm's own settings its worker ends, each minute");
    }
    return notes;
  }
}
