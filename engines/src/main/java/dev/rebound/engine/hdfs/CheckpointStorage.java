package dev.rebound.engine.hdfs;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.part.Link;
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

  /** The keys by which an experiment says so. */
  public static final List<Option> OPTIONS =
      List.of(
          Option.optional(
                  CHECKPOINTS,
                  ScalarType.pattern(
                      "a place for checkpoints",
                      "local|hdfs|hdfs://[^/\\s]+(/\\S*)?|file:///\\S+",
                      "Write local, hdfs, hdfs://host:port/path or file:///path."),
                  "hdfs")
              .meaning(
                  "Where checkpoints lie: in a folder of the run, in an HDFS that the run starts, or at"
                      + " an address."),
          Option.optional(DATA_NODES, ScalarType.count(1, 100), "3")
              .meaning("With checkpoints: hdfs, how many DataNodes."),
          Option.optional(REPLICATION, ScalarType.count(1, 100), "2")
              .meaning("With checkpoints: hdfs, how many DataNodes hold each block."));

  private static final String LOCAL = "local";
  private static final String OURS = "hdfs";

  private String place() {
    return spec.option(CHECKPOINTS, LOCAL);
  }

  /** Tells what does not do. */
  public static void check(EngineSection section) {
    CheckpointStorage storage = new CheckpointStorage(section.spec(), true);
    if (!storage.ours()) {
      for (String key : List.of(DATA_NODES, REPLICATION)) {
        if (section.has(key)) {
          section.wrong(
              key,
              "engine.%s is for an HDFS of the run's own, and engine.checkpoints is %s"
                  .formatted(key, storage.place()),
              "Write checkpoints: hdfs, or remove " + key + ".");
        }
      }
      return;
    }
    int nodes = storage.asked().dataNodes();
    int copies = storage.asked().replication();
    if (copies > nodes) {
      section.wrong(
          section.has(REPLICATION) ? REPLICATION : DATA_NODES,
          "engine.hdfs-replication: %s copies of each block need as many DataNodes; there %s"
              .formatted(copies, nodes == 1 ? "is 1" : "are " + nodes),
          "Write hdfs-replication: %s or less, or datanodes: %s.".formatted(nodes, copies));
    }
  }

  /** True if the run starts an HDFS. */
  public boolean ours() {
    return place().equals(OURS) && on;
  }

  /** True if processes need the client of HDFS. */
  public boolean hdfs() {
    return ours() || (foreign() && place().startsWith(OURS));
  }

  /** True if what lies there outlives the run. */
  private boolean foreign() {
    return !place().equals(OURS) && !place().equals(LOCAL);
  }

  /** The HDFS, if the run starts one. */
  public List<Part> parts(JobSpec job, Platform platform) {
    return ours() ? List.of(HdfsPart.planned(asked(), job.runId(), platform)) : List.of();
  }

  /** That members of a role read and write it, if the run starts it. */
  public List<Link> links(String role) {
    return ours() ? HdfsPart.from(role) : List.of();
  }

  /** The HDFS that the run starts. */
  public HdfsSpec asked() {
    return new HdfsSpec(spec.count(DATA_NODES, 2), spec.count(REPLICATION, 1), spec.quick());
  }

  /** The address of the folder that the run has to itself. */
  public String folder(JobSpec job, Platform platform) {
    if (ours()) {
      return HdfsPart.uri(platform);
    }
    return foreign() ? own(job) : "file://${shared}";
  }

  private String own(JobSpec job) {
    return place().replaceAll("/+$", "") + "/rebound-" + job.runId();
  }

  /** The notes for the reader of the plan. */
  public List<String> notes(JobSpec job) {
    if (place().equals(OURS) && !ours()) {
      return List.of("no HDFS is started, as checkpointing is false");
    }
    return foreign()
        ? List.of(
            "checkpoints lie in %s and stay there after the run: Rebound deletes nothing that it did not start"
                .formatted(own(job)))
        : List.of();
  }
}
