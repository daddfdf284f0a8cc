package dev.rebound.engine.zookeeper;

import dev.rebound.base.Owner;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.PropertiesText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One ZooKeeper server, which keeps what it holds over a restart.
 *
 * @param quick whether it looks for dead sessions every half second, and not every three seconds,
 *     its own default
 */
public record ZooKeeperPart(boolean quick, List<ProcessSpec> processes) implements Part {
  /** The role of its process. */
  public static final String ROLE = "zookeeper";

  private static final String VERSION = "3.9.5";

  /** Class path of its process. */
  public static final List<String> JARS =
      List.of(
          "org.slf4j:slf4j-api:2.0.20",
          "org.slf4j:slf4j-simple:2.0.20",
          "org.apache.zookeeper:zookeeper:" + VERSION,
          "io.dropwizard.metrics:metrics-core:4.1.12.1",
          "org.xerial.snappy:snappy-java:1.1.10.7");

  /** A binding that it brings along and does not need: it logs every detail by default. */
  public static final List<String> EXCLUSIONS = List.of("ch.qos.logback:*");

  private static final Port CLIENT = Port.of("client");
  private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final long HEAP_BYTES = 96L << 20;
  private static final long OVERHEAD_BYTES = 96L << 20;
  private static final Duration STOP_GRACE = Duration.ofSeconds(2);

  /** Starts nothing, and reserves an address. */
  public static ZooKeeperPart planned(boolean quick, Platform platform) {
    Platform.Address client = platform.reserve(ROLE, CLIENT).listens();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("dataDir", "${data}");
    settings.put("clientPort", Integer.toString(client.port()));
    settings.put("clientPortAddress", client.host());
    settings.put("admin.enableServer", "false");
    if (quick) {
      settings.put("tickTime", "500");
      // Twenty ticks by default: sessions of a minute, Flink's default, would be cut to ten
      // seconds.
      settings.put("maxSessionTimeout", "60000");
    }
    return new ZooKeeperPart(
        quick,
        List.of(
            new ProcessSpec(
                ROLE,
                ROLE,
                Owner.SUPPORT,
                new Program.Java(
                    JARS,
                    EXCLUSIONS,
                    MAIN,
                    List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.showDateTime=true",
                        "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS"),
                    List.of("${dir}/zoo.cfg")),
                HEAP_BYTES,
                OVERHEAD_BYTES,
                Map.of(),
                Map.of("zoo.cfg", PropertiesText.of(settings)),
                new ProcessSpec.Readiness.TcpPort(CLIENT.name()))));
  }

  /** Where clients find it, worked out before it runs: {@code host:port}. */
  public static String address(Platform platform) {
    return platform.reserve(ROLE, CLIENT).inside().toString();
  }

  /** That members of a role are clients of it. */
  public static Link from(String role) {
    return new Link(role, ROLE, CLIENT);
  }

  @Override
  public String name() {
    return "ZooKeeper";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "ZooKeeper "
            + VERSION
            + ": one server"
            + (quick
                ? "; with profile quick it looks for dead sessions every 0.5 s (tickTime, 3 s by"
                    + " default)"
                : ", as it comes"));
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    Node server = platform.start(processes.get(0));
    server.awaitReady(by.left());
    return new Server(server);
  }

  /** The server, once it is up. */
  private record Server(Node node) implements RunningPart {
    private static final int LIMIT_MILLIS = 2_000;

    @Override
    public List<Node> nodes(String role) {
      return role.equals(ROLE) ? List.of(node) : List.of();
    }

    /** It is back once it answers the word that it answers by default. */
    @Override
    public Optional<String> missing(Node member) {
      Platform.Address at = node.endpoint(CLIENT).outside();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(at.host(), at.port()), LIMIT_MILLIS);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
        String answer =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return answer.contains("Mode:")
            ? Optional.empty()
            : Optional.of("it does not serve: " + answer.strip());
      } catch (IOException e) {
        return Optional.of("it does not answer: " + e.getMessage());
      }
    }

    @Override
    public void close() {
      node.stop(STOP_GRACE);
    }
  }
}
