package dev.rebound.engine.flink;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.engine.zookeeper.ZooKeeperPart;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Flink as an experiment sets it.
 *
 * @param program that runs in place of our job
 */
record FlinkSubject(
    EngineSpec spec,
    JobSpec job,
    Plan plan,
    List<Part> parts,
    FlinkSettings settings,
    EngineVersion version,
    Optional<JarProgram> program)
    implements Subject {
  /** Rehearsals write to a topic named like the output topic, and this. */
  private static final String REHEARSAL_SUFFIX = "-rehearsal";

  @Override
  public List<String> witness() {
    return version.witness();
  }

  @Override
  public EngineDeclaration declaration() {
    return FlinkEngine.DECLARATION;
  }

  /**
   * A dead TaskManager is missed by its heartbeats; with Flink's own settings, two of 10 s each.
   */
  @Override
  public Duration noticesWithin() {
    Duration worker = Duration.ofSeconds(spec.quick() ? 3 : spec.tuned() ? 6 : 20);
    Standbys standbys = settings.standbys();
    return standbys.any() && standbys.missedAfter().compareTo(worker) > 0
        ? standbys.missedAfter()
        : worker;
  }

  /**
   * Spare slots are those that no job needs; with quick each worker has some. A program of the
   * user's may set its own checkpoints.
   */
  @Override
  public SubjectMeans means() {
    int slots = (spec.workers() + spec.spares()) * settings.slots();
    int standing = settings.standbys().jobManagers() - 1;
    SubjectMeans planned = Subject.super.means();
    SubjectMeans means =
        (planned.known().containsKey(Mean.COMMIT_INTERVAL)
                ? planned.with(Mean.COMMIT_INTERVAL, settings.checkpoints(plan.settings()))
                : planned)
            .with(Mean.SPARES, Integer.toString(slots - settings.slotsNeeded()));
    return standing == 0
        ? means
        : means.with(Mean.STANDBYS, standing + (standing == 1 ? " JobManager" : " JobManagers"));
  }

  @Override
  public String reserve() {
    return settings.reserve();
  }

  /**
   * The JobManager's part of a source asks the brokers for partitions. TaskManagers it calls by the
   * connections that they opened.
   */
  @Override
  public List<Link> links() {
    String worker = FlinkEngine.WORKER;
    String manager = FlinkEngine.JOB_MANAGER;
    List<Link> links = new ArrayList<>();
    links.add(KafkaPart.from(worker));
    if (job.generated() == 0) {
      links.add(KafkaPart.from(manager));
    }
    links.add(new Link(worker, manager, FlinkEngine.RPC));
    links.add(new Link(worker, manager, FlinkEngine.BLOB));
    if (spec.workers() + spec.spares() > 1) {
      links.add(new Link(worker, worker, FlinkEngine.DATA));
    }
    if (settings.standbys().any()) {
      links.add(new Link(manager, manager, FlinkEngine.RPC));
      links.add(ZooKeeperPart.from(worker));
      links.add(ZooKeeperPart.from(manager));
    }
    links.addAll(settings.storage().links(worker));
    links.addAll(settings.storage().links(manager));
    return links;
  }

  /**
   * The JobManager tells of dead TaskManagers, of all of them, too. Nobody tells when one that is
   * alone was missed; a paused one may be waited for. Where there are several, the next leader
   * tells, unless all are dead.
   */
  @Override
  public Set<Step> steps(FaultScope fault) {
    if (!fault.role().equals(FlinkEngine.JOB_MANAGER)) {
      return Subject.super.steps(fault);
    }
    Standbys standbys = settings.standbys();
    boolean missed = fault.deadly() || (standbys.any() && fault.outlasts(standbys.missedAfter()));
    if (!missed || fault.workingVictims() == 0) {
      return Set.of();
    }
    return standbys.any() && !fault.hitsAll()
        ? declaration().capabilities().steps()
        : Set.of(Step.REASSIGNED, Step.RESTORED);
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    List<Node> members = new ArrayList<>();
    for (ProcessSpec process : plan.processes()) {
      Node member = platform.start(process);
      members.add(member);
      if (member.role().equals(FlinkEngine.JOB_MANAGER) && !settings.quick()) {
        // With Flink's own settings, a TaskManager that comes first waits for 10 s.
        member.awaitReady(by.left());
      }
    }
    Members all = new Members(members);
    JobManagerLeadership leadership =
        new JobManagerLeadership(all.ofRole(FlinkEngine.JOB_MANAGER), version.pairs("leadership"));
    FlinkRest rest =
        new FlinkRest(() -> leadership.spokesman().endpoint(FlinkEngine.REST).outside().toString());
    return Members.up(
        new FlinkCluster(
            new SharedCluster(
                all,
                leadership,
                rest,
                settings.slotsNeeded(),
                settings.adaptive(),
                new Logs(version.complaints()),
                settings.storage().ours()
                    ? Map.of("hdfs", HdfsPart.files(platform)::list)
                    : Map.of(),
                other -> submission(other, platform).withoutRehearsals()),
            submission(job, platform),
            job.group(),
            true),
        cluster -> cluster.submit(by));
  }

  /** The job is handed in once the cluster runs. */
  @Override
  public void provide(Platform platform) {
    Subject.super.provide(platform);
    if (program.isEmpty()) {
      platform.provide(
          new Program.Java(List.of(FlinkProcesses.job(version)), "", List.of(), List.of()));
    }
  }

  private JobSubmission submission(JobSpec of, Platform platform) {
    if (program.isPresent()) {
      JarProgram own = program.get();
      return new JobSubmission(
          own.jar().file(),
          own.mainClass(),
          ProgramEnvironment.filled(own.arguments(), ProgramEnvironment.environment(spec, of)),
          settings.parallelism(),
          "");
    }
    return new JobSubmission(
        platform.classPaths().job(version.text("job")),
        "",
        settings.jobArguments(of, of.group()),
        settings.parallelism(),
        settings.rehearses() ? of.output() + REHEARSAL_SUFFIX : "");
  }
}
