package dev.rebound.engine.flink;

import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The keys of an experiment's engine section that are Flink's, and what Flink cannot do. */
final class FlinkOptions {
  static final String NAMING = "transaction-naming";
  static final String TRANSACTION_TIMEOUT_MILLIS = "transaction-timeout-ms";
  static final String REHEARSE = "rehearse";
  static final String CLASS_PATH_RPC = "class-path-rpc";

  private static final List<String> CLIENT_PREFIXES = List.of("producer.", "consumer.");

  private static final long MIB = 1L << 20;
  private static final long LEAST_MEMORY_BYTES = 192 * MIB;

  /** Digits of the longest timeout of transactions, milliseconds. */
  private static final int LONGEST_TIMEOUT = 9;

  private static final List<Option> OF_OUR_JOB =
      List.of(
          Option.optional(
                  NAMING,
                  ScalarType.choice("transaction naming", List.of("pooling", "incrementing")),
                  "pooling")
              .meaning("How the sink names its transactions."),
          Option.optional(
                  TRANSACTION_TIMEOUT_MILLIS, ScalarType.count(1, Integer.MAX_VALUE), "600000")
              .meaning("Timeout of the sink's transactions, milliseconds."),
          Option.optional(REHEARSE, ScalarType.flag(), "true")
              .meaning(
                  "Idle TaskManagers run the job for a moment, to be warm when they get tasks."),
          Option.optional(CLASS_PATH_RPC, ScalarType.flag(), "true")
              .meaning(
                  "Flink's RPC system comes from the class path, so that an archive covers it."));

  static final List<Option> ALL =
      Stream.of(
              OF_OUR_JOB,
              CheckpointOptions.ALL,
              CheckpointStorage.OPTIONS,
              Standbys.OPTIONS,
              ProgramOptions.OF_JARS)
          .flatMap(List::stream)
          .toList();

  private FlinkOptions() {}

  /** True for settings of the job's producer and consumer, which are none of Flink's own. */
  static boolean ofKafkaClient(String setting) {
    return CLIENT_PREFIXES.stream().anyMatch(setting::startsWith);
  }

  /**
   * Tells what does not do.
   *
   * @param computed the workloads that our job computes
   */
  static void check(EngineSection section, List<String> computed) {
    EngineSpec spec = section.spec();
    ProgramOptions.check(
        section, OF_OUR_JOB.stream().map(Option::key).toList(), List.of(), computed);
    CheckpointOptions.check(section);
    CheckpointStorage.check(section);
    Standbys.check(section);
    if (section.jobs() > 1) {
      secondJob(section);
    }
    if (spec.memory().count() < LEAST_MEMORY_BYTES) {
      wrong(section, "memory", spec.memory().toString(), "A TaskManager needs at least 192MB.");
    }
    if (!JarProgram.in(spec)) {
      timeout(section, new FlinkSettings(spec).transactionTimeoutMillis());
      return;
    }
    for (Map.Entry<String, String> setting : new TreeMap<>(spec.config()).entrySet()) {
      if (ofKafkaClient(setting.getKey())) {
        section.wrong(
            "config",
            "engine.config.%s: '%s' does not do for flink"
                .formatted(setting.getKey(), setting.getValue()),
            "The program in engine.jar sets its own Kafka clients: tell it with engine.args.");
      }
    }
  }

  /** Settings that do not go with a second job, as {@code beside} gives one. */
  private static void secondJob(EngineSection section) {
    if (JarProgram.in(section.spec())) {
      section.wrong(
          "jar",
          "engine.jar is one program, and beside asks for a second job of another workload",
          "Remove beside, or engine.jar.");
    }
    if (new Standbys(section.spec()).any()) {
      section.wrong(
          Standbys.JOB_MANAGERS,
          "engine.jobmanagers: a second job is followed on one JobManager only, and this asks for"
              + " several",
          "Write jobmanagers: 1, or remove beside.");
    }
  }

  private static void timeout(EngineSection section, String millis) {
    boolean tooLong = millis.length() > LONGEST_TIMEOUT;
    if (tooLong || Long.parseLong(millis) <= section.spec().commitInterval().toMillis()) {
      wrong(
          section,
          TRANSACTION_TIMEOUT_MILLIS,
          millis,
          tooLong
              ? "Give whole milliseconds, longer than commit interval + longest outage."
              : "It must be longer than the commit interval + the longest outage.");
    }
  }

  private static void wrong(EngineSection section, String key, String value, String remedy) {
    section.wrong(key, "engine." + key + ": '" + value + "' does not do for flink", remedy);
  }
}
