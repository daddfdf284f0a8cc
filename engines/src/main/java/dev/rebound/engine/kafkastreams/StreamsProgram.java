package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.ProcessSpec.Readiness;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A user's own application: what stands beside its jar on the class path, and whether its log can
 * be read.
 */
record StreamsProgram(JarProgram program) {
  private static final Pattern STREAMS =
      Pattern.compile(
          "org/apache/kafka/streams/KafkaStreams\\.class|.*/kafka-streams-[0-9][^/]*\\.jar");

  private static final String LOGGING_GROUP = "org.slf4j:";
  private static final String SIMPLE = LOGGING_GROUP + "slf4j-simple:";

  /** The experiment's, if it has one. */
  static Optional<StreamsProgram> of(EngineSpec spec) {
    return JarProgram.of(spec).map(StreamsProgram::new);
  }

  /** True if Kafka Streams comes with it: then it runs with that one. */
  boolean bringsStreams() {
    return program.jar().brings(STREAMS);
  }

  /**
   * True if it logs by the backend that we put beside it, so that we know how its lines look. With
   * one of its own it may log anything.
   */
  boolean tells() {
    return !program.bringsLogging();
  }

  /** An SLF4J that comes without a backend may be of version 1, which does not find ours. */
  private boolean bringsOldLogging() {
    return tells() && program.jar().holds("org.slf4j.LoggerFactory");
  }

  private List<String> classPath(EngineVersion version) {
    List<String> beside = new ArrayList<>(version.classPath());
    if (bringsStreams()) {
      beside.removeIf(coordinate -> !coordinate.startsWith(LOGGING_GROUP));
    }
    if (!tells()) {
      beside.removeIf(
          coordinate ->
              bringsStreams()
                  ? coordinate.startsWith(LOGGING_GROUP)
                  : coordinate.startsWith(SIMPLE));
    }
    beside.add(bringsOldLogging() ? beside.size() : 0, "file:" + program.jar().file());
    return beside;
  }

  /** What a worker runs. */
  Program.Java java(EngineSpec spec, EngineVersion version) {
    List<String> jvm = new ArrayList<>();
    if (tells()) {
      // Where and what the backend beside it logs, whatever a file in the jar says.
      jvm.add("-Dorg.slf4j.simpleLogger.logFile=System.err");
      jvm.add("-Dorg.slf4j.simpleLogger.log.org.apache.kafka=info");
    }
    jvm.addAll(JobWorker.jvm(spec, version.jvm()));
    return new Program.Java(classPath(version), program.mainClass(), jvm, program.arguments());
  }

  Readiness readiness(EngineSpec spec, EngineVersion version) {
    return JobWorker.readiness(
        spec, tells() ? new Readiness.LogLine(version.text("ready")) : new Readiness.UpAtOnce());
  }

  /** The notes for the reader of the plan. */
  List<String> notes() {
    return List.of(
        "guarantee is what the program claims: it is held to it, and nothing is set by it; config"
            + " goes to it as environment variables",
        bringsStreams()
            ? "the program brings its own Kafka Streams"
            : "Kafka Streams stands on the class path, behind the program's jar",
        tells()
            ? "the program's log tells the steps of its recovery"
            : "the program brings its own logging, so nothing tells the steps of its recovery");
  }
}
