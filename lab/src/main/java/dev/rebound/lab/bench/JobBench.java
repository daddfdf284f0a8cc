package dev.rebound.lab.bench;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Generators;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Parts;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.IsolationLevel;

/**
 * Measures an engine's job flat out: fills the input topic first, then starts the job and watches
 * how fast it works the backlog off, and what CPU each process takes for it.
 *
 * <p>The rate is that of outputs between a tenth and nine tenths of those due, divided by the
 * matches per record; so neither the start nor the end of the backlog counts. Outputs are counted
 * by end offsets, so one marker per transaction and partition counts, too.
 */
public final class JobBench {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final double OUTPUTS_MIN = 1_000;
  private static final double SECONDS_MIN = 1;
  private static final double FROM = 0.1;
  private static final double TO = 0.9;

  /** A role whose processes take this share of their cores is what limits the job. */
  private static final double BUSY = 0.9;

  private final Path folder;
  private final Platforms platforms;
  private final Consumer<String> out;

  /**
   * @param folder empty folder for everything that this writes
   * @param platforms where its processes run
   * @param out receives lines for people
   */
  public JobBench(Path folder, Platforms platforms, Consumer<String> out) {
    this.folder = folder;
    this.platforms = platforms;
    this.out = out;
  }

  /**
   * The speed that was measured.
   *
   * @param recordsPerSecond input records that the job worked off in a second
   * @param coresByRole CPU-seconds per second of the processes of each role, meanwhile
   * @param threads threads that may work on records, over all workers
   * @param cores of the machine
   */
  public record JobSpeed(
      double recordsPerSecond, Map<String, Double> coresByRole, int threads, int cores) {
    /** Records per CPU-second of the workers. */
    public double recordsPerWorkerCore() {
      return recordsPerSecond / Math.max(1e-9, coresByRole.getOrDefault("worker", 0.0));
    }

    /** In words, what the job was limited by. */
    public String limit() {
      double all = coresByRole.values().stream().mapToDouble(Double::doubleValue).sum();
      double workers = coresByRole.getOrDefault("worker", 0.0);
      if (all >= BUSY * cores) {
        return "the machine's CPU, shared by workers and brokers";
      }
      if (workers >= BUSY * Math.min(threads, cores)) {
        return "the workers' threads";
      }
      return "neither CPU nor threads: waiting for brokers, commits, or each other";
    }
  }

  /**
   * Runs once.
   *
   * @param records how many to fill the input topic with
   */
  public JobSpeed measure(Experiment experiment, Engine engine, long records) {
    double outputs = records * Workloads.create(experiment.workload()).outputsPerRecord();
    if (outputs < OUTPUTS_MIN) {
      throw ReboundException.badInput(
          "%s records make about %s outputs; that is too few to tell a rate"
              .formatted(records, Math.round(outputs)),
          "Raise --records, or workload.selectivity.");
    }
    if (experiment.load().generated()) {
      throw ReboundException.badInput(
          "the job of " + experiment.name() + " makes its records itself, and reads no topic",
          "Remove load.generated, or run the experiment: it tells the rate, too.");
    }
    if (!experiment.kafka().ours()) {
      throw ReboundException.badInput(
          "kafka.bootstrap names a cluster that exists; a job is measured flat out on brokers of its own only",
          "Leave kafka.bootstrap out.");
    }
    try (Artifacts artifacts = new Artifacts(out);
        Deployment deployment = Bench.deployment(folder, platforms, artifacts, out)) {
      Platform platform = deployment.platform();
      Parts.before(experiment, engine, "bench", platform)
          .forEach(part -> deployment.prepare(part, Deadline.after(LIMIT)));
      Parts.requireProgram(experiment);
      Parts parts = Parts.planned(experiment, experiment.kafka(), engine, "bench", platform);
      parts.all().forEach(part -> part.provide(platform));
      JobSpec job = parts.job();
      KafkaCluster kafka = deployment.startBrokers(parts, Deadline.after(LIMIT));
      fill(experiment, parts, records, deployment);
      var unused = deployment.startSubject(parts, Deadline.after(LIMIT));
      int threads = experiment.engine().workers() * experiment.engine().threads();
      return watch(job, kafka, platform, records, threads);
    }
  }

