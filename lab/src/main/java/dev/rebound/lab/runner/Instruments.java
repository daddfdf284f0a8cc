package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.load.LoadGenerator;
import dev.rebound.lab.observe.Observer;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import dev.rebound.lab.platform.PropertiesText;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.telemetry.Control;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The lab's own processes of a run, as process specs: load generators, the observer, and what runs
 * once at the end.
 */
final class Instruments {
  static final String OBSERVER = "observer";
  static final String COMMITTED = "observed-committed.bin";
  static final String UNCOMMITTED = "observed-uncommitted.bin";
  static final String TELEMETRY = "telemetry.jsonl";
  static final String CONTROL = "control";
  static final String SEND_LOG = "sendlog.bin";
  static final String LATENCY = "latency.hlog";

  /** Records per second, of all generators, from which on instruments run fully compiled code. */
  static final int FAST_CODE_PER_SECOND = 20_000;

  private static final long HEAP_BYTES = 256L << 20;
  private static final long OVERHEAD_BYTES = 120L << 20;

  private final Experiment experiment;
  private final Promise promise;
  private final JobSpec job;

  Instruments(Experiment experiment, Promise promise, JobSpec job) {
    this.promise = promise;
    this.experiment = experiment;
    this.job = job;
  }

  /**
   * True if outputs are written in transactions, so that readers of two isolation levels can
   * differ.
   */
  boolean transactional() {
    return promise.transactional();
  }

  /** Asks a generator or the observer for an orderly end. */
  static void requestStop(Node node) {
    node.put(CONTROL, Control.command(Control.STOP));
  }

  /** What such a process says of itself each second. */
  static Tail telemetry(Node node) {
    return node.follow(TELEMETRY);
  }

  Promise promise() {
    return promise;
  }

  WorkloadSpec workload() {
    return job.workload();
  }

  static String generatorName(int generator) {
    return "generator-" + (generator + 1);
  }

  /**
   * @param startMicros intended time of record 0 of generator 0; the others are spread over one
   *     interval
   */
  ProcessSpec generator(int generator, long startMicros) {
    return generator(
        generatorName(generator), generator, experiment.load().rate().perSecond(), startMicros);
  }

  /**
   * The same under another name, for generators that follow one another in one run.
   *
   * @param generator number that no other generator of the run has; those that send together have
   *     numbers that follow one another
   * @param ratePerSecond of all generators together
   */
  ProcessSpec generator(String node, int generator, double ratePerSecond, long startMicros) {
    int generators = experiment.load().generators();
    double rate = ratePerSecond / generators;
    long shift = (long) (1e6 / rate * (generator % generators) / generators);
    Properties p = connection();
    p.setProperty("topic", job.input());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    p.setProperty("generator", Integer.toString(generator));
    p.setProperty("rate", Double.toString(rate));
    p.setProperty("start", Long.toString(startMicros + shift));
    p.setProperty("sendlog", "${dir}/" + SEND_LOG);
    p.setProperty("telemetry", "${dir}/" + TELEMETRY);
    p.setProperty("control", "${dir}/" + CONTROL);
    experiment.load().producer().forEach((key, value) -> p.setProperty("producer." + key, value));
    p.putAll(job.workload().toProperties());
    return process(
        node,
        "generator",
        LoadGenerator.class.getName(),
        p,
        jvm(ratePerSecond < FAST_CODE_PER_SECOND));
  }

  ProcessSpec observer() {
    Properties p = output();
    p.setProperty("committed", "${dir}/" + COMMITTED);
    if (transactional()) {
      p.setProperty("uncommitted", "${dir}/" + UNCOMMITTED);
    }
    p.setProperty("latency", "${dir}/" + LATENCY);
    p.setProperty("telemetry", "${dir}/" + TELEMETRY);
    p.setProperty("control", "${dir}/" + CONTROL);
    return process(OBSERVER, OBSERVER, Observer.class.getName(), p);
  }

  /** What a reader of the output topic must know. */
  Properties output() {
    Properties p = connection();
    p.setProperty("topic", job.output());
    if (!job.keyed()) {
      p.setProperty("tagged", "1");
    }
    return p;
  }

  Properties connection() {
    Properties p = new Properties();
    p.setProperty("bootstrap", job.bootstrap());
    job.client().forEach((key, value) -> p.setProperty("client." + key, value));
    return p;
  }

  ProcessSpec process(String node, String role, String mainClass, Properties config) {
    return process(node, role, mainClass, config, jvm(compiledQuickly(experiment)));
  }

  private static ProcessSpec process(
      String node, String role, String mainClass, Properties config, List<String> jvm) {
    Map<String, String> settings = new HashMap<>();
    config.stringPropertyNames().forEach(key -> settings.put(key, config.getProperty(key)));
    return new ProcessSpec(
        node,
        role,
        Owner.INSTRUMENT,
        new Program.Java(
            List.of("lab:"), mainClass, jvm, List.of("--config", "${dir}/config.properties")),
        HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        Map.of("config.properties", PropertiesText.of(settings)),
        new ProcessSpec.Readiness.Running());
  }

  private static List<String> jvm(boolean compiledQuickly) {
    List<String> jvm = new ArrayList<>();
    jvm.add("-XX:+UseSerialGC");
    jvm.addAll(compiler(compiledQuickly));
    jvm.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    jvm.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    return jvm;
  }

  /**
   * How instruments and brokers compile. A broker's optimizing compiler took a fifth of a core for
   * minutes, as much as half of what three brokers did besides.
   */
  static List<String> compiler(Experiment experiment) {
    return compiler(compiledQuickly(experiment));
  }

  private static List<String> compiler(boolean quickly) {
    return quickly ? List.of("-XX:TieredStopAtLevel=1") : List.of();
  }

  /**
   * True if the instruments do with code that is compiled once and quickly. At low rates this
   * leaves the cores to the workers for the first minute; at high rates they need the faster code.
   */
  static boolean compiledQuickly(Experiment experiment) {
    return experiment.load().rate().perSecond() < FAST_CODE_PER_SECOND;
  }
}
