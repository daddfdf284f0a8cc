package dev.rebound.engine.jet;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JobEngine;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.GeneratedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hazelcast Jet: N equal members of a cluster that run the job {@code rebound-job-jet} and are
 * followed through the events and the log that they write; or a program of the user's, whose
 * processes are the members.
 */
public final class JetEngine extends JobEngine {
  /** Port by which members talk. */
  static final Port PORT = Port.of("rpc");

  private static final String JOB = "job:rebound-job-jet";
  private static final String MAIN = "dev.rebound.job.jet.MemberJob";

  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "jet",
          "5.6.0",
          new Capabilities(
                  Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
                  EngineSpec.PROFILES,
                  Set.of(JobWorker.ROLE),
                  Step.OF_ENGINES,
                  WORKLOADS,
                  1)
              .making(GeneratedRecord.WORKLOADS),
          JetSettings.OPTIONS,
          JetEngine::check,
          EngineSpec::promiseOfGuarantee,
          version -> Hyperscan.with(version(version)),
          Support.NONE);

  public JetEngine() {
    super(DECLARATION);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put("state: rocksdb", "States and snapshots are in the memory of the members.");
    limits.put("spares", "All members that live may take part.");
    limits.put(
        "steps of a jar of your own",
        "Its members write no events; what Hazelcast logs does not say which source reads.");
    return limits;
  }

  private static void check(EngineSection section) {
    JetSettings.check(section, DECLARATION.capabilities().workloads());
    String version = DECLARATION.version(section.spec());
    String java = section.spec().java();
    if (!java.isEmpty() && !java.matches("\\d{1,3}")) {
      return; // a folder: its JVM says itself what it cannot run
    }
    olderJava(version, java.isEmpty() ? Runtime.version().feature() : Integer.parseInt(java))
        .ifPresent(
            problem ->
                section.wrong(
                    "version",
                    problem,
                    "Write engine.java: 21 (`rebound doctor` lists JDKs), or engine.version: "
                        + DECLARATION.version()
                        + "."));
  }

  /** What is wrong with a version on a Java of this number; empty if nothing is. */
  static Optional<String> olderJava(String version, int java) {
    String least = version(version).text("java");
    return java >= Integer.parseInt(least)
        ? Optional.empty()
        : Optional.of(
            "hazelcast %s needs Java %s, and is to run on %s".formatted(version, least, java));
  }

  static EngineVersion version(String version) {
    return EngineVersion.of(
        JetEngine.class, "jet", version, "Name a version from 5.4 on, for example 5.6.0.");
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(JOB);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    JetSettings settings = new JetSettings(spec);
    EngineVersion version = version(DECLARATION.version(spec));
    String members =
        IntStream.rangeClosed(1, spec.workers())
            .mapToObj(number -> endpoint(number, platform).inside().toString())
            .collect(Collectors.joining(","));
    IntFunction<Endpoint> at = number -> endpoint(number, platform);
    Plan plan =
        JetProgram.of(spec)
            .map(program -> plan(program, spec, job, settings, version, members, at))
            .orElseGet(() -> plan(spec, job, settings, version, members, at));
    return new JetSubject(spec, job, plan, settings, version);
  }

  private static Plan plan(
      EngineSpec spec,
      JobSpec job,
      JetSettings settings,
      EngineVersion version,
      String members,
      IntFunction<Endpoint> at) {
    JobWorker worker = new JobWorker(JOB, MAIN, version.classPath(), version.text("ready"));
    List<ProcessSpec> processes =
        JobWorker.each(
            spec,
            number -> {
              JobFile file = new JobFile(number, spec, job);
              file.put("address", at.apply(number).listens().toString());
              file.put("members", members);
              if (at.apply(number).separated()) {
                file.put("engine.hz.network.public-address", at.apply(number).inside().toString());
              }
              file.put("events", "${dir}/" + FollowedCluster.EVENTS);
              settings.job().forEach(file::put);
              settings.engine().forEach((key, value) -> file.put(placed(key), value));
              return worker.process(
                  number,
                  job,
                  file,
                  settings.jvm(version),
                  settings.heapBytes(job),
                  JetSettings.OVERHEAD_BYTES);
            });
    Map<String, String> print = new LinkedHashMap<>();
    print.put("cluster and job name", job.group());
    print.put("processing guarantee", spec.guarantee().toString());
    print.put("snapshot interval", spec.commitInterval().toMillis() + " ms");
    print.putAll(settings.job());
    print.putAll(settings.engine());
    List<String> notes = new ArrayList<>(settings.notes());
    notes.addAll(HeldState.notes(spec, job, settings.heapBytes(job)));
    return new Plan(processes, print, List.copyOf(notes));
  }

  private static Plan plan(
      JetProgram program,
      EngineSpec spec,
      JobSpec job,
      JetSettings settings,
      EngineVersion version,
      String members,
      IntFunction<Endpoint> at) {
    List<ProcessSpec> processes =
        JobWorker.each(
            spec,
            number ->
                program.process(number, spec, job, settings, version, at.apply(number), members));
    Map<String, String> print = new LinkedHashMap<>(program.program().settings(spec));
    print.put("HZ_CLUSTERNAME", job.group());
    print.putAll(ProgramOptions.settings(spec));
    return new Plan(processes, print, program.notes());
  }

  private static Endpoint endpoint(int number, Platform platform) {
    return platform.reserve(JobWorker.name(number), PORT);
  }

  private static String placed(String key) {
    return key.startsWith("hz.") || key.startsWith("hazelcast.") ? "engine." + key : key;
  }
}
