package dev.rebound.lab.rig;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.Owner;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.PropertiesText;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The common ground of the lab's own processes of a run: how they run, what they must know of the
 * brokers, and how one talks to them.
 */
public final class Instruments {
  /** The file in which such a process tells of itself each second, see {@link #telemetry}. */
  public static final String TELEMETRY = "telemetry.jsonl";

  /** How the name of a send log ends. */
  public static final String SEND_LOG = "sendlog.bin";

  /** How the name of a request log ends. */
  public static final String REQUESTS = "requests.bin";

  /** Records per second, of all generators, from which on instruments run fully compiled code. */
  public static final int FAST_CODE_PER_SECOND = 20_000;

  static final String CONTROL = "control";

  private static final ClassLoader LAB = Instruments.class.getClassLoader();

  private static final long HEAP_BYTES = 256L << 20;
  private static final long OVERHEAD_BYTES = 120L << 20;

  private final Experiment experiment;
  private final DeliveryGuarantee promise;
  private final JobSpec job;
  private final SubjectInterface asked;
  private final String prefix;
  private final double othersPerSecond;

  /**
   * The instruments of one of the jobs of a run, each with names of their own.
   *
   * @param run the experiment
   * @param number of the job
   * @param promise of the job
   * @param asked how it is asked
   */
  public Instruments(
      Experiment run, int number, DeliveryGuarantee promise, JobSpec job, SubjectInterface asked) {
    List<Experiment> others = new ArrayList<>(run.jobs());
    this.experiment = others.remove(number);
    this.promise = promise;
    this.job = job;
    this.asked = asked;
    this.prefix = number == 0 ? "" : SecondJob.name(number) + "-";
    this.othersPerSecond = perSecond(others);
  }

  /** The name of one of them, by what it is. */
  String named(String what) {
    return prefix + what;
  }

  /**
   * The instruments of a job with topics.
   *
   * @param promise of the job
   */
  public Instruments(Experiment experiment, DeliveryGuarantee promise, JobSpec job) {
    this(experiment, 0, promise, job, new SubjectInterface.ByTopics());
  }

  /** How the job is asked, and where what it did is seen. */
  public SubjectInterface asked() {
    return asked;
  }

  /** How many lanes inputs are in, each judged for itself. */
  public int lanes() {
    return asked.lanes(job);
  }

  /** The topics of the outputs; empty if they are on none. */
  public Optional<TopicLanes> outputLanes() {
    return asked.outputLanes(job);
  }

  /** How many files a reader of the outputs leaves: one for each topic. */
  public int outputFiles() {
    return outputLanes().map(lanes -> lanes.topics().size()).orElse(1);
  }

  /**
   * True if outputs are written in transactions, so that readers of two isolation levels can
   * differ.
   */
  public boolean transactional() {
    return promise.transactional();
  }

  /** Asks a generator or the observer for an orderly end. */
  static void requestStop(Node node) {
    node.put(CONTROL, ProcessControl.command(ProcessControl.STOP));
  }

  /** The lines in which such a process tells of itself each second. */
  public static NodeTail telemetry(Node node) {
    return node.follow(TELEMETRY);
  }

  public DeliveryGuarantee promise() {
    return promise;
  }

  public WorkloadSpec workload() {
    return job.workload();
  }

  public JobSpec job() {
    return job;
  }

  /** The settings of a reader of the outputs. */
  public Properties output() {
    Properties p = connection();
    p.putAll(asked.output(job));
    p.putAll(job.workload().toProperties());
    return p;
  }

  /** The settings of a client of the brokers. */
  public Properties connection() {
    Properties p = new Properties();
    p.setProperty("bootstrap", job.bootstrap());
    job.client().forEach((key, value) -> p.setProperty("client." + key, value));
    return p;
  }

  ProcessSpec process(String node, String role, String mainClass, Properties config) {
    return process(
        node, role, mainClass, config, besideOthers(experiment.load().rate()), asked.readerJars());
  }

  static ProcessSpec process(
      String node, String role, String mainClass, Properties config, boolean compiledQuickly) {
    return process(node, role, mainClass, config, compiledQuickly, List.of());
  }

  private static ProcessSpec process(
      String node,
      String role,
      String mainClass,
      Properties config,
      boolean compiledQuickly,
      List<String> jars) {
    List<String> classPath = new ArrayList<>(List.of("lab:"));
    classPath.addAll(InstrumentLogging.classPath(LAB));
    classPath.addAll(jars);
    Map<String, String> settings = new HashMap<>();
    config.stringPropertyNames().forEach(key -> settings.put(key, config.getProperty(key)));
    return new ProcessSpec(
        node,
        role,
        Owner.INSTRUMENT,
        new Program.Java(
            classPath,
            mainClass,
            jvm(compiledQuickly),
            List.of("--config", "${dir}/config.properties")),
        HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        Map.of("config.properties", PropertiesText.of(settings)),
        new ProcessSpec.Readiness.UpAtOnce());
  }

  private static List<String> jvm(boolean compiledQuickly) {
    List<String> jvm = new ArrayList<>();
    jvm.add("-XX:+UseSerialGC");
    jvm.addAll(compiler(compiledQuickly));
    jvm.addAll(InstrumentLogging.jvm(LAB));
    return jvm;
  }

  /**
   * How instruments and brokers compile. A broker's optimizing compiler took a fifth of a core for
   * minutes, as much as half of what three brokers did besides.
   */
  public static List<String> compiler(Experiment experiment) {
    return compiler(compiledQuickly(experiment));
  }

  private static List<String> compiler(boolean quickly) {
    return quickly ? List.of("-XX:TieredStopAtLevel=1") : List.of();
  }

  /**
   * True if the instruments do with code that is compiled once and quickly. At low rates this
   * leaves the cores to the workers for the first minute; at high rates they need the faster code.
   */
  public static boolean compiledQuickly(Experiment experiment) {
    return compiledQuickly(new Rate(perSecond(experiment.jobs())));
  }

  private static double perSecond(List<Experiment> jobs) {
    return jobs.stream().mapToDouble(job -> job.load().rate().perSecond()).sum();
  }

  /** The same for a job with this rate, which shares its cores with those of another job. */
  boolean besideOthers(Rate rate) {
    return compiledQuickly(new Rate(rate.perSecond() + othersPerSecond));
  }

  static boolean compiledQuickly(Rate rate) {
    return rate.perSecond() < FAST_CODE_PER_SECOND;
  }
}
