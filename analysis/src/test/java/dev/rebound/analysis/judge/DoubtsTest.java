package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.base.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each doubt about the rig reaches the judgements of the metrics that it touches. */
class DoubtsTest {
  private static final Pattern WARNING =
      Pattern.compile(
          "(?:new Event\\.DoubtRaised|(?:warnings|platform)\\.warn)\\(\\s*(\"[^\"]*\"|[\\w.]+)");

  private final List<Event> events = new ArrayList<>();

  /** Judges bounds that would all pass if the rig were beyond doubt. */
  private static Map<String, Verdict> judge(JournalFacts facts, String... metrics) {
    Map<String, Double> values = new HashMap<>();
    List<Expectation> bounds = new ArrayList<>();
    for (String metric : metrics) {
      values.put(metric, 0.0);
      bounds.add(new Expectation(metric, Expectation.Op.AT_MOST, 1, "<= 1", 0));
    }
    Map<String, String> unjudged = facts.unjudged();
    Map<String, Verdict> verdicts = new HashMap<>();
    for (Results.Judgement judgement :
        Verdicts.judge(bounds, values, Map.of(), unjudged, unjudged)) {
      verdicts.put(judgement.metric(), judgement.verdict());
    }
    return verdicts;
  }

  private JournalFacts heard(boolean transactional, String... allowed) {
    return heard("baseline", transactional, allowed);
  }

  private JournalFacts heard(String baseline, boolean transactional, String... allowed) {
    JournalFacts facts =
        new JournalFacts(
            new RigRules(baseline, transactional, true, true, Set.of(allowed)),
            new PlannedFaults(List.of(), false));
    long n = 0;
    for (Event event : events) {
      facts.on(new Entry(1, ++n, 0, 0, event));
    }
    return facts;
  }

  private void phase(String name) {
    events.add(new Event.PhaseStarted(name, 10_000));
  }

  /** Plants a warning as it stands in the journal, or ticks that make one. */
  private void plant(String code, String phase) {
    phase(phase);
    switch (code) {
      case "generator-starved" -> ticks("generator.slip", 5000);
      case "observer-lag" -> ticks("observer.lag", 90_000);
      case "fault-without-impact" ->
          events.add(
              new Event.FaultStarted(
                  1, "kill", "worker", List.of("w"), List.of(false), "kill w", null, null));
      default -> events.add(new Event.DoubtRaised(code, "because of " + code, "Do something."));
    }
    phase("drain");
  }

