package dev.rebound.engine.hdfs;

import dev.rebound.analysis.units.Words;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A NameNode and its DataNodes, each a process of its own that keeps what it holds over a restart.
 *
 * @param processes the NameNode first
 */
public record HdfsPart(HdfsSpec spec, List<ProcessSpec> processes) implements Part {
  private static final String VERSION = "3.4.3";

  /** Class path of its processes. */
  public static final List<String> SERVER_JARS =
      List.of(
          "org.apache.hadoop:hadoop-hdfs:" + VERSION,
          "org.apache.hadoop:hadoop-common:" + VERSION,
          "org.apache.hadoop:hadoop-hdfs-client:" + VERSION);

  /** The class path that a process needs which reads and writes files in an HDFS. */
  public static final List<String> CLIENT_JARS =
      List.of(
          "org.apache.hadoop:hadoop-client-api:" + VERSION,
          "org.apache.hadoop:hadoop-client-runtime:" + VERSION,
          "commons-logging:commons-logging:1.3.0");

  /** Roles of its processes. */
  public static final Set<String> ROLES = Set.of(HdfsPlan.NAME_NODE, HdfsPlan.DATA_NODE);

  /** Starts nothing, and reserves addresses. */
  public static HdfsPart planned(HdfsSpec spec, String runId, Platform platform) {
    return new HdfsPart(spec, HdfsPlan.processes(spec, runId, platform));
  }

  /** Where its files are found, worked out before it runs: {@code hdfs://host:port}. */
  public static String uri(Platform platform) {
    return "hdfs://" + HdfsPlan.nameNode(platform);
  }

  /** Asks it what it holds. */
  public static HdfsFiles files(Platform platform) {
    return new HdfsFiles(platform.reserve(HdfsPlan.NAME_NODE, HdfsPlan.HTTP).outside().toString());
  }

  /** That members of a role are clients of it. */
  public static List<Link> from(String role) {
    return List.of(
        new Link(role, HdfsPlan.NAME_NODE, HdfsPlan.RPC),
        new Link(role, HdfsPlan.DATA_NODE, HdfsPlan.DATA));
  }

  @Override
  public String name() {
    return "HDFS";
  }

  /** A DataNode passes blocks on to the next one that is to hold them. */
  @Override
  public List<Link> links() {
    return spec.replication() > 1
        ? from(HdfsPlan.DATA_NODE)
        : from(HdfsPlan.DATA_NODE).subList(0, 1);
  }

  @Override
  public List<String> notes() {
    return List.of(
        "HDFS %s: a NameNode and %s, each block on %s of them; permissions are off"
            .formatted(VERSION, Words.plural(spec.dataNodes(), "DataNode"), spec.replication()),
        (spec.quick()
                ? "HDFS with profile quick: %s = 0 (30 s by default), so that a NameNode that was"
                    + " started again serves as soon as its DataNodes have told it their blocks"
                : "HDFS as it comes: a NameNode that was started again stays in safe mode, and"
                    + " takes no files, for 30 s after its DataNodes have told it their blocks"
                    + " (%s)")
            .formatted(HdfsSpec.SAFE_MODE_EXTENSION));
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    return HdfsCluster.start(processes, platform, by, progress);
  }
}
