package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each error as a person reads it, to the letter. */
class ExperimentErrorsTest {
  private static final EngineDeclaration WORKERS_ONLY =
      MadeUpEngine.offering(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE);

  private static final String GOOD =
      """
      name: x
      engine: { name: flink }
      load: { rate: 2000/s }
      """;

  @TempDir Path folder;

  private String errors(String text, String... overrides) {
    ReboundException thrown = thrown(text, overrides);
    assertThat(thrown.remedy()).startsWith("Correct th");
    return thrown.getMessage().replace(folder + "/", "");
  }

  private ReboundException thrown(String text, String... overrides) {
    Path file = folder.resolve("x.yaml");
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () ->
                ExperimentFile.load(
                    file,
                    List.of(overrides),
                    1,
                    Map.of("flink", WORKERS_ONLY, "kafka-streams", WORKERS_ONLY)));
    assertThat(thrown).isNotNull();
    assertThat(thrown.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
    return thrown;
  }

  @Test
  void whichBrokersOfAPartitionAreHit() {
    String three = GOOD + "kafka: { brokers: 3, replication: 3 }\n";
    assertThat(errors(three + "faults: [{ at: 5s, kill: broker, which: leeder }]\n"))
        .contains("unknown choice of brokers 'leeder'");
    assertThat(errors(three + "faults: [{ at: 5s, kill: worker, which: leader }]\n"))
        .contains("'which' is of the brokers of a partition, not of role worker");
    assertThat(errors(GOOD + "faults: [{ at: 5s, pause: broker, which: followers, for: 3s }]\n"))
        .contains("a partition with one replica has no followers", "replication: 3");
    assertThat(errors(three + "faults: [{ at: 5s, kill: broker, which: followers, count: 3 }]\n"))
        .contains("3 victims of role broker (followers of a partition), but there are 2");
    assertThat(errors(three + "faults: [{ at: 5s, kill: broker, which: leader, count: 2 }]\n"))
        .contains("2 victims of role broker (leader of a partition), but there is 1");
    assertThat(errors(three + "faults: [{ at: 5s, roll: broker, which: leader }]\n"))
        .contains("'which' does not go with roll");
  }

  @Test
  void theRemedyNamesWhatIsToBeCorrected() {
    String file = folder.resolve("x.yaml").toString();
    assertThat(thrown(GOOD.replace("2000/s", "2000")).remedy())
        .isEqualTo("Correct this, then: rebound validate " + file);
    assertThat(thrown(GOOD, "load.raet=5000/s").remedy())
        .isEqualTo("Correct the --set; the file is not at fault.");
    assertThat(thrown(GOOD, "engine.name=flnik").remedy())
        .isEqualTo("Correct the --set; the file is not at fault.");
    assertThat(thrown(GOOD.replace("2000/s", "2000"), "seed=7", "control={ a: it's }").remedy())
        .endsWith("rebound validate " + file + " --set seed=7 --set 'control={ a: it'\\''s }'");
  }

  @Test
  void anEmptyFile() {
    for (String text : List.of("", "\n", "# Only a comment.\n")) {
      assertThat(errors(text))
          .contains(
              "this file is empty, or holds nothing but comments",
              "experiments/demo.yaml",
              "rebound init");
    }
    assertThat(errors("- one\n")).contains("this file must hold keys and values");
  }

