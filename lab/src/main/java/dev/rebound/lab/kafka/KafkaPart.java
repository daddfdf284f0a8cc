package dev.rebound.lab.kafka;

import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The brokers of a run.
 *
 * @param processes empty for a cluster that exists
 */
public record KafkaPart(KafkaSpec spec, List<ProcessSpec> processes) implements Part {
  static final String ROLE = "broker";

  /**
   * A new cluster, or one that exists; starts nothing, and reserves addresses.
   *
   * @param engineSettings see {@link KafkaCluster#plan}
   */
  public static KafkaPart planned(
      KafkaSpec spec, Map<String, String> engineSettings, Platform platform) {
    return new KafkaPart(
        spec, KafkaCluster.plan(spec, KafkaCluster.newClusterId(), engineSettings, platform));
  }

  @Override
  public String name() {
    return "Kafka";
  }

  @Override
  public KafkaCluster start(Platform platform, Deadline by, Consumer<String> progress) {
    return KafkaCluster.start(spec, processes, platform, by, progress);
  }
}
