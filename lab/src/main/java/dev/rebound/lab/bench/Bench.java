package dev.rebound.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.load.LoadGenerator;
import dev.rebound.lab.observe.Observer;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Measures the load generator and the observer against Kafka's own performance tools: the same
 * broker, the same settings, in turn, each pair on a fresh topic of 50 partitions.
 *
 * <p>Starts a broker of its own in a folder that it is given. Closing it ends every process.
 */
public final class Bench implements AutoCloseable {
  private static final int PARTITIONS = 50;
  private static final int RECORD_BYTES = 1024;
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final List<String> TOOLS =
      List.of(
          "org.apache.kafka:kafka-tools:" + KafkaSpec.DEFAULT_VERSION,
          "org.slf4j:slf4j-simple:1.7.36");
  private static final List<String> PRODUCER_SETTINGS =
      List.of(
          "acks=all",
          "enable.idempotence=true",
          "linger.ms=10",
          "batch.size=131072",
          "buffer.memory=67108864",
          "delivery.timeout.ms=120000");
  private static final Pattern PRODUCER_TOTAL =
      Pattern.compile("(\\d+) records sent, ([0-9.]+) records/sec");

  private final Path folder;
  private final Consumer<String> out;
  private final Artifacts artifacts;
  private final Deployment deployment;
  private final KafkaCluster kafka;
  private int processes;

