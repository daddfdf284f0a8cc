package dev.rebound.engine.adapter;

import dev.rebound.base.Owner;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A worker that is the process of one of our jobs, as all of its engine are.
 *
 * @param job coordinates of the job's jar
 * @param main its main class
 * @param classPath Maven coordinates of what it needs beside its jar
 * @param ready text of its log that says that it is up
 */
public record JobWorker(String job, String main, List<String> classPath, String ready) {
  public static final String ROLE = "worker";

  private static final String FILE = "job.properties";

  /** The name of the worker of this number, from 1. */
  public static String name(int number) {
    return ROLE + "-" + number;
  }

  /**
   * The process of a worker.
   *
   * @param number from 1
   * @param overheadBytes beside its heap
   */
  public ProcessSpec process(
      int number,
      JobSpec spec,
      JobFile file,
      List<String> jvm,
      long heapBytes,
      long overheadBytes) {
    List<String> all = new ArrayList<>();
    all.add(job);
    all.addAll(classPath);
    all.addAll(Hyperscan.neededBy(spec));
    return new ProcessSpec(
        name(number),
        ROLE,
        Owner.SUBJECT,
        new Program.Java(all, main, jvm, List.of("--config", "${dir}/" + FILE)),
        heapBytes,
        overheadBytes,
        Map.of(),
        Map.of(FILE, file.text()),
        new ProcessSpec.Readiness.LogLine(ready));
  }

  /**
   * The process of a worker that is a program of the user's.
   *
   * @param number from 1
   * @param told variables beside those of any program; what the experiment sets wins
   */
  public static ProcessSpec of(
      int number,
      EngineSpec spec,
      JobSpec job,
      Program program,
      long overheadBytes,
      Map<String, String> told,
      ProcessSpec.Readiness readiness) {
    Map<String, String> environment = ProgramEnvironment.environment(number, spec, job);
    environment.putAll(told);
    environment.putAll(spec.config());
    return new ProcessSpec(
        name(number),
        ROLE,
        Owner.SUBJECT,
        program,
        spec.memory().count(),
        overheadBytes,
        environment,
        ProgramEnvironment.files(spec, job),
        readiness);
  }

  /** Up once it prints what {@code ready} names; else as is given. */
  public static ProcessSpec.Readiness readiness(EngineSpec spec, ProcessSpec.Readiness otherwise) {
    String ready = spec.options().get(ProgramOptions.READY.key());
    return ready == null ? otherwise : new ProcessSpec.Readiness.LogLine(ready);
  }

  /** Of each worker one, by its number from 1. */
  public static List<ProcessSpec> each(EngineSpec spec, IntFunction<ProcessSpec> worker) {
    return IntStream.rangeClosed(1, spec.workers()).mapToObj(worker).toList();
  }

  /**
   * What a plan says of workers whose code is compiled quickly.
   *
   * @param who runs so, in words
   */
  public static String quickStart(String who) {
    return "%s run with %s: sooner at work, slower in the long run; engine.jvm wins over it"
        .formatted(who, String.join(" ", Program.Java.QUICK_START));
  }

  /**
   * JVM options of a worker: what it needs, what starts it sooner, and those of the file, which
   * win. With quick, a restarted worker maps the classes that the first one loaded and verified.
   */
  public static List<String> jvm(EngineSpec spec, List<String> needed) {
    List<String> jvm = new ArrayList<>(needed);
    if (spec.quick()) {
      jvm.addAll(Program.Java.SHARED_CLASSES);
      jvm.addAll(Program.Java.QUICK_START);
    }
    return withOwn(spec, jvm);
  }

  /**
   * JVM options with those of the file behind them, which win, and one collector: a JVM does not
   * start with two.
   */
  public static List<String> withOwn(EngineSpec spec, List<String> jvm) {
    if (spec.jvm().stream().anyMatch(Program.Java::choosesCollector)) {
      jvm.removeIf(Program.Java::choosesCollector);
    }
    jvm.addAll(spec.jvm());
    return new ArrayList<>(Program.Java.withCollector(jvm));
  }
}
