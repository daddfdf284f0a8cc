package dev.rebound.engine.kafkastreams;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
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
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Kafka Streams: N equal worker processes that run the job {@code rebound-job-kafka-streams} and
 * are followed through the events and the log that they write; or a program of the user's, followed
 * through its log.
 */
public final class KafkaStreamsEngine extends JobEngine {
  private static final String JOB = "job:rebound-job-kafka-streams";
  private static final String MAIN = "dev.rebound.job.kafkastreams.TopologyJob";

  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "kafka-streams",
          "4.4.0",
          new Capabilities(
                  Set.of(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
                  EngineSpec.PROFILES,
                  Set.of(JobWorker.ROLE),
                  Step.OF_ENGINES,
                  WORKLOADS,
                  1)
              .withoutSource("It reads from topics, and nothing else."),
          StreamsOptions.ALL,
          KafkaStreamsEngine::check,
          EngineSpec::promiseOfGuarantee,
          version -> Hyperscan.with(version(version)),
          Support.NONE);

  public KafkaStreamsEngine() {
    super(DECLARATION);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put(
        "guarantee: none",
        "It always commits offsets after what they stand for; a jar of yours may claim it.");
    limits.put("spares", "Standbys hold copies of states instead: `standbys`.");
    limits.put("checkpoints", "A state is kept in its changelog, a topic.");
    return limits;
  }

  static EngineVersion version(String version) {
    return EngineVersion.of(
        KafkaStreamsEngine.class,
        "kafka-streams",
        version,
        "Name a version from 3.4 on, for example 4.4.0.");
  }

  private static void check(EngineSection section) {
    StreamsOptions.check(section, DECLARATION.capabilities().workloads());
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(JOB);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    StreamsSettings settings = new StreamsSettings(spec);
    EngineVersion version = version(DECLARATION.version(spec));
    Optional<StreamsProgram> program = StreamsProgram.of(spec);
    Plan plan =
        program
            .map(own -> plan(spec, job, settings, version, own))
            .orElseGet(() -> plan(spec, job, settings, version));
    return new StreamsSubject(spec, job, plan, settings, version, program);
  }

  private static Plan plan(
      EngineSpec spec, JobSpec job, StreamsSettings settings, EngineVersion version) {
    JobWorker worker = new JobWorker(JOB, MAIN, version.classPath(), version.text("ready"));
    StreamsMemory memory = new StreamsMemory(spec, settings, job);
    List<ProcessSpec> processes =
        JobWorker.each(
            spec,
            number ->
                worker.process(
                    number,
                    job,
                    jobFile(number, spec, job, settings),
                    JobWorker.jvm(spec, version.jvm()),
                    memory.heapBytes(),
                    memory.overheadBytes()));
    Map<String, String> print = new LinkedHashMap<>();
    print.put("application.id", job.group());
    print.put("group.protocol", settings.protocol());
    print.put("processing.guarantee", settings.exactlyOnce() ? "exactly_once_v2" : "at_least_once");
    print.put("commit.interval.ms", Long.toString(spec.commitInterval().toMillis()));
    print.put("num.stream.threads", Integer.toString(spec.threads()));
    print.put("store", settings.state());
    if (!settings.changelogSegmentMillis().isEmpty()) {
      print.put("changelog segment.ms", settings.changelogSegmentMillis());
    }
    print.putAll(settings.engine(job.replication()));
    List<String> notes = new ArrayList<>(settings.notes());
    if (windows(job) && settings.caching().equals("false")) {
      notes.add(
          "windows have no cache, so that they come out when they close; Kafka Streams' own have one"
              + " by default, and come out with the next commit (caching: true)");
    }
    notes.addAll(HeldState.notes(spec, job, memory.heapBytes()));
    return new Plan(processes, print, List.copyOf(notes));
  }

  private static Plan plan(
      EngineSpec spec,
      JobSpec job,
      StreamsSettings settings,
      EngineVersion version,
      StreamsProgram program) {
    List<ProcessSpec> processes =
        JobWorker.each(
            spec,
            number ->
                JobWorker.of(
                    number,
                    spec,
                    job,
                    program.java(spec, version),
                    StreamsMemory.OVERHEAD_BYTES,
                    Map.of(),
                    program.readiness(spec, version)));
    Map<String, String> print = new LinkedHashMap<>(program.program().settings(spec));
    print.put("REBOUND_GROUP", job.group());
    print.putAll(ProgramOptions.settings(spec));
    List<String> notes = new ArrayList<>(program.notes());
    notes.addAll(settings.processNotes());
    return new Plan(processes, print, List.copyOf(notes));
  }

  /** Whether it computes windows of time, which are Kafka Streams' own. */
  private static boolean windows(JobSpec job) {
    return Workloads.kind(job.workload().name()).shape() == WorkloadKind.Shape.WINDOWED
        && VisitWindows.of(job.workload()).byTime();
  }

  private static JobFile jobFile(
      int number, EngineSpec spec, JobSpec job, StreamsSettings settings) {
    JobFile file = new JobFile(number, spec, job);
    file.put("state-dir", "${data}");
    file.put("threads", Integer.toString(spec.threads()));
    file.put("store", settings.state());
    if (spec.quick()) {
      file.put("native", "${shared}/native");
    }
    file.put("caching", settings.caching());
    file.put("changelog-segment-ms", settings.changelogSegmentMillis());
    file.put("protocol", settings.protocol());
    // quick: a worker that is asked to stop hands its work over instead of being missed.
    file.put("leave-group", Boolean.toString(spec.quick()));
    if (settings.staticMembers()) {
      file.put("instance-id", "${identity}");
    }
    settings.engine(job.replication()).forEach((key, value) -> file.put("engine." + key, value));
    return file;
  }
}
