package dev.rebound.engine.service;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.engine.postgres.WrittenTable;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.request.Requests;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * N processes of a service of the user's own in any language, which is asked over HTTP and leaves a
 * row in a table, or a record on a topic, for each request that it accepts; or is judged by its
 * answers alone. What it is told is what {@link ProgramEnvironment} tells any program, with a port
 * to answer on and, where it has one, a database.
 */
public final class ServiceEngine implements Engine {
  /** Port on which a worker answers. */
  static final Port HTTP = Port.of("http");

  private static final String NAME = "service";

  /** The variable with their address. */
  private static final String BROKERS = "REBOUND_BOOTSTRAP";

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
          EngineSpec.UNTUNED,
          Set.of(JobWorker.ROLE),
          Set.of(),
          List.of("requests"),
          1);

  private static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          NAME,
          "1",
          CAPABILITIES,
          ServiceOptions.ALL,
          ServiceEngine::check,
          ServiceEngine::promise,
          version -> WrittenTable.JARS,
          WrittenTable.SUPPORT);

  @Override
  public EngineDeclaration declaration() {
    return DECLARATION;
  }

  private static void check(EngineSection section) {
    ServiceChecks.check(section, CAPABILITIES.workloads());
  }

  /** Rows and records are there once they are committed. */
  private static DeliveryGuarantee promise(EngineSpec spec) {
    return new DeliveryGuarantee(spec.guarantee(), spec.guarantee(), false, 0);
  }

  private static boolean hasTopic(EngineSpec spec) {
    return spec.options().containsKey(ServiceOptions.TOPIC);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    List<Part> commands = SetupPart.planned(spec, job, WrittenTable.told(spec, platform));
    List<Part> parts = new ArrayList<>(WrittenTable.parts(spec, platform));
    parts.addAll(commands);
    List<ProcessSpec> processes =
        JobWorker.each(spec, number -> worker(number, !commands.isEmpty(), spec, job, platform));
    Map<String, String> asked = new LinkedHashMap<>();
    for (ProcessSpec worker : processes) {
      // Behind one that all have in common nobody knows who answers.
      asked.merge(
          url(spec, worker.environment(), platform.reserve(worker.node(), HTTP)),
          answersOnOurs(spec) ? worker.node() : "",
          (one, other) -> "");
    }
    Map<String, String> settings = new LinkedHashMap<>();
    for (String key : List.of(ServiceOptions.RUN, ServiceOptions.ASK)) {
      settings.put(key, spec.option(key, ""));
    }
    settings.putAll(ProgramOptions.settings(spec));
    Plan plan = new Plan(processes, settings, notes(spec, job));
    SubjectInterface.OverHttp.Requested requests =
        new SubjectInterface.OverHttp.Requested(
            List.copyOf(asked.keySet()), List.copyOf(asked.values()), ServiceOptions.form(spec));
    return new Workers(
        spec,
        job,
        plan,
        List.copyOf(parts),
        new SubjectInterface.OverHttp(requests, written(spec, job, platform)));
  }

  private static List<String> notes(EngineSpec spec, JobSpec job) {
    String owes = "what was accepted must be %s by %s; what was refused owes nothing";
    return List.of(
        "guarantee is what the service claims: it is held to it, and nothing is set by it",
        WrittenTable.of(spec)
            .map(table -> owes.formatted("in " + table.name(), "its " + table.key()))
            .orElse(
                hasTopic(spec)
                    ? owes.formatted("on topic " + job.output(), knownBy(job))
                    : "nothing but its answers is seen: what it did is not judged"));
  }

  /** What says of which request a record is, in words. */
  private static String knownBy(JobSpec job) {
    String path = job.workload().text(Requests.OUTPUT_ID);
    return path.isEmpty() ? "its key" : "its " + path;
  }

  private static ProcessSpec worker(
      int number, boolean setUp, EngineSpec spec, JobSpec job, Platform platform) {
    int port = platform.reserve(JobWorker.name(number), HTTP).listens().port();
    Map<String, String> told = new LinkedHashMap<>();
    told.put(ServiceOptions.PORT, Integer.toString(port));
    told.putAll(WrittenTable.told(spec, platform));
    return JobWorker.of(
        number,
        spec,
        job,
        new Program.Command(ProgramOptions.command(spec, setUp)),
        0,
        told,
        JobWorker.readiness(
            spec,
            answersOnOurs(spec)
                ? new ProcessSpec.Readiness.TcpPort(HTTP.name())
                : new ProcessSpec.Readiness.UpAtOnce()));
  }

  /** Whether what it is given names the run's brokers. */
  static boolean namesBrokers(Plan plan) {
    return plan.processes().stream()
        .flatMap(
            process ->
                Stream.of(
                        process.program().arguments(),
                        process.environment().values(),
                        process.files().values())
                    .flatMap(Collection::stream))
        .anyMatch(text -> text.contains(BROKERS));
  }

  /** Whether a worker answers on the port that it is told. */
  static boolean answersOnOurs(EngineSpec spec) {
    String target = ServiceOptions.target(spec);
    return !ServiceOptions.isAddress(target) || target.contains(ServiceOptions.PORT);
  }

  /** As the load sees it, which may find a worker elsewhere than that itself listens. */
  private static String url(EngineSpec spec, Map<String, String> told, Endpoint at) {
    String target = ServiceOptions.target(spec);
    Map<String, String> seen = new LinkedHashMap<>(told);
    seen.put(ServiceOptions.PORT, Integer.toString(at.outside().port()));
    return ServiceOptions.isAddress(target)
        ? ServiceOptions.filled(target, seen)
        : "http://" + at.outside() + ServiceOptions.filled(target, seen);
  }

  private static Optional<SubjectInterface.OverHttp.Written> written(
      EngineSpec spec, JobSpec job, Platform platform) {
    Optional<WrittenTable> table = WrittenTable.of(spec);
    if (table.isEmpty() && !hasTopic(spec)) {
      return Optional.empty();
    }
    return Optional.of(
        new SubjectInterface.OverHttp.Written(
            table.map(its -> its.rows(job.workload(), platform)),
            new SubjectInterface.OverHttp.Waiting("", ""),
            ServiceOptions.doneAfter(spec),
            table
                .map(its -> its.firstRow("answer, write", "a request says"))
                .orElseGet(() -> firstRecord(job))));
  }

  private static SubjectInterface.FirstSign firstRecord(JobSpec job) {
    return new SubjectInterface.FirstSign(
        "no record of topic " + job.output() + " was seen",
        ("See the workers' logs in the run's folder: it must answer, write to %s on the brokers"
                + " that REBOUND_BOOTSTRAP names, and put what a request says of itself into %s of a"
                + " record")
            .formatted(job.output(), knownBy(job)));
  }

  private record Workers(
      EngineSpec spec, JobSpec job, Plan plan, List<Part> parts, SubjectInterface asked)
      implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
    }

    @Override
    public List<Link> links() {
      List<Link> links = new ArrayList<>(WrittenTable.links(spec));
      if (usesBrokers()) {
        links.add(KafkaPart.from(JobWorker.ROLE));
      }
      return links;
    }

    private boolean usesBrokers() {
      return hasTopic(spec) || namesBrokers(plan);
    }

    /** Whoever asks finds the connection broken at once; what a database left takes its time. */
    @Override
    public Duration noticesWithin() {
      return Duration.ofSeconds(5);
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      Members workers = Members.start(plan, platform);
      return Members.up(
          new ServiceCluster(NAME, workers, job, answersOnOurs(spec), usesBrokers()),
          cluster -> cluster.awaitReady(by, RestartPolicy.of(spec).always()));
    }
  }
}
