package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.platform.Platform;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reference programs that print what is due, and others. */
@Tag("process")
@Timeout(60)
class ReferenceRunIT {
  private static final long START = 1_700_000_000_000_000L;

  @TempDir Path folder;
  private Path sample;
  private RunDirectory run;
  private final List<Entry> entries = new CopyOnWriteArrayList<>();

  @BeforeEach
  void sample() throws IOException {
    sample =
        Files.writeString(
            folder.resolve("o.jsonl"), "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b\"}\n");
    Files.createDirectories(folder.resolve("run/data"));
    Files.createDirectories(folder.resolve("run/logs"));
    run = new RunDirectory(folder.resolve("run"), "it-" + java.util.UUID.randomUUID());
  }

  private WorkloadSpec spec(String script) throws IOException {
    Path program = Files.writeString(folder.resolve("reference.sh"), script);
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", sample)
        .with("from-hash", Sample.hash(sample))
        .with("id", "$.id")
        .with("oracle", "equals")
        .with("reference", "sh " + program);
  }

  /** Five inputs on two partitions, of which number 2 is not stored and number 4 stands first. */
  private Evidence ran(WorkloadSpec spec) throws IOException {
    Path log = folder.resolve("run/data/send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      long[] offsets = {5, 0, -1, 1, 2};
      for (int n = 0; n < offsets.length; n++) {
        sends.set(n, offsets[n] < 0 ? SendLog.FAILED : offsets[n] + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = Files.write(folder.resolve("run/data/observed"), new byte[0]);
    Evidence evidence =
        Evidence.of(
                new Records(spec),
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0),
                2,
                List.of(log),
                observed)
            .build();
    try (Journal journal = new Journal(run.journal(), Clock.systemUTC(), System::nanoTime);
        Artifacts artifacts = new Artifacts(line -> {});
        Platform platform =
            Platforms.local(Path.of(System.getProperty("rebound.home", "..")))
                .open(run.path(), run.runId(), artifacts, (code, message, remedy) -> {})) {
      journal.listen(entries::add);
      Evidence done = new ReferenceRun(platform, "reference", run, journal).of(evidence);
      journal.settle();
      return done;
    }
  }

  private String failure() {
    return entries.stream()
        .map(Entry::data)
        .filter(Event.DoubtRaised.class::isInstance)
        .map(event -> ((Event.DoubtRaised) event).message())
        .reduce("", (a, b) -> a + b);
  }

  @Test
  void itIsGivenTheInputsInOrderAndWhatItPrintsIsKept() throws IOException {
    Evidence evidence =
        ran(
            spec(
                "cat >\""
                    + folder.resolve("given")
                    + "\"\necho '{\"key\":\"a\",\"value\":1}'\necho hello >&2\n"));
    assertThat(Files.readAllLines(folder.resolve("given")))
        .containsExactly(
            "{\"id\":400,\"n\":\"a\"}",
            "{\"id\":0,\"n\":\"a\"}",
            "{\"id\":100,\"n\":\"b\"}",
            "{\"id\":300,\"n\":\"b\"}");
    assertThat(Files.readString(folder.resolve("run/data/reference.jsonl")))
        .contains("\"value\":1");
    assertThat(Files.readString(folder.resolve("run/logs/reference.log"))).contains("hello");
    assertThat(folder.resolve("run/data/reference-inputs")).doesNotExist();
    assertThat(failure()).isEmpty();
    assertThat(entries)
        .extracting(Entry::data)
        .anyMatch(
            event ->
                event instanceof Event.FileWritten file
                    && file.path().equals("data/reference.jsonl"));
    EvidenceFile.write(evidence, run.path());
    assertThat(Files.readString(folder.resolve("run/evidence.json")))
        .contains("\"data/reference.jsonl\"");
    assertThat(EvidenceFile.read(run.path()).workload().spec().text("reference-result"))
        .isEqualTo(folder.resolve("run/data/reference.jsonl").toAbsolutePath().toString());
    Files.writeString(
        folder.resolve("run/evidence.json"),
        Files.readString(folder.resolve("run/evidence.json"))
            .replace("\"data/reference.jsonl\"", "\"/dev/zero\""));
    assertThatThrownBy(() -> EvidenceFile.read(run.path())).hasMessageContaining("/dev/zero");
  }

  @Test
  void oneThatFailsIsToldWithItsExitCodeAndLastLines() throws IOException {
    Evidence evidence = ran(spec("echo one >&2\necho '{}'\necho no such column >&2\nexit 3\n"));
    assertThat(failure()).contains("exit code 3", "one | no such column", "reference.sh");
    assertThat(evidence.workload().spec().text("reference-result")).isEmpty();
    assertThat(folder.resolve("run/data/reference.jsonl")).doesNotExist();
    assertThat(folder.resolve("run/data/reference-inputs")).doesNotExist();
  }

  @Test
  void oneThatPrintsNothingIsTold() throws IOException {
    ran(spec("cat >/dev/null\n"));
    assertThat(failure()).contains("it printed nothing");
  }

  @Test
  void oneThatPrintsWhatCannotBeReadIsTold() throws IOException {
    Evidence evidence = ran(spec("echo '{\"key\":\"a\",\"value\":1}'\necho a=1\n"));
    assertThat(failure()).contains("line 2 of what it printed cannot be read", "(a=1)");
    assertThat(evidence.workload().spec().text("reference-result")).isEmpty();
    assertThat(folder.resolve("run/data/reference.jsonl")).doesNotExist();
  }

  @Test
  void oneThatDoesNotEndIsEnded() throws IOException {
    Path pid = folder.resolve("pid");
    ran(
        spec("echo $$ >\"" + pid + "\"\necho waiting >&2\nwhile true; do sleep 1; done\n")
            .with("reference-limit", 1000));
    assertThat(failure()).contains("it had not ended after 1s", "waiting");
    assertThat(
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .filter(ProcessHandle::isAlive))
        .isEmpty();
  }

  @Test
  void aProgramThatIsNotThereIsToldBeforeTheRun() throws IOException {
    ReferenceRun.require(spec("true"));
    for (String missing : List.of("no-such-program x", "/no/such/program")) {
      WorkloadSpec spec = spec("true").with("reference", missing);
      assertThatThrownBy(() -> ReferenceRun.require(spec))
          .hasMessageContaining("there is no program");
    }
  }
}
