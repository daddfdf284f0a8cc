package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the job takes checkpoints: the keys that say so, what of it does not go together, and what
 * follows for Flink's settings. A key that a file leaves out stays as the profile has it. Pure.
 */
final class CheckpointOptions {
  static final String CHECKPOINTING = "checkpointing";
  static final String INCREMENTAL = "incremental";
  static final String UNALIGNED = "unaligned";
  static final String TIMEOUT = "checkpoint-timeout";
  static final String RETAINED = "checkpoints-retained";
  static final String TOLERATED = "checkpoint-failures-tolerated";

  /** Flink takes no shorter one. */
  private static final Duration LEAST_TIMEOUT = Duration.ofMillis(10);

  static final List<Option> ALL =
      List.of(
          Option.optional(CHECKPOINTING, ScalarType.flag(), "false")
              .meaning("Whether the job takes checkpoints; false goes with guarantee none alone."),
          Option.optional(INCREMENTAL, ScalarType.flag(), "true")
              .meaning("Whether a checkpoint of RocksDB writes only what is new."),
          Option.optional(UNALIGNED, ScalarType.flag(), "true")
              .meaning("Whether barriers overtake records, which become part of the checkpoint."),
          Option.optional(TIMEOUT, ScalarType.duration(), "10m")
              .meaning("A checkpoint that takes longer is given up, and counts as failed."),
          Option.optional(RETAINED, ScalarType.count(1, 1000), "1")
              .meaning("How many completed checkpoints are kept."),
          Option.optional(TOLERATED, ScalarType.count(0, Integer.MAX_VALUE), "3")
              .meaning("How many checkpoints in a row may fail until the job is restarted."));

  /** Flink's setting of how often they are taken. */
  static final String INTERVAL = "execution.checkpointing.interval";

  /** Settings of Flink that begin, or name the mode of, checkpoints. */
  private static final List<String> TAKEN_BY = List.of(INTERVAL, "execution.checkpointing.mode");

  private static final List<String> ALIGNMENT =
      List.of("execution.checkpointing.mode", "execution.checkpointing.unaligned.enabled");

  private CheckpointOptions() {}

  /** False if the job takes no checkpoints at all. */
  static boolean on(EngineSpec spec) {
    return spec.flag(CHECKPOINTING, true);
  }

  static boolean unaligned(EngineSpec spec) {
    return spec.flag(UNALIGNED, false);
  }

  /** Tells what does not do, or does not go together. */
  static void check(EngineSection section) {
    EngineSpec spec = section.spec();
    if (spec.duration(TIMEOUT, LEAST_TIMEOUT).compareTo(LEAST_TIMEOUT) < 0) {
      section.wrong(
          TIMEOUT,
          "engine.checkpoint-timeout: '" + spec.option(TIMEOUT, "") + "' does not do for flink",
          "Write " + LEAST_TIMEOUT.toMillis() + "ms or more.");
    }
    if (!on(spec)) {
      off(section);
      return;
    }
    if (spec.flag(INCREMENTAL, false) && !spec.state().equals("rocksdb")) {
      section.wrong(
          INCREMENTAL,
          "engine.incremental: state on the heap is written whole by every checkpoint",
          "Add state: rocksdb, or remove incremental.");
    }
    if (unaligned(spec) && spec.guarantee() != Guarantee.EXACTLY_ONCE) {
      section.wrong(
          UNALIGNED,
          "engine.unaligned: under guarantee %s nothing is aligned, so no barrier has to overtake"
              .formatted(spec.guarantee()),
          "Write guarantee: exactly-once, or remove unaligned.");
    }
    for (String key : ALIGNMENT) {
      if (unaligned(spec) && spec.config().containsKey(key)) {
        section.wrong(
            "config",
            "engine.config." + key + " overrules engine.unaligned",
            "Remove one of the two.");
      }
    }
  }

  /** Without checkpoints there is nothing to start again from, and nothing to say of them. */
  private static void off(EngineSection section) {
    if (section.spec().guarantee() != Guarantee.NONE) {
      section.wrong(
          CHECKPOINTING,
          ("engine.checkpointing is false, and guarantee is %s: without checkpoints Flink starts"
                  + " again without state, and loses or repeats records")
              .formatted(section.spec().guarantee()),
          "Write guarantee: none, or remove checkpointing.");
    }
    for (String key : TAKEN_BY) {
      if (section.spec().config().containsKey(key)) {
        section.wrong(
            "config",
            "engine.config." + key + " has checkpoints taken, and checkpointing is false",
            "Remove it, or remove checkpointing.");
      }
    }
    ALL.stream()
        .map(Option::key)
        .filter(key -> !key.equals(CHECKPOINTING) && section.has(key))
        .forEach(
            key ->
                section.wrong(
                    key,
                    "engine." + key + " is about checkpoints, and checkpointing is false",
                    "Remove " + key + ", or remove checkpointing."));
  }

  /** Flink's settings that follow from the keys that the section has. */
  static Map<String, String> settings(EngineSpec spec) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (!on(spec)) {
      return settings;
    }
    String mode = spec.guarantee() == Guarantee.EXACTLY_ONCE ? "EXACTLY_ONCE" : "AT_LEAST_ONCE";
    settings.put(INTERVAL, spec.commitInterval().toMillis() + "ms");
    settings.put("execution.checkpointing.mode", mode);
    Map<String, String> options = spec.options();
    put(settings, "execution.checkpointing.incremental", options.get(INCREMENTAL));
    put(settings, "execution.checkpointing.unaligned.enabled", options.get(UNALIGNED));
    if (unaligned(spec)) {
      // Records on their way are part of the checkpoint, and of no local copy.
      settings.put("execution.state-recovery.from-local", "false");
    }
    if (options.containsKey(TIMEOUT)) {
      long millis = spec.duration(TIMEOUT, LEAST_TIMEOUT).toMillis();
      settings.put("execution.checkpointing.timeout", millis + "ms");
    }
    put(settings, "execution.checkpointing.num-retained", options.get(RETAINED));
    put(settings, "execution.checkpointing.tolerable-failed-checkpoints", options.get(TOLERATED));
    return settings;
  }

  private static void put(Map<String, String> settings, String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  /** The notes for the reader of a plan without checkpoints. */
  static List<String> notes(EngineSpec spec, boolean program) {
    if (on(spec)) {
      return List.of();
    }
    String restarts =
        spec.quick() || spec.tuned() || spec.config().containsKey("restart-strategy.type")
            ? ""
            : "; Flink's own default is then that a job which failed once has failed for good"
                + " (config: { restart-strategy.type: fixed-delay } restarts it)";
    return List.of(
        ("no checkpoints: after a failure the job goes on from the offsets that its consumers"
                + " committed, every %s ms%s, whether those records were processed or not, and its"
                + " state is empty%s%s")
            .formatted(
                spec.commitInterval().toMillis(),
                program ? " if the program has them do so" : "",
                program ? ", unless the program itself has checkpoints taken" : "",
                restarts));
  }
}
