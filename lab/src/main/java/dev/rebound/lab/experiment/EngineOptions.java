package dev.rebound.lab.experiment;

import java.util.List;

/**
 * The keys of {@code engine} that only some engines know. They land in {@link
 * EngineSpec#options()}; an adapter refuses those that are not its own. A new one is a line here.
 */
final class EngineOptions {
  private EngineOptions() {}

  static List<Option> all() {
    return List.of(
        Option.optional(
            "protocol",
            ScalarType.choice("group protocol", List.of("classic", "streams")),
            "Kafka Streams: the group protocol.",
            "streams"),
        Option.optional(
            "standbys",
            ScalarType.count(0, 100),
            "Kafka Streams: standby replicas of each state store.",
            "1"),
        Option.optional(
            "static-members",
            ScalarType.flag(),
            "Kafka Streams: a worker that comes back within the session keeps its tasks.",
            "true"),
        Option.optional(
            "caching",
            ScalarType.flag(),
            "Kafka Streams: merge writes to the changelog between commits.",
            "true"),
        Option.optional(
            "changelog-segment-ms",
            ScalarType.count(1, Integer.MAX_VALUE),
            "Kafka Streams: when a segment of the changelog ends and can be compacted, milliseconds.",
            "20000"),
        Option.optional(
            "transaction-naming",
            ScalarType.choice("transaction naming", List.of("pooling", "incrementing")),
            "Flink: how the sink names its transactions.",
            "pooling"),
        Option.optional(
            "transaction-timeout-ms",
            ScalarType.count(1, Integer.MAX_VALUE),
            "Flink: timeout of the sink's transactions, milliseconds.",
            "600000"),
        Option.optional(
            "rehearse",
            ScalarType.flag(),
            "Flink: idle TaskManagers run the job for a moment, to be warm when they get tasks.",
            "true"),
        Option.optional(
            "run",
            ScalarType.command(),
            "External: the program that each worker runs, and its arguments.",
            "python3 my_job.py"),
        Option.optional(
            "ready",
            ScalarType.text(),
            "External, jars of Kafka Streams: what a worker prints once it is up.",
            "subscribed"),
        Option.optional(
            "jar",
            ScalarType.path(),
            "Flink, Kafka Streams: a program of your own to run in place of Rebound's job.",
            "my-job.jar"),
        Option.optional(
            "main",
            ScalarType.pattern(
                "a class name",
                "[\\p{L}_$][\\p{L}\\p{N}_$]*([.][\\p{L}_$][\\p{L}\\p{N}_$]*)*",
                "Write it with its package: com.example.MyJob."),
            "With jar: its main class; without it, the one that its manifest names.",
            "com.example.MyJob"),
        Option.optional(
            "args",
            new TextsType(ScalarType.word()),
            "With jar: what its main method is given.",
            "[--verbose]"),
        Option.optional(
            "progress",
            ScalarType.choice("progress", List.of("group", "none")),
            "External: whether its consumer group tells how far it has come, or nothing does.",
            "none"),
        Option.optional(
            "bug",
            ScalarType.text(),
            "Faulty and fake engines: the mistake to make.",
            "commit-first"),
        Option.optional(
            "drop-one-in",
            ScalarType.count(1, Integer.MAX_VALUE),
            "Faulty engine: how rarely it drops a record around a kill.",
            "1000"));
  }
}
