package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run of a service that is made up. Requests go to its instances in turn, at an even rate; warmup
 * until 10 s, baseline until 30 s, faults until {@link #faultsUntil}, then settle.
 */
final class MadeUpService {
  static final long START = 1_800_000_000_000_000L;
  static final double WARM = 10;
  static final double BASE = 30;

  /** The outcome of one request, and after how many seconds it was known. */
  record Said(RequestOutcome outcome, double seconds) {
    static final Said YES = new Said(RequestOutcome.ACCEPTED, 0.01);
    static final Said NO = new Said(RequestOutcome.REFUSED, 0.001);
    static final Said SILENCE = new Said(RequestOutcome.UNKNOWN, 5);
    static final Said LEFT_OUT = new Said(RequestOutcome.NOT_SENT, 0);
  }

  /** What becomes of a request. */
  interface Answers {
    Said of(int request, double second, int instance);
  }

  /**
   * A fault on instances, by their numbers; on what stands behind all of them if there are none.
   */
  record Blow(double second, List<Integer> instances, double returned) {}

  private final int instances;
  private final double rate;
  private double faultsUntil = 130;
  private final List<Blow> faults = new ArrayList<>();
  private final List<RigSample> rig = new ArrayList<>();
  private boolean named = true;
  private int generators = 1;
  private double allowed = 0.01;
  private double settle = 40;

  MadeUpService(int instances, double rate) {
    this.instances = instances;
    this.rate = rate;
  }

  /** One that is killed, and started again after two seconds. */
  MadeUpService killed(double second, Integer... whom) {
    faults.add(new Blow(second, List.of(whom), second + 2));
    return this;
  }

  MadeUpService killedForGood(double second, Integer... whom) {
    faults.add(new Blow(second, List.of(whom), 0));
    return this;
  }

  MadeUpService faultsUntil(double second) {
    faultsUntil = second;
    return this;
  }

  /** As an earlier version left it: nobody says which address is whose. */
  MadeUpService withoutNames() {
    named = false;
    return this;
  }

  /** The file says what share of requests may fail where no fault is. */
  MadeUpService allowing(double share) {
    allowed = share;
    return this;
  }

  MadeUpService settle(double seconds) {
    settle = seconds;
    return this;
  }

  MadeUpService generators(int count) {
    generators = count;
    return this;
  }

  MadeUpService busy(double from, double to) {
    for (double at = from; at < to; at++) {
      rig.add(new RigSample(micros(at + 1), 0.99, 0, 0, 0, 1e9, 0));
    }
    return this;
  }

  double endsAt() {
    return faultsUntil + settle;
  }

  static long micros(double second) {
    return START + Math.round(second * 1e6);
  }

  /** What a run shows in which these are the answers. */
  Shown run(Answers answers) {
    try {
      Path folder = Files.createTempDirectory("service");
      try {
        RequestMetrics metrics =
            RequestMetrics.of(
                evidence(folder, answers), List.of(undisturbed(allowed)), "answers alone");
        List<FaultResult> told = new ArrayList<>();
        for (int i = 0; i < faults.size(); i++) {
          Span unknown = Span.unknown("");
          told.add(FaultResult.hit(i + 1, "kill", "worker", List.of(), unknown, unknown).build());
        }
        return new Shown(metrics.measures(0, 0), metrics.away(told), undisturbed(allowed));
      } finally {
        try (var files = Files.walk(folder)) {
          for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Expectation undisturbed(double share) {
    return new Expectation(Metrics.UNDISTURBED, Expectation.Op.AT_MOST, share, "<= " + share, 0);
  }

  private Evidence evidence(Path folder, Answers answers) throws IOException {
    Path rows = folder.resolve("rows.bin");
    new ObservedFile.Writer(rows).close();
    List<Path> logs = new ArrayList<>();
    for (int g = 0; g < generators; g++) {
      logs.add(log(folder, g, answers));
    }
    EvidenceBuilder evidence =
        Evidence.of(
                new Requests(WorkloadSpec.of(Requests.KIND, 1)),
                new DeliveryGuarantee(Guarantee.NONE, Guarantee.NONE, false, 0),
                1,
                List.of(),
                rows)
            .requests(logs)
            .rig(rig)
            .faults(
                IntStream.range(0, faults.size())
                    .mapToObj(i -> times(i + 1, faults.get(i)))
                    .toList())
            .phases(
                List.of(
                    new PhaseTimes("warmup", START, micros(WARM)),
                    new PhaseTimes("baseline", micros(WARM), micros(BASE)),
                    new PhaseTimes("faults", micros(BASE), micros(faultsUntil)),
                    new PhaseTimes("settle", micros(faultsUntil), micros(endsAt()))));
    return named
        ? evidence
            .asked(IntStream.range(0, instances).mapToObj(MadeUpService::name).toList())
            .build()
        : evidence.build();
  }

  private static FaultTimes times(int number, Blow blow) {
    boolean database = blow.instances().isEmpty();
    List<String> victims =
        database
            ? List.of("database")
            : blow.instances().stream().map(MadeUpService::name).toList();
    List<Long> returns =
        blow.returned() == 0
            ? List.of()
            : victims.stream().map(v -> micros(blow.returned())).toList();
    return FaultTimes.of(
            number, "kill", database ? "database" : "worker", victims, micros(blow.second()))
        .returns(returns)
        .build();
  }

  private static String name(int instance) {
    return "worker-" + (instance + 1);
  }

  private Path log(Path folder, int generator, Answers answers) throws IOException {
    Path file = folder.resolve("requests-" + generator + ".bin");
    double each = rate / generators;
    double first = generator / rate;
    try (RequestLog log = RequestLog.create(file, generator, micros(first), each, instances)) {
      int count = (int) Math.floor((endsAt() - first) * each);
      for (int n = 0; n < count; n++) {
        double second = first + n / each;
        int instance = n % instances;
        Said said = answers.of(n * generators + generator, second, instance);
        boolean sent = said.outcome() != RequestOutcome.NOT_SENT;
        log.due(n, micros(second), instance, 100, sent);
        if (sent) {
          log.handed(n, micros(second));
          log.ended(
              n,
              micros(second + said.seconds()),
              said.outcome(),
              said.outcome() == RequestOutcome.UNKNOWN
                  ? RequestEnding.TIMED_OUT
                  : RequestEnding.ANSWERED,
              200,
              50);
        }
      }
      log.close(count);
    }
    return file;
  }

  /** The numbers of a run, and its faults. */
  record Shown(Measures measures, List<FaultResult> faults, Expectation undisturbed) {
    private static final List<Expectation> IN_THE_END =
        List.of(
            new Expectation("never-back", Expectation.Op.EQUAL, 0, "0", 0),
            new Expectation("requests.still-slow", Expectation.Op.EQUAL, 0, "0", 0));

    /** What is promised of every service, by itself. */
    Verdict verdict() {
      return Verdicts.verdict(judged(promised()));
    }

    private List<Expectation> promised() {
      List<Expectation> all = new ArrayList<>(IN_THE_END);
      all.add(undisturbed);
      return all;
    }

    /** With a bound on how long it may be away. */
    Verdict verdict(double awayMillis) {
      List<Expectation> all = promised();
      all.add(away(awayMillis).get(0));
      return Verdicts.verdict(judged(all));
    }

    /** Each bound by itself: what is promised, and on how long it and an instance may be away. */
    List<Verdict> verdicts(double awayMillis) {
      List<Expectation> all = promised();
      all.addAll(away(awayMillis));
      return judged(all).stream().map(Judgement::verdict).toList();
    }

    /** Each of them together with what is promised of the time without faults. */
    List<Verdict> withUndisturbed(double awayMillis) {
      Verdict others = judged(List.of(undisturbed)).get(0).verdict();
      return verdicts(awayMillis).stream().map(others::and).toList();
    }

    private static List<Expectation> away(double millis) {
      return Stream.of("away.max", "away.instance.max", "away.wholly.max")
          .map(m -> new Expectation(m, Expectation.Op.LESS, millis, "< " + millis + "ms", 1))
          .toList();
    }

    /** One bound alone. */
    Verdict verdict(String metric, Expectation.Op op, double bound) {
      return Verdicts.verdict(
          judged(List.of(new Expectation(metric, op, bound, op + " " + bound, 1))));
    }

    private List<Judgement> judged(List<Expectation> expectations) {
      return Verdicts.detailed(
          Verdicts.judge(expectations, measures.metrics(), measures.bounds(), measures.unjudged()),
          measures.details());
    }

    /** Why what is promised of the time without faults fails, or is not known. */
    String whyUndisturbed() {
      return judged(List.of(undisturbed)).get(0).why();
    }

    double metric(String name) {
      return measures.metrics().getOrDefault(name, Double.NaN);
    }
  }
}
