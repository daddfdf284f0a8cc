package dev.rebound.lab.kafka;

import dev.rebound.base.Owner;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.PropertiesText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One broker of a run as a process: what it is set to, and what it needs. */
final class BrokerPlan {
  /** Port that nodes and, where it sees the same address, the lab connect to. */
  static final Port CLIENT = Port.of("client");

  /** Port by which brokers, each of which is a controller, too, agree and report to the leader. */
  static final Port CONTROLLER = Port.of("controller");

  private static final Port LAB = Port.of("lab");

  /** Versions that refuse to be told by which address a controller is known; voters know it. */
  private static final Pattern CONTROLLER_UNTOLD = Pattern.compile("3\\.[0-8](\\..*)?");

  private static final long HEAP_BYTES = 768L << 20;
  private static final long OVERHEAD_BYTES = 200L << 20;

  private BrokerPlan() {}

  /** What the broker with an id is called. */
  static String name(int id) {
    return "broker-" + id;
  }

  static List<String> jars(String version) {
    return List.of("org.apache.kafka:kafka_2.13:" + version, "org.slf4j:slf4j-simple:1.7.36");
  }

  private static List<String> classPath(String version) {
    List<String> entries = new ArrayList<>(jars(version));
    entries.add("lab:");
    return entries;
  }

  /** Every broker is a controller, too. */
  static String voters(KafkaSpec spec, Platform platform) {
    List<String> voters = new ArrayList<>();
    for (int i = 1; i <= spec.brokers(); i++) {
      voters.add(i + "@" + platform.reserve(name(i), CONTROLLER).inside());
    }
    return String.join(",", voters);
  }

  /** Where nodes find a broker: at the port that the experiment names, if it names one. */
  static Endpoint client(KafkaSpec spec, String node, Platform platform) {
    return spec.port() == 0
        ? platform.reserve(node, CLIENT)
        : platform.reserve(node, CLIENT, spec.port());
  }

  /**
   * Where the lab itself finds a broker. A broker tells its clients its address, so that it needs a
   * listener of its own for the lab where that sees another one.
   */
  static Endpoint forLab(KafkaSpec spec, String node, Platform platform) {
    Endpoint client = client(spec, node, platform);
    return client.sameOutside() ? client : platform.reserve(node, LAB);
  }

  static Map<String, String> settings(KafkaSpec spec, int i, String voters, Platform platform) {
    String node = name(i);
    int copies = Math.min(3, spec.brokers());
    String inSync = Integer.toString(Math.max(1, copies - 1));
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(i));
    settings.put("controller.quorum.voters", voters);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.putAll(listeners(spec, node, platform));
    settings.put("log.dirs", "${data}/log");
    settings.put("auto.create.topics.enable", "false");
    settings.put("offsets.topic.replication.factor", Integer.toString(copies));
    settings.put("offsets.topic.num.partitions", "10");
    settings.put("transaction.state.log.replication.factor", Integer.toString(copies));
    settings.put("transaction.state.log.min.isr", inSync);
    settings.put("transaction.state.log.num.partitions", "10");
    settings.put("share.coordinator.state.topic.replication.factor", Integer.toString(copies));
    settings.put("share.coordinator.state.topic.min.isr", inSync);
    settings.put("log.retention.ms", "-1");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    return settings;
  }

  /** What a broker binds, and, where that is not what it is known by, what it tells instead. */
  private static Map<String, String> listeners(KafkaSpec spec, String node, Platform platform) {
    Endpoint client = client(spec, node, platform);
    Endpoint controller = platform.reserve(node, CONTROLLER);
    List<String> bound = new ArrayList<>();
    List<String> told = new ArrayList<>();
    bound.add("PLAINTEXT://" + client.listens());
    told.add("PLAINTEXT://" + client.inside());
    bound.add("CONTROLLER://" + controller.listens());
    if (controller.separated() && !CONTROLLER_UNTOLD.matcher(spec.version()).matches()) {
      told.add("CONTROLLER://" + controller.inside());
    }
    Map<String, String> settings = new LinkedHashMap<>();
    if (!client.sameOutside()) {
      Endpoint lab = forLab(spec, node, platform);
      bound.add("LAB://" + lab.listens());
      told.add("LAB://" + lab.outside());
      settings.put(
          "listener.security.protocol.map",
          "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,LAB:PLAINTEXT");
    }
    settings.put("listeners", String.join(",", bound));
    if (!client.sameOutside() || client.separated() || controller.separated()) {
      settings.put("advertised.listeners", String.join(",", told));
    }
    return settings;
  }

  static ProcessSpec process(
      KafkaSpec spec, int i, String clusterId, Map<String, String> settings, Platform platform) {
    return new ProcessSpec(
        name(i),
        "broker",
        Owner.SUPPORT,
        new Program.Java(
            classPath(spec.version()),
            BrokerLauncher.class.getName(),
            jvm(spec),
            List.of(clusterId, "${data}/log", "${dir}/broker.properties")),
        HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        Map.of("broker.properties", PropertiesText.of(settings)),
        new ProcessSpec.Readiness.TcpPort(CLIENT.name()));
  }

  private static List<String> jvm(KafkaSpec spec) {
    List<String> jvm = new ArrayList<>();
    if (spec.jvm().stream().noneMatch(Program.Java::choosesCollector)) {
      jvm.add("-XX:+UseG1GC");
      jvm.add("-XX:MaxGCPauseMillis=20");
    }
    jvm.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    jvm.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS");
    jvm.addAll(spec.jvm());
    return List.copyOf(jvm);
  }
}
