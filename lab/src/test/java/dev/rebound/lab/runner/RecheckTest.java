package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.judge.JournalFacts;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that passed, checked again after something happened to what it left. */
class RecheckTest {
  @TempDir Path folder;

  private Path run;

  @BeforeEach
  void runs() throws IOException {
    assertThat(FakeRun.of(Bug.NONE, folder).verdict()).isEqualTo(Verdict.PASS);
    run = folder.resolve("runs/fake/latest").toRealPath();
  }

  private Results check() {
    return Recheck.of(run, file -> ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0))
        .results();
  }

  private void unknown(String code, String... words) {
    Results results = check();
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.unjudged().get(JournalFacts.EVERYTHING)).contains(words);
    assertThat(results.warnings()).extracting(Results.RigDoubt::code).contains(code);
    assertThat(results.judgements())
        .isNotEmpty()
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN));
  }

  private void journal(UnaryOperator<List<String>> change) throws IOException {
    Path journal = run.resolve("journal.jsonl");
    Files.write(journal, change.apply(new ArrayList<>(Files.readAllLines(journal))));
  }

  @Test
  void whatWasLeftAloneIsJudgedTheSame() {
    Results results = check();
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(results.warnings()).isEmpty();
  }

  @Test
  void aRunThatLacksItsControlIsNoPass() throws IOException {
    FakeRun due = FakeRun.of(Bug.NONE, folder, "control=true");
    run = folder.resolve("runs/fake/latest").toRealPath();
    assertThat(ResultsFile.read(run)).isEmpty();
    assertThat(check().verdictWithControl())
        .as("nothing says that there was one")
        .isEqualTo(Verdict.UNKNOWN);
    ResultsFile.write(Controls.withoutAny(due.results()), run);
    assertThat(check().verdictWithControl()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check().verdict()).as("of the run by itself").isEqualTo(Verdict.PASS);
    ResultsFile.write(Controls.against(due.results(), due.results()), run);
    assertThat(check().verdictWithControl()).isEqualTo(Verdict.PASS);
    assertThat(check().warnings()).isEmpty();
  }

  @Test
  void aRunWhoseControlWasLeftForLaterIsNoPass() throws IOException {
    FakeRun alone = FakeRun.of(Bug.NONE, folder, "control=true");
    run = folder.resolve("runs/fake/latest").toRealPath();
    ResultsFile.write(alone.results(), run);
    assertThat(check().verdictWithControl()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check().warnings())
        .extracting(Results.RigDoubt::message)
        .containsExactly(
            "there is no control yet: it was left for later, or Rebound ended before it");
    assertThat(check().verdict()).as("of the run by itself").isEqualTo(Verdict.PASS);
  }

  @Test
  void resultsOfAnEarlierBuildThatWereHeldAgainstAControlStay() throws IOException {
    FakeRun held = FakeRun.of(Bug.NONE, folder, "control=true");
    run = folder.resolve("runs/fake/latest").toRealPath();
    Results compared = Controls.against(held.results(), held.results());
    ResultsFile.write(compared.toBuilder().controlVerdict(null).build(), run);
    assertThat(check().verdictWithControl()).isEqualTo(Verdict.PASS);
    assertThat(check().warnings()).isEmpty();
  }

  @Test
  void aControlIsJudgedAsSuch() throws IOException {
    journal(
        lines -> {
          lines.set(0, lines.get(0).replace("\"control\":false", "\"control\":true"));
          return lines;
        });
    assertThat(check().control()).isTrue();
    assertThat(check().differs()).isEmpty();
    assertThat(check().judgements())
        .as("one without faults has no recovery")
        .extracting(Results.Judgement::metric)
        .doesNotContain("recovery.max");
    String controlOf =
        "\"data\":{\"event\":\"control-of\",\"experiment\":\"x\","
            + "\"differs\":{\"engine.guarantee\":\"none\"}}}";
    journal(
        lines -> {
          lines.replaceAll(
              line ->
                  line.contains("load starts")
                      ? line.substring(0, line.indexOf("\"data\":")) + controlOf
                      : line);
          return lines;
        });
    assertThat(check().verdict()).isEqualTo(Verdict.PASS);
    assertThat(check().differs()).isEqualTo(Map.of("engine.guarantee", "none"));
    assertThat(check().judgements()).extracting(Results.Judgement::metric).contains("recovery.max");
  }

  @Test
  void aFlippedBitInWhatWasReadAgainLeavesNothingKnown() throws IOException {
    for (String name : new String[] {"reread.bin", "generator-0-send.log", "committed.bin"}) {
      byte[] bytes = Files.readAllBytes(run.resolve(name));
      bytes[bytes.length / 2] ^= 1;
      Files.write(run.resolve(name), bytes);
      unknown(Doubt.EVIDENCE_CHANGED.code(), name + " is not what was written");
      assertThat(check().metrics()).doesNotContainKeys("lost", "outage.max");
      bytes[bytes.length / 2] ^= 1;
      Files.write(run.resolve(name), bytes);
    }
    assertThat(check().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void garbageAtTheEndOfABulkFileLeavesNothingKnown() throws IOException {
    Files.write(run.resolve("uncommitted.bin"), new byte[17], StandardOpenOption.APPEND);
    unknown(Doubt.EVIDENCE_CHANGED.code(), "uncommitted.bin has ", "when written");
  }

  @Test
  void aMissingBulkFileLeavesNothingKnown() throws IOException {
    Files.delete(run.resolve("committed.bin"));
    unknown(Doubt.EVIDENCE_CHANGED.code(), "committed.bin is missing");
  }

  @Test
  void anEnvironmentThatIsMissingLeavesNothingKnown() throws IOException {
    Files.delete(run.resolve("environment.json"));
    unknown(Doubt.EVIDENCE_CHANGED.code(), "environment.json is missing");
  }

  @Test
  void anExperimentThatBoundsSomethingElseLeavesNothingKnown() throws IOException {
    Path file = run.resolve("experiment.yaml");
    String text = Files.readString(file);
    assertThat(text).contains("< 5s");
    Files.writeString(file, text.replace("< 5s", "< 50s"));
    unknown(Doubt.EVIDENCE_CHANGED.code(), "experiment.yaml is not the one that was run");
  }

  @Test
  void otherEvidenceLeavesNothingKnown() throws IOException {
    Path evidence = run.resolve(EvidenceFile.NAME);
    Files.writeString(
        evidence, Files.readString(evidence).replace("EXACTLY_ONCE", "AT_LEAST_ONCE"));
    unknown(Doubt.EVIDENCE_CHANGED.code(), "evidence.json has ");
  }

  @Test
  void aFileThatTheJournalDoesNotKnowLeavesNothingKnown() throws IOException {
    journal(lines -> lines.stream().filter(line -> !line.contains("\"reread.bin\"")).toList());
    unknown(Doubt.EVIDENCE_CHANGED.code(), "of reread.bin the journal has no hash");
  }

  @Test
  void aLogOfRequestsThatTheJournalDoesNotKnowLeavesNothingKnown() throws IOException {
    Files.write(run.resolve("requests.bin"), new byte[8]);
    Path evidence = run.resolve(EvidenceFile.NAME);
    ObjectMapper json = new ObjectMapper();
    ObjectNode tree = (ObjectNode) json.readTree(evidence.toFile());
    tree.putArray("requests").add("requests.bin");
    json.writeValue(evidence.toFile(), tree);
    unknown(Doubt.EVIDENCE_CHANGED.code(), "of requests.bin the journal has no hash");
  }

  @Test
  void aJournalThatEndsInMidRunLeavesNothingKnown() throws IOException {
    journal(lines -> lines.stream().filter(line -> !line.contains("\"run-ended\"")).toList());
    unknown(Doubt.JOURNAL_CUT.code(), "journal.jsonl", "it ends in mid-run");
    journal(lines -> lines.subList(0, lines.size() / 2));
    unknown(Doubt.JOURNAL_CUT.code(), "it ends in mid-run");
  }

  @Test
  void aJournalWithAGapLeavesNothingKnown() throws IOException {
    journal(
        lines -> {
          lines.remove(3);
          return lines;
        });
    unknown(Doubt.JOURNAL_CUT.code(), "it has a gap: entry 5 follows entry 3");
  }

  @Test
  void aFaultThatOnlyOneOfJournalAndEvidenceKnowsLeavesNothingKnown() throws IOException {
    journal(
        lines -> lines.stream().map(line -> line.replace("fault-started", "forgotten")).toList());
    assertThatThrownBy(this::check).isInstanceOf(ReboundException.class);
    journal(
        lines ->
            lines.stream()
                .map(
                    line ->
                        line.replace("forgotten", "fault-started")
                            .replace("\"fault\":1,\"kind\"", "\"fault\":2,\"kind\""))
                .toList());
    unknown(Doubt.JOURNAL_CUT.code(), "its faults are {2=kill of ", "evidence.json {1=kill of ");
  }

  @Test
  void aFaultThatTheJournalDoesNotConfirmIsNotConfirmedByTheEvidenceAlone() throws IOException {
    journal(
        lines ->
            lines.stream()
                .map(
                    line ->
                        line.contains("\"fault-confirmed\"")
                            ? line.replace("\"confirmed\":true", "\"confirmed\":false")
                            : line)
                .toList());
    unknown(Doubt.JOURNAL_CUT.code(), "it has fault 1 not confirmed, and evidence.json has");
  }

  @Test
  void whatTheRigDidEachSecondIsToldByJournalAndEvidenceAlike() throws IOException {
    journal(lines -> lines.stream().filter(line -> !line.contains("\"tick\"")).toList());
    unknown(Doubt.JOURNAL_CUT.code(), "its seconds of the rig are not those of evidence.json");
  }

  @Test
  void anEnvironmentThatSaysNothingIsNoError() throws IOException {
    Files.writeString(run.resolve("environment.json"), "null");
    assertThat(check().verdict()).isEqualTo(Verdict.PASS);
  }

  /** What came before is told, and nothing that came later. */
  @Test
  void aRunWhoseLabWasKilledInItsFaultsIsCheckedFromWhatItLeft() throws IOException {
    FakeRun whole = killed();

    unknown(Doubt.JOURNAL_CUT.code(), "the lab was killed in phase faults");

    Results results =
        Recheck.of(
                run,
                file -> ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0),
                experiment -> whole.evidence().promise())
            .results();
    assertThat(results.faults()).hasSize(1);
    assertThat(results.faults().get(0).recovery().millis())
        .isEqualTo(whole.fault().recovery().millis());
    assertThat(results.metrics()).doesNotContainKey("lost").containsKey("outage.max");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10})
  void aRunThatIsUnderWayIsNotTakenForOneWhoseLabWasKilled(int after) throws IOException {
    killed();
    ProcessHandle alive = ProcessHandle.current();
    started(alive, after);
    assertThatThrownBy(this::check)
        .isInstanceOf(ReboundException.class)
        .hasMessageContainingAll("is under way: its ", "lives (process " + alive.pid() + ")");
  }

  /** Their numbers come again. */
  @ParameterizedTest
  @ValueSource(ints = {-120, 120})
  void aProcessOfTheSameNumberIsNotThatOfTheRun(int after) throws IOException {
    killed();
    started(ProcessHandle.current(), after);
    unknown(Doubt.JOURNAL_CUT.code(), "the lab was killed in phase faults");
  }

  /** Has the journal tell of a process's start so many seconds after it. */
  private void started(ProcessHandle alive, int after) throws IOException {
    long started =
        alive.info().startInstant().orElseThrow().plusSeconds(after).toEpochMilli() * 1000;
    journal(
        lines ->
            lines.stream()
                .map(
                    line ->
                        line.contains("\"process-started\"")
                            ? line.replaceFirst("\"pid\":\\d+", "\"pid\":" + alive.pid())
                                .replaceFirst("\"wallMicros\":\\d+", "\"wallMicros\":" + started)
                            : line)
                .toList());
  }

  /** Makes the run one whose lab was killed before its second fault. */
  private FakeRun killed() throws IOException {
    FakeRun whole =
        FakeRun.of(
            Bug.NONE,
            folder,
            "faults=[{ at: 1050ms, every: 12s, kill: worker, restart: { after: 2s } }]",
            "phases.faults=24s");
    run = folder.resolve("runs/fake/latest").toRealPath();
    journal(
        lines -> {
          int second = 0;
          while (!lines.get(second).contains("\"fault-started\",\"fault\":2")) {
            second++;
          }
          return lines.subList(0, second - 1);
        });
    Files.delete(run.resolve(EvidenceFile.NAME));
    Path nodes = Files.createDirectories(run.resolve("nodes/observer"));
    Files.move(run.resolve("committed.bin"), nodes.resolve("observed-committed.bin"));
    Files.move(run.resolve("uncommitted.bin"), nodes.resolve("observed-uncommitted.bin"));
    for (int g = 0; g < 2; g++) {
      Path node = Files.createDirectories(run.resolve("nodes/generator-" + g));
      Files.move(run.resolve("generator-" + g + "-send.log"), node.resolve("sendlog.bin"));
    }
    return whole;
  }
}
