package dev.rebound.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.oracle.request.Activation;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestMetricsTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long SECOND = 1_000_000;

  private static final Map<Character, RequestOutcome> OUTCOMES =
      Map.of(
          'A', RequestOutcome.ACCEPTED, 'R', RequestOutcome.REFUSED, 'U', RequestOutcome.UNKNOWN);

  @TempDir Path folder;

  @Test
  void everyFigureIsAMetricAndCountsWhatItSays() throws IOException {
    Path file = folder.resolve("requests.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      RequestOutcome[] outcomes = {
        RequestOutcome.ACCEPTED,
        RequestOutcome.ACCEPTED,
        RequestOutcome.REFUSED,
        RequestOutcome.UNKNOWN,
        RequestOutcome.UNKNOWN
      };
      for (int n = 0; n < outcomes.length; n++) {
        long at = START + n * SECOND;
        log.due(n, at, 0, 100, true);
        log.handed(n, at);
        log.ended(n, at + 10_000, outcomes[n], RequestEnding.ANSWERED, 200, 50);
      }
    }
    Evidence evidence =
        Evidence.of(
                new Activation(WorkloadSpec.of(Activation.KIND, 1)),
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(),
                rows())
            .resolved(Map.of(3L, 3L))
            .phases(List.of(new PhaseTimes("faults", START, START + 5 * SECOND)))
            .requests(List.of(file))
            .waiting(
                new PendingRequests(
                    PendingRequests.Knowledge.KNOWN, Set.of(), Set.of(), Set.of(1L)))
            .build();
    Measures measures = RequestMetrics.of(evidence, List.of(), null).measures(2, 4 * SECOND);
    assertThat(measures.metrics())
        .containsEntry("requests.samples", 5.0)
        .containsEntry("requests.accepted", 2.0)
        .containsEntry("requests.refused", 1.0)
        .containsEntry("requests.unknown", 2.0)
        .containsEntry("requests.unknown-done", 1.0)
        .containsEntry("requests.not-sent", 0.0)
        .containsEntry("requests.failed", 3.0)
        .containsEntry("never-back", 0.0)
        .containsEntry("requests.failed-share", 0.6)
        .containsEntry("requests.persisted-rate", 0.5)
        .containsEntry("requests.pending", 1.0)
        .containsEntry("requests.dead-lettered", 1.0)
        // written 5 ms before its answer, and another one that has no row
        .containsEntry("persistence.p50", 0.0)
        .containsEntry("persistence.faults.max", Double.POSITIVE_INFINITY)
        .containsEntry("availability.faults", 0.4)
        .containsEntry("unavailable.faults", 0.6)
        .containsEntry("requests.rate.faults", 0.4);
    assertThat(measures.metrics().keySet())
        .allSatisfy(name -> assertThat(Metrics.find(name)).isPresent());
    assertThat(measures.unjudged()).containsOnlyKeys("persistence.mean", "persistence.faults.mean");
  }

  /**
   * It loses nothing, as it accepts nothing. A request a second, ten of them in each of faults and
   * settle; the fault comes at 3 s.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // a letter for each: accepted, refused, unknown, not sent
        "AAAARRRRRR RRRRRRRRRR, -, 5",
        "AAAARRRRRR RRRRRURRNR, -, 4",
        // one in five is not what it was
        "AAAARRRRRR RRRRRRRRRA, -, 4",
        "AAAARRRRRR RRRRRRAAAA, -, 0",
        "AAAAAAARRR RRRRRRRRRR, -, 5",
        // started again, and maybe starting still
        "AAAARRRRRR RRRRRRRRRR, 6, -",
        "AAAARRRRRR RRRAAAAAAA, 6, 0",
        // the load ended before settle: the request of the moment of the kill does not count
        "AAAARRRRRR, -, 3",
        "AAAARRRRAA, -, 0",
        "AAAARRRRRR, 6, -",
        "AAAA, -, -",
      })
  void aServiceThatNeverAcceptsAgainIsFound(
      String outcomes, @Nullable Integer returned, @Nullable Double neverBack) throws IOException {
    Path file = folder.resolve("requests.bin");
    char[] each = outcomes.replace(" ", "").toCharArray();
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      for (int n = 0; n < each.length; n++) {
        long at = START + n * SECOND;
        log.due(n, at, 0, 100, each[n] != 'N');
        if (each[n] != 'N') {
          log.handed(n, at);
          log.ended(n, at + 10_000, OUTCOMES.get(each[n]), RequestEnding.ANSWERED, 200, 50);
        }
      }
    }
    List<Long> returns = returned == null ? List.of() : List.of(START + returned * SECOND);
    Evidence evidence =
        evidence()
            .faults(
                List.of(
                    Evidence.FaultTimes.of(
                            1, "kill", "activation", List.of("activation-1"), START + 3 * SECOND)
                        .returns(returns)
                        .build()))
            .phases(
                List.of(
                    new PhaseTimes("faults", START, START + 10 * SECOND),
                    new PhaseTimes("settle", START + 10 * SECOND, START + 20 * SECOND)))
            .requests(List.of(file))
            .build();
    Measures measures = RequestMetrics.of(evidence, List.of(), null).measures(3, 4 * SECOND);
    assertThat(measures.metrics().get("never-back")).isEqualTo(neverBack);
    assertThat(measures.unjudged().containsKey("never-back")).isEqualTo(neverBack == null);
  }

  private Measures settled(int acceptedOneIn, long baselineMicros, long settleMicros)
      throws IOException {
    return settled(1, acceptedOneIn, baselineMicros, settleMicros);
  }

  /** 2,000 requests in each of baseline and settle; a fault between them. */
  private Measures settled(
      int acceptedBefore, int acceptedOneIn, long baselineMicros, long settleMicros)
      throws IOException {
    Path file = folder.resolve("requests.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 100, 1)) {
      for (int n = 0; n < 4_000; n++) {
        long at = START + n * SECOND / 100;
        boolean before = n < 2_000;
        boolean yes = n % (before ? acceptedBefore : acceptedOneIn) == 0;
        log.due(n, at, 0, 100, true);
        log.handed(n, at);
        log.ended(
            n,
            at + (before ? baselineMicros : settleMicros),
            yes ? RequestOutcome.ACCEPTED : RequestOutcome.REFUSED,
            RequestEnding.ANSWERED,
            200,
            50);
      }
    }
    return RequestMetrics.of(
            evidence()
                .faults(
                    List.of(
                        Evidence.FaultTimes.of(
                                1, "kill", "activation", List.of("a"), START + 20 * SECOND)
                            .build()))
                .phases(
                    List.of(
                        new PhaseTimes("baseline", START, START + 20 * SECOND),
                        new PhaseTimes("settle", START + 20 * SECOND, START + 40 * SECOND)))
                .requests(List.of(file))
                .build(),
            List.of(),
            null)
        .measures(3, 4 * SECOND);
  }

  @Test
  void aServiceThatAcceptsOneRequestInAThousandIsNotBack() throws IOException {
    assertThat(settled(1_000, 10_000, 10_000).metrics().get("never-back")).isGreaterThan(900);
    assertThat(settled(1, 10_000, 10_000).metrics()).containsEntry("never-back", 0.0);
  }

  @Test
  void aServiceThatRefusesHalfBeforeAnyFaultHasNothingToComeBackTo() throws IOException {
    assertThat(settled(2, 2, 10_000, 10_000).unjudged().get("never-back"))
        .startsWith("50 % of requests failed in baseline, before any fault");
  }

  @Test
  void aServiceThatTakesLongerThanBeforeIsNotBackEither() throws IOException {
    assertThat(settled(1, 10_000, 25_000).metrics().get("requests.still-slow")).isGreaterThan(900);
    assertThat(settled(1, 10_000, 15_000).metrics()).containsEntry("requests.still-slow", 0.0);
  }

  private EvidenceBuilder evidence() throws IOException {
    return Evidence.of(
        new Activation(WorkloadSpec.of(Activation.KIND, 1)),
        new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
        1,
        List.of(),
        rows());
  }

  @Test
  void whereRequestsFailedRowsTellNothingOfTimesNorAStepThatIsReadFromThem() throws IOException {
    assertThat(untimed(RequestOutcome.ACCEPTED).get(0).steps()).hasSize(3);
    FaultResult fault = untimed(RequestOutcome.REFUSED).get(0);
    assertThat(fault.steps())
        .singleElement()
        .satisfies(step -> assertThat(step.step()).isEqualTo("restored"));
    assertThat(fault.recovery().detail()).startsWith("1 requests were refused");
  }

  private List<FaultResult> untimed(RequestOutcome outcome) throws IOException {
    Path file = folder.resolve(outcome + ".bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      log.due(0, START, 0, 100, true);
      log.handed(0, START);
      log.ended(0, START + 10_000, outcome, RequestEnding.ANSWERED, 200, 50);
    }
    Evidence evidence =
        Evidence.of(
                new Activation(WorkloadSpec.of(Activation.KIND, 1)),
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(),
                rows())
            .requests(List.of(file))
            .build();
    Results.Span span = Results.Span.ended(1100, 900, 1300, 100, "");
    FaultResult fault =
        FaultResult.hit(1, "kill", "worker", List.of("worker-1"), span, span)
            .steps(
                List.of(
                    new Results.StepResult("restored", 700, 700, "engine", ""),
                    new Results.StepResult("first output", 900, 900, "topics", ""),
                    new Results.StepResult("caught up", 990, 990, "topics", "")))
            .build();
    Measures all =
        new Measures(
            Map.of("first-output.max", 900.0, "lost", 0.0),
            Map.of("first-output.max", new Results.Bounds(900.0, 900.0)),
            Map.of());
    String why = RequestMetrics.of(evidence, List.of(), null).untimed().orElse(null);
    assertThat(why == null).isEqualTo(outcome == RequestOutcome.ACCEPTED);
    if (why == null) {
      return List.of(fault);
    }
    Measures left = UntimedRun.of(all, why);
    assertThat(left.metrics()).containsOnlyKeys("lost");
    assertThat(left.bounds()).isEmpty();
    assertThat(left.unjudged()).containsKey("first-output");
    return UntimedRun.of(List.of(fault), why);
  }

  @Test
  void rowsThatWereThereBeforeTheLoadMayHideWhatIsLost() throws IOException {
    Path file = folder.resolve("early.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      log.due(0, START + SECOND, 0, 100, true);
      log.handed(0, START + SECOND);
      log.ended(
          0, START + SECOND + 10_000, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 200, 50);
    }
    for (Workload workload :
        List.of(
            new Requests(WorkloadSpec.of(Requests.KIND, 1)),
            new Activation(WorkloadSpec.of(Activation.KIND, 1)))) {
      Evidence evidence =
          Evidence.of(
                  workload,
                  new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                  1,
                  List.of(),
                  rows())
              .requests(List.of(file))
              .build();
      Map<String, String> unjudged =
          RequestMetrics.of(evidence, List.of(), null).measures(1, SECOND).unjudged();
      assertThat(unjudged).containsKey("persistence");
      assertThat(unjudged.containsKey("lost")).isEqualTo(workload instanceof Requests);
    }
  }

  /** Rows of the first request, twice: the first one counts. */
  private Path rows() throws IOException {
    Path file = folder.resolve("rows.bin");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int i = 0; i < 2; i++) {
        byte[] row =
            new OutputRecord(OutputRecord.OutputKind.MATCH, 0, 0, 0, START, 0, 0, 0, 0, 0, 0)
                .encode();
        writer.append(0, i, START / 1000 + 5 + 90L * i, START + SECOND, row);
      }
    }
    return file;
  }

  /** The time in which nothing was accepted. */
  private record Wholly(long millis, boolean ended, long failed) {}

  private static Wholly wholly(FaultResult fault) {
    Results.Away away = Objects.requireNonNull(fault.away());
    return new Wholly(away.millis(), away.ended(), away.failed());
  }

  /** One request each 100 ms from the start on, by letters; a fault at 1 s and one at 3 s. */
  private Measures faulted(String outcomes, List<FaultResult> away) throws IOException {
    Path file = folder.resolve("away.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 10, 1)) {
      for (int n = 0; n < outcomes.length(); n++) {
        long at = START + n * SECOND / 10;
        log.due(n, at, 0, 100, true);
        log.handed(n, at);
        log.ended(
            n, at + 10_000, OUTCOMES.get(outcomes.charAt(n)), RequestEnding.ANSWERED, 200, 50);
      }
    }
    RequestMetrics metrics =
        RequestMetrics.of(
            evidence()
                .faults(
                    List.of(
                        Evidence.FaultTimes.of(1, "kill", "worker", List.of("w"), START + SECOND)
                            .build(),
                        Evidence.FaultTimes.of(
                                2, "kill", "worker", List.of("w"), START + 3 * SECOND)
                            .build()))
                .requests(List.of(file))
                .build(),
            List.of(),
            null);
    Results.Span span = Results.Span.unknown("");
    away.addAll(
        metrics.away(
            List.of(
                FaultResult.hit(1, "kill", "worker", List.of("w"), span, span).build(),
                FaultResult.hit(2, "kill", "worker", List.of("w"), span, span).build())));
    return metrics.measures(3, 4 * SECOND);
  }

  @Test
  void howLongNothingWasAcceptedIsToldOfEachFault() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    // five requests fail from 1.0 s on, the next is answered at 1.51 s; three from 3.2 s on
    Measures measures = faulted("AAAAAAAAAARRRRRAAAAAAAAAAAAAAAAARURAAAAR", away);
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(510, true, 5), new Wholly(310, true, 4));
    assertThat(measures.metrics()).containsEntry("away.max", 510.0);
  }

  @Test
  void aServiceThatAcceptsNothingAnyMoreIsAwayForGood() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    Measures measures = faulted("AAAAAAAAAAAAAAARAAAAAAAAAAAAAAAARRRRRRRR", away);
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(110, true, 1), new Wholly(700, false, 8));
    assertThat(measures.metrics()).containsEntry("away.max", Double.POSITIVE_INFINITY);
  }

  /**
   * Users who each wait for their answer; a fault at 1 s, and load until 8 s.
   *
   * @param requests of each when it was sent, and when its outcome was known, milliseconds; the
   *     latter less than 0 where its time was up then, and 0 where its user waited to the end
   */
  private Measures ofUsers(List<FaultResult> away, long[]... requests) throws IOException {
    Path file = folder.resolve("users.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, Double.POSITIVE_INFINITY, 1)) {
      for (int n = 0; n < requests.length; n++) {
        boolean accepted = requests[n][1] >= 0;
        long at = START + 1000 * requests[n][0];
        log.due(n, at, 0, 100, true);
        log.handed(n, at);
        if (requests[n][1] != 0) {
          log.ended(
              n,
              START + 1000 * Math.abs(requests[n][1]),
              accepted ? RequestOutcome.ACCEPTED : RequestOutcome.UNKNOWN,
              accepted ? RequestEnding.ANSWERED : RequestEnding.TIMED_OUT,
              accepted ? 200 : 0,
              50);
        }
      }
    }
    RequestMetrics metrics =
        RequestMetrics.of(
            evidence()
                .faults(
                    List.of(
                        Evidence.FaultTimes.of(1, "pause", "worker", List.of("w"), START + SECOND)
                            .build()))
                .phases(List.of(new PhaseTimes("settle", START, START + 8 * SECOND)))
                .requests(List.of(file))
                .build(),
            List.of(),
            null);
    Results.Span span = Results.Span.unknown("");
    away.addAll(
        metrics.away(
            List.of(FaultResult.hit(1, "pause", "worker", List.of("w"), span, span).build())));
    return metrics.measures(3, 4 * SECOND);
  }

  /** The one thinks for 6 s after its answer; the other has waited for its own since before. */
  @Test
  void whoWaitsForAnAnswerIsDueThoughNobodyAsksMeanwhile() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    Measures measures =
        ofUsers(
            away,
            new long[] {950, -8950},
            new long[] {990, 1010},
            new long[] {7000, 7010},
            new long[] {7600, 7610});
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(6000, true, 0));
    assertThat(measures.metrics()).containsEntry("away.max", 6000.0);
  }

  /** Nobody sends any more, as all wait: that is no absence of no length. */
  @Test
  void usersWhoAllWaitUntilTheLoadEndsShowAnAbsenceWithoutAnEnd() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    Measures measures = ofUsers(away, new long[] {500, 510}, new long[] {1200, -61_200});
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(6800, false, 1));
    assertThat(measures.metrics()).containsEntry("away.max", Double.POSITIVE_INFINITY);
  }

  /** As where the drain is shorter than a request's time, and the load is ended by force. */
  @Test
  void usersWhoStillWaitedWhenTheirProcessWasEndedShowItToo() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    Measures measures = ofUsers(away, new long[] {500, 510}, new long[] {1200, 0});
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(6800, false, 1));
    assertThat(measures.metrics()).containsEntry("away.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void anAnswerBeforeItsRowIsCountedOfAServiceOfOnesOwn() throws IOException {
    Path file = folder.resolve("early-answer.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      log.due(0, START - 60_000, 0, 100, true);
      log.handed(0, START - 60_000);
      log.ended(0, START - 50_000, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 200, 50);
    }
    Evidence evidence =
        Evidence.of(
                new Requests(WorkloadSpec.of(Requests.KIND, 1)),
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(),
                rows())
            .requests(List.of(file))
            .build();
    Map<String, Double> metrics =
        RequestMetrics.of(evidence, List.of(), null).measures(1, SECOND).metrics();
    assertThat(metrics)
        .containsEntry("requests.answered-early", 1.0)
        .containsEntry("persistence.max", 55.0);
  }

  @Test
  void aRowThatIsWrittenOnceMoreLaterWasNoAnswerBeforeIt() throws IOException {
    Path file = folder.resolve("written-again.bin");
    try (RequestLog log = RequestLog.create(file, 0, START, 1, 1)) {
      log.due(0, START - 60_000, 0, 100, true);
      log.handed(0, START - 60_000);
      log.ended(0, START, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 200, 50);
    }
    Path later = folder.resolve("later.bin");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(later)) {
      byte[] row =
          new OutputRecord(OutputRecord.OutputKind.MATCH, 0, 0, 0, START, 0, 0, 0, 0, 0, 0)
              .encode();
      writer.append(0, 0, START / 1000 + 505, START + SECOND, row);
    }
    Evidence evidence =
        Evidence.of(
                new Requests(WorkloadSpec.of(Requests.KIND, 1)),
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(),
                rows())
            .reread(later)
            .requests(List.of(file))
            .build();
    assertThat(RequestMetrics.of(evidence, List.of(), null).measures(1, SECOND).metrics())
        .containsEntry("requests.answered-early", 0.0)
        .containsEntry("persistence.max", 505.0);
  }

  @Test
  void aFewRefusalsWhereTheLoadEndsAreNoAbsenceWithoutAnEnd() throws IOException {
    List<FaultResult> away = new ArrayList<>();
    Measures measures = faulted("AAAAAAAAAAAAAAARAAAAAAAAAAAAAAAAAAAAARRR", away);
    assertThat(away)
        .extracting(RequestMetricsTest::wholly)
        .containsExactly(new Wholly(110, true, 1), new Wholly(200, true, 3));
    assertThat(measures.metrics()).containsEntry("away.max", 200.0);
  }
}
