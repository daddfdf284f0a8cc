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
  static final String ASSIGNOR = "assignor";

  /** The value of {@link #ASSIGNOR} that leaves Kafka Streams its own. */
  static final String SHIPPED = "as-shipped";

  static final String STAYING = "staying";

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
          Option.optional(
                  ASSIGNOR, ScalarType.choice("assignor", List.of(SHIPPED, STAYING)), SHIPPED)
              .meaning(
                  "Who gives out tasks under the classic protocol: Kafka Streams' own assignor, or"
                      + " StayingTaskAssignor, which is code of Rebound's own."),
          ProgramOptions.READY,
          ProgramOptions.NOTICES);

  static final List<Option> ALL =
      Stream.of(OWN, ProgramOptions.OF_JARS).flatMap(List::stream).toList();

  /**
   * From when on Kafka Streams has the streams protocol for use, static members in it, assignors.
   */
  private static final String STREAMS_PROTOCOL = "4.2";

  private static final String STATIC_STREAMS = "4.4";
  static final String ASSIGNORS = "3.8";

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
        List.of(STANDBYS, CACHING, SEGMENT, ASSIGNOR),
        List.of(ProgramOptions.READY.key(), ProgramOptions.NOTICES.key()),
        computed);

    if (spec.spares() != 0) {
      wrong(section, "spares", spec.spares() + "", "Kafka Streams has standbys: say standbys: 1.");
    }
    if (settings.streamsProtocol() && !settings.atLeast(STREAMS_PROTOCOL)) {
      wrong(section, PROTOCOL, "streams", since(STREAMS_PROTOCOL) + " Or say classic.");
    } else if (settings.staticMembers()
        && settings.streamsProtocol()
        && !settings.atLeast(STATIC_STREAMS)) {
      wrong(
          section,
          STATIC,
          "true",
          "The streams protocol has static members from 4.4 on: name that version, or say classic.");
    }
    if (JarProgram.in(spec)) {
      ProgramOptions.checkProcesses(section);
      return;
    }
    for (String name : spec.config().keySet()) {
      settings
          .newerThanVersion(name)
          .ifPresent(
              since ->
                  section.wrong(
                      "config",
                      "engine.config: this version of kafka-streams has no setting '" + name + "'",
                      since(since)));
    }
    if (section.has(ASSIGNOR) && settings.staying()) {
      if (settings.streamsProtocol()) {
        wrong(section, ASSIGNOR, STAYING, "Under the streams protocol the broker assigns.");
      } else if (!settings.atLeast(ASSIGNORS)) {
        wrong(section, ASSIGNOR, STAYING, since(ASSIGNORS));
      }
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

  private static String since(String version) {
    return "Name a version from %s on.".formatted(version);
  }

  private static void wrong(EngineSection section, String key, String value, String remedy) {
    section.wrong(key, "engine." + key + ": kafka-streams cannot take '" + value + "'", remedy);
  }
}
