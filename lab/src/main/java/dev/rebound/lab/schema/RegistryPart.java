package dev.rebound.lab.schema;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.records.Records;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.PropertiesText;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A schema registry, Apicurio's, for the run alone: it keeps its schemas in a database of its own
 * in its folder, and has those of the run's records before the subject starts.
 *
 * @param schemas by the subject that each is registered under
 */
public record RegistryPart(List<ProcessSpec> processes, Map<String, SchemaForm> schemas)
    implements Part {
  static final String ROLE = Records.REGISTRY;

  private static final String VERSION = "3.0.9";

  /** The archive of the registry with all that it needs. */
  public static final List<String> ARCHIVE =
      List.of("io.apicurio:apicurio-registry-app:zip:all:" + VERSION);

  /** Nothing beside it is fetched. */
  public static final List<String> EXCLUSIONS = List.of(Artifacts.ALL);

  private static final String RUNNER = "apicurio-registry-app-" + VERSION + "-runner.jar";
  private static final String HOME = "${shared}/registry";
  private static final Port HTTP = Port.of("http");

  /** Where it serves the interface of Confluent's registry. */
  private static final String PATH = "/apis/ccompat/v7";

  private static final long HEAP_BYTES = 256L << 20;
  private static final long OVERHEAD_BYTES = 200L << 20;
  private static final long UNPACKING_BYTES = 64L << 20;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  /**
   * The registry of a run whose records have a schema; none for others.
   *
   * @param named address of one of the user's own; empty for one that is started
   */
  public static List<Part> planned(List<JobSpec> jobs, String named, Platform platform) {
    Map<String, SchemaForm> schemas = new LinkedHashMap<>();
    for (JobSpec job : jobs) {
      schemas.putAll(SchemaCodecs.bySubject(job.workload(), job.input(), job.output()));
    }
    if (schemas.isEmpty()) {
      return List.of();
    }
    return List.of(
        named.isEmpty()
            ? new RegistryPart(List.of(server(platform)), schemas)
            : new NamedRegistry(named, schemas));
  }

  /**
   * The workload, told where the registry of its run is; the same if it needs none.
   *
   * @param named address of one of the user's own; empty for one that is started
   * @param input its topic
   */
  public static WorkloadSpec told(
      WorkloadSpec workload, String named, String input, Platform platform) {
    if (workload.options().getOrDefault(Records.SCHEMA, "").isEmpty()) {
      return workload;
    }
    String address = named.isEmpty() ? address(platform.reserve(ROLE, HTTP).inside()) : named;
    WorkloadSpec told =
        workload.with(Records.REGISTRY, address).with(Records.SUBJECT, SchemaCodecs.subject(input));
    if (!named.isEmpty()) {
      told = told.with(Records.REGISTRY_USER, KafkaSpec.REGISTRY_USER);
    }
    return workload.options().getOrDefault(Records.KEY_SCHEMA, "").isEmpty()
        ? told
        : told.with(Records.KEY_SUBJECT, SchemaCodecs.keySubject(input));
  }

  /** A workload that was told so, as instruments of the lab are told it. */
  public static WorkloadSpec outside(WorkloadSpec told, String named, Platform platform) {
    return told.options().getOrDefault(Records.REGISTRY, "").isEmpty() || !named.isEmpty()
        ? told
        : told.with(Records.REGISTRY, address(platform.reserve(ROLE, HTTP).outside()));
  }

  private static String address(Platform.Address at) {
    return "http://" + at + PATH;
  }

  private static ProcessSpec unpacking() {
    List<String> classPath = new ArrayList<>(ARCHIVE);
    classPath.add("lab:");
    return new ProcessSpec(
        "registry-files",
        "tool",
        Owner.INSTRUMENT,
        new Program.Java(
            classPath,
            EXCLUSIONS,
            UnpackRegistry.class.getName(),
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
            List.of("--config", "${dir}/config.properties"),
            null),
        UNPACKING_BYTES,
        UNPACKING_BYTES,
        Map.of(),
        Map.of("config.properties", PropertiesText.of(Map.of("in", RUNNER, "to", HOME))),
        new ProcessSpec.Readiness.Ended());
  }

  private static ProcessSpec server(Platform platform) {
    Platform.Address at = platform.reserve(ROLE, HTTP).listens();
    return new ProcessSpec(
        ROLE,
        ROLE,
        Owner.SUPPORT,
        new Program.Command(
            List.of(
                "${java}/bin/java",
                "-Xmx" + (HEAP_BYTES >> 20) + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=${dir}/tmp",
                "-Dquarkus.http.host=" + at.host(),
                "-Dquarkus.http.port=" + at.port(),
                "-Dquarkus.http.access-log.enabled=false",
                "-Dapicurio.datasource.url=jdbc:h2:file:${data}/schemas",
                "-Dapicurio.datasource.jdbc.initial-size=2",
                "-Dapicurio.datasource.jdbc.min-size=2",
                "-Dapicurio.import.work-dir=${dir}/tmp",
                "-jar",
                HOME + "/" + RUNNER)),
        HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.Http(HTTP.name(), PATH + "/subjects"));
  }

  @Override
  public String name() {
    return "the schema registry";
  }

  /** Who takes records asks for their schemas. */
  @Override
  public List<Link> links() {
    return List.of(new Link("worker", ROLE, HTTP));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Apicurio Registry %s: one server, which has %s before the program starts"
            .formatted(VERSION, String.join(" and ", schemas.keySet())));
  }

  /** Its archive may have to be fetched first. */
  @Override
  public boolean limitsItself() {
    return true;
  }

  @Override
  public void provide(Platform platform) {
    platform.provide(unpacking().program());
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    progress.accept("unpacking " + name());
    Node files = platform.start(unpacking());
    Deadline within = Deadline.after(LIMIT);
    files.awaitReady(within.left());
    progress.accept("starting " + name());
    Node server = platform.start(processes.get(0));
    server.awaitReady(within.left());
    SchemaRegistry registry = at(server, within.left());
    schemas.forEach(
        (subject, schema) -> {
          var unused = registry.register(subject, schema);
        });
    return new Server(server, at(server, Duration.ZERO));
  }

  private static SchemaRegistry at(Node server, Duration patience) {
    return new SchemaRegistry(
        address(server.endpoint(HTTP).outside()), patience, SchemaRegistry.STARTED);
  }

  /** The server, once it is up. */
  private record Server(Node node, SchemaRegistry registry) implements RunningPart {
    @Override
    public List<Node> nodes(String role) {
      return role.equals(ROLE) ? List.of(node) : List.of();
    }

    /** It is back once it answers. */
    @Override
    public Optional<String> missing(Node member) {
      try {
        var unused = registry.schema(1);
        return Optional.empty();
      } catch (ReboundException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public void close() {
      node.stop(STOP_GRACE);
    }
  }
}
