package dev.rebound.engine.external;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
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
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.records.Records;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * N processes of a program in any language, which reads the input topic as a member of a consumer
 * group and writes the output topic, or rows of a table. docs/your-own-job.md says what it is told
 * and what it owes.
 *
 * <p>It reports no steps: when its work moved shows in the topics alone.
 */
public final class ExternalEngine implements Engine {
  private static final String NAME = "external";
  private static final String RUN = ProgramOptions.RUN.key();
  private static final String PROGRESS = "progress";
  private static final String IN_BATCHES = "in-batches";

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
          Option.optional(IN_BATCHES, ScalarType.flag(), "true")
              .meaning(
                  "Whether output comes once in each commit-interval, as that of a batch job does: its"
                      + " start and lengths are judged by that. With exactly-once of a topic it does"
                      + " anyway."),
          ProgramOptions.NOTICES,
          WrittenTable.TABLE,
          WrittenTable.KEY,
          WrittenTable.DATABASE,
          ProgramOptions.ENV_FILE,
          ProgramOptions.PROGRAM_FILES);

  /** The workloads whose records each owe one output that a row can stand for. */
  private static final List<String> IN_ROWS = List.of("events", "records");

  private static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          NAME,
          "1",
          CAPABILITIES,
          Stream.of(OWN, RestartPolicy.OPTIONS, SetupPart.OPTIONS).flatMap(List::stream).toList(),
          ExternalEngine::check,
          ExternalEngine::promise,
          version -> WrittenTable.JARS,
          WrittenTable.SUPPORT);

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
    WrittenTable.check(section, "program", "record", false);
    Optional<WrittenTable> table = WrittenTable.of(section.spec());
    if (table.isPresent()) {
      checkRows(section, table.get());
    } else if (section.has(WrittenTable.KEY.key())) {
      section.wrong(
          WrittenTable.KEY.key(),
          "engine.key is a column of a table, and there is no table",
          "Add table: orders, or remove key.");
    }
  }

  private static void checkRows(EngineSection section, WrittenTable table) {
    if (!IN_ROWS.contains(section.workload())) {
      section.wrongWorkload(
          "a row of engine.table is of one record, and outputs of %s are not"
              .formatted(section.workload()),
          "Write workload: { name: X } with %s for X, or remove table and key."
              .formatted(String.join(" or ", IN_ROWS)));
      return;
    }
    if (!section.workload("oracle").equals("echo")) {
      section.wrongWorkload(
          "oracle",
          "a row of engine.table is of one record, which oracle echo holds it against",
          "Write oracle: echo, or remove table and key.");
    }
    if (!section.workload(Records.SCHEMA).isEmpty()) {
      section.wrongWorkload(
          Records.SCHEMA,
          "rows of engine.table are read as JSON, and the schema says how outputs are encoded",
          "Send the records as JSON, or remove table and key.");
    }
    String id = section.workload("id");
    String output = section.workload("output-id");
    String column = table.key().toLowerCase(Locale.ROOT);
    if (!id.isEmpty() && !List.of(column, "$." + column).contains(output.isEmpty() ? id : output)) {
      section.wrongWorkload(
          output.isEmpty() ? "id" : "output-id",
          "rows of %s are known by engine.key, %s, and outputs by %s"
              .formatted(table.name(), table.key(), output.isEmpty() ? id : output),
          "Write output-id: $.%s, or let engine.key name the column with the id."
              .formatted(column));
    }
  }

  /** Rows are there once they are committed. */
  private static DeliveryGuarantee promise(EngineSpec spec) {
    DeliveryGuarantee promised =
        WrittenTable.of(spec).isPresent()
            ? new DeliveryGuarantee(spec.guarantee(), spec.guarantee(), false, 0)
            : spec.promiseOfGuarantee();
    return spec.flag(IN_BATCHES, false)
        ? new DeliveryGuarantee(
            promised.delivery(),
            promised.state(),
            promised.transactional(),
            spec.commitInterval().toMillis())
        : promised;
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    String run = spec.option(RUN, "");
    Map<String, String> told = WrittenTable.told(spec, platform);
    List<Part> commands = SetupPart.planned(spec, job, told);
    List<Part> parts = new ArrayList<>(WrittenTable.parts(spec, platform));
    parts.addAll(commands);
    Program program = new Program.Command(ProgramOptions.command(spec, !commands.isEmpty()));
    ProcessSpec.Readiness ready = JobWorker.readiness(spec, new ProcessSpec.Readiness.UpAtOnce());
    List<ProcessSpec> processes =
        JobWorker.each(spec, number -> JobWorker.of(number, spec, job, program, 0, told, ready));
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
    SubjectInterface asked =
        WrittenTable.of(spec)
            .<SubjectInterface>map(
                table ->
                    new SubjectInterface.ByTopics(
                        Optional.of(table.rows(job.workload(), platform)),
                        table.firstRow("read its topic, write", "a record says")))
            .orElseGet(SubjectInterface.ByTopics::new);
    return new Workers(spec, job, plan, List.copyOf(parts), asked);
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
      return Stream.concat(
              Stream.of(KafkaPart.from(JobWorker.ROLE)), WrittenTable.links(spec).stream())
          .toList();
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
