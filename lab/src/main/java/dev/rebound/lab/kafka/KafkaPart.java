package dev.rebound.lab.kafka;

import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The brokers of a run.
 *
 * @param asked settings that the engine asks for
 * @param processes empty for a cluster that exists
 */
public record KafkaPart(KafkaSpec spec, Map<String, String> asked, List<ProcessSpec> processes)
    implements Part {
  /** The role of its processes. */
  public static final String ROLE = "broker";

  /**
   * A new cluster, or one that exists; starts nothing, and reserves addresses.
   *
   * @param engineSettings see {@link KafkaCluster#plan}
   */
  public static KafkaPart planned(
      KafkaSpec spec, Map<String, String> engineSettings, Platform platform) {
    return new KafkaPart(
        spec,
        engineSettings,
        KafkaCluster.plan(spec, KafkaCluster.newClusterId(), engineSettings, platform));
  }

  /** That members of a role are clients of the brokers. */
  public static Link from(String role) {
    return new Link(role, ROLE, BrokerPlan.CLIENT);
  }

  @Override
  public String name() {
    return "Kafka";
  }

  /** Brokers copy partitions from each other, and vote and report as controllers. */
  @Override
  public List<Link> links() {
    return processes.size() > 1
        ? List.of(from(ROLE), new Link(ROLE, ROLE, BrokerPlan.CONTROLLER))
        : List.of();
  }

  /** What the engine asks for, less what the experiment says itself. */
  @Override
  public List<String> notes() {
    Map<String, String> settings = new LinkedHashMap<>(asked);
    settings.keySet().removeAll(spec.config().keySet());
    if (settings.isEmpty()) {
      return List.of();
    }
    return List.of(
        (spec.ours()
                ? "brokers are set as the profile asks for: "
                : "the profile goes with broker settings, which a cluster that exists has or"
                    + " has not: ")
            + settings);
  }

  @Override
  public KafkaCluster start(Platform platform, Deadline by, Consumer<String> progress) {
    return KafkaCluster.start(spec, processes, platform, by, progress);
  }
}
