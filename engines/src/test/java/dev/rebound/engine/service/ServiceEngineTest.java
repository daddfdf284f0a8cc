package dev.rebound.engine.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Paper;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of the user's own: its plan, and each error as a person reads it. */
class ServiceEngineTest {
  private static final ServiceEngine ENGINE = new ServiceEngine();
  private static final String ROWS = "table: orders\nkey: order_id\nguarantee: at-least-once\n";
  private static final String TOPIC = "topic: orders\nguarantee: at-least-once\n";
  private static final String ALONE = "guarantee: none\n";

  private static final String[] TOLD = ServiceOptions.TOLD.toArray(new String[0]);

  @TempDir Path folder;

  private Path file(String engine, String workload) throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        "name: x\nload: { rate: 10/s }\nengine:\n  name: service\n"
            + engine.indent(2)
            + "workload: { name: requests"
            + workload
            + " }\n");
  }

  private Experiment read(String engine, String workload) throws IOException {
    return ExperimentFile.load(
            file(engine, workload), List.of(), 1, Map.of("service", ENGINE.declaration()))
        .get(0);
  }

  private Subject plan(String engine, String workload) throws IOException {
    Experiment experiment = read(engine, workload);
    return ENGINE.configure(experiment.engine(), job(experiment), new Paper());
  }

  private static SubjectInterface.OverHttp asked(Subject plan) {
    return (SubjectInterface.OverHttp) plan.asked();
  }

  private String errors(String engine, String workload) throws IOException {
    Path file = file(engine, workload);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () -> ExperimentFile.load(file, List.of(), 1, Map.of("service", ENGINE.declaration())));
    assertThat(thrown).as(engine).isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  @Test
  void eachWorkerIsAskedInTurnOnItsPortAndKnowsTheDatabase() throws IOException {
    Subject plan = plan("run: cat\nask: PUT /orders/${id}\nsetup: make schema\n" + ROWS, "");

    assertThat(plan.processes()).hasSize(2);
    assertThat(plan.processes().get(1).environment())
        .containsEntry("REBOUND_PORT", "9871")
        .containsEntry("REBOUND_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
        .containsEntry(
            "REBOUND_JDBC_URL", "jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres")
        .containsEntry("REBOUND_WORKER", "2");
    assertThat(plan.processes().get(0).readiness())
        .isEqualTo(new ProcessSpec.Readiness.TcpPort("http"));
    assertThat(plan.parts().stream().map(Part::name)).containsExactly("PostgreSQL", "setup");
    assertThat(plan.parts().get(1).processes().get(0).environment())
        .as("setup may make the tables")
        .containsKey("REBOUND_DATABASE_URL");
    assertThat(asked(plan).requests().urls())
        .containsExactly(
            "http://127.0.0.1:9870/orders/${id}", "http://127.0.0.1:9871/orders/${id}");
    assertThat(asked(plan).requests().nodes()).containsExactly("worker-1", "worker-2");
    assertThat(asked(plan).requests().form()).isEqualTo(new RequestForm("PUT", List.of()));
    assertThat(plan.notes()).anyMatch(note -> note.contains("in orders by its order_id"));
  }

  @Test
  void itsTableIsReadByTheColumnThatSaysWhichRequestARowIsOf() throws IOException {
    Subject plan =
        plan(
            "run: cat\nask: /orders\ndone-after: 30s\n" + ROWS.replace("orders", "shop.orders"),
            "");

    SubjectInterface.OverHttp.Written written = asked(plan).written().orElseThrow();
    SubjectInterface.Rows rows = written.rows().orElseThrow();
    assertThat(asked(plan).requests().form()).isEqualTo(RequestForm.POST);
    assertThat(rows.reading().get("copies")).contains("from shop.orders t", "group by t.order_id");
    assertThat(rows.reading().get("strays"))
        .isEqualTo(
            "select 'a row of shop.orders without order_id' from shop.orders t where t.order_id is null");
    assertThat(rows.reading().get("all"))
        .as("an open transaction hides nothing in the end")
        .contains("from shop.orders t where t.order_id is not null group by t.order_id")
        .doesNotContain("pg_snapshot_xmin", "?");
    assertThat(written.quiet()).isEqualTo(Duration.ofSeconds(30));
    assertThat(written.firstSign().missing()).contains("shop.orders");
  }

  private static JobSpec job(Experiment experiment) {
    return new JobSpec(
        "run-1",
        experiment.workload(),
        "127.0.0.1:9092",
        Map.of(),
        Map.of(JobSpec.INPUT, "in"),
        Map.of(JobSpec.OUTPUT, "out"),
        8,
        1);
  }

  @Test
  void aTopicIsReadAsOneOfAnyJobAndNeedsNoDatabase() throws IOException {
    Experiment experiment = read("run: cat\nask: /orders\n" + TOPIC, ", output-id: $.order.id");
    Subject plan = ENGINE.configure(experiment.engine(), job(experiment), new Paper());

    assertThat(plan.parts()).isEmpty();
    assertThat(plan.processes().get(0).environment())
        .containsEntry("REBOUND_OUTPUT", "out")
        .doesNotContainKey("REBOUND_DATABASE_URL");
    SubjectInterface.OverHttp.Written written = asked(plan).written().orElseThrow();
    assertThat(written.rows()).isEmpty();
    assertThat(written.quiet()).isEqualTo(Duration.ofSeconds(5));
    assertThat(written.firstSign().missing()).isEqualTo("no record of topic out was seen");
    assertThat(asked(plan).outputLanes(job(experiment)).orElseThrow().names()).isEqualTo("out");
    assertThat(asked(plan).lanes(job(experiment))).as("requests are all in one").isOne();
    assertThat(asked(plan).output(job(experiment))).isEqualTo(Map.of("topic", "out"));
    assertThat(asked(plan).readerJars()).isEmpty();
    assertThat(plan.notes()).anyMatch(note -> note.contains("on topic out by its $.order.id;"));
    assertThat(plan("run: cat\nask: /orders\n" + TOPIC, "").notes())
        .anyMatch(note -> note.contains("on topic out by its key;"));
  }

  @Test
  void aServiceWithATopicMayHaveADatabaseBesides() throws IOException {
    Subject plan = plan("run: cat\nask: /orders\ndatabase: postgresql\n" + TOPIC, "");
    assertThat(plan.parts().stream().map(Part::name)).containsExactly("PostgreSQL");
    assertThat(plan.processes().get(0).environment()).containsKey("REBOUND_JDBC_URL");
    assertThat(asked(plan).written().orElseThrow().rows()).isEmpty();
  }

  @Test
  void whatIsReadBackIsEitherATableOrATopic() throws IOException {
    String service = "run: cat\nask: /orders\n";
    assertThat(errors(service + ROWS + "topic: orders", ""))
        .contains("x.yaml:10:", "a run reads a service back from one", "database: postgresql");
    assertThat(errors(service + "key: order_id\n" + TOPIC, ""))
        .contains(
            "x.yaml:7:", "engine.key is a column of a table", "workload.output-id: $.order_id");
    assertThat(errors(service + "database: postgresql\n" + ROWS, ""))
        .contains("x.yaml:7:", "engine.database is for a service without a table");
    assertThat(errors(service + ROWS, ", output-id: $.id"))
        .contains("x.yaml:10:", "there is no topic", "a row is known by engine.key");
    assertThat(errors(service + TOPIC, ", output-id: order_id"))
        .contains("x.yaml:9:", "'order_id' is no path to a field");
    assertThat(errors(service + TOPIC.replace("at-least-once", "none"), ", oracle: none"))
        .contains("nothing on engine.topic is judged");
    assertThat(errors(service + TOPIC.replace("orders", "'my orders'"), ""))
        .contains("x.yaml:7:", "'my orders' is not the name of a topic", "${REBOUND_OUTPUT}");
    assertThat(errors(service + TOPIC, ", body: '{}'")).contains("no record could say");
  }

  @Test
  void aTopicByNameIsOneOfTheRuns() throws IOException {
    String there = "kafka: { bootstrap: '127.0.0.1:9092' }\n";
    assertThat(ofKafka(there, "orders"))
        .contains("x.yaml:8:", "what lies there is not touched", "Write topic: ${REBOUND_OUTPUT}");
    assertThat(ofKafka(there, "${REBOUND_OUTPUT}")).isEmpty();
    assertThat(ofKafka("kafka: { output: done }\n", "orders")).contains("Remove kafka.output");
    assertThat(ofKafka("kafka: { input: orders }\n", "orders")).contains("is kafka.input");
    assertThat(ofKafka("kafka: { input: todo }\n", "orders")).isEmpty();
  }

  private String ofKafka(String kafka, String topic) throws IOException {
    Path file =
        file("run: cat\nask: /orders\n" + TOPIC.replace("topic: orders", "topic: " + topic), "");
    Files.writeString(file, kafka + Files.readString(file));
    try {
      var unused = ExperimentFile.load(file, List.of(), 1, Map.of("service", ENGINE.declaration()));
      return "";
    } catch (ReboundException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void brokersAreNeededByWhoNamesThem() throws IOException {
    String service = "run: cat\nask: /orders\n" + ROWS;
    assertThat(ServiceEngine.namesBrokers(plan(service, "").plan())).isFalse();
    assertThat(
            ServiceEngine.namesBrokers(
                plan(service + "config: { KAFKA: '${REBOUND_BOOTSTRAP}' }\n", "").plan()))
        .isTrue();
  }

  @Test
  void aServiceWithoutATableIsJudgedByItsAnswers() throws IOException {
    Subject plan =
        plan(
            "run: cat\nworkers: 1\nask: GET http://127.0.0.1:${REBOUND_PORT}/price?n=${n}\n"
                + "headers: ['Accept: text/plain', 'X-Request: ${id}']\n"
                + ALONE,
            ", oracle: none");

    assertThat(plan.parts()).isEmpty();
    assertThat(plan.processes().get(0).environment()).doesNotContainKey("REBOUND_DATABASE_URL");
    assertThat(asked(plan).written()).isEmpty();
    assertThat(asked(plan).requests().urls()).containsExactly("http://127.0.0.1:9870/price?n=${n}");
    assertThat(asked(plan).requests().nodes()).containsExactly("worker-1");
    assertThat(asked(plan).requests().form().hasBody()).isFalse();
    assertThat(asked(plan).requests().form().named())
        .containsEntry("accept", "text/plain")
        .containsEntry("X-Request", "${id}");
    assertThat(asked(plan).firstSign().missing()).contains("no request was accepted");
  }

  @Test
  void whatIsMissingIsToldWhenTheFileIsRead() throws IOException {
    assertThat(errors("ask: /orders\n" + ROWS, ""))
        .contains("x.yaml:", "the service engine does not know what to run");
    assertThat(errors("run: cat\n" + ROWS, "")).contains("engine.ask is missing");
    assertThat(errors("run: cat\nask: /orders\nguarantee: at-least-once", ""))
        .contains("engine.table is missing")
        .contains("oracle: none");
    assertThat(errors("run: cat\nask: /orders\ntable: orders\nguarantee: at-least-once", ""))
        .contains("engine.key is missing: of which request a row of orders is, is not known");
  }

  @Test
  void whatIsNoRequestIsToldAtItsLine() throws IOException {
    for (String ask : List.of("orders", "FETCH /orders", "POST orders", "ftp://127.0.0.1/orders")) {
      assertThat(errors("run: cat\nask: " + ask + "\n" + ROWS, ""))
          .as(ask)
          .contains("x.yaml:6:8: ", "'" + ask + "' is not a request", "POST /orders");
    }
    for (String ask : List.of("POST /orders?{}", "http:///orders", "http://a:b/")) {
      assertThat(errors("run: cat\nworkers: 1\nask: " + ask + "\n" + ROWS, ""))
          .as(ask)
          .contains("x.yaml:7:", " is no address");
    }
    assertThat(errors("run: cat\nask: /orders\nheaders: [no header]\n" + ROWS, ""))
        .contains("x.yaml:7:", "'no header' is no header");
    assertThat(errors("run: cat\nask: /orders\nheaders: ['Host: x']\n" + ROWS, ""))
        .contains("cannot set Host");
    assertThat(errors("run: cat\nask: /orders\nheaders: ['A-b: x', 'a-B: y']\n" + ROWS, ""))
        .contains("x.yaml:7:", "two of the name a-B");
    assertThat(errors("run: cat\nask: /orders\nheaders: ['Authorization: ${AUTH}']\n" + ROWS, ""))
        .contains("x.yaml:7:", "engine.headers: nothing says what ${AUTH} is");
    assertThat(errors("run: cat\nask: /orders/${number}\n" + ROWS, ""))
        .contains("x.yaml:6:", "engine.ask: nothing says what ${number} is");
    assertThat(errors("run: cat\nask: 'http://127.0.0.1:${REBOUND_PROT}/'\n" + ROWS, ""))
        .contains("x.yaml:6:", "nothing says what ${REBOUND_PROT} is", "mean ${REBOUND_PORT}?");
    assertThat(errors("run: cat\nworkers: 1\nask: http://me:hunter2@127.0.0.1/\n" + ROWS, ""))
        .contains("x.yaml:7:", "engine.ask has a user in it");
    assertThat(errors("run: cat\nask: /orders\ntable: a b\nkey: id", ""))
        .contains("x.yaml:7:", "'a b' is not the name of a table");
    assertThat(errors("run: cat\nask: /orders\ntable: orders\nkey: 'id; drop'", ""))
        .contains("x.yaml:8:", "is not the name of a column");
  }

  @Test
  void variablesStandInAPathAndInHeaders() throws IOException {
    Path secrets = Files.writeString(folder.resolve("app.env"), "AUTH=Basic eA==");
    String service =
        "run: cat\nask: PUT /${TENANT}/${REBOUND_WORKER}/${id}\nenv-file: "
            + secrets
            + "\nheaders: ['Authorization: ${AUTH}', 'X-Request: ${id}']\n"
            + "config: { TENANT: shop }\n"
            + ROWS;
    Subject plan = plan(service, "");

    assertThat(asked(plan).requests().urls())
        .containsExactly(
            "http://127.0.0.1:9870/shop/1/${id}", "http://127.0.0.1:9871/shop/2/${id}");
    assertThat(asked(plan).requests().form().headers())
        .containsExactly("Authorization: Basic eA==", "X-Request: ${id}");
    assertThat(plan.processes().get(0).environment()).containsKeys(TOLD);
  }

  @Test
  void aFaultNeedsTheDatabaseThatItHits() throws IOException {
    Path file = file("run: cat\nask: /x\n" + ALONE, ", oracle: none");
    Files.writeString(file, Files.readString(file) + "faults:\n  - { at: 2s, kill: database }\n");
    assertThatThrownBy(
            () -> ExperimentFile.load(file, List.of(), 1, Map.of("service", ENGINE.declaration())))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("x.yaml:10:")
        .hasMessageContaining("there is neither engine.table nor database, and so no database");
  }

  @Test
  void whatCannotWorkTogetherIsToldWhenTheFileIsRead() throws IOException {
    assertThat(errors("run: cat\nask: http://127.0.0.1:8080/orders\nworkers: 2\n" + ROWS, ""))
        .contains("x.yaml:7:", "engine.ask names one address, and there are 2 workers");
    assertThat(errors("run: cat\nask: /orders\nprofile: tuned\n" + ROWS, ""))
        .contains("x.yaml:7:", "service cannot take 'tuned'");
    assertThat(errors("run: cat\nask: /orders\n" + ROWS, ", body: '{}'"))
        .contains("no request says which it is");
    assertThat(errors("run: cat\nask: GET /orders\n" + ROWS, ""))
        .as("there is no body that could say it")
        .contains("no request says which it is");
    assertThat(errors("run: cat\nask: /orders\n" + ROWS, ", oracle: none"))
        .contains("nothing on engine.table is judged");
    assertThat(errors("run: cat\nask: /x\nguarantee: at-least-once", ", oracle: none"))
        .contains("could not be judged", "Write guarantee: none");
    assertThat(errors("run: cat\nask: /x\ndone-after: 5s\n" + ALONE, ", oracle: none"))
        .contains("engine.done-after is of rows or records that are read back");
  }

  @Test
  void wordsThatNobodyFillsInAreToldWhenTheFileIsRead() throws IOException {
    String service = "run: cat\nask: /orders\n" + ROWS;
    assertThat(errors(service, ", body: '{\"id\":\"${id}\",\"a\":\"${account}\"}'"))
        .contains("workload.body: nothing says what ${account} is");
    assertThat(errors(service, ", row: 'a=${account}'"))
        .contains("workload.row: nothing says what ${account} is");
    assertThat(errors("run: app ${REBOUND_PRT}\nask: /orders\n" + ROWS, ""))
        .contains("engine.run: no worker is told ${REBOUND_PRT}", "mean ${REBOUND_PORT}?");
    assertThat(errors("run: app ${REBOUND_JDBC_URL}\nask: /orders\ntopic: orders\n", ""))
        .contains("no worker is told ${REBOUND_JDBC_URL}", "database: postgresql");
    assertThat(plan("run: app ${REBOUND_JDBC_URL} ${HOME}\nask: /orders\n" + ROWS, "").processes())
        .isNotEmpty();
    assertThat(errors("run: cat\nask: /orders\n" + TOPIC, ", row: 'a=x'"))
        .contains("workload.row is of rows on engine.table, and there is no table");
  }

  @Test
  void columnsOfARowAreReadBesideItsKey() throws IOException {
    Subject plan = plan("run: cat\nask: /orders\n" + ROWS, ", row: 'amount=${n}'");
    SubjectInterface.Rows rows = asked(plan).written().orElseThrow().rows().orElseThrow();
    assertThat(rows.reading().get("all"))
        .contains(
            ", min(coalesce(t.amount::text, 'NULL')), max(coalesce(t.amount::text, 'NULL')) from");
    assertThat(rows.reading().get("copies")).doesNotContain("amount");
  }

  @Test
  void whetherContentDivergedIsJudgedWhereItIsLookedAt() throws IOException {
    String service = "run: cat\nask: /orders\n" + ROWS;
    assertThat(diverged(service, "").ifLookedAt()).isTrue();
    assertThat(diverged(service, ", row: 'amount=${n}'").ifLookedAt()).isFalse();
  }

  private Expectation diverged(String service, String more) throws IOException {
    return read(service, more).expect().stream()
        .filter(expectation -> expectation.metric().equals("diverged"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aBoundThatRefusedRequestsLeaveUnknownIsToldWithTheOneThatHolds() throws IOException {
    Path file = file("run: cat\nask: /x\n" + ROWS, "");
    String text = Files.readString(file);
    String bound = "expect: { outage.max: < 10s }\n";
    Files.writeString(file, text + "faults:\n  - { at: 2s, kill: worker }\n" + bound);
    assertThatThrownBy(
            () -> ExperimentFile.load(file, List.of(), 1, Map.of("service", ENGINE.declaration())))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("expect.outage.max can never be judged")
        .hasMessageContaining("Write away.max: ");
    Files.writeString(file, text + bound);
    assertThat(ExperimentFile.load(file, List.of(), 1, Map.of("service", ENGINE.declaration())))
        .hasSize(1);
  }
}