  private static void fill(
      Experiment experiment, Parts parts, long records, Deployment deployment) {
    JobSpec job = parts.outside(deployment.platform());
    Instruments instruments = new Instruments(experiment, parts.subject().promise(), job);
    deployment.fill(
        new Generators(experiment.load(), job, instruments),
        job,
        records,
        Deadline.after(LIMIT),
        () -> false,
        () -> dead(deployment.platform(), "broker"));
    if (Thread.currentThread().isInterrupted()) {
      throw failed("it was interrupted");
    }
  }

  private static void requireAlive(Platform platform, String... roles) {
    dead(platform, roles)
        .ifPresent(
            reason -> {
              throw failed(reason);
            });
  }

  private static Optional<String> dead(Platform platform, String... roles) {
    return platform.nodes().stream()
        .filter(node -> List.of(roles).contains(node.role()) && !node.alive())
        .findFirst()
        .map(node -> node.name() + " ended by itself; see logs/" + node.name() + ".log");
  }

  private JobSpeed watch(
      JobSpec job, KafkaCluster kafka, Platform platform, long records, int threads) {
    Workload workload = Workloads.create(job.workload());
    double due = records * workload.outputsPerRecord();
    Deadline by = Deadline.after(LIMIT);
    long fromOutputs = -1;
    long fromNanos = 0;
    Map<String, Double> fromCpu = Map.of();
    int told = 0;
    while (!by.passed()) {
      requireAlive(platform, "broker", "worker", "jobmanager");
      long outputs =
          kafka.endOffsets(job.outputLanes(), IsolationLevel.READ_UNCOMMITTED).stream()
              .mapToLong(Long::longValue)
              .sum();
      long now = System.nanoTime();
      if (fromOutputs < 0 && outputs >= FROM * due) {
        fromOutputs = outputs;
        fromNanos = now;
        fromCpu = cpuSeconds(platform.nodes());
      }
      if (outputs >= TO * due) {
        double seconds = (now - fromNanos) / 1e9;
        if (seconds < SECONDS_MIN) {
          throw failed("the backlog was worked off too quickly to tell a rate; raise --records");
        }
        Map<String, Double> cores = new TreeMap<>(cpuSeconds(platform.nodes()));
        Map<String, Double> before = fromCpu;
        cores.replaceAll((role, used) -> (used - before.getOrDefault(role, 0.0)) / seconds);
        cores.values().removeIf(used -> used < 0.001);
        return new JobSpeed(
            (outputs - fromOutputs) / seconds / workload.outputsPerRecord(),
            cores,
            threads,
            Runtime.getRuntime().availableProcessors());
      }
      int tenths = (int) (10 * outputs / due);
      if (tenths > told) {
        told = tenths;
        out.accept(tenths * 10 + " % worked off");
      }
      pause();
    }
    throw failed("the job did not work off the backlog within " + LIMIT.toMinutes() + " minutes");
  }

  private static Map<String, Double> cpuSeconds(List<Node> nodes) {
    Map<String, Double> seconds = new HashMap<>();
    for (Node node : nodes) {
      ProcessHandle.of(node.current().pid())
          .flatMap(process -> process.info().totalCpuDuration())
          .ifPresent(cpu -> seconds.merge(node.role(), cpu.toMillis() / 1e3, Double::sum));
    }
    return seconds;
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("it was interrupted");
    }
  }

  private static ReboundException failed(String why) {
    return ReboundException.environment(
        "the benchmark failed: " + why,
        "Try again, with another number of --records or on a machine that is less busy.");
  }

  /** The measurement in lines for people. */
  public static List<String> lines(String name, JobSpeed measured) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            java.util.Locale.ROOT,
            "%s: %,.0f records/s, %,.0f per core of the workers",
            name,
            measured.recordsPerSecond(),
            measured.recordsPerWorkerCore()));
    StringBuilder cores = new StringBuilder("  cores: ");
    measured
        .coresByRole()
        .forEach(
            (role, used) ->
                cores.append(String.format(java.util.Locale.ROOT, "%s %.2f  ", role, used)));
    lines.add(cores.toString().stripTrailing());
    lines.add("  limited by " + measured.limit());
    return lines;
  }
}
