package dev.rebound.engine.flink;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several JobManagers, one of which leads, as ZooKeeper says; by default there is one. Pure. */
final class Standbys {
  static final String JOB_MANAGERS = "jobmanagers";

  static final List<Option> OPTIONS =
      List.of(
          Option.optional(JOB_MANAGERS, ScalarType.count(1, 9), "2")
              .meaning("JobManagers; one leads, and with more than one ZooKeeper says which."));

  /** Flink's own default. */
  private static final Duration STOCK_SESSION = Duration.ofSeconds(60);

  private static final String SESSION = "high-availability.zookeeper.client.session-timeout";

  /** The settings by which one that leads among several is found. */
  private static final List<String> OURS =
      List.of(
          "high-availability.type",
          "high-availability.zookeeper.quorum",
          "high-availability.cluster-id",
          "high-availability.storageDir");

  private static final String RPC_PORT = "high-availability.jobmanager.port";

  /** Ports of which each JobManager needs its own. */
  private static final List<String> PORTS =
      List.of("rest.port", "jobmanager.rpc.port", "blob.server.port", RPC_PORT);

  private final EngineSpec spec;

  /** The standbys of a section in which {@link #check} finds nothing wrong. */
  Standbys(EngineSpec spec) {
    this.spec = spec;
  }

  /** Tells what does not do. */
  static void check(EngineSection section) {
    Standbys asked = new Standbys(section.spec());
    if (!asked.any()) {
      return;
    }
    for (String port : PORTS) {
      String named = section.spec().config().get(port);
      if (named != null) {
        section.wrong(
            "config",
            "engine.config.%s: '%s' does not do for %s JobManagers, each of which needs a port of its own"
                .formatted(port, named, asked.jobManagers()),
            "Leave it out and Rebound chooses.");
      }
    }
    for (String key : OURS) {
      if (section.spec().config().containsKey(key)) {
        section.wrong(
            "config",
            "engine.config." + key + " is Rebound's own where there are several JobManagers",
            "Leave it out, or write jobmanagers: 1.");
      }
    }
  }

  int jobManagers() {
    return spec.count(JOB_MANAGERS, 1);
  }

  /** True if another one is there to take over. */
  boolean any() {
    return jobManagers() > 1;
  }

  /** Name of a JobManager's node, by number from 1. */
  String node(int number) {
    return any() ? FlinkEngine.JOB_MANAGER + "-" + number : FlinkEngine.JOB_MANAGER;
  }

  /** After this, ZooKeeper misses a leader that died without a word. */
  Duration missedAfter() {
    String set = spec.config().getOrDefault(SESSION, profile().getOrDefault(SESSION, ""));
    try {
      return set.isEmpty() ? STOCK_SESSION : Quantity.duration(set.replace(" ", ""));
    } catch (Quantity.Malformed e) {
      // Flink reads more spellings; by its own default then.
      return STOCK_SESSION;
    }
  }

  /** What the profile sets. */
  private Map<String, String> profile() {
    return EngineVersion.profile(Standbys.class, spec, "-standbys");
  }

  /**
   * The settings of Flink.
   *
   * @param zooKeeper host:port
   * @param folder for what the next leader must know, see {@link
   *     dev.rebound.engine.hdfs.CheckpointStorage}
   * @param rpcPort of this JobManager
   */
  Map<String, String> settings(String zooKeeper, String runId, String folder, int rpcPort) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("high-availability.type", "zookeeper");
    settings.put("high-availability.zookeeper.quorum", zooKeeper);
    settings.put("high-availability.cluster-id", "/" + runId);
    settings.put("high-availability.storageDir", folder + "/ha");
    settings.put(RPC_PORT, Integer.toString(rpcPort));
    // A jar that one of them was given can be run by another.
    settings.put("web.upload.dir", "${shared}/jars");
    settings.putAll(profile());
    return settings;
  }

  /** The note for the reader of the plan. */
  String note() {
    String from = CheckpointOptions.on(spec) ? " from the newest completed checkpoint" : "";
    return any()
        ? ("%s JobManagers, one of which leads: one that dies without a word is missed by ZooKeeper"
                + " after %s s (high-availability.zookeeper.client.session-timeout), and another one"
                + " starts the job again%s; faults on the role jobmanager take the leader first")
            .formatted(jobManagers(), missedAfter().toSeconds(), from)
        : "the JobManager has no stand-in: after it was killed and restarted, the lab submits the"
            + " job again"
            + from;
  }
}
