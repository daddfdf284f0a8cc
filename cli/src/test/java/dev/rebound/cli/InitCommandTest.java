package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InitCommandTest {
  @TempDir Path folder;

  private Experiment written(String... options) {
    Path file = folder.resolve("mine.yaml");
    String[] arguments = new String[options.length + 2];
    arguments[0] = "init";
    arguments[1] = file.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    assertThat(Main.run(arguments)).isZero();
    return ExperimentFile.load(file, List.of(), 1, Engines.declared()).get(0);
  }

  @Test
  void aProgramOfOnesOwnIsKilledAndAudited() throws IOException {
    Files.createFile(folder.resolve("job.py"));
    Experiment experiment =
        written("--run", "python3 job.py --say 'it is so'", "--guarantee", "none", "--rate", "50");
    assertThat(experiment.engine().name()).isEqualTo("external");
    assertThat(experiment.engine().options().get("run"))
        .isEqualTo("python3 " + folder.resolve("job.py") + " --say 'it is so'");
    assertThat(experiment.workload().name()).isEqualTo("events");
    assertThat(experiment.load().rate().perSecond()).isEqualTo(50);
    assertThat(experiment.name()).isEqualTo("mine");
  }

  @Test
  void aServiceOfOnesOwnIsAskedAndReadBack() {
    Experiment service =
        written("--run", "cat", "--ask", "PUT /orders/${n}", "--table", "orders", "--rate", "50");
    assertThat(service.engine().name()).isEqualTo("service");
    assertThat(service.engine().options())
        .containsEntry("ask", "PUT /orders/${n}")
        .containsEntry("table", "orders")
        .containsEntry("key", "id");
    assertThat(service.workload().name()).isEqualTo("requests");
    assertThat(service.expect()).extracting(Expectation::metric).contains("away.max");
    assertThat(service.faults()).hasSize(2);
    for (String[] wrong :
        List.of(
            new String[] {"--run", "cat", "--table", "orders"},
            new String[] {"--run", "cat", "--ask", "POST /orders", "--key", "id"},
            new String[] {"--run", "flink", "--ask", "POST /orders"},
            new String[] {"--run", "cat", "--ask", "orders"})) {
      Path other = folder.resolve("other.yaml");
      List<String> arguments = new ArrayList<>(List.of("init", other.toString()));
      arguments.addAll(List.of(wrong));
      assertThat(Main.run(arguments.toArray(new String[0]))).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(other).doesNotExist();
    }
  }

  @Test
  void aServiceThatWritesToATopicIsReadBackThere() {
    Experiment service = written("--run", "cat", "--ask", "POST /orders", "--topic", "orders");
    assertThat(service.engine().options()).containsEntry("topic", "orders");
    assertThat(service.workload().options()).containsEntry("output-id", "");
  }

  @Test
  void aFieldOfItsRecordsMaySayWhichRequestTheyAreOf() {
    Experiment service =
        written("--run", "cat", "--ask", "/orders", "--topic", "orders", "--key", "$.order_id");
    assertThat(service.workload().options()).containsEntry("output-id", "$.order_id");
  }

  @Test
  void aServiceMayBeJudgedByItsAnswersAlone() {
    Experiment service = written("--run", "cat", "--ask", "GET /");
    assertThat(service.workload().options()).containsEntry("oracle", "none");
    assertThat(service.engine().guarantee()).isEqualTo(Guarantee.NONE);
  }

  @Test
  void aSampleWithKeysBesideItsValuesIsRecognized() throws IOException {
    Path sample = folder.resolve("captured.jsonl");
    Files.writeString(
        sample,
        """
        {"key":"ada","value":{"order":"A","amount":1}}
        {"key":"ben","value":{"order":"B","amount":2}}
        """);
    assertThat(written("--run", "cat", "--from", sample.toString()).workload().options())
        .containsEntry("value", "$.value")
        .containsEntry("key", "$.key")
        .containsEntry("id", "$.order");
  }

  @Test
  void anEngineOfRebounds() {
    assertThat(written("--run", "flink").workload().name()).isEqualTo("rule-match");
  }

  @Test
  void aJarOfOnesOwnOnAnEngine() throws IOException {
    jar();
    Experiment experiment =
        written("--run", "flink", "--jar", "my-job.jar", "--main", "com.example.MyJob");
    assertThat(experiment.engine().options())
        .containsEntry("jar", folder.resolve("my-job.jar").toString())
        .containsEntry("main", "com.example.MyJob");
    assertThat(experiment.workload().name()).isEqualTo("events");
    Path other = folder.resolve("other.yaml");
    assertThat(Main.run("init", other.toString(), "--run", "java -jar x.jar", "--jar", "x.jar"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other).doesNotExist();
    assertThat(Main.run("init", other.toString(), "--run", "java -jar x.jar", "--main", "X"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other).doesNotExist();
  }

  @Test
  void aSampleSaysWhatItsFieldsLookLike() throws IOException {
    Path sample = folder.resolve("orders.jsonl");
    Files.writeString(
        sample,
        """
        {"status":"new","id":"A","customer":"c1","at":"2026-03-01T12:00:00Z","sum":1.5}
        {"status":"new","id":"B","customer":"c2","at":"2026-03-01T12:00:01Z","sum":2.5}
        {"status":"new","id":"C","customer":"c1","at":"2026-03-01T12:00:02Z","sum":3.5}
        {"status":"old","id":"D","customer":"c2","at":"2026-03-01T12:00:02Z","sum":4.5}
        {"status":"old","id":"E","customer":"c3","at":"2026-03-01T12:00:03Z","sum":5.5}
        {"status":"old","id":"F","customer":"c3","at":"2026-03-01T12:00:04Z","sum":5.5}
        """);
    Experiment experiment = written("--run", "cat", "--from", sample.toString());
    assertThat(experiment.workload().name()).isEqualTo("records");
    assertThat(experiment.workload().options())
        .containsEntry("from", sample.toString())
        .containsEntry("id", "$.id")
        .containsEntry("key", "$.customer")
        .containsEntry("time", "$.at")
        .containsEntry("oracle", "echo");
    Files.delete(folder.resolve("mine.yaml"));
    Files.writeString(sample, "{\"id\":");
    assertThat(refused("--run", "cat", "--from", sample.toString()))
        .contains("orders.jsonl, line 1: no JSON");
    assertThat(refused("--run", "flink", "--from", sample.toString())).contains("--from is for");
  }

  @Test
  void whatWasFoundOutOfAFileIsProposedAndTold() throws IOException {
    Path sample = folder.resolve("lines.txt");
    Files.write(
        sample,
        "7001;1;Tür;03.12.2024 14:05\n7001;2;Tür;13.12.2024 08:00\n7002;1;y;13.12.2024 08:00\n"
            .getBytes(StandardCharsets.ISO_8859_1));
    try (Printed printed = new Printed()) {
      assertThat(written("--run", "cat", "--from", sample.toString()).workload().options())
          .containsEntry("format", "csv")
          .containsEntry("charset", "latin1")
          .containsEntry("separator", ";")
          .containsEntry("columns", "c1, c2, c3, c4")
          .containsEntry("id", "$.c1, $.c2")
          .containsEntry("output-id", "$.c1, $.c2")
          .containsEntry("time", "$.c4")
          .containsEntry("time-format", "dd.MM.yyyy HH:mm");
      assertThat(printed.out())
          .contains("guessed: columns are separated by ;", "taken for a record, as '7001'");
    }
    Files.delete(folder.resolve("mine.yaml"));
    Path dots = folder.resolve("dots.jsonl");
    Files.writeString(dots, "{\"log.id\":1}\n{\"log.id\":2}\nKilled\n");
    assertThat(written("--run", "cat", "--from", dots.toString()).workload().options())
        .containsEntry("id", "$['log.id']")
        .containsEntry("skip", "broken");
  }

  private void jar() throws IOException {
    try (OutputStream file = Files.newOutputStream(folder.resolve("my-job.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new JarEntry("com/example/MyJob.class"));
      jar.closeEntry();
    }
  }

  private String refused(String... options) {
    Path file = folder.resolve("mine.yaml");
    InitCommand command = new InitCommand();
    List<String> arguments = new ArrayList<>(List.of(file.toString()));
    arguments.addAll(List.of(options));
    new CommandLine(command).parseArgs(arguments.toArray(new String[0]));
    ReboundException thrown = catchThrowableOfType(ReboundException.class, command::call);
    assertThat(thrown).isNotNull();
    assertThat(thrown.remedy()).contains("Nothing was written");
    assertThat(file).doesNotExist();
    return thrown.getMessage();
  }

  @Test
  void whatValidateWouldRefuseIsSaidAndNotWritten() throws IOException {
    assertThat(refused("--run", "flink", "--jar", "my-job.jar", "--main", "com.example.MyJob"))
        .contains("my-job.jar does not exist", "Build it first");
    jar();
    assertThat(refused("--run", "flink", "--jar", "my-job.jar", "--main", "com.example.MyJbo"))
        .contains("there is no class com.example.MyJbo", "Did you mean 'com.example.MyJob'?");
    assertThat(refused("--run", "kafka-streams", "--jar", "my-job.jar"))
        .contains("--main is missing", "names no main class");
    assertThat(refused("--run", "flink", "--main", "com.example.MyJob"))
        .contains("there is no engine.jar");
    assertThat(refused("--run", "kafka-streams", "--guarantee", "none"))
        .contains("kafka-streams does not offer the guarantee none");
  }

  @Test
  void anApplicationOfKafkaStreamsHasTheTimeThatItsDefaultsTake() throws IOException {
    jar();
    Path sample = folder.resolve("values.csv");
    Files.writeString(sample, "value\n5\n9\n5\n");
    Experiment experiment =
        written(
            "--run",
            "kafka-streams",
            "--jar",
            "my-job.jar",
            "--main",
            "com.example.MyJob",
            "--from",
            sample.toString());
    assertThat(experiment.engine().guarantee()).isEqualTo(Guarantee.NONE);
    assertThat(experiment.phases().baseline()).hasSeconds(100);
    assertThat(experiment.expect())
        .noneMatch(bound -> bound.metric().equals("recovery.max"))
        .anyMatch(bound -> bound.metric().equals("outage.max"));
    assertThat(Files.readString(folder.resolve("mine.yaml")))
        .contains("# port: 9092", "# input: orders");
  }

  @Test
  void whatIsWrongLeavesNoFile() {
    Path file = folder.resolve("mine.yaml");
    assertThat(Main.run("init", file.toString(), "--run", "x", "--rate", "much"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).doesNotExist();
    assertThat(Main.run("init", file.toString(), "--run", "x", "--guarantee", "maybe"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileThatExistsIsKept() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "mine\n");
    assertThat(Main.run("init", file.toString(), "--run", "x")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).hasContent("mine\n");
  }
}
