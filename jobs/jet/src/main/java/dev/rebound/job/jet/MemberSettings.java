package dev.rebound.job.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.JobOptions.JobOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The job's own options, and Hazelcast's, Jet's and Kafka's settings made from all of them. */
final class MemberSettings {
  static final List<JobOption> OWN =
      List.of(
          JobOptions.GENERATED,
          new JobOption("address", "127.0.0.1:5701", "where this member listens: host:port"),
          new JobOption(
              "members", "127.0.0.1:5701", "addresses of all members, this one too: host:port,…"),
          new JobOption(
              "auto-scaling",
              "true",
              "Jet restarts the job by itself when members come or go; without it, it suspends the"
                  + " job when one is lost, and the oldest member resumes it once the cluster is"
                  + " safe",
              List.of("true", "false")),
          new JobOption(
              "split-brain-protection",
              "false",
              "the job runs only where more than half of the members are that there were",
              List.of("true", "false")),
          new JobOption(
              "shutdown",
              "terminate",
              "what SIGTERM does: leave as a crash would, or hand over data and work first",
              List.of("terminate", "graceful")),
          new JobOption("look-ms", "500", "how often the oldest member looks after the job"),
          new JobOption(
              "events", "events.jsonl", "file to append what this process sees of itself"));

  private MemberSettings() {}

  /**
   * Hazelcast's configuration: its own, what the options imply, and over both what is given under
   * {@code engine.}: {@code hz.…} as Hazelcast names its configuration in system properties, {@code
   * hazelcast.…} as it names its properties.
   */
  static Config hazelcast(JobOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hz.cluster-name", options.text("group"));
    settings.put("hz.jet.enabled", "true");
    settings.put("hz.jet.cooperative-thread-count", options.text("threads"));
    settings.put("hazelcast.logging.type", "slf4j");
    settings.put("hazelcast.phone.home.enabled", "false");
    settings.put("hazelcast.socket.bind.any", "false");
    // This process answers signals itself.
    settings.put("hazelcast.shutdownhook.enabled", "false");
    settings.putAll(options.under("engine."));
    settings.forEach(System::setProperty);
    Config config = Config.load();
    String[] address = options.text("address").split(":", 2);
    NetworkConfig network = config.getNetworkConfig();
    network.setPort(Integer.parseInt(address[1])).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).setInterfaces(List.of(address[0]));
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setMembers(members(options));
    return config;
  }

  static List<String> members(JobOptions options) {
    return Arrays.asList(options.text("members").split(","));
  }

  static JobConfig job(JobOptions options) {
    return new JobConfig()
        .setName(options.text("group"))
        .setProcessingGuarantee(guarantee(options))
        .setSnapshotIntervalMillis(options.number("commit-interval-ms"))
        .setAutoScaling(Boolean.parseBoolean(options.text("auto-scaling")))
        .setSplitBrainProtection(Boolean.parseBoolean(options.text("split-brain-protection")))
        // By default a job that meets an error is over, and its snapshots are deleted.
        .setSuspendOnFailure(true);
  }

  private static ProcessingGuarantee guarantee(JobOptions options) {
    return switch (options.text("guarantee")) {
      case "exactly-once" -> ProcessingGuarantee.EXACTLY_ONCE;
      case "at-least-once" -> ProcessingGuarantee.AT_LEAST_ONCE;
      default -> ProcessingGuarantee.NONE;
    };
  }

  static Properties consumer(JobOptions options) {
    Properties settings = options.client();
    settings.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
    settings.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
    settings.setProperty("group.id", options.text("group"));
    // Nothing that was sent before the first start may be missed.
    settings.setProperty("auto.offset.reset", "earliest");
    // Without snapshots nobody else says how far the job has come.
    settings.setProperty(
        "enable.auto.commit", Boolean.toString(options.text("guarantee").equals("none")));
    settings.setProperty("auto.commit.interval.ms", options.text("commit-interval-ms"));
    settings.putAll(options.under("consumer."));
    return settings;
  }

  static Properties producer(JobOptions options) {
    Properties settings = options.client();
    settings.setProperty("key.serializer", ByteArraySerializer.class.getName());
    settings.setProperty("value.serializer", ByteArraySerializer.class.getName());
    settings.putAll(options.under("producer."));
    return settings;
  }
}
