package dev.rebound.engine.external;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * N processes of a program in any language, which reads the input topic as a member of a consumer
 * group and writes the output topic. docs/your-own-job.md says what it is told and what it owes.
 *
 * <p>It reports no steps: when its work moved shows in the topics alone.
 */
public final class ExternalEngine implements Engine {
  private static final String NAME = "external";
  private static final String RUN = ProgramOptions.RUN.key();
  private static final String PROGRESS = "progress";

  /** The session timeout of Kafka's clients, unless the program sets another one. */
  private static final Duration SESSION = Duration.ofSeconds(45);

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
          EngineSpec.UNTUNED,
          Set.of(JobWorker.ROLE),
          Set.of(),
          ProgramOptions.workloads(),
          1);

  private static final List<Option> OWN =
      List.of(
          ProgramOptions.RUN,
          ProgramOptions.READY,
          ProgramOptions.FILES,
          Option.optional(PROGRESS, ScalarType.choice("progress", List.of("group", "none")), "none")
              .meaning("Whether its consumer group tells how far it has come, or nothing does."),
          ProgramOptions.NOTICES,
          ProgramOptions.ENV_FILE,
          ProgramOptions.PROGRAM_FILES);

  private static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          NAME,
          "1",
          CAPABILITIES,
          Stream.of(OWN, RestartPolicy.OPTIONS, SetupPart.OPTIONS).flatMap(List::stream).toList(),
          ExternalEngine::check,
          EngineSpec::promiseOfGuarantee,
          version -> List.of(),
          Support.NONE);

  @Override
  public EngineDeclaration declaration() {
    return DECLARATION;
  }

  private static void check(EngineSection section) {
    section.requireWorkload(CAPABILITIES.workloads());
    if (!section.has(RUN)) {
      section.wrong(
          RUN,
          "the external engine does not know what to run",
          "Write engine: { name: external, run: python3 my_job.py }.");
    }
    SetupPart.check(section);
    ProgramOptions.checkEnvironmentFiles(section);
    ProgramOptions.checkNames(section);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    String run = spec.option(RUN, "");
    List<Part> parts = SetupPart.planned(spec, job);
    Program program = new Program.Command(ProgramOptions.command(spec, !parts.isEmpty()));
    ProcessSpec.Readiness ready = JobWorker.readiness(spec, new ProcessSpec.Readiness.UpAtOnce());
    List<ProcessSpec> processes =
        JobWorker.each(
            spec, number -> JobWorker.of(number, spec, job, program, 0, Map.of(), ready));
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(RUN, run);
    settings.put("REBOUND_GROUP", job.group());
    settings.putAll(ProgramOptions.settings(spec));
    Plan plan =
        new Plan(
            processes,
            settings,
            List.of(
                "guarantee is what the program claims: it is held to it, and nothing is set by it",
                "an external program tells no steps of its recovery"));
    return new Workers(spec, job, plan, parts);
  }

  private record Workers(EngineSpec spec, JobSpec job, Plan plan, List<Part> parts)
      implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
    }

    @Override
    public Duration noticesWithin() {
      return ProgramOptions.noticesWithin(spec, SESSION);
    }

    private JobProgress told() {
      return spec.option(PROGRESS, "group").equals("none")
          ? new JobProgress.NoProgress()
          : new JobProgress.CommittedByGroup(job.group());
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      return Members.up(
          new ProgramCluster(NAME, Members.start(plan, platform), told()),
          cluster -> cluster.awaitReady(by, RestartPolicy.of(spec).always()));
    }
  }
}