  private void ticks(String metric, double value) {
    events.add(new Event.SeriesDeclared(List.of(new Series(metric, "", ""))));
    for (int second = 1; second <= 4; second++) {
      events.add(new Event.Tick(1_000_000L * second, List.of(value)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "flat-out, start, outage.max recovery.max disrupted.max first-output.max baseline.latency.p99"
        + " requests.latency.p99, lost restored.max requests.rate requests.failed-share"
        + " availability.faults",
    "late-start, warmup, outage.max disrupted.max recovery.median first-output.max"
        + " baseline.latency.p99 output.rate.baseline window.rate.baseline"
        + " cpu.seconds-per-million.baseline.worker, faults.latency.p99 output.rate.faults lost"
        + " restored.max",
    "generator-starved, warmup, warmup.latency.p50, outage.max recovery.max baseline.latency.p99",
    "generator-starved, baseline, baseline.visible.p99 outage.max recovery.max disrupted.max, lost"
        + " faults.latency.p99",
    "generator-starved, faults, faults.latency.p99 faults.visible.max, outage.max recovery.max"
        + " baseline.latency.p99",
    "generator-starved, settle, settle.latency.p99, outage.max recovery.max faults.latency.p99",
    "cpu-saturated, baseline, outage.max recovery.max disrupted.max detected.max restored.max"
        + " first-output.max warmup.latency.p99 baseline.latency.p99, lost duplicated"
        + " input.rate.baseline",
    "cpu-saturated, settle, settle.latency.p99, outage.max recovery.max baseline.latency.p99",
    "observer-lag, baseline, baseline.visible.p99 outage.max recovery.max disrupted.max,"
        + " baseline.latency.p99 lost",
    "observer-lag, faults, faults.visible.p99, faults.latency.p99 outage.max recovery.max",
    "sampling-gap, faults, input.rate.faults lag.faults host.cpu.faults node.cpu"
        + " cpu.seconds-per-million, output.rate.faults outage.max recovery.max faults.latency.p99",
    "probe-failed, baseline, input.rate.baseline cpu.seconds-per-million, output.rate.baseline"
        + " outage.max",
    "not-healed, settle, recovery.max disrupted.max, outage.max lost",
    "not-drained, drain, lost duplicated diverged reordered unexpected uncommitted, lost-by-kafka"
        + " outage.max",
    "not-audited, check, lost-by-kafka refused-input lost duplicated, uncommitted outage.max",
    "reference-failed, check, diverged, lost unexpected outage.max",
    "not-reread, check, lost duplicated uncommitted missed-live, diverged outage.max",
    "missed-live, check, outage.max recovery.max disrupted.max first-output.max faults.visible.p99,"
        + " lost faults.latency.p99 restored.max",
    "transactions-not-promised, check, outage.max recovery.max disrupted.max first-output.max, lost"
        + " faults.latency.p99 faults.visible.p99 restored.max",
    "transactions-unknown, drain, hanging, lost outage.max",
  })
  void aDoubtMakesUnknownWhatItTouchesAndNothingElse(
      String code, String phase, String touched, String rest) {
    plant(code, phase);
    JournalFacts facts = heard(true);

    assertThat(judge(facts, touched.split(" "))).containsOnlyKeys(touched.split(" "));
    assertThat(judge(facts, touched.split(" ")).values()).containsOnly(Verdict.UNKNOWN);
    assertThat(judge(facts, rest.split(" ")).values()).containsOnly(Verdict.PASS);
  }

  @Test
  void aClockThatWasSetMakesAllTimesUnknown() {
    JournalFacts facts = heard(false);
    facts.on(new Entry(1, 1, 0, 0, new Event.PhaseStarted("faults", 0)));
    long[] wallMicros = {1_000_000, 2_030_000, 3_060_000, 3_760_000};
    for (int i = 0; i < wallMicros.length; i++) {
      Event tick = new Event.Tick(wallMicros[i], List.of());
      if (i == 3) {
        assertThat(facts.warnings()).as("30 ms a second is drift, at worst").isEmpty();
      }
      facts.on(new Entry(1, i + 2, wallMicros[i], (i + 1) * 1_000_000_000L, tick));
    }

    assertThat(facts.warnings()).hasSize(1);
    assertThat(facts.warnings().get(0).message()).contains("-300 ms");
    assertThat(
            judge(
                    facts,
                    "outage.max",
                    "recovery.max",
                    "disrupted.max",
                    "restored.max",
                    "baseline.latency.p99",
                    "settle.visible.max")
                .values())
        .containsOnly(Verdict.UNKNOWN);
    assertThat(judge(facts, "lost", "output.rate.faults").values()).containsOnly(Verdict.PASS);
  }

  @Test
  void whatBreaksTheRunKeepsAllOfItFromPassing() {
    for (String code : List.of("run-broken", "fault-not-confirmed", "fault-without-impact")) {
      events.clear();
      plant(code, "faults");
      assertThat(heard(true).unjudged()).as(code).containsKey(JournalFacts.EVERYTHING);
      assertThat(heard(true, code).unjudged()).as(code).containsKey(JournalFacts.EVERYTHING);
      assertThat(Doubt.allowable()).doesNotContain(code);
    }
  }

  @Test
  void withoutABaselineTheWarmupIsWhatFaultsAreHeldAgainst() {
    plant("generator-starved", "warmup");

    assertThat(judge(heard("warmup", true), "outage.max")).containsValue(Verdict.UNKNOWN);
    assertThat(heard("warmup", true).warnings())
        .extracting(Results.RigDoubt::code)
        .contains("generator-starved");
    assertThat(heard("baseline", true).warnings()).as("that is what a warmup is for").isEmpty();
  }

  @Test
  void whereOutputIsNotTransactionalAnObserverBehindTouchesNoOutage() {
    plant("observer-lag", "baseline");

    assertThat(judge(heard(false), "outage.max", "recovery.max").values())
        .containsOnly(Verdict.PASS);
    assertThat(judge(heard(false), "baseline.visible.p99")).containsValue(Verdict.UNKNOWN);
  }

  @Test
  void aWarningTellsOfTheSampledPhaseEvenIfTheNextOneHasBegun() {
    phase("faults");
    events.add(
        Event.DoubtRaised.of(Doubt.CPU_SATURATED, "95 % for 5 s in phase baseline", "baseline"));

    assertThat(judge(heard(true), "outage.max")).containsValue(Verdict.UNKNOWN);
  }

  @Test
  void aTimeThatADoubtTouchesFailsNoMoreThanItPasses() {
    plant("cpu-saturated", "baseline");
    Map<String, String> doubted = heard(true).unjudged();
    List<Expectation> bounds =
        List.of(
            new Expectation("outage.max", Expectation.Op.LESS, 1, "< 1", 0),
            new Expectation("duplicated", Expectation.Op.EQUAL, 0, "0", 0));
    Map<String, Double> values = Map.of("outage.max", 9.0, "duplicated", 4.0);

    List<Results.Judgement> judgements = Verdicts.judge(bounds, values, Map.of(), doubted, doubted);

    assertThat(judgements)
        .extracting(Results.Judgement::verdict)
        .containsExactly(Verdict.UNKNOWN, Verdict.FAIL);
    assertThat(judgements.get(0).observed()).isEqualTo(9.0);
  }

  @Test
  void whatWasSurelySeenFailsEvenIfTheOutputIsNotComplete() {
    plant("not-drained", "drain");
    Map<String, String> doubted = heard(true).unjudged();

    assertThat(
            Verdicts.judge(
                    List.of(new Expectation("duplicated", Expectation.Op.EQUAL, 0, "0", 0)),
                    Map.of("duplicated", 4.0),
                    Map.of(),
                    doubted,
                    doubted)
                .get(0)
                .verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void aDoubtThatIsAllowedMakesNothingUnknownAndIsStillTold() {
    plant("cpu-saturated", "baseline");
    plant("sampling-gap", "faults");
    JournalFacts facts = heard(true, "cpu-saturated");

    assertThat(judge(facts, "outage.max")).containsValue(Verdict.PASS);
    assertThat(judge(facts, "input.rate.faults")).containsValue(Verdict.UNKNOWN);
    assertThat(facts.warnings())
        .extracting(Results.RigDoubt::code, Results.RigDoubt::allowed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("cpu-saturated", true),
            org.assertj.core.groups.Tuple.tuple("sampling-gap", false));
    assertThat(facts.warnings().get(0).touches()).contains("outage", "recovery");
  }

  @Test
  void eachWarningInTheCodeIsADoubtOrToldOnlyForAReason() throws IOException {
    Set<String> codes = new TreeSet<>();
    Set<String> unclear = new TreeSet<>();
    for (String module :
        List.of("lab", "platform-local", "advise", "campaign", "engines", "report", "cli")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          Matcher found = WARNING.matcher(Files.readString(file));
          while (found.find()) {
            String first = found.group(1);
            if (first.startsWith("\"")) {
              codes.add(first.substring(1, first.length() - 1));
            } else if (!first.matches("Doubt\\.[A-Z_]+\\.code|code")) {
              unclear.add(file + ": " + first);
            }
          }
        }
      }
    }

    assertThat(codes).as("the sources were found").contains("unplanned-exit", "warden-died");
    assertThat(unclear).as("warnings whose code this test cannot read").isEmpty();
    assertThat(codes)
        .allSatisfy(
            code ->
                assertThat(Doubt.TOLD_ONLY.containsKey(code) || Doubt.of(code).isPresent())
                    .as(code)
                    .isTrue());
    assertThat(Arrays.stream(Doubt.values()).map(Doubt::code))
        .doesNotContainAnyElementsOf(Doubt.TOLD_ONLY.keySet());
  }
}
