package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.Option;
import dev.rebound.platform.CoresSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The mistakes in each engine's section are told when a file is read, before anything is planned.
 */
class EngineChecksTest {
  @TempDir Path folder;

  private Path file(String engine, String workload) throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        "name: x\nengine: { name: %s }\nworkload: { name: %s }\nload: { rate: 10/s }\n"
            .formatted(engine, workload));
  }

  private Experiment read(String engine, String workload) throws IOException {
    return ExperimentFile.load(file(engine, workload), List.of(), 1, Engines.declared()).get(0);
  }

  private String errors(String engine, String workload) throws IOException {
    Path file = file(engine, workload);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () -> ExperimentFile.load(file, List.of(), 1, Engines.declared()));
    assertThat(thrown).as(engine).isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  @Test
  void anOptionOfAnotherEngine() throws IOException {
    assertThat(errors("flink, standbys: 1", "rule-match"))
        .isEqualTo(
            """
            x.yaml:2:34: standbys belongs to kafka-streams; this engine is flink
              2 | engine: { name: flink, standbys: 1 }
                |                                  ^
              Remove it, or write name: kafka-streams.
            """);
    assertThat(errors("faulty, ready: up", "rule-match"))
        .contains(
            "ready belongs to external or jet or kafka-streams or service; this engine is faulty");
    assertThat(errors("kafka-streams, rehearse: true, bug: none", "rule-match"))
        .contains("rehearse belongs to flink", "bug belongs to faulty");
  }

  @Test
  void aSecondJobIsForFlinkAloneAndForOneJobManager() throws IOException {
    String beside = "rule-match }\nbeside: { workload: { name: grep }, load: { rate: 10/s }";
    for (String engine : List.of("kafka-streams", "faulty")) {
      assertThat(errors(engine, beside))
          .contains("x.yaml:4:9: " + engine + " runs one job, and beside asks for a second one");
    }
    assertThat(errors("flink, jobmanagers: 2", beside))
        .contains("a second job is followed on one JobManager only, and this asks for several");
    assertThat(errors("flink", beside.replace("grep", "events")))
        .contains("flink has no job that computes events");
    assertThat(read("flink", beside).beside()).hasSize(1);
  }

  @Test
  void theSectionHasEveryOptionThatAnEngineDeclares() throws IOException {
    for (EngineDeclaration engine : Engines.declared().values()) {
      for (Option option : engine.options()) {
        assertThat(option.meaning()).as(option.key()).endsWith(".");
        assertThat(errors("flink, " + option.key() + ": {}", "rule-match"))
            .doesNotContain("unknown key");
      }
    }
  }

  @Test
  void theReferenceSaysOfEachKeyWhichEnginesKnowIt() throws IOException {
    Path reference =
        Path.of(System.getProperty("rebound.home", ".."))
            .resolve("docs/reference/experiment-keys.md");
    List<String> rows = Files.readAllLines(reference);
    for (EngineDeclaration engine : Engines.declared().values()) {
      for (Option option : engine.options()) {
        assertThat(rows)
            .as("%s of %s", option.key(), engine.name())
            .anyMatch(
                row ->
                    row.matches(
                        "\\| `"
                            + option.key()
                            + "` .*Known to [^.]*\\b"
                            + engine.name()
                            + "\\b.*"));
      }
    }
  }

  @Test
  void eachEngineSaysWhichWorkloadsItComputes() throws IOException {
    List<String> all = Workloads.kinds().stream().map(kind -> kind.name()).toList();
    for (EngineDeclaration engine : Engines.declared().values()) {
      assertThat(all).as(engine.name()).containsAll(engine.capabilities().workloads());
    }
    assertThat(errors("flink", "events"))
        .isEqualTo(
            """
            x.yaml:3:19: flink has no job that computes events
              3 | workload: { name: events }
                |                   ^
              Write workload: { name: X } with rule-match or log-match or grep or fixed-window or session-window or grouping or sessions for X, or choose another engine.
            """);
    assertThat(errors("kafka-streams", "events")).contains("x.yaml:3:19:");
    assertThat(errors("faulty", "grep")).contains("x.yaml:3:19:", "rule-match or log-match");
    assertThat(errors("external, run: cat", "rule-match"))
        .contains("x.yaml:3:19: external has no job that computes rule-match", "events or grep");
    assertThat(read("external, run: cat", "grep").engine().options()).containsEntry("run", "cat");
  }

  @Test
  void anEngineTakesTheProfilesThatItStates() throws IOException {
    for (EngineDeclaration engine : Engines.declared().values()) {
      String tuned = engine.name() + ", guarantee: at-least-once, profile: tuned";
      if (engine.capabilities().profiles().contains("tuned")) {
        assertThat(read(tuned, "rule-match").engine().tuned()).isTrue();
      } else {
        assertThat(errors(tuned, engine.capabilities().workloads().get(0)))
            .contains(
                "engine.profile: " + engine.name() + " cannot take 'tuned'",
                "Write one of quick, stock.");
      }
    }
  }

  @Test
  void eachRoleThatFaultsNameMayRunOnTheOtherCores() throws IOException {
    String cores = "activation }\ncores: { subject: 1, rig: 1, roles: { %s }";
    String all = "front: rig, activation: subject, broker: subject, database: subject";
    Experiment experiment = read("activation", cores.formatted(all));

    Map<String, Owner> others =
        Map.of("front", Owner.SUPPORT, "broker", Owner.SUBJECT, "database", Owner.SUBJECT);
    assertThat(experiment.cores())
        .as("but for what is where it is anyway")
        .isEqualTo(new CoresSpec(1, 1, 1, others));
    assertThat(read("activation", cores.formatted("front: subject, broker: rig")).resolvedYaml())
        .isEqualTo(read("activation", cores.replace(", roles: { %s }", "")).resolvedYaml());
    assertThat(errors("activation", cores.formatted("worker: rig")))
        .contains("x.yaml:4:37: cores.roles: this run of activation starts no process of role")
        .contains("Write one of activation, broker, database, front.");
    String ofStorm = "grep }\ncores: { subject: 1, rig: 1, roles: { zookeeper: subject }";
    assertThat(read("storm, guarantee: at-least-once", ofStorm).cores())
        .isEqualTo(new CoresSpec(1, 1, 1, Map.of("zookeeper", Owner.SUBJECT)));
  }

  @Test
  void whatKafkaStreamsCannotDo() throws IOException {
    assertThat(errors("kafka-streams, guarantee: none", "rule-match"))
        .contains("x.yaml:2:43: kafka-streams does not offer the guarantee none");
    assertThat(errors("kafka-streams, guarantee: none, jar: none.jar", "events"))
        .as("a program may claim nothing")
        .contains("none.jar does not exist")
        .doesNotContain("does not offer");
    assertThat(errors("kafka-streams, changelog-segment-ms: soon", "rule-match"))
        .contains("x.yaml:2:54:", "changelog-segment-ms");
    assertThat(errors("kafka-streams, profile: fast", "rule-match")).contains("x.yaml:2:41:");
    assertThat(errors("kafka-streams, standbys: 2", "rule-match"))
        .contains("x.yaml:2:42: engine.standbys: kafka-streams cannot take '2'", "0 to 1");
    assertThat(errors("kafka-streams, spares: 1", "rule-match"))
        .contains("x.yaml:2:40:", "say standbys: 1");
    assertThat(read("kafka-streams, protocol: streams, static-members: true", "rule-match"))
        .isNotNull();
    assertThat(
            errors(
                "kafka-streams, version: 4.3.1, protocol: streams, static-members: true",
                "rule-match"))
        .contains("x.yaml:2:", "static members from 4.4 on", "or say classic");
    assertThat(errors("kafka-streams, version: 3.9.2, protocol: streams", "rule-match"))
        .contains("x.yaml:2:", "Name a version from 4.2 on. Or say classic.");
    assertThat(errors("kafka-streams, version: 3.7.2, assignor: staying", "rule-match"))
        .contains("x.yaml:2:", "Name a version from 3.8 on.");
    assertThat(
            errors(
                "kafka-streams, version: 4.3.1, config: { enable.transactional.statestores: true }",
                "rule-match"))
        .contains(
            "x.yaml:2:",
            "this version of kafka-streams has no setting 'enable.transactional.statestores'",
            "Name a version from 4.4 on.");
    assertThat(errors("kafka-streams, ready: up", "rule-match"))
        .contains("x.yaml:2:39:", "there is no engine.jar", "or remove ready");
  }

  @Test
  void whatFlinkCannotDo() throws IOException {
    assertThat(errors("flink, state: forst", "rule-match")).contains("x.yaml:2:31:", "forst");
    assertThat(errors("flink, memory: 128MB", "rule-match"))
        .contains("x.yaml:2:32:", "A TaskManager needs at least 192MB.");
    assertThat(errors("flink, transaction-timeout-ms: 2000", "rule-match"))
        .contains("x.yaml:2:48:", "longer than the commit interval");
    assertThat(errors("flink, checkpoints: s3://bucket", "rule-match"))
        .contains(
            "x.yaml:2:37: engine.checkpoints: 's3://bucket' is not a place for checkpoints",
            "Write local, hdfs, hdfs://host:port/path or file:///path.");
    assertThat(errors("flink, checkpoints: hdfs, datanodes: 2, hdfs-replication: 3", "rule-match"))
        .isEqualTo(
            """
            x.yaml:2:75: engine.hdfs-replication: 3 copies of each block need as many DataNodes; there are 2
              2 | engine: { name: flink, checkpoints: hdfs, datanodes: 2, hdfs-replication: 3 }
                |                                                                           ^
              Write hdfs-replication: 2 or less, or datanodes: 3.
            """);
    assertThat(errors("flink, jobmanagers: 2, config: { rest.port: 18081 }", "rule-match"))
        .contains(
            "engine.config.rest.port: '18081' does not do for 2 JobManagers",
            "Leave it out and Rebound chooses.");
    assertThat(errors("flink, datanodes: 2", "rule-match"))
        .contains(
            "x.yaml:2:35: engine.datanodes is for an HDFS of the run's own, and"
                + " engine.checkpoints is local",
            "Write checkpoints: hdfs, or remove datanodes.");
  }

  @Test
  void whatOfFlinksCheckpointsDoesNotGoTogether() throws IOException {
    assertThat(errors("flink, checkpointing: false", "rule-match"))
        .isEqualTo(
            """
            x.yaml:2:39: engine.checkpointing is false, and guarantee is exactly-once: without checkpoints Flink starts again without state, and loses or repeats records
              2 | engine: { name: flink, checkpointing: false }
                |                                       ^
              Write guarantee: none, or remove checkpointing.
            """);
    assertThat(errors("flink, checkpointing: false, guarantee: none, unaligned: true", "grep"))
        .contains("engine.unaligned is about checkpoints, and checkpointing is false");
    assertThat(
            errors(
                "flink, checkpointing: false, guarantee: none, config: {"
                    + " execution.checkpointing.interval: 1s }",
                "grep"))
        .contains("execution.checkpointing.interval has checkpoints taken");
    assertThat(
            errors(
                "flink, unaligned: true, config: { execution.checkpointing.mode: AT_LEAST_ONCE }",
                "grep"))
        .contains("execution.checkpointing.mode overrules engine.unaligned");
    assertThat(
            errors(
                "flink, jobmanagers: 2, config: { high-availability.cluster-id: /mine }", "grep"))
        .contains("high-availability.cluster-id is Rebound's own");
    assertThat(errors("flink, incremental: true", "rule-match"))
        .contains("x.yaml:2:37: engine.incremental: state on the heap", "Add state: rocksdb");
    assertThat(errors("flink, unaligned: true, guarantee: at-least-once", "rule-match"))
        .contains(
            "x.yaml:2:35: engine.unaligned: under guarantee at-least-once nothing is aligned",
            "Write guarantee: exactly-once, or remove unaligned.");
    assertThat(errors("flink, checkpoint-timeout: 5ms", "rule-match"))
        .contains("x.yaml:2:44: engine.checkpoint-timeout: '5ms'", "Write 10ms or more.");
    assertThat(errors("flink, checkpoint-timeout: 600", "rule-match")).contains("has no unit");
    assertThat(errors("flink, checkpoints-retained: 0", "rule-match")).contains("from 1 to 1000");
    assertThat(read("flink, guarantee: none, checkpointing: false", "grep").engine().options())
        .containsEntry("checkpointing", "false");
    assertThat(
            read("flink, state: rocksdb, incremental: false, unaligned: true", "grep")
                .resolvedYaml())
        .contains("incremental: false", "unaligned: true");
  }

  @Test
  void whatTheOthersCannotDo() throws IOException {
    assertThat(errors("external", "events"))
        .contains("x.yaml:2:9: the external engine does not know what to run");
    assertThat(errors("faulty, bug: commit-frist", "rule-match"))
        .contains("x.yaml:2:30: the faulty engine has no bug 'commit-frist'", "commit-first");
    assertThat(errors("faulty, bug: window-twice", "rule-match"))
        .contains("no bug 'window-twice' of rule-match", "drop-around-kill.");
    assertThat(errors("faulty, bug: window-twice+commit-first", "fixed-window"))
        .contains("no bug 'window-twice+commit-first' of fixed-window", "visit-missing");
    assertThat(errors("faulty, bug: watermark-ahead", "fixed-window"))
        .contains("no bug 'watermark-ahead' of fixed-window");
    assertThat(read("faulty, bug: window-twice+wrong-count", "fixed-window")).isNotNull();
    assertThat(read("faulty, bug: watermark-ahead", "session-window")).isNotNull();
  }

  @Test
  void aResolvedFileHasTheKeysInTheOrderThatItAlwaysHad() throws IOException {
    assertThat(
            read(
                    "kafka-streams, changelog-segment-ms: 5000, caching: true, standbys: 1,"
                        + " protocol: classic, static-members: true",
                    "rule-match")
                .resolvedYaml())
        .contains(
            """
              jvm: []
              protocol: classic
              standbys: 1
              static-members: true
              caching: true
              changelog-segment-ms: 5000
            """
                .indent(0));
    assertThat(read("external, progress: none, ready: up, run: cat", "events").resolvedYaml())
        .contains("  run: cat\n  ready: up\n  progress: none\n");
  }

  @Test
  void aServiceTakesRequestsAndNothingElseDoes() throws IOException {
    assertThat(read("activation, endpoint: rest, workers: 1", "activation").engine().options())
        .containsEntry("endpoint", "rest");
    assertThat(errors("activation, endpoint: rest", "activation"))
        .contains("the front service calls one activation service, and there are 2 workers");
    assertThat(errors("activation, endpoint: post", "activation")).contains("rest, rest-retry");
    assertThat(errors("activation, workers: 1", "grep"))
        .contains("activation has no job that computes grep");
    assertThat(errors("flink", "activation")).contains("flink has no job that computes activation");
  }

  @Test
  void aSampleThatWillNotDoIsToldBeforeAnythingStarts() throws IOException {
    Files.writeString(folder.resolve("o.jsonl"), "{\"id\":1}\n{\"id\":1}\n{\"no\":2}\n");
    assertThat(errors("external, run: cat", "records, from: o.jsonl, id: $.no"))
        .isEqualTo(
            """
            x.yaml:3:47: $.no is missing in 2 of 3 records, first in o.jsonl, line 1
              3 | workload: { name: records, from: o.jsonl, id: $.no }
                |                                               ^
              Name a field that all have (the first record: $.id), take these records out, or write skip: broken.
            """);
    Files.writeString(folder.resolve("o.jsonl"), "{\"id\":1}\n{\"id\":1}\n");
    assertThat(errors("external, run: cat", "records, from: o.jsonl, id: $.id"))
        .contains("x.yaml:3:47: o.jsonl, line 2: $.id is 1, as in o.jsonl, line 1");
    assertThat(errors("external, run: cat", "events, oracle: sum"))
        .contains("events takes no oracle: sum", "Write one of echo, count, none.");
    String sum = "records, from: o.jsonl, oracle: sum";
    assertThat(errors("external, run: cat", sum))
        .contains("sum is of a key, and there is none", "Add key:");
    assertThat(errors("external, run: cat", sum + ", key: $.id"))
        .contains("oracle: sum does not say of what", "Add of: $.amount.");
    assertThat(errors("external, run: cat", sum + ", key: $.id, of: $.x"))
        .contains("o.jsonl, line 1: $.x is missing", "a number in all records");
    assertThat(errors("external, run: cat", "records, from: o.jsonl, of: $.id"))
        .contains("of is what sum, min, max or last is of; the oracle is echo");
    assertThat(errors("external, run: cat", "records"))
        .contains("x.yaml:3:19: records replays a sample, and workload.from names none");
    assertThat(errors("external, run: cat", "records, from: p.jsonl"))
        .contains("file 'p.jsonl' does not exist");
    assertThat(errors("external, run: cat", "events, id: $.id"))
        .contains("id belongs to records or join; this workload is events");
    assertThat(errors("flink", "records, from: o.jsonl"))
        .contains("flink has no job that computes records");
    Files.writeString(folder.resolve("p.jsonl"), "{\"t\":1700000000}\n{\"t\":1700000009}\n");
    String paced = "records, from: p.jsonl, pace: $.t";
    Path flatOut = file("external, run: cat", paced);
    assertThatThrownBy(
            () -> ExperimentFile.load(flatOut, List.of("load.rate=max"), 1, Engines.declared()))
        .hasMessageContaining("x.yaml:3:49")
        .hasMessageContaining("rate: max has none");
    assertThat(read("external, run: cat", paced).workload().text("pace")).isEqualTo("$.t");
    Experiment good = read("external, run: cat", "records, from: o.jsonl, key: $.id");
    assertThat(good.workload().text("from")).isEqualTo(folder.resolve("o.jsonl").toString());
    assertThat(good.workload().text("from-hash")).hasSize(64);
    assertThat(good.resolvedYaml()).contains("key: $.id").doesNotContain("from-hash");
  }
}
