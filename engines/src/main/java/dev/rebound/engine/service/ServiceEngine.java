package dev.rebound.engine.service;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.request.Requests;
import dev.rebound.oracle.request.RowColumns;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * N processes of a service of the user's own in any language, which is asked over HTTP and leaves a
 * row in a table, or a record on a topic, for each request that it accepts; or is judged by its
 * answers alone. What it is told is what {@link ProgramEnvironment} tells any program, with a port
 * to answer on and, where it has one, a database.
 */
public final class ServiceEngine implements Engine {
  static final String HTTP = "http";
  private static final String NAME = "service";

  /** The variable with their address. */
  private static final String BROKERS = "REBOUND_BOOTSTRAP";

  private static final List<String> DRIVER = List.of("org.postgresql:postgresql:42.7.13");

  /** Commit times tell when a row was written, without a column for it. */
  private static final Map<String, String> DATABASE = Map.of("track_commit_timestamp", "on");

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
          version -> List.of(new JarSet(DRIVER, List.of())),
          new Support(
              Set.of(PostgresPart.ROLE),
              version -> List.of(new JarSet(PostgresPart.jars(), List.of()))));

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

  private static boolean hasTable(EngineSpec spec) {
    return spec.options().containsKey(ServiceOptions.TABLE);
  }

  private static boolean hasTopic(EngineSpec spec) {
    return spec.options().containsKey(ServiceOptions.TOPIC);
  }

  static boolean hasDatabase(EngineSpec spec) {
    return hasTable(spec) || spec.options().containsKey(ServiceOptions.DATABASE);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    List<Part> commands =
        SetupPart.planned(spec, job, hasDatabase(spec) ? database(platform) : Map.of());
    List<Part> parts = new ArrayList<>();
    if (hasDatabase(spec)) {
      parts.add(PostgresPart.planned(DATABASE, platform));
    }
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
        hasTable(spec)
            ? owes.formatted("in " + table(spec), "its " + spec.option(ServiceOptions.KEY, ""))
            : hasTopic(spec)
                ? owes.formatted("on topic " + job.output(), knownBy(job))
                : "nothing but its answers is seen: what it did is not judged");
  }

  private static String table(EngineSpec spec) {
    return spec.option(ServiceOptions.TABLE, "");
  }

  /** What says of which request a record is, in words. */
  private static String knownBy(JobSpec job) {
    String path = job.workload().text(Requests.OUTPUT_ID);
    return path.isEmpty() ? "its key" : "its " + path;
  }

  private static Map<String, String> database(Platform platform) {
    return new TreeMap<>(
        Map.of(
            "REBOUND_DATABASE_URL",
            PostgresPart.url(platform),
            "REBOUND_JDBC_URL",
            PostgresPart.jdbcUrl(platform)));
  }

  private static ProcessSpec worker(
      int number, boolean setUp, EngineSpec spec, JobSpec job, Platform platform) {
    int port = platform.reserve(JobWorker.name(number), HTTP).inside().port();
    Map<String, String> told = new LinkedHashMap<>();
    told.put(ServiceOptions.PORT, Integer.toString(port));
    if (hasDatabase(spec)) {
      told.putAll(database(platform));
    }
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
                ? new ProcessSpec.Readiness.TcpPort(HTTP)
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

  private static String url(EngineSpec spec, Map<String, String> told, Endpoint at) {
    String target = ServiceOptions.target(spec);
    return ServiceOptions.isAddress(target)
        ? ServiceOptions.filled(target, told)
        : "http://" + at.inside() + ServiceOptions.filled(target, told);
  }

  private static Optional<SubjectInterface.OverHttp.Written> written(
      EngineSpec spec, JobSpec job, Platform platform) {
    if (!hasTable(spec) && !hasTopic(spec)) {
      return Optional.empty();
    }
    return Optional.of(
        new SubjectInterface.OverHttp.Written(
            hasTable(spec) ? Optional.of(rows(spec, job, platform)) : Optional.empty(),
            new SubjectInterface.OverHttp.Waiting("", ""),
            ServiceOptions.doneAfter(spec),
            hasTable(spec) ? firstRow(spec) : firstRecord(job)));
  }

  private static SubjectInterface.FirstSign firstRow(EngineSpec spec) {
    return new SubjectInterface.FirstSign(
        "no row of table " + table(spec) + " was seen",
        ("See the workers' logs in the run's folder, and logs/observer.log: it must answer, write"
                + " into %s of the database that REBOUND_DATABASE_URL names, and put what a request"
                + " says of itself into %s")
            .formatted(table(spec), spec.option(ServiceOptions.KEY, "")));
  }

  private static SubjectInterface.FirstSign firstRecord(JobSpec job) {
    return new SubjectInterface.FirstSign(
        "no record of topic " + job.output() + " was seen",
        ("See the workers' logs in the run's folder: it must answer, write to %s on the brokers"
                + " that REBOUND_BOOTSTRAP names, and put what a request says of itself into %s of a"
                + " record")
            .formatted(job.output(), knownBy(job)));
  }

  private static SubjectInterface.OverHttp.Rows rows(
      EngineSpec spec, JobSpec job, Platform platform) {
    String table = table(spec);
    String key = spec.option(ServiceOptions.KEY, "");
    return new SubjectInterface.OverHttp.Rows(
        PostgresPart.jdbcUrl(platform),
        DRIVER,
        Map.of(
            "copies",
            copies(table, key),
            "all",
            all(table, key, RowColumns.of(job.workload())),
            "strays",
            strays(table, key)));
  }

  /**
   * Keys of which rows were written by transactions behind one, up to the oldest that is under way;
   * how many rows each has, and when the first of them was written.
   */
  static String copies(String table, String key) {
    String transaction = "xmin::text::bigint";
    String underWay = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint";
    return counts(underWay + " - 1", "", table, key)
        + " where t.%2$s in (select c.%2$s from %1$s c where c.%3$s > ? and c.%3$s < %4$s)"
            .formatted(table, key, transaction, underWay)
        + " group by t.%1$s".formatted(key);
  }

  /**
   * The same of all keys, whatever is under way; then of each column of a row that is looked at its
   * least text and its greatest.
   */
  static String all(String table, String key, RowColumns row) {
    String text = "coalesce(t.%s::text, 'NULL')";
    String texts =
        row.columns().stream()
            .map(column -> text.formatted(column.name()))
            .map(of -> ", min(%1$s), max(%1$s)".formatted(of))
            .collect(Collectors.joining());
    return counts("0", texts, table, key)
        + " where t.%1$s is not null group by t.%1$s".formatted(key);
  }

  private static String counts(String upTo, String texts, String table, String key) {
    return "select %s, floor(extract(epoch from min(coalesce(pg_xact_commit_timestamp(t.xmin),"
            .formatted(upTo)
        + " clock_timestamp()))) * 1000)::bigint, count(*), t.%2$s::text%3$s from %1$s t"
            .formatted(table, key, texts);
  }

  /** Rows that no key stands in. */
  static String strays(String table, String key) {
    return "select 'a row of %1$s without %2$s' from %1$s t where t.%2$s is null"
        .formatted(table, key);
  }

  private record Workers(
      EngineSpec spec, JobSpec job, Plan plan, List<Part> parts, SubjectInterface asked)
      implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
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
          new ServiceCluster(
              NAME, workers, job, answersOnOurs(spec), hasTopic(spec) || namesBrokers(plan)),
          cluster -> cluster.awaitReady(by, RestartPolicy.of(spec).always()));
    }
  }
}
