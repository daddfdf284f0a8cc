package dev.rebound.engine.hdfs;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.Platform;
import java.util.List;

/**
 * Where an engine's checkpoints lie: in a folder of the run, in an HDFS of the run, or elsewhere.
 * Pure.
 *
 * @param spec of a section in which {@link #check} finds nothing wrong
 * @param on false where there are no checkpoints
 */
public record CheckpointStorage(EngineSpec spec, boolean on) {
  static final String CHECKPOINTS = "checkpoints";
  static final String DATA_NODES = "datanodes";
  static final String REPLICATION = "hdfs-replication";

  private static final String PLACES = "local|hdfs|hdfs://[^/\\s]+(/\\S*)?|file:///\\S+";
  private static final String REMEDY = "Write local, hdfs, hdfs://host:port/path or file:///path.";

  /** The keys by which an experiment says so. */
  public static final List<Option> OPTIONS =
      List.of(
          Option.optional(
              CHECKPOINTS,
              ScalarType.pattern("a place for checkpoints", PLACES, REMEDY),
              "Where checkpoints lie: in a folder of the run, in an HDFS that the run starts, or at"
                  + " an address.",
              "hdfs"),
          Option.optional(
              DATA_NODES,
              ScalarType.count(1, 100),
              "With checkpoints: hdfs, how many DataNodes.",
              "3"),
          Option.optional(
              REPLICATION,
              ScalarType.count(1, 100),
              "With checkpoints: hdfs, how many DataNodes hold each block.",
              "2"));

  private static final String LOCAL = "local";
  private static final String OURS = "hdfs";
  private static final String DATA_NODES_BY_DEFAULT = "2";
  private static final String REPLICATION_BY_DEFAULT = "1";

  private static String place(EngineSpec spec) {
    return spec.option(CHECKPOINTS, LOCAL);
  }

  /** Tells what does not do. */
  public static void check(EngineSection section) {
    EngineSpec spec = section.spec();
    if (!place(spec).matches(PLACES)) {
      section.wrong(
          CHECKPOINTS, "engine.checkpoints: '" + place(spec) + "' is not a place", REMEDY);
      return;
    }
    if (!place(spec).equals(OURS)) {
      for (String key : List.of(DATA_NODES, REPLICATION)) {
        if (section.has(key)) {
          section.wrong(
              key,
              "engine."
                  + key
                  + " is for an HDFS of the run's own, and engine.checkpoints is "
                  + place(spec),
              "Write checkpoints: hdfs, or remove " + key + ".");
        }
      }
      return;
    }
    String nodes = spec.option(DATA_NODES, DATA_NODES_BY_DEFAULT);
    String copies = spec.option(REPLICATION, REPLICATION_BY_DEFAULT);
    if (isCount(section, DATA_NODES, nodes)
        && isCount(section, REPLICATION, copies)
        && Integer.parseInt(copies) > Integer.parseInt(nodes)) {
      section.wrong(
          section.has(REPLICATION) ? REPLICATION : DATA_NODES,
          "engine."
              + REPLICATION
              + ": "
              + copies
              + " copies of each block need as many DataNodes; there "
              + (nodes.equals("1") ? "is 1" : "are " + nodes),
          "Write " + REPLICATION + ": " + nodes + " or less, or datanodes: " + copies + ".");
    }
  }

  private static boolean isCount(EngineSection section, String key, String value) {
    boolean count = value.matches("[1-9]\\d{0,8}");
    if (!count) {
      section.wrong(
          key,
          "engine." + key + ": '" + value + "' does not do for " + section.spec().name(),
          "Write a whole number from 1 on.");
    }
    return count;
  }

  /** True if the run starts an HDFS. */
  public boolean ours() {
    return place(spec).equals(OURS) && on;
  }

  /** True if processes need the client of HDFS. */
  public boolean hdfs() {
    return ours() || (foreign() && place(spec).startsWith(OURS));
  }

  /** True if what lies there outlives the run. */
  private boolean foreign() {
    return !place(spec).equals(OURS) && !place(spec).equals(LOCAL);
  }

  /** The HDFS, if the run starts one. */
  public List<Part> parts(JobSpec job, Platform platform) {
    return ours() ? List.of(HdfsPart.planned(asked(), job.runId(), platform)) : List.of();
  }

  /** The HDFS that the run starts. */
  public HdfsSpec asked() {
    return new HdfsSpec(
        number(DATA_NODES, DATA_NODES_BY_DEFAULT),
        number(REPLICATION, REPLICATION_BY_DEFAULT),
        spec.quick());
  }

  private int number(String key, String byDefault) {
    return Integer.parseInt(spec.option(key, byDefault));
  }

  /** The address of the folder that the run has to itself. */
  public String folder(JobSpec job, Platform platform) {
    if (ours()) {
      return HdfsPart.uri(platform);
    }
    return foreign() ? own(place(spec), job.runId()) : "file://${shared}";
  }

  private static String own(String place, String runId) {
    return place.replaceAll("/+$", "") + "/rebound-" + runId;
  }

  /** The notes for the reader of the plan. */
  public List<String> notes(JobSpec job) {
    if (place(spec).equals(OURS) && !ours()) {
      return List.of("no HDFS is started, as checkpointing is false");
    }
    return foreign()
        ? List.of(
            "checkpoints lie in "
                + own(place(spec), job.runId())
                + " and stay there after the run: Rebound deletes nothing that it did not start")
        : List.of();
  }
}
