package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code experiments/faulty.yaml} once per mistake, through real brokers and with real kills: each
 * is caught by the lab's own verdict. A kill that falls right after a commit finds nothing to lose,
 * so that every run has several.
 */
@Tag("process")
@Tag("thorough")
class FaultyRunsIT {
  private static final List<String> SHORTER =
      List.of(
          "engine.jvm=" + RealRun.QUICK_JVM,
          "load.rate=500/s",
          "phases.warmup=1s",
          "phases.baseline=4s",
          "phases.faults=20s",
          "phases.settle=5s",
          "phases.drain=2m",
          "faults=[{ at: 1s, every: 7s, kill: worker, restart: { after: 2s } }]");

  /** One worker, as mistakes that need no fault show within seconds. */
  private static final List<String> WITHOUT_FAULTS =
      List.of(
          "engine.workers=1",
          "phases.baseline=2s",
          "phases.faults=1s",
          "phases.settle=1s",
          "faults=[]");

  private static final long VISITS = 10;

  private static final String WINDOWS =
      "workload={ name: fixed-window, addresses: 40, visits: " + VISITS + " }";

  private static final String SESSIONS =
      "workload={ name: sessions, sessions: 40, session-events: 10, invalid: 0.05 }";

  /** Its visits are 20 ms apart, and its addresses rest for 600 ms. */
  private static final String SESSION_WINDOW =
      "workload={ name: session-window, addresses: 40, session-events: 10, gap: 200ms, lateness:"
          + " 100ms }";

  /** The words on a window that is not what its visits say. */
  private static final List<String> DIVERGENCES =
      List.of(
          "a window closed with 9 of 10 visits",
          "a window closed with 11 of 10 visits",
          "a window closed with 20 of 10 visits",
          "a window whose count, times or checksum are not those of its visits",
          "a window whose visits have other times than they were sent with");

  @TempDir Path runs;

  private RealRun run(String... overrides) throws IOException, InterruptedException {
    List<String> settings = new ArrayList<>(SHORTER);
    settings.addAll(List.of(overrides));
    return new RealRun(runs, "experiments/faulty.yaml", Map.of(), settings);
  }

  private RealRun runWithoutFaults(String... overrides) throws IOException, InterruptedException {
    List<String> settings = new ArrayList<>(WITHOUT_FAULTS);
    settings.addAll(List.of(overrides));
    return run(settings.toArray(String[]::new));
  }

  /** At most one in a hundred is of no fault: each of them is a kill's. */
  private static void attributed(Results.Finding finding) {
    assertThat(finding.byFault().getOrDefault("unattributed", 0L))
        .as("%s", finding)
        .isLessThanOrEqualTo(finding.count() / 100);
  }

  @Test
  void whoCommitsFirstIsConvictedOfLosing() throws Exception {
    RealRun run = run("engine.bug=commit-first");
    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo(Verdict.FAIL);
    assertThat(run.result().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding(FindingKind.LOST));
    assertThat(run.check()).as("checked again from what it left").isEqualTo(1);
  }

