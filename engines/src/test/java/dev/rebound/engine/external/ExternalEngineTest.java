package dev.rebound.engine.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.Paper;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalEngineTest {
  private static final ExternalEngine ENGINE = new ExternalEngine();

  private static final String ROWS = "run: cat\ntable: shop.orders\nkey: order_id\n";

  @TempDir Path folder;

  private String workload = "{ name: events, oracle: echo }";

  private Path file(String engine) throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        "name: x\nengine:\n  name: external\n  guarantee: at-least-once\n"
            + engine.indent(2)
            + "workload: "
            + workload
            + "\nload: { rate: 10/s }\n");
  }

  private Experiment read(String engine) throws IOException {
    return ExperimentFile.load(file(engine), List.of(), 1, Map.of("external", ENGINE.declaration()))
        .get(0);
  }

  private Subject plan(String engine) throws IOException {
    Experiment experiment = read(engine);
    JobSpec job =
        new JobSpec(
            "run-1",
            experiment.workload(),
            "127.0.0.1:9092",
            Map.of(),
            Map.of(JobSpec.INPUT, "in"),
            Map.of(JobSpec.OUTPUT, "out"),
            8,
            1);
    return ENGINE.configure(experiment.engine(), job, new Paper());
  }

  private String errors(String engine) throws IOException {
    Path file = file(engine);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () ->
                ExperimentFile.load(file, List.of(), 1, Map.of("external", ENGINE.declaration())));
    assertThat(thrown).isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  @Test
  void aBatchJobIsJudgedByItsInterval() throws IOException {
    String tenSeconds = "commit-interval: 10s\n";
    String batches = tenSeconds + "in-batches: true\n";
    assertThat(plan(ROWS + tenSeconds).promise().visibleEveryMillis()).isZero();
    assertThat(plan(ROWS + batches).promise().visibleEveryMillis()).isEqualTo(10_000);
    assertThat(plan(ROWS + batches).promise().transactional()).isFalse();
    assertThat(plan("run: cat\n" + tenSeconds).promise().visibleEveryMillis()).isZero();
    assertThat(plan("run: cat\n" + batches).promise().visibleEveryMillis()).isEqualTo(10_000);
  }

  @Test
  void commandsArePlannedBeforeTheWorkersAndKnowWhatIsKnownByThen() throws IOException {
    Files.writeString(folder.resolve("schema.sql"), "");
    Subject plan =
        plan(
            """
            run: ./target/forward --fast
            setup:
              - npm ci
              - psql -f schema.sql 'a b'
            teardown: rm -r target
            config: { LOG: debug }
            """);

    Part setup = plan.parts().get(0);
    assertThat(setup.processes().stream().map(ProcessSpec::node))
        .containsExactly("setup-1", "setup-2", "teardown-1");
    List<String> second = setup.processes().get(1).program().arguments();
    assertThat(second.subList(second.size() - 5, second.size()))
        .containsExactly(
            folder.toString(), "psql", "-f", folder.resolve("schema.sql").toString(), "a b");
    assertThat(setup.processes().get(0).environment())
        .containsEntry("REBOUND_BOOTSTRAP", "127.0.0.1:9092")
        .containsEntry("REBOUND_INPUT", "in")
        .containsEntry("REBOUND_OUTPUTS", "out")
        .containsEntry("REBOUND_GROUP", "rebound-run-1")
        .containsEntry("LOG", "debug")
        .doesNotContainKeys("REBOUND_WORKER", "REBOUND_DATA");
    assertThat(setup.roles()).as("faults hit none of them").isEmpty();
    assertThat(setup.notes()).singleElement().asString().contains("at most 5m");
    assertThat(plan.processes().get(0).program().arguments())
        .as("what setup makes is looked for by its process alone")
        .startsWith("/bin/sh")
        .endsWith(folder.resolve("target/forward").toString(), "--fast");
  }

  @Test
  void theResolvedFileSaysWhereCommandsRun() throws IOException {
    assertThat(read("run: cat\nsetup: npm ci").resolvedYaml())
        .contains("  setup: [npm ci]\n", "  setup-in: " + folder + "\n");
    Files.createDirectory(folder.resolve("service"));
    assertThat(read("run: cat\nsetup: [npm ci, make]\nsetup-in: service").resolvedYaml())
        .contains("  setup: [npm ci, make]\n", "  setup-in: " + folder.resolve("service") + "\n");
    assertThat(read("run: cat").resolvedYaml()).doesNotContain("setup");
    assertThat(plan("run: cat").parts()).isEmpty();
  }

  @Test
  void whatIsWrongWithCommandsIsToldWhenTheFileIsRead() throws IOException {
    assertThat(errors("run: cat\nsetup-timeout: 10m"))
        .contains("x.yaml:6:18: engine.setup-timeout is for commands, and there is neither setup");
    assertThat(errors("run: cat\nsetup: npm ci\nsetup-in: nowhere"))
        .contains("x.yaml:7:13: engine.setup-in: there is no folder nowhere");
    assertThat(errors("run: cat\nsetup: [npm 'ci]")).contains("x.yaml:6:", "is not closed");
  }

  @Test
  void filesOfVariablesReachWorkersAndCommandsAndConfigWins() throws IOException {
    Files.writeString(folder.resolve("a.env"), "A=1\nB=1\nC=1\n");
    Files.writeString(folder.resolve("b.env"), "B=2\nC=2\n");
    Subject plan =
        plan("run: cat\nsetup: make\nenv-file: [a.env, b.env]\nconfig: { C: three, D: four }");

    for (ProcessSpec process :
        List.of(plan.processes().get(0), plan.parts().get(0).processes().get(0))) {
      assertThat(process.environment())
          .containsEntry("A", "1")
          .containsEntry("B", "2")
          .containsEntry("C", "three")
          .containsEntry("D", "four");
    }
    assertThat(plan.plan().settings()).containsEntry("B", "2").containsEntry("C", "three");
    assertThat(read("run: cat\nenv-file: a.env").resolvedYaml())
        .contains("  env-file: [" + folder.resolve("a.env") + "]\n");
  }

  @Test
  void whatBelongsToAProgramCanBeDeclaredAndMustBeThere() throws IOException {
    Files.writeString(folder.resolve("job.js"), "require('./rules')");
    Files.writeString(Files.createDirectory(folder.resolve("src")).resolve("rules.js"), "1");
    Experiment said = read("run: node job.js\nprogram-files: [src, '*.js']");
    ProgramHash before = OwnProgram.of(said.engine());
    assertThat(before.unseen()).isEmpty();
    assertThat(said.resolvedYaml())
        .contains(
            "  program-files: ["
                + folder.resolve("src")
                + ", \""
                + folder.resolve("*.js")
                + "\"]\n");
    Files.writeString(folder.resolve("src/rules.js"), "2");
    assertThat(OwnProgram.of(said.engine()).sha256()).isNotEqualTo(before.sha256());
    assertThat(OwnProgram.of(read("run: node job.js").engine()).unseen()).isNotEmpty();
    assertThat(errors("run: node job.js\nprogram-files: [src, lib]"))
        .contains("x.yaml:6:24", "there is no file 'lib'");
  }

  @Test
  void whatIsWrongWithVariablesIsToldWhenTheFileIsRead() throws IOException {
    Files.writeString(folder.resolve("a.env"), "A=1\nB\n");
    assertThat(errors("run: cat\nenv-file: a.env"))
        .contains("x.yaml:6:13: engine.env-file: a.env:2: the line is no NAME=VALUE");
    assertThat(errors("run: cat\nenv-file: [no.env]")).contains("no.env does not exist");
    assertThat(errors("run: cat\nconfig: { log.level: debug }"))
        .contains("engine.config: 'log.level' is no name of an environment variable");
  }

  @Test
  void aProgramWithATableIsToldOfItsDatabaseAndItsRowsAreReadBack() throws IOException {
    Subject plan = plan(ROWS + "setup: make schema");

    for (ProcessSpec process :
        List.of(plan.processes().get(0), plan.parts().get(1).processes().get(0))) {
      assertThat(process.environment())
          .containsEntry("REBOUND_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
          .containsEntry(
              "REBOUND_JDBC_URL", "jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres");
    }
    assertThat(plan.parts().stream().map(Part::name)).containsExactly("PostgreSQL", "setup");
    assertThat(plan.promise().transactional()).as("a row is there once it is committed").isFalse();
    assertThat(plan.asked()).isInstanceOf(SubjectInterface.ByTopics.class);
    SubjectInterface.Rows rows = plan.asked().rows().orElseThrow();
    for (String query : List.of("copies", "all")) {
      assertThat(rows.reading().get(query))
          .contains(
              "t.order_id::text, string_agg(to_json(t)::text, chr(30) order by"
                  + " pg_xact_commit_timestamp(t.xmin), t.ctid) from shop.orders t",
              "group by t.order_id");
    }
    assertThat(plan.asked().readerJars()).isNotEmpty();
    assertThat(plan.asked().firstSign().missing())
        .isEqualTo("no row of table shop.orders was seen");
    assertThat(plan.asked().firstSign().remedy()).contains("put what a record says", "order_id");
    assertThat(plan("run: cat").asked().rows()).isEmpty();
    assertThat(plan("run: cat").processes().get(0).environment())
        .doesNotContainKey("REBOUND_JDBC_URL");
    assertThat(plan("run: cat\ndatabase: postgresql").processes().get(0).environment())
        .containsKey("REBOUND_JDBC_URL");
  }

  @Test
  void whatNoRowCanStandForIsToldWhenTheFileIsRead() throws IOException {
    assertThat(errors("run: cat\nkey: order_id")).contains("x.yaml:6:8", "there is no table");
    assertThat(errors("run: cat\ntable: orders"))
        .contains("of which record a row of orders is, is not known");
    assertThat(errors(ROWS + "database: postgresql")).contains("for a program without a table");
    workload = "{ name: events, oracle: count }";
    assertThat(errors(ROWS)).contains("which oracle echo holds it against");
    Files.writeString(folder.resolve("orders.jsonl"), "{\"order\":\"A\",\"customer\":1}\n");
    workload = "{ name: records, from: orders.jsonl, id: $.order }";
    assertThat(errors(ROWS))
        .contains("known by engine.key, order_id, and outputs by $.order", "output-id: $.order_id");
    workload = "{ name: records, from: orders.jsonl, id: $.order, output-id: $.order_id }";
    assertThat(plan(ROWS).asked().rows()).isPresent();
  }
}
