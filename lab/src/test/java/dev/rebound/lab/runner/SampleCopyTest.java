package dev.rebound.lab.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JournalFacts;
import dev.rebound.analysis.judge.RunIntegrity;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.journal.Journal;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.Grep;
import dev.rebound.workload.TaggedWorkload;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a sample, checked again where the sample is not, or is another one. */
class SampleCopyTest {
  private static final int RECORDS = 40;
  private static final long START = 1_700_000_000_000_000L;
  private static final String RIGHT =
      "{\"id\":1,\"customer\":\"ada\"}\n{\"id\":2,\"customer\":\"ben\"}\n";

  @TempDir Path folder;

  private Path sample;
  private Path run;

  @BeforeEach
  void sample() throws IOException {
    sample = Files.createDirectories(folder.resolve("elsewhere")).resolve("orders.jsonl");
    Files.writeString(sample, RIGHT);
  }

  private Experiment experiment(String from) throws IOException {
    Path file = folder.resolve("own.yaml");
    Files.writeString(
        file,
        """
        name: own
        engine: { name: fake }
        workload: { name: records, from: %s, key: $.customer, oracle: count, output-value: $.n }
        load: { rate: 100/s }
        phases: { warmup: 0s, baseline: 0s, faults: 0s, settle: 0s }
        """
            .formatted(from));
    return ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0);
  }

  /** Leaves what a run leaves of a job that counts right. */
  private void ran(String from, boolean copying) throws IOException {
    Experiment experiment = experiment(from);
    RunDirectory directory =
        RunDirectory.create(folder.resolve("runs"), "own", Clock.systemUTC().instant());
    run = directory.path();
    Files.writeString(run.resolve("experiment.yaml"), experiment.resolvedYaml());
    Files.writeString(run.resolve("environment.json"), "{}");
    Files.createDirectories(run.resolve("data"));
    try (Journal journal = new Journal(directory.journal(), Clock.systemUTC(), System::nanoTime)) {
      journal.append(
          new Event.RunStarted(
              directory.runId(),
              "own",
              "fake",
              "",
              false,
              1,
              experiment.resolvedYaml(),
              List.of(),
              1,
              ""));
      if (copying) {
        for (Path copy : WorkloadFiles.copy(experiment.workload(), run)) {
          journal.append(RunIntegrity.written(run, copy));
        }
      }
      EvidenceFile.write(evidence(Workloads.create(experiment.workload())), run);
      for (String name : List.of("data/send", "data/observed", EvidenceFile.NAME)) {
        journal.append(RunIntegrity.written(run, run.resolve(name)));
      }
      journal.append(new Event.PhaseStarted("check", 0));
      journal.append(new Event.RunEnded(Verdict.PASS, false, Map.of()));
    }
  }

  private Evidence evidence(Workload records) throws IOException {
    Path log = run.resolve("data/send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, n + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = run.resolve("data/observed");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (int n = 0; n < RECORDS; n++) {
        byte[] key = ((TaggedWorkload) records).key(0, n);
        List<byte[]> found = new ArrayList<>();
        records.outputs(
            new dev.rebound.workload.Headers() {
              @Override
              public byte[] last(String name) {
                return null;
              }

              @Override
              public byte[] key() {
                return key;
              }
            },
            ("{\"n\":" + (n / 2 + 1) + "}").getBytes(UTF_8),
            found::add);
        long micros = START + n * 10_000L;
        writer.append(0, n, micros / 1000, micros, found.isEmpty() ? null : found.get(0));
      }
    }
    return Evidence.of(
            records, DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0), 1, List.of(log), observed)
        .reread(observed)
        .build();
  }

  private Results check() {
    return Recheck.of(run, file -> ExperimentFile.stored(file, Map.of())).results();
  }

  private void right() {
    Results results = check();
    assertThat(results.warnings()).isEmpty();
    assertThat(results.metrics()).containsEntry("diverged", 0.0).containsEntry("unexpected", 0.0);
    assertThat(results.unjudged()).doesNotContainKey("diverged");
  }

  private void elsewhereIsNothing() throws IOException {
    try (var files = Files.walk(folder.resolve("elsewhere"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    run = Files.move(run, folder.resolve("moved"));
  }

  @Test
  void aRunIsCheckedWhereItsSampleIsNot() throws IOException {
    ran("elsewhere/orders.jsonl", true);
    right();
    elsewhereIsNothing();
    right();
    assertThat(Files.readString(run.resolve("data/workload/from/orders.jsonl"))).isEqualTo(RIGHT);
    assertThat(Files.readString(run.resolve(EvidenceFile.NAME)))
        .contains("\"data/workload/from/orders.jsonl\"");
  }

  @Test
  void aSampleOfManyFilesIsCopiedWhateverTheyAreCalled() throws IOException {
    Path many = Files.createDirectories(folder.resolve("elsewhere/shared"));
    Files.writeString(many.resolve("nodes"), "{\"id\":1,\"customer\":\"ada\"}\n");
    Files.writeString(many.resolve("shared"), "{\"id\":2,\"customer\":\"ben\"}\n");
    ran("elsewhere/shared, format: json", true);
    elsewhereIsNothing();
    right();
  }

  @Test
  void anotherFileAtItsPlaceMakesNoDifference() throws IOException {
    ran("elsewhere/orders.jsonl", true);
    Files.writeString(sample, "{\"id\":1,\"customer\":\"eve\"}\n");
    right();
  }

  @Test
  void aCopyThatWasChangedIsTold() throws IOException {
    ran("elsewhere/orders.jsonl", true);
    Path copy = run.resolve("data/workload/from/orders.jsonl");
    Files.writeString(copy, RIGHT.replace("ben", "bea"));
    Results results = check();
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.warnings())
        .extracting(Results.RigDoubt::code)
        .contains(Doubt.EVIDENCE_CHANGED.code());
    assertThat(results.unjudged().get(JournalFacts.EVERYTHING))
        .contains("data/workload/from/orders.jsonl is not what was written");
    hashed(RIGHT, copy);
    assertThatThrownBy(this::check)
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("orders.jsonl is no longer what it was when the run was planned");
    Files.delete(copy);
    assertThat(check().unjudged().get(JournalFacts.EVERYTHING)).contains("orders.jsonl is missing");
  }

  @Test
  void aCopyOfWhichTheJournalHasNoHashIsTold() throws IOException {
    ran("elsewhere/orders.jsonl", true);
    Path journal = run.resolve("journal.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(journal));
    lines.removeIf(line -> line.contains("data/workload"));
    Files.write(journal, lines);
    assertThat(check().unjudged().get(JournalFacts.EVERYTHING))
        .contains("of data/workload/from/orders.jsonl the journal has no hash");
  }

  /** Has the journal tell the hash of what is there now, of as many bytes. */
  private void hashed(String before, Path file) throws IOException {
    Path old = Files.writeString(folder.resolve("before"), before);
    Path journal = run.resolve("journal.jsonl");
    Files.writeString(journal, Files.readString(journal).replace(Sha256.of(old), Sha256.of(file)));
  }

  @Test
  void anEarlierRunReadsTheOriginal() throws IOException {
    ran("elsewhere/orders.jsonl", false);
    assertThat(Files.readString(run.resolve(EvidenceFile.NAME))).contains(sample.toString());
    right();
    Files.writeString(sample, RIGHT.replace("ben", "bea"));
    assertThatThrownBy(this::check).hasMessageContaining("is no longer what it was");
    Files.delete(sample);
    assertThatThrownBy(this::check).hasMessageContaining("orders.jsonl cannot be read");
  }

  @Test
  void aStrangersEvidenceLeadsNowhereElse() throws IOException {
    ran("elsewhere/orders.jsonl", true);
    Path outside = Files.writeString(folder.resolve("runs/own/outside.jsonl"), RIGHT);
    Path file = run.resolve(EvidenceFile.NAME);
    String evidence = Files.readString(file);
    for (String name :
        List.of("../outside.jsonl", "data/../../outside.jsonl", "nodes/x", "nodes")) {
      Files.writeString(
          file, evidence.replace("\"data/workload/from/orders.jsonl\"", "\"" + name + "\""));
      assertThatThrownBy(this::check).as(name).hasMessageContaining("no file of the run's folder");
    }
    String hash = evidence.replaceAll("(?s).*\"from-hash\" ?: ?\"([0-9a-f]+)\".*", "$1");
    assertThat(hash).hasSize(64);
    Files.writeString(
        file,
        evidence
            .replace("\"data/workload/from/orders.jsonl\"", "\"" + outside + "\"")
            .replace(hash, ""));
    assertThatThrownBy(this::check).hasMessageContaining("no file of the run's folder");
    Files.writeString(file, evidence);
    Path copy = run.resolve("data/workload/from/orders.jsonl");
    Files.delete(copy);
    Files.createSymbolicLink(copy, outside);
    assertThatThrownBy(this::check).hasMessageContaining("is a link that leads out of the folder");
  }

  @Test
  void aSampleThatChangedBeforeTheRunStartsNothing() throws IOException {
    Experiment experiment = experiment("elsewhere/orders.jsonl");
    Files.writeString(sample, "{\"id\":3,\"customer\":\"eve\"}\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> WorkloadFiles.copy(experiment.workload(), folder.resolve("run")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("orders.jsonl is no longer what it was when the run was planned");
  }

  @Test
  void aLogAndRulesOfOneNameAreCopiedAndALogThatIsLargeIsNot() throws IOException {
    Path log = Files.writeString(folder.resolve("elsewhere/x.txt"), "GET /\n");
    Path rules =
        Files.writeString(Files.createDirectory(folder.resolve("r")).resolve("x.txt"), "GET\n");
    var spec = dev.rebound.workload.LogMatch.spec(rules.toString(), log.toString());
    Path its = Files.createDirectory(folder.resolve("run"));
    assertThat(WorkloadFiles.copy(spec, its)).hasSize(2);
    var own = WorkloadFiles.own(spec, its);
    assertThat(Path.of(own.text("rules-file"))).startsWith(its).hasContent("GET\n");
    assertThat(Path.of(own.text("log-file"))).startsWith(its).hasContent("GET /\n");
    try (var file = new java.io.RandomAccessFile(log.toFile(), "rw")) {
      file.setLength((32L << 20) + 1);
    }
    Path other = Files.createDirectory(folder.resolve("other"));
    assertThat(WorkloadFiles.copy(spec, other)).hasSize(1);
    assertThat(WorkloadFiles.own(spec, other).text("log-file")).isEqualTo(log.toString());
  }

  @Test
  void aLogThatIsNotCopiedIsHeldToWhatItWas() throws IOException {
    Path log = Files.writeString(folder.resolve("elsewhere/x.log"), "GET /\n");
    Workload grep = Workloads.create(WorkloadSpec.of(Grep.KIND, 1).with("log-file", log));
    Path its = Files.createDirectory(folder.resolve("its"));
    assertThat(WorkloadFiles.outside(grep.spec(), its)).containsExactly(log);
    RunIntegrity integrity = new RunIntegrity();
    integrity.on(new Entry(1, 1, 0, 0, RunIntegrity.left(log)));
    Evidence evidence =
        Evidence.of(
                grep,
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0),
                1,
                List.of(),
                its.resolve("observed"))
            .build();
    assertThat(integrity.changed(its, evidence).orElseThrow().message()).doesNotContain("x.log");
    Files.writeString(log, "PUT /\n");
    assertThat(integrity.changed(its, evidence).orElseThrow().message())
        .contains("x.log is not what was written");
  }

  @Test
  void whatASchemaImportsIsKeptBesideIt() throws IOException {
    Path sample = Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\"}\n");
    Files.createDirectories(folder.resolve("common"));
    Files.writeString(
        folder.resolve("common/money.proto"), "syntax = \"proto3\"; message Money {}");
    Path schema =
        Files.writeString(
            folder.resolve("order.proto"),
            "syntax = \"proto3\";\nimport \"common/money.proto\";\nmessage Order { Money cost = 1; }\n");
    var spec = WorkloadSpec.of(Records.KIND, 1).with("from", sample).with("schema", schema);
    Path its = Files.createDirectories(folder.resolve("its"));

    assertThat(WorkloadFiles.copy(spec, its)).hasSize(3);
    Path copy = its.resolve("data/workload/schema/common/money.proto");
    assertThat(copy).exists();
    assertThat(WorkloadFiles.within(WorkloadFiles.own(spec, its), its)).hasSize(3).contains(copy);
  }
}