  @Test
  void whoProcessesFirstIsConvictedOfDuplicating() throws Exception {
    RealRun run = run("engine.bug=process-first", "engine.guarantee=exactly-once");
    assertThat(run.judged("duplicated"))
        .as("%s", run.result().judgements())
        .isEqualTo(Verdict.FAIL);
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.result().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding(FindingKind.DUPLICATED));
  }

  @Test
  void whoDropsAroundAKillIsConvictedOfLosing() throws Exception {
    RealRun run =
        run(
            "engine.bug=drop-around-kill",
            "engine.drop-one-in=10",
            "engine.guarantee=exactly-once");
    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.PASS);
    assertThat(run.result().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.status()).isEqualTo(1);
  }

  /** Each window's mistake is found, and none besides: the workers log what they got wrong. */
  @Test
  void whoGetsWindowsWrongIsConvictedOfEachMistake() throws Exception {
    RealRun run =
        run(
            WINDOWS,
            "engine.bug=window-early+wrong-count+visit-twice+addresses-merged+wrong-times"
                + "+visit-missing+window-twice",
            "engine.drop-one-in=5",
            "engine.guarantee=exactly-once",
            "phases.faults=1s",
            "phases.settle=1s",
            "faults=[]");
    Map<String, Long> made = mistakes(run, "worker-1", "worker-2");
    assertThat(made).as("%s", run.log()).hasSize(7);
    long merged = made.get("addresses-merged");
    assertThat(run.finding(FindingKind.DUPLICATED).count())
        .isEqualTo(VISITS * made.get("window-twice") + made.get("visit-twice"));
    assertThat(run.finding(FindingKind.LOST).count())
        .isEqualTo(made.get("visit-missing") + VISITS * merged);
    assertThat(run.finding(FindingKind.UNEXPECTED).count()).isEqualTo(VISITS * merged);
    assertThat(run.finding(FindingKind.UNEXPECTED).examples())
        .allSatisfy(example -> assertThat(example).contains("in a window of address 10."));
    Results.Finding diverged = run.finding(FindingKind.DIVERGED);
    assertThat(diverged.count())
        .isEqualTo(
            made.get("window-early")
                + made.get("wrong-count")
                + made.get("wrong-times")
                + made.get("visit-twice")
                + made.get("visit-missing")
                + merged);
    // Ten are told; which come first is up to the two workers and to the reader.
    assertThat(diverged.examples())
        .isNotEmpty()
        .allSatisfy(
            example -> assertThat(DIVERGENCES).as("%s", example).anyMatch(example::startsWith));
    for (String kind : List.of("lost", "duplicated", "unexpected", "diverged")) {
      assertThat(run.judged(kind)).as(kind).isEqualTo(Verdict.FAIL);
    }
    assertThat(run.status()).isEqualTo(1);
  }

  /** A state that forgot a session tells of it: by false alerts, and in the end. */
  @Test
  void whoForgetsASessionIsConvictedOfFalseAlerts() throws Exception {
    RealRun run =
        run(
            SESSIONS,
            "engine.bug=session-forgotten",
            "engine.drop-one-in=2",
            "engine.guarantee=exactly-once");
    for (String kind : List.of("unexpected", "diverged")) {
      assertThat(run.judged(kind)).as("%s: %s", kind, run.log()).isEqualTo(Verdict.FAIL);
    }
    assertThat(run.finding(FindingKind.UNEXPECTED).examples())
        .allSatisfy(example -> assertThat(example).startsWith("an alert on "));
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.PASS);
    assertThat(run.status()).isEqualTo(1);
  }

  /** As many are lost as the worker logs that it left out. */
  @Test
  void whoDropsAlertsIsConvictedOfEach() throws Exception {
    RealRun run =
        runWithoutFaults(
            SESSIONS,
            "engine.bug=alert-dropped",
            "engine.drop-one-in=20",
            "engine.guarantee=exactly-once");
    Map<String, Long> made = mistakes(run, "worker-1");
    assertThat(made).as("%s", run.log()).containsOnlyKeys("alert-dropped");
    assertThat(run.finding(FindingKind.LOST).count()).isEqualTo(made.get("alert-dropped"));
    for (String kind : List.of("unexpected", "diverged", "duplicated")) {
      assertThat(run.judged(kind)).as(kind).isEqualTo(Verdict.PASS);
    }
    assertThat(run.status()).isEqualTo(1);
  }

  /** Each session is found that the worker logs that it split: its parts are wrong, all of them. */
  @Test
  void whoseWatermarkRunsAheadIsConvictedOfEachSessionThatItSplits() throws Exception {
    RealRun run =
        runWithoutFaults(
            SESSION_WINDOW,
            "workload.disorder=0",
            "workload.late=0",
            "engine.bug=watermark-ahead",
            "engine.drop-one-in=97",
            "engine.guarantee=exactly-once");
    Map<String, Long> made = mistakes(run, "worker-1");
    assertThat(made).as("%s", run.log()).containsOnlyKeys("watermark-ahead");
    long splits = made.get("watermark-ahead");
    assertThat(run.finding(FindingKind.DUPLICATED).count()).as("%s", run.log()).isEqualTo(splits);
    // One that is split twice has three parts.
    Results.Finding diverged = run.finding(FindingKind.DIVERGED);
    assertThat(diverged.count()).as("%s", run.log()).isBetween(splits + 1, 2 * splits);
    assertThat(diverged.examples())
        .isNotEmpty()
        .allSatisfy(example -> assertThat(example).contains(" visits where ", " belong together"));
    for (String kind : List.of("lost", "unexpected")) {
      assertThat(run.judged(kind)).as(kind).isEqualTo(Verdict.PASS);
    }
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  @Tag("long")
  void whoGetsSessionsThatEndWithAGapWrongIsConvictedOfEach() throws Exception {
    RealRun run =
        run(
            SESSION_WINDOW,
            "engine.bug=window-early+window-twice+visit-missing+wrong-count",
            "engine.guarantee=exactly-once",
            "engine.drop-one-in=20",
            "workload.late=0",
            "phases.faults=8s",
            "phases.settle=1s",
            "faults=[]");
    Map<String, Long> made = mistakes(run, "worker-1", "worker-2");
    assertThat(made).as("%s", run.log()).hasSize(4);
    assertThat(run.finding(FindingKind.DIVERGED).count())
        .as("%s", made)
        .isEqualTo(
            2 * made.get("window-early") + made.get("visit-missing") + made.get("wrong-count"));
    assertThat(run.finding(FindingKind.DUPLICATED).count())
        .as("%s", made)
        .isEqualTo(made.get("window-early") + made.get("window-twice"));
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  @Tag("long")
  void whoForgetsOpenSessionsOverARestoreIsConvicted() throws Exception {
    RealRun forgetful =
        run(
            SESSION_WINDOW,
            "engine.bug=session-forgotten",
            "engine.drop-one-in=1",
            "engine.guarantee=exactly-once",
            "phases.faults=8s",
            "phases.settle=1s",
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");
    var unused = forgetful.audit(500);
    assertThat(Stream.of("worker-1", "worker-2"))
        .anySatisfy(
            worker ->
                assertThat(forgetful.logOf(worker))
                    .anyMatch(line -> line.contains("made a mistake: session-forgotten")));
    assertThat(forgetful.finding(FindingKind.DIVERGED).count())
        .as("%s", forgetful.log())
        .isPositive();
    assertThat(forgetful.status()).isEqualTo(1);
  }

  @Test
  @Tag("long")
  void whoGetsSessionsThatEndWithAGapRightIsNotConvicted() throws Exception {
    RealRun run =
        run(
            SESSION_WINDOW,
            "engine.bug=none",
            "engine.guarantee=exactly-once",
            "phases.faults=8s",
            "phases.settle=1s",
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");
    var unused = run.audit(500);
    assertThat(run.result().judgements())
        .as("%s", run.log())
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.PASS));
  }

  /** How many mistakes of each kind these workers say that they made. */
  private static Map<String, Long> mistakes(RealRun run, String... workers) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String worker : workers) {
      lines.addAll(run.logOf(worker));
    }
    return lines.stream()
        .filter(line -> line.contains("made a mistake: "))
        .collect(
            Collectors.groupingBy(
                line -> line.substring(line.lastIndexOf(' ') + 1), Collectors.counting()));
  }

  @Test
  void whoCountsOneLessIsConvictedOfEachKey() throws Exception {
    RealRun run =
        runWithoutFaults(
            "workload={ name: grouping, keys: 100 }",
            "engine.bug=count-off-by-one",
            "engine.drop-one-in=10");
    assertThat(run.finding(FindingKind.DIVERGED).count()).as("%s", run.log()).isEqualTo(10);
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  @Tag("long")
  void whoGetsWindowsRightIsNotConvicted() throws Exception {
    RealRun run =
        run(
            WINDOWS,
            "engine.bug=none",
            "engine.guarantee=exactly-once",
            "phases.faults=8s",
            "phases.settle=1s",
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");
    run.audit(5_000);
    assertThat(run.result().judgements())
        .as("%s", run.log())
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.PASS));
  }

  @Test
  @Tag("long")
  void whoMakesNoMistakeIsNotConvicted() throws Exception {
    RealRun run = run("engine.bug=none");
    assertThat(run.result().judgements())
        .extracting(Results.Judgement::metric)
        .contains("lost", "lost-by-kafka", "unplanned-exits");
    assertThat(run.result().judgements())
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.PASS));
    assertThat(run.finding(FindingKind.MISSED_LIVE).count()).isZero();
    assertThat(run.finding(FindingKind.UNCOMMITTED).count()).isZero();
    assertThat(run.result().unjudged()).doesNotContainKeys("uncommitted", "duplicated");
    assertThat(RealRun.archives()).as("class-data archives of workers").isNotEmpty();
  }
}