  @Test
  void aCommentForEditorsIsNoDescription() throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file, "# yaml-language-server: $schema=../x.json\n# What is asked?\n# And why.\n" + GOOD);
    Map<String, EngineDeclaration> known = Map.of("flink", WORKERS_ONLY);
    assertThat(ExperimentFile.load(file, List.of(), 1, known).get(0).description())
        .isEqualTo("What is asked? And why.");
  }

  @Test
  void aControlThatDiffersInAKeyThatThereIsNot() {
    assertThat(errors(GOOD + "control: { set: { engine.gurantee: none } }\n"))
        .isEqualTo(
            """
            x.yaml:4:26: unknown option 'gurantee' in engine
              4 | control: { set: { engine.gurantee: none } }
                |                          ^
              Did you mean 'guarantee'?
            """);
  }

  @Test
  void aControlThatIsTheSameRun() {
    assertThat(errors(GOOD + "control: { set: { engine.workers: 2 } }\n"))
        .isEqualTo(
            """
            x.yaml:4:10: the control of x would be the same run
              4 | control: { set: { engine.workers: 2 } }
                |          ^
              Let control.set name a value that the experiment does not have.
            """);
  }

  @Test
  void whatElseAControlCannotBe() {
    assertThat(errors(GOOD + "control: maybe\n"))
        .contains("x.yaml:4:10: control: 'maybe' is neither true nor false nor a map");
    assertThat(errors(GOOD + "control: { sett: { engine.workers: 4 } }\n"))
        .contains("unknown key 'sett' in control", "Did you mean 'set'?");
    assertThat(errors(GOOD + "control: { set: {} }\n"))
        .contains("does not say in what the control differs");
    assertThat(errors(GOOD + "control: {}\n")).contains("does not say in what the control differs");
    assertThat(errors(GOOD + "control: { set: { engine.workers: many } }\n"))
        .contains("x.yaml:4:35: engine.workers: 'many' is not a whole number");
    assertThat(errors(GOOD + "control: { set: { engine.workers: [3, 4] } }\n"))
        .contains("a control is one experiment, and this is a matrix");
    assertThat(errors(GOOD + "control: { set: { engine: { workers: 4 } } }\n"))
        .contains("'engine' of a control takes one value");
    assertThat(errors(GOOD + "control: { set: { name: y } }\n"))
        .contains("a control cannot differ in 'name'");
    assertThat(errors(GOOD + "control: { set: { engine.guarantee: none } }\n"))
        .contains("x.yaml:4:37: flink does not offer the guarantee none");
  }

  @Test
  void aTopicSettingThatOtherKeysDependOn() {
    assertThat(errors(GOOD + "kafka: { topic-config: { min.insync.replicas: 2 } }\n"))
        .contains("kafka.topic-config cannot set min.insync.replicas")
        .contains("write kafka.min-insync-replicas");
    assertThat(errors(GOOD + "kafka: { topic-config: { message.timestamp.type: CreateTime } }\n"))
        .contains("kafka.topic-config cannot set message.timestamp.type");
  }

  @Test
  void aBrokerSettingThatTheLabWorksOut() {
    assertThat(errors(GOOD + "kafka: { config: { listeners: \"PLAINTEXT://:9092\" } }\n"))
        .contains("kafka.config cannot set listeners")
        .contains("write kafka.port: 9092", "write kafka.bootstrap");
    assertThat(errors(GOOD + "kafka: { config: { port: 9092 } }\n"))
        .contains("kafka.config cannot set port", "write kafka.port: 9092");
  }

  @Test
  void aPortIsOfOneBrokerThatTheRunStarts() {
    assertThat(errors(GOOD + "kafka: { brokers: 3, port: 9092 }\n"))
        .contains("x.yaml:4:28: kafka.port is of one broker, and there are 3");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1', port: 9092 }\n"))
        .contains("kafka.port is of a broker that the run starts", "Remove port or bootstrap");
    assertThat(errors(GOOD + "kafka: { port: 1023 }\n")).contains("kafka.port", "1024");
    assertThat(errors(GOOD + "kafka: { port: 65536 }\n")).contains("kafka.port", "65535");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1', input: orders }\n"))
        .contains("with port: 9092 where the program has its address in its code");
  }

  @Test
  void aWrongKey() {
    assertThat(errors(GOOD.replace("name: flink", "name: flink, wokers: 2")))
        .isEqualTo(
            """
            x.yaml:2:24: unknown key 'wokers' in engine
              2 | engine: { name: flink, wokers: 2 }
                |                        ^
              Did you mean 'workers'?
            """);
  }

  @Test
  void aKeyThatIsNoMoreIsReadOnlyWhereItSaysWhatHoldsNow() throws IOException {
    Path file = folder.resolve("old.yaml");
    Files.writeString(file, GOOD + "workload: { emit-every: 1 }\n");
    assertThat(ExperimentFile.load(file, List.of(), 1, Set.of("flink"))).hasSize(1);
    assertThat(errors(GOOD + "workload: { emit-every: 10 }\n"))
        .isEqualTo(
            """
            x.yaml:4:13: workload.emit-every is always 1 now
              4 | workload: { emit-every: 10 }
                |             ^
              Remove it.
            """);
  }

  @Test
  void aWrongKeyThatIsNearToNothing() {
    assertThat(errors(GOOD.replace("rate: 2000/s", "rate: 2000/s, xylophone: 2")))
        .isEqualTo(
            """
            x.yaml:3:23: unknown key 'xylophone' in load
              3 | load: { rate: 2000/s, xylophone: 2 }
                |                       ^
              Known here: rate, max-records, backlog, generated, generators, file, producer, users, think, timeout, connections, http.
            """);
  }

  @Test
  void aRoleThatCannotRunOnTheOtherCores() {
    assertThat(errors(GOOD + "cores: { subject: 1, rig: 1, roles: { workr: rig } }\n"))
        .isEqualTo(
            """
            x.yaml:4:37: cores.roles: this run of flink starts no process of role workr
              4 | cores: { subject: 1, rig: 1, roles: { workr: rig } }
                |                                     ^
              Did you mean 'worker'? Write one of broker, worker.
            """);
    String cores = GOOD + "cores: { subject: 1, rig: 1, roles: ";
    assertThat(errors(cores + "{ broker: subject } }\nkafka: { bootstrap: 'h:1' }\n"))
        .contains("x.yaml:4:37: ", "starts no process of role broker", "Write one of worker.");
    assertThat(errors(cores + "{ worker: rigg } }\n"))
        .contains("x.yaml:4:37: cores.roles: 'rigg', where worker is to run, is neither")
        .contains("Write subject for the engine's cores");
    assertThat(errors(cores + "{ worker: rig, worker: subject } }\n"))
        .contains("'worker' is here twice", "Keep one of them.");
    assertThat(errors(cores + "{ worker: rig }, quota: 0.5 }\n"))
        .contains("x.yaml:4:37: a quota bounds the engine on its own cores")
        .contains("Remove quota or roles.");
    assertThat(errors(GOOD + "cores: { subject: 1, rig: 0, roles: { worker: rig } }\n"))
        .contains("x.yaml:4:37: with rig: 0 there are no other cores");
  }

  @Test
  void aDoubtThatDoesNotExist() {
    assertThat(errors(GOOD + "rig: { allow: [cpu-saturatd] }\n"))
        .contains("unknown doubt about the rig 'cpu-saturatd'")
        .contains("Did you mean 'cpu-saturated'?");
  }

  @Test
  void aDoubtThatNobodyCanAllow() {
    assertThat(errors(GOOD + "rig: { allow: [run-broken] }\n"))
        .contains("unknown doubt about the rig 'run-broken'");
  }

  @Test
  void aMissingUnit() {
    assertThat(errors(GOOD + "phases: { warmup: 10 }\n"))
        .isEqualTo(
            """
            x.yaml:4:19: phases.warmup: '10' has no unit; a duration needs one
              4 | phases: { warmup: 10 }
                |                   ^
              Write 10ms or 10s.
            """);
    assertThat(errors(GOOD.replace("2000/s", "2000")))
        .contains("load.rate: '2000' has no unit; a rate needs one")
        .contains("  Write 2000/s.\n");
  }

  @Test
  void aWrongUnit() {
    assertThat(errors(GOOD + "workload:\n  record: 1kb\n"))
        .isEqualTo(
            """
            x.yaml:5:11: workload.record: 'kb' is not a unit of a size
              5 |   record: 1kb
                |           ^
              The units are B, KB, MB, GB: write for example 1KB.
            """);
  }

  @Test
  void anUnknownEngine() {
    assertThat(errors(GOOD.replace("flink", "flnik")))
        .isEqualTo(
            """
            x.yaml:2:17: engine.name: unknown engine 'flnik'
              2 | engine: { name: flnik }
                |                 ^
              Did you mean 'flink'?
            """);
  }

  @Test
  void aMissingLogFile() {
    String text =
        GOOD.replace("2000/s", "2000/s, file: access.log") + "workload: { name: log-match }\n";
    assertThat(errors(text))
        .isEqualTo(
            """
            x.yaml:3:29: load.file: file 'access.log' does not exist
              3 | load: { rate: 2000/s, file: access.log }
                |                             ^
              Looked for access.log; a path is relative to the experiment file.
            """);
  }

  @Test
  void aDuplicateKey() {
    assertThat(errors(GOOD + "name: y\n"))
        .isEqualTo(
            """
            x.yaml:4:1: 'name' is here twice, first on line 1
              4 | name: y
                | ^
              Keep one of them.
            """);
  }

  @Test
  void badYaml() {
    assertThat(errors("name: x\nengine: { name: flink\nload: { rate: 2000/s }\n"))
        .isEqualTo(
            """
            x.yaml:3:5: not valid YAML: expected ',' or '}', but got :
              3 | load: { rate: 2000/s }
                |     ^
              Check indentation, brackets and quotes here and on the line before.
            """);
  }

  @Test
  void aBoundThatYamlTakesForSomethingElse() {
    assertThat(errors(GOOD + "expect:\n  input.rate.baseline: >= 1000/s\n"))
        .contains("x.yaml:5:")
        .contains("A value that starts with > must be quoted: \">= 1000/s\".");
  }

  @Test
  void aMisspeltMetric() {
    assertThat(errors(GOOD + "expect:\n  recovry.max: < 30s\n"))
        .isEqualTo(
            """
            x.yaml:5:3: unknown metric 'recovry.max'
              5 |   recovry.max: < 30s
                |   ^
              Did you mean 'recovery.max'?
            """);
  }

  @Test
  void aShareInPercent() {
    assertThat(errors(GOOD + "expect:\n  unavailable.faults: < 5\n"))
        .isEqualTo(
            """
            x.yaml:5:23: bound of unavailable.faults: a share is never above 1
              5 |   unavailable.faults: < 5
                |                       ^
              Write 0.05 for 5 %: it is a part of the whole.
            """);
  }

  @Test
  void aBoundWithoutItsUnit() {
    assertThat(errors(GOOD + "expect:\n  recovery.max: < 30\n  lost: 0s\n"))
        .isEqualTo(
            """
            x.yaml:5:17: bound of recovery.max: '30' has no unit; a duration needs one
              5 |   recovery.max: < 30
                |                 ^
              Write 30ms or 30s.

            x.yaml:6:9: bound of lost: '0s' is not a number
              6 |   lost: 0s
                |         ^
              It is a count, without a unit: write for example 0.
            """);
  }

  @Test
  void aMissingKey() {
    assertThat(errors("name: x\nengine: { name: flink }\n"))
        .isEqualTo(
            """
            x.yaml:1:1: 'load' is missing
              1 | name: x
                | ^
              Add load: { rate: 2000/s }
            """);
  }

  @Test
  void anOverrideOfWhatIsNotThere() {
    assertThat(errors(GOOD, "load.raet=5000/s"))
        .isEqualTo(
            """
            --set: unknown option 'raet' in load
              1 | --set load.raet=5000/s
                |            ^
              Did you mean 'rate'?
            """);
  }

  @Test
  void anOverrideWithAWrongValue() {
    assertThat(errors(GOOD, "load.rate=5000"))
        .isEqualTo(
            """
            --set: load.rate: '5000' has no unit; a rate needs one
              1 | --set load.rate=5000
                |                 ^
              Write 5000/s.
            """);
  }

  @Test
  void valuesThatDoNotGoTogether() {
    assertThat(errors(GOOD + "kafka: { brokers: 1, replication: 3 }\n"))
        .contains("x.yaml:4:35: replication 3 needs as many brokers; there is 1");
    assertThat(errors(GOOD + "kafka: { brokers: 3, replication: 2, min-insync-replicas: 3 }\n"))
        .contains("min-insync-replicas 3 is more than replication 2");
    assertThat(errors(GOOD + "kafka: { input: a, output: a }\n"))
        .contains("kafka.output is the input topic");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1', input: orders }\n"))
        .contains("what lies there is not touched");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1', group: g }\n"))
        .contains("names a group", "neither engine.jar nor run");
    assertThat(errors(GOOD + "kafka: { input: 'a b' }\n")).contains("is not the name of a topic");
    assertThat(errors(GOOD + "faults: [{ at: 60s, kill: worker }]\n"))
        .contains("this fault would come after the faults phase, which lasts 1m");
    assertThat(errors(GOOD + "faults: [{ at: 50s, jitter: 10s, kill: worker }]\n"))
        .contains("by its jitter this fault may come after the faults phase", "less than 10s");
    assertThat(errors(GOOD + "faults: [{ at: 58s, pause: worker, for: 3s }]\n"))
        .contains("this pause outlasts the faults phase");
    assertThat(errors(GOOD + "faults: [{ at: 5s, kill: worker, count: 3 }]\n"))
        .contains("3 victims of role worker, but there are 2");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1' }\nfaults: [{ at: 5s, kill: broker }]\n"))
        .contains("brokers that Rebound did not start are never faulted");
    assertThat(errors(GOOD + "kafka: { bootstrap: 'h:1', brokers: 3 }\n"))
        .contains("brokers are not started when bootstrap names a cluster");
    assertThat(errors(GOOD + "faults: [{ kill: worker }]\n")).contains("this fault has no time");
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, when: ready }]\n"))
        .contains("'when' does not go with roll", "write terminate: worker");
    assertThat(errors(GOOD + "faults: [{ at: 5s }]\n")).contains("this fault does nothing");
    assertThat(errors(GOOD + "faults: [{ at: 5s, pause: worker }]\n"))
        .contains("this pause has no end");
    assertThat(errors(GOOD + "faults: [{ at: 5s, kill: worker, pause: worker }]\n"))
        .contains("several things: kill, pause", "one of kill, terminate, pause and roll");
    assertThat(errors(GOOD + "faults: [{ at: 5s, kill: worker, for: 3s }]\n"))
        .contains("'for' belongs to a pause, not to kill", "says when a victim comes back");
    assertThat(errors(GOOD + "faults: [{ at: 5s, pause: worker, for: 3s, restart: {} }]\n"))
        .contains("a paused node is not restarted");
    assertThat(errors(GOOD + "faults: [{ at: 5s, kill: worker, restart-policy: always }]\n"))
        .contains("'restart-policy' does not go with kill");
    assertThat(errors(GOOD + "workload: { name: log-match }\n"))
        .contains("log-match replays a log and load.file names none");
  }

  @Test
  void aRollIsOfAllAndStartsEachAgain() {
    assertThat(errors(GOOD + "faults:\n  - { at: 2s, roll: worker, count: 2 }\n"))
        .isEqualTo(
            """
            x.yaml:5:36: a roll hits every member of its role
              5 |   - { at: 2s, roll: worker, count: 2 }
                |                                    ^
              Remove count; at-once: 2 says how many are stopped at a time.
            """);
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, restart: never }]\n"))
        .contains("a roll starts each member again", "restart: { after: 1s }");
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, grace: 0s }]\n"))
        .contains("a grace of no length");
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, back-within: 0s }]\n"))
        .contains("nobody is back at once");
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, at-once: 3 }]\n"))
        .contains(
            "3 members at a time of role worker, but there are 2", "Write at-once: 2 or less");
    assertThat(errors(GOOD + "faults: [{ at: 5s, kill: worker, at-once: 2 }]\n"))
        .contains("'at-once' does not go with kill");
    assertThat(errors(GOOD + "faults: [{ at: 5s, roll: worker, for: 2s }]\n"))
        .contains("'for' does not go with roll");
  }

  @Test
  void severalErrorsAreToldAtOnceAndTenAtMost() {
    String keys =
        IntStream.range(0, 12).mapToObj(i -> "qq" + i + ": 1\n").collect(Collectors.joining());
    String errors = errors(GOOD + keys);

    assertThat(errors.lines().filter(line -> line.contains("unknown key"))).hasSize(10);
    assertThat(errors).endsWith("… and 2 more");
  }

  @Test
  void anErrorOfEveryExperimentOfAMatrixIsToldOnce() {
    assertThat(errors(GOOD.replace("2000/s", "2000"), "seed=[1, 2, 3]").lines()).hasSize(4);
  }

  @Test
  void aFileThatIsNotThere() {
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () -> ExperimentFile.load(folder.resolve("none.yaml"), List.of(), 1));
    assertThat(thrown).hasMessageEndingWith("none.yaml does not exist");
  }
}
