package dev.rebound.engine.flink;

import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The keys of an experiment's engine section that are Flink's, and what Flink cannot do. */
final class FlinkOptions {
  static final String NAMING = "transaction-naming";
  static final String TRANSACTION_TIMEOUT_MILLIS = "transaction-timeout-ms";
  static final String REHEARSE = "rehearse";

  private static final List<String> CLIENT_PREFIXES = List.of("producer.", "consumer.");
  private static final List<String> NAMINGS = List.of("pooling", "incrementing");
  private static final long MIB = 1L << 20;
  private static final long LEAST_MEMORY_BYTES = 192 * MIB;

  private static final List<Option> OF_OUR_JOB =
      List.of(
          Option.optional(
              NAMING,
              ScalarType.choice("transaction naming", NAMINGS),
              "How the sink names its transactions.",
              "pooling"),
          Option.optional(
              TRANSACTION_TIMEOUT_MILLIS,
              ScalarType.count(1, Integer.MAX_VALUE),
              "Timeout of the sink's transactions, milliseconds.",
              "600000"),
          Option.optional(
              REHEARSE,
              ScalarType.flag(),
              "Idle TaskManagers run the job for a moment, to be warm when they get tasks.",
              "true"));

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
    section.requireOneOf("state", spec.state(), List.of("", "memory", "rocksdb"));
    section.requireOneOf(NAMING, spec.options().getOrDefault(NAMING, "pooling"), NAMINGS);
    section.requireOneOf(
        REHEARSE, spec.options().getOrDefault(REHEARSE, "true"), List.of("true", "false"));
    CheckpointOptions.check(section);
    CheckpointStorage.check(section);
    Standbys.check(section);
    if (section.jobs() > 1) {
      secondJob(section);
    }
    if (spec.memory().count() < LEAST_MEMORY_BYTES) {
      wrong(section, "memory", spec.memory().toString(), "A TaskManager needs at least 192MB.");
    }
    if (JarProgram.in(spec)) {
      settings(section);
    } else {
      timeout(section, new FlinkSettings(spec).transactionTimeoutMillis());
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
    if (!section.spec().options().getOrDefault(Standbys.JOB_MANAGERS, "1").equals("1")) {
      section.wrong(
          Standbys.JOB_MANAGERS,
          "engine."
              + Standbys.JOB_MANAGERS
              + ": a second job is followed on one JobManager only, and this asks for several",
          "Write jobmanagers: 1, or remove beside.");
    }
  }

  private static void timeout(EngineSection section, String millis) {
    if (!millis.matches("[1-9]\\d{0,8}")) {
      wrong(
          section,
          TRANSACTION_TIMEOUT_MILLIS,
          millis,
          "Give whole milliseconds, longer than commit interval + longest outage.");
    } else if (Long.parseLong(millis) <= section.spec().commitInterval().toMillis()) {
      wrong(
          section,
          TRANSACTION_TIMEOUT_MILLIS,
          millis,
          "It must be longer than the commit interval + the longest outage.");
    }
  }

  /** A user's program makes its own clients. */
  private static void settings(EngineSection section) {
    new TreeMap<>(section.spec().config())
        .forEach(
            (setting, value) -> {
              if (ofKafkaClient(setting)) {
                section.wrong(
                    "config",
                    "engine.config." + setting + ": '" + value + "' does not do for flink",
                    "The program in engine.jar sets its own Kafka clients: tell it with"
                        + " engine.args.");
              }
            });
  }

  /** True if a value is a whole number above zero; else tells that it is not. */
  static boolean isCount(EngineSection section, String key, String value) {
    boolean count = value.matches("[1-9]\\d{0,8}");
    if (!count) {
      wrong(section, key, value, "Write a whole number from 1 on.");
    }
    return count;
  }

  private static void wrong(EngineSection section, String key, String value, String remedy) {
    section.wrong(key, "engine." + key + ": '" + value + "' does not do for flink", remedy);
  }
}