  /**
   * Starts the broker.
   *
   * @param folder empty folder for everything that this writes
   * @param platforms where its processes run
   * @param out receives lines for people
   */
  public Bench(Path folder, Platforms platforms, Consumer<String> out) {
    this.folder = folder;
    this.out = out;
    artifacts = new Artifacts(out);
    deployment = deployment(folder, platforms, artifacts, out);
    KafkaSpec spec = KafkaSpec.started(KafkaSpec.DEFAULT_VERSION, 1, PARTITIONS);
    try {
      Platform platform = deployment.platform();
      kafka =
          deployment.add(
              KafkaPart.planned(spec, Map.of("group.initial.rebalance.delay.ms", "0"), platform)
                  .start(platform, Deadline.after(START_LIMIT), out));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The deployment of a measurement in a folder of its own. */
  static Deployment deployment(
      Path folder, Platforms platforms, Artifacts artifacts, Consumer<String> out) {
    String runId = "bench-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    Platform platform =
        platforms.open(
            folder, runId, artifacts, (code, message, remedy) -> out.accept("warning: " + message));
    return new Deployment(platform, out, running -> {});
  }

  /** Compares the load generator, flat out, with ProducerPerformance on a payload file. */
  public PairedRatio load(int pairs, long records) throws IOException {
    Path payload = folder.resolve("payload.txt");
    Files.write(payload, payloadLines());
    return pairs(
        new PairedRatio(
            "load generator", "ProducerPerformance", new ArrayList<>(), new ArrayList<>(), 1.0),
        pairs,
        () -> generate(records),
        () -> producerPerformance(records, payload));
  }

  /** What one of two programs does in its turn, records per second. */
  private interface Turn {
    double rate() throws IOException;
  }

  /** Who goes first changes from pair to pair. */
  private PairedRatio pairs(PairedRatio result, int pairs, Turn ours, Turn theirs)
      throws IOException {
    for (int pair = 1; pair <= pairs; pair++) {
      boolean oursFirst = pair % 2 == 1;
      if (oursFirst) {
        result.ours().add(ours.rate());
      }
      result.theirs().add(theirs.rate());
      if (!oursFirst) {
        result.ours().add(ours.rate());
      }
      out.accept(result.lastPair());
    }
    out.accept(result.summary());
    return result;
  }

  /** Compares the observer with ConsumerPerformance on a topic full of outputs. */
  public PairedRatio observer(int pairs, long records) throws IOException {
    String topic = "bench-outputs-" + ++processes;
    kafka.createTopic(topic, PARTITIONS, Map.of());
    out.accept("filling a topic with " + records + " outputs");
    run(
        lab(
            "filler",
            OutputFiller.class,
            common(topic) + "partitions=" + PARTITIONS + "\nrecords=" + records + "\n"));
    return pairs(
        new PairedRatio(
            "observer", "ConsumerPerformance", new ArrayList<>(), new ArrayList<>(), 0.9),
        pairs,
        () -> observe(topic, records),
        () -> consumerPerformance(topic, records));
  }

  private static List<String> payloadLines() {
    Random random = new Random(42);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      StringBuilder line = new StringBuilder(RECORD_BYTES);
      while (line.length() < RECORD_BYTES) {
        line.append((char) ('A' + random.nextInt(26)));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private String common(String topic) {
    return "bootstrap=" + kafka.bootstrap().outside() + "\ntopic=" + topic + "\n";
  }

  private String freshTopic() {
    kafka.deleteOwnTopics();
    String topic = "bench-" + ++processes;
    kafka.createTopic(topic, PARTITIONS, Map.of());
    return topic;
  }

  private double generate(long records) throws IOException {
    StringBuilder config = new StringBuilder(common(freshTopic()));
    config
        .append("partitions=" + PARTITIONS + "\ngenerator=0\nrate=max\nrecords=" + records + "\n")
        .append("workload.record-bytes=" + RECORD_BYTES + "\n")
        .append("sendlog=${dir}/send.log\ntelemetry=${dir}/telemetry.jsonl\n");
    PRODUCER_SETTINGS.forEach(setting -> config.append("producer." + setting + "\n"));
    Node node = run(lab("generator-" + ++processes, LoadGenerator.class, config.toString()));
    JsonNode last = lastLine(node);
    if (!last.path("complete").asBoolean()) {
      throw failed(node, "it did not send everything");
    }
    try (SendLog log = SendLog.open(fetched(node, "send.log"))) {
      return records * 1e6 / (last.get("atMicros").asLong() - log.startMicros());
    }
  }

  private double producerPerformance(long records, Path payload) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("--bootstrap-server", kafka.bootstrap().outside(), "--topic", freshTopic()));
    arguments.addAll(List.of("--num-records", Long.toString(records), "--throughput", "-1"));
    arguments.addAll(
        List.of("--payload-file", FileSharing.on(deployment.platform()).lend(payload)));
    arguments.add("--command-property");
    arguments.addAll(PRODUCER_SETTINGS);
    Node node =
        run(
            process(
                "producer-performance-" + ++processes,
                TOOLS,
                "org.apache.kafka.tools.ProducerPerformance",
                arguments,
                Map.of()));
    // Interim lines have the same form; the total is the last one.
    Double rate = null;
    for (String line : Files.readAllLines(fetched(node, Node.LOG))) {
      Matcher total = PRODUCER_TOTAL.matcher(line);
      if (total.find() && Long.parseLong(total.group(1)) == records) {
        rate = Double.valueOf(total.group(2));
      }
    }
    return required(rate, node);
  }

  private double observe(String topic, long records) throws IOException {
    String config =
        common(topic)
            + "committed=${dir}/committed\nlatency=${dir}/latency.hlog\n"
            + "telemetry=${dir}/telemetry.jsonl\ncontrol=${dir}/control\n";
    Node node = deployment.platform().start(lab("observer-" + ++processes, Observer.class, config));
    node.put("control", ProcessControl.command(ProcessControl.STOP));
    awaitEnd(node);
    JsonNode last = lastLine(node);
    if (last.path("records").asLong() != records) {
      throw failed(node, "it read " + last.path("records") + " of " + records + " records");
    }
    Path observed = fetched(node, "committed");
    double seconds =
        (ReadingTimes.lastReceiptMicros(observed)
                - ReadingTimes.startMicros(fetched(node, "latency.hlog")))
            / 1e6;
    Files.delete(observed);
    return records / seconds;
  }

  private double consumerPerformance(String topic, long records) throws IOException {
    Node node =
        run(
            process(
                "consumer-performance-" + ++processes,
                TOOLS,
                "org.apache.kafka.tools.ConsumerPerformance",
                List.of(
                    "--bootstrap-server",
                    kafka.bootstrap().outside(),
                    "--topic",
                    topic,
                    "--num-records",
                    Long.toString(records),
                    "--command-property",
                    "auto.offset.reset=earliest",
                    "--command-property",
                    "isolation.level=read_committed"),
                Map.of()));
    // start, end, MB, MB/s, records, records/s, rebalance ms, fetch ms, fetch MB/s, fetch records/s
    Double rate = null;
    for (String line : Files.readAllLines(fetched(node, Node.LOG))) {
      String[] fields = line.split(", ", -1);
      if (fields.length == 10 && fields[4].matches("\\d+")) {
        rate = Double.valueOf(fields[9]);
      }
    }
    return required(rate, node);
  }

  private static double required(@Nullable Double rate, Node node) {
    if (rate == null) {
      throw failed(node, "it printed no rate");
    }
    return rate;
  }

  private static ProcessSpec lab(String node, Class<?> main, String config) {
    return process(
        node,
        List.of("lab:"),
        main.getName(),
        List.of("--config", "${dir}/settings.properties"),
        Map.of("settings.properties", config));
  }

  private static ProcessSpec process(
      String node,
      List<String> classPath,
      String main,
      List<String> arguments,
      Map<String, String> files) {
    return new ProcessSpec(
        node,
        "bench",
        Owner.INSTRUMENT,
        new Program.Java(
            classPath,
            main,
            List.of("-XX:+UseG1GC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
            arguments),
        512L << 20,
        128L << 20,
        Map.of(),
        files,
        new ProcessSpec.Readiness.UpAtOnce());
  }

  private Node run(ProcessSpec spec) {
    Node node = deployment.platform().start(spec);
    awaitEnd(node);
    return node;
  }

  private static void awaitEnd(Node node) {
    Deadline by = Deadline.after(LIMIT);
    while (node.alive()) {
      if (by.passed()) {
        node.stop(Duration.ZERO);
        throw failed(node, "it ran longer than " + LIMIT.toMinutes() + " minutes");
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failed(node, "it was interrupted");
      }
    }
  }

  private static JsonNode lastLine(Node node) {
    return new LastLine(node.follow("telemetry.jsonl"))
        .now()
        .filter(line -> line.path("done").asBoolean())
        .orElseThrow(() -> failed(node, "it did not come to its end"));
  }

  private static ReboundException failed(Node node, String what) {
    return ReboundException.environment(
        node.name() + ": " + what,
        "See " + node.fetch(Node.LOG).map(Path::toString).orElse("its log") + ".");
  }

  private static Path fetched(Node node, String file) {
    return node.fetch(file).orElseThrow(() -> failed(node, "it left no file " + file));
  }

  @Override
  public void close() {
    try (artifacts) {
      deployment.close();
    }
  }
}
