package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of an experiment's engine section that are Kafka Streams', and what Kafka Streams cannot
 * do.
 */
final class StreamsOptions {
  static final String PROTOCOL = "protocol";
  static final String STANDBYS = "standbys";
  static final String CACHING = "caching";
  static final String STATIC = "static-members";
  static final String SEGMENT = "changelog-segment-ms";

  private static final List<String> PROTOCOLS = List.of("classic", "streams");
  private static final List<String> FLAGS = List.of("false", "true");

  static final List<Option> ALL = all();

  private StreamsOptions() {}

  private static List<Option> all() {
    List<Option> options = new ArrayList<>();
    options.add(
        Option.optional(
            PROTOCOL,
            ScalarType.choice("group protocol", PROTOCOLS),
            "The group protocol.",
            "streams"));
    options.add(
        Option.optional(
            STANDBYS, ScalarType.count(0, 100), "Standby replicas of each state store.", "1"));
    options.add(
        Option.optional(
            STATIC,
            ScalarType.flag(),
            "A worker that comes back within the session keeps its tasks.",
            "true"));
    options.add(
        Option.optional(
            CACHING, ScalarType.flag(), "Merge writes to the changelog between commits.", "true"));
    options.add(
        Option.optional(
            SEGMENT,
            ScalarType.count(1, Integer.MAX_VALUE),
            "When a segment of the changelog ends and can be compacted, milliseconds.",
            "20000"));
    options.add(ProgramOptions.READY);
    options.add(ProgramOptions.NOTICES);
    options.addAll(ProgramOptions.OF_JARS);
    return List.copyOf(options);
  }

  /**
   * Tells what does not do. Protocol and static members go with a user's jar, too: the program sets
   * them itself, and it is only said here.
   *
   * @param computed the workloads that our job computes
   */
  static void check(EngineSection section, List<String> computed) {
    EngineSpec spec = section.spec();
    StreamsSettings settings = new StreamsSettings(spec);
    ProgramOptions.check(
        section,
        List.of(STANDBYS, CACHING, SEGMENT),
        List.of(ProgramOptions.READY.key(), ProgramOptions.NOTICES.key()),
        computed);
    section.requireOneOf(PROTOCOL, settings.protocol(), PROTOCOLS);
    section.requireOneOf("state", settings.state(), List.of("rocksdb", "memory"));
    section.requireOneOf(CACHING, settings.caching(), FLAGS);
    section.requireOneOf(STATIC, spec.options().getOrDefault(STATIC, "false"), FLAGS);
    if (spec.spares() != 0) {
      wrong(section, "spares", spec.spares() + "", "Kafka Streams has standbys: say standbys: 1.");
    }
    if (settings.staticMembers() && settings.streamsProtocol()) {
      wrong(section, STATIC, "true", "The streams protocol has no static members: say classic.");
    }
    if (JarProgram.in(spec)) {
      program(section);
      return;
    }
    if (!settings.changelogSegmentMillis().matches("|[1-9]\\d{0,8}")) {
      wrong(
          section,
          SEGMENT,
          settings.changelogSegmentMillis(),
          "Give milliseconds, for example 20000.");
    }
    if (settings.standbys() < 0 || settings.standbys() >= Math.max(1, spec.workers())) {
      wrong(
          section,
          STANDBYS,
          spec.options().getOrDefault(STANDBYS, ""),
          "Choose from 0 to " + (spec.workers() - 1) + ", one less than the workers.");
    }
  }

  private static void program(EngineSection section) {
    ProgramOptions.checkNames(section);
    if (!section.spec().state().isEmpty()) {
      ProgramOptions.ownAffair(section, "state");
    }
    if (section.spec().threads() != 1) {
      ProgramOptions.ownAffair(section, "threads");
    }
  }

  private static void wrong(EngineSection section, String key, String value, String remedy) {
    section.wrong(key, "engine." + key + ": kafka-streams cannot take '" + value + "'", remedy);
  }
}
