package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.util.List;
import java.util.stream.Stream;

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

  private static final List<Option> OWN =
      List.of(
          Option.optional(
                  PROTOCOL,
                  ScalarType.choice("group protocol", List.of("classic", "streams")),
                  "streams")
              .meaning("The group protocol."),
          Option.optional(STANDBYS, ScalarType.count(0, 100), "1")
              .meaning("Standby replicas of each state store."),
          Option.optional(STATIC, ScalarType.flag(), "true")
              .meaning("A worker that comes back within the session keeps its tasks."),
          Option.optional(CACHING, ScalarType.flag(), "true")
              .meaning("Merge writes to the changelog between commits."),
          Option.optional(SEGMENT, ScalarType.count(1, Integer.MAX_VALUE), "20000")
              .meaning("When a segment of the changelog ends and can be compacted, milliseconds."),
          ProgramOptions.READY,
          ProgramOptions.NOTICES);

  static final List<Option> ALL =
      Stream.of(OWN, ProgramOptions.OF_JARS).flatMap(List::stream).toList();

  private StreamsOptions() {}

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

    if (spec.spares() != 0) {
      wrong(section, "spares", spec.spares() + "", "Kafka Streams has standbys: say standbys: 1.");
    }
    if (settings.staticMembers() && settings.streamsProtocol()) {
      wrong(section, STATIC, "true", "The streams protocol has no static members: say classic.");
    }
    if (JarProgram.in(spec)) {
      ProgramOptions.checkProcesses(section);
      return;
    }
    if (!settings.changelogSegmentMillis().matches("|[1-9]\\d{0,8}")) {
      wrong(
          section,
          SEGMENT,
          settings.changelogSegmentMillis(),
          "Give milliseconds, for example 20000.");
    }
    if (settings.standbys() >= spec.workers()) {
      wrong(
          section,
          STANDBYS,
          spec.option(STANDBYS, ""),
          "Choose from 0 to " + (spec.workers() - 1) + ", one less than the workers.");
    }
  }

  private static void wrong(EngineSection section, String key, String value, String remedy) {
    section.wrong(key, "engine." + key + ": kafka-streams cannot take '" + value + "'", remedy);
  }
}
