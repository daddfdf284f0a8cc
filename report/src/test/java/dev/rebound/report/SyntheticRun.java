package dev.rebound.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.TimelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A made-up run of 120 s with two kills, 8 partitions and 3 workers, the same on every call: what
 * reports are tested with. Its names carry markup, so that a report that does not escape shows it.
 */
public final class SyntheticRun {
  public static final long START_MICROS = 1_792_000_000_000_000L;
  public static final List<String> NODES = List.of("worker-1", "worker-2", "worker-3");
  private static final int PARTITIONS = 8;
  private static final double RATE = 2000;
  private static final int FIRST_FAULT = 40;
  private static final int SECOND_FAULT = 75;

  private SyntheticRun() {}

  /** Writes journal, results, experiment and environment of a run that was judged. */
  public static Path judged(Path folder) throws IOException {
    return judged(folder, results(Verdict.PASS, List.of()));
  }

  /** The same with other results. */
  public static Path judged(Path folder, Results results) throws IOException {
    interrupted(folder, 120);
    new ObjectMapper().writeValue(folder.resolve("results.json").toFile(), results);
    TimelineFile.write(SyntheticTimeline.of(results(Verdict.PASS, List.of()).faults()), folder);
    return folder;
  }

  /** Writes the folder of a run that has no results, after so many seconds. */
  public static Path interrupted(Path folder, int seconds) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("experiment.yaml"), experiment());
    Files.writeString(
        folder.resolve("environment.json"),
        "{\"os\":\"Linux 6.1\",\"cores\":2,\"java\":\"17.0.13\",\"note\":\"</script><b>x</b>\"}\n");
    Ticking clock = new Ticking();
    try (Journal journal = new Journal(folder.resolve("journal.jsonl"), clock)) {
      write(journal, clock, seconds);
    }
    return folder;
  }

  public static String experiment() {
    return "# Two kills, <i>made up</i>\nname: synthetic\nseed: 42\nload: { rate: 2000/s }\n";
  }

  /** Appends the events of the run; the last ones only if it reaches its end. */
  public static void write(Journal journal, Ticking clock, int seconds) {
    clock.set(0);
    journal.append(
        new Event.RunStarted(
            "r-1",
            "synthetic <run>",
            "flink",
            "2.3.0",
            false,
            1,
            experiment(),
            List.of(
                "Plan: synthetic <run> on flink 2.3.0, 120 s, 1.2 GiB of memory", "  worker × 3"),
            0.05,
            ""));
    journal.append(
        new Event.MetricAbsent("node.received", "the system has no TCP counters per process"));
    journal.append(
        new Event.MetricAbsent("node.sent", "the system has no TCP counters per process"));
    for (int i = 0; i < NODES.size(); i++) {
      journal.append(new Event.ProcessStarted(NODES.get(i), "worker", 1, 100 + i, Owner.SUBJECT));
    }
    journal.append(new Event.ProcessStarted("broker-1", "broker", 1, 99, Owner.SUPPORT));
    journal.append(new Event.SeriesDeclared(series()));
    Map<Integer, Runnable> happenings = happenings(journal, clock);
    for (int second = 0; second <= seconds; second++) {
      clock.set(second * 1000L);
      happenings.getOrDefault(second, () -> {}).run();
      clock.set(second * 1000L + 500);
      journal.append(new Event.Tick(clock.micros(), values(second)));
    }
  }

  private static Map<Integer, Runnable> happenings(Journal journal, Ticking clock) {
    Map<Integer, Runnable> at = new TreeMap<>();
    at.put(0, () -> journal.append(new Event.PhaseStarted("start", 60_000)));
    at.put(1, () -> journal.append(new Event.Progress("starting 1 broker")));
    at.put(8, () -> phase(journal, "start", "warmup", 12_000));
    at.put(20, () -> phase(journal, "warmup", "baseline", 15_000));
    at.put(35, () -> phase(journal, "baseline", "faults", 70_000));
    at.put(FIRST_FAULT, () -> kill(journal, clock, 1, "worker-2", 101));
    at.put(FIRST_FAULT + 5, () -> heal(journal, 1, "worker-2"));
    at.put(SECOND_FAULT, () -> kill(journal, clock, 2, "worker-3", 102));
    at.put(SECOND_FAULT + 5, () -> heal(journal, 2, "worker-3"));
    at.put(
        90,
        () ->
            journal.append(
                new Event.DoubtRaised(
                    "cpu-saturated",
                    "the host's CPU was above 95 % for 4 s",
                    "Lower load.rate or use a machine with more cores.")));
    at.put(105, () -> phase(journal, "faults", "settle", 10_000));
    at.put(115, () -> phase(journal, "settle", "drain", 60_000));
    at.put(
        120,
        () -> {
          journal.append(new Event.PhaseEnded("drain", true, "output complete"));
          journal.append(new Event.ExpectationJudged("lost", "= 0", 0.0, Verdict.PASS, ""));
          journal.append(new Event.RunEnded(Verdict.PASS, false, Map.of("faults", "2")));
        });
    return at;
  }

  private static void phase(Journal journal, String ended, String started, long limitMillis) {
    journal.append(new Event.PhaseEnded(ended, true, ""));
    journal.append(new Event.PhaseStarted(started, limitMillis));
  }

  private static void kill(Journal journal, Ticking clock, int fault, String node, long pid) {
    journal.append(
        new Event.FaultStarted(
            fault,
            "kill",
            "worker",
            List.of(node),
            List.of(true),
            "kill 1 worker: " + node,
            null,
            null));
    long signalled = clock.micros() + 1000;
    clock.add(12);
    journal.append(new Event.FaultConfirmed(fault, node, 1, pid, signalled, true, 12, "exit 137"));
    journal.append(new Event.ProcessExited(node, "worker", 1, 137, true, List.of()));
    journal.append(
        new Event.EngineTransition(signalled + 340_000, Step.DETECTED, node, "task failed <lost>"));
    journal.append(
        new Event.EngineTransition(signalled + 1_100_000, Step.REASSIGNED, "", "attempt 2"));
    journal.append(
        new Event.EngineTransition(signalled + 2_300_000, Step.RESTORED, "", "from checkpoint 17"));
  }

  private static void heal(Journal journal, int fault, String node) {
    journal.append(new Event.ProcessStarted(node, "worker", 2, 200 + fault, Owner.SUBJECT));
    journal.append(new Event.FaultHealed(fault, node, 2, "incarnation 2 runs", 0));
  }

  private static List<Series> series() {
    List<Series> series = new ArrayList<>();
    series.add(new Series("input.rate", "records/s", ""));
    series.add(new Series("output.rate", "records/s", ""));
    series.add(new Series("lag", "records", ""));
    for (int p = 0; p < PARTITIONS; p++) {
      series.add(new Series("lag.partition", "records", "input/" + p));
    }
    for (String p : List.of("p50", "p90", "p95", "p99")) {
      series.add(new Series("latency." + p, "ms", ""));
    }
    series.add(new Series("frontier.age", "ms", ""));
    for (String node : NODES) {
      series.add(new Series("node.cpu", "cores", node));
    }
    for (String node : NODES) {
      series.add(new Series("node.memory", "bytes", node));
    }
    series.add(new Series("host.cpu", "share", ""));
    series.add(new Series("generator.slip", "ms", ""));
    return series;
  }

  private static List<@Nullable Double> values(int second) {
    double wobble = Math.sin(second * 1.7);
    boolean running = second >= 8 && second < 116;
    double sinceFault = second >= SECOND_FAULT ? second - SECOND_FAULT : second - FIRST_FAULT;
    boolean down = sinceFault >= 0 && sinceFault < 3;
    boolean catchingUp = sinceFault >= 3 && sinceFault < 9;
    double in = running ? RATE + 12 * wobble : 0;
    double out = !running || down ? 0 : (catchingUp ? 1.5 * RATE : RATE) + 15 * wobble;
    double backlog =
        !running
            ? 0
            : down ? RATE * (sinceFault + 1) : catchingUp ? RATE * (9 - sinceFault) / 2 : 0;
    List<@Nullable Double> values = new ArrayList<>();
    values.add(in);
    values.add(out);
    values.add(running ? rounded(backlog + 150 + 100 * Math.abs(wobble)) : 0.0);
    for (int p = 0; p < PARTITIONS; p++) {
      boolean struck = p % 3 == 1;
      values.add(running ? rounded((struck ? backlog / 3 : backlog / 12) + 18 + 3 * wobble) : null);
    }
    double base = running ? 9 + 2 * wobble : 0;
    double late = down || catchingUp ? backlog : 0;
    for (double factor : new double[] {1, 2.1, 2.8, 4.5}) {
      values.add(running && !down ? rounded(base * factor + late * Math.min(1, factor / 3)) : null);
    }
    values.add(running ? rounded(120 + 30 * wobble + backlog) : null);
    for (int n = 0; n < NODES.size(); n++) {
      int fault = n == 1 ? FIRST_FAULT : n == 2 ? SECOND_FAULT : 1000;
      boolean dead = second >= fault && second < fault + 5;
      values.add(dead ? null : 0.3 + 0.05 * n + 0.03 * wobble + (catchingUp ? 0.4 : 0));
    }
    for (int n = 0; n < NODES.size(); n++) {
      int fault = n == 1 ? FIRST_FAULT : n == 2 ? SECOND_FAULT : 1000;
      boolean dead = second >= fault && second < fault + 5;
      values.add(dead ? null : (400 + 30 * n + second) * 1024 * 1024.0);
    }
    values.add(Math.min(1, 0.5 + 0.1 * wobble + (catchingUp ? 0.45 : 0)));
    values.add(0.4);
    return values;
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }

  /** Results to go with the journal. */
  public static Results results(Verdict verdict, List<Results.Judgement> more) {
    List<Results.Judgement> judgements = new ArrayList<>();
    judgements.add(new Results.Judgement("lost", "= 0", 0.0, Verdict.PASS, ""));
    judgements.add(
        new Results.Judgement("baseline.latency.p99", "< 500ms", 41.3, Verdict.PASS, ""));
    judgements.add(new Results.Judgement("recovery.max", "< 30s", 8950.0, Verdict.PASS, ""));
    judgements.addAll(more);
    return Results.of("synthetic <run>", "flink", "2.3.0")
        .runId("r-1")
        .name("synthetic <run>")
        .guarantee("exactly-once")
        .profile("quick")
        .scale(0.05)
        .verdict(verdict)
        .faults(List.of(fault(1, "worker-2", FIRST_FAULT), fault(2, "worker-3", SECOND_FAULT)))
        .audits(audits())
        .latencies(
            List.of(
                new Results.Latency(
                    "baseline", "append", 15_000, 9.0, 15.0, 19.0, 25.0, 41.0, 55.0, 80.0, 0, 0),
                new Results.Latency(
                    "baseline", "visible", 15_000, 11.0, 17.0, 21.0, 27.0, 41.3, 60.0, 84.0, 0, 2),
                new Results.Latency(
                    "faults", "visible", 70_000, 12.0, 300.0, 900.0, 2100.0, 5900.0, null, null, 3,
                    0)))
        .judgements(judgements)
        .warnings(
            List.of(
                new Results.RigDoubt(
                    "cpu-saturated",
                    "the host's CPU was above 95 % for 4 s",
                    "Lower load.rate or use a machine with more cores."),
                new Results.RigDoubt(
                    "sampling-gap",
                    "no probe was read for 3.0 s in phase warmup",
                    "Use fewer processes.",
                    List.of("input"),
                    true)))
        .metrics(
            new TreeMap<>(
                Map.of("lost", 0.0, "recovery.max", 8950.0, "output.rate.baseline", 2000.0)))
        .unjudged(Map.of("node.received", "the system has no TCP counters per process"))
        .difference(new TreeMap<>(Map.of("baseline.latency.p99", 3.2, "output.rate.faults", -12.0)))
        .build();
  }

  /** Expectations that could not be judged, each for a reason of its own. */
  public static List<Results.Judgement> unjudged() {
    return Stream.of("outage.max", "recovery.max", "disrupted.max", "detected.max", "restored.max")
        .map(
            metric ->
                new Results.Judgement(
                    metric,
                    "< 20s",
                    null,
                    Verdict.UNKNOWN,
                    "the machine's CPU was at 95 % or more for 5 s in phase baseline, beside "
                        + metric))
        .toList();
  }

  private static Results.FaultResult fault(int number, String node, int second) {
    return Results.FaultResult.hit(
            number,
            "kill",
            "worker",
            List.of(node),
            new Results.Span(SpanState.ENDED, 3200, 1000, "lane output/4"),
            new Results.Span(SpanState.ENDED, 8900 + 50L * (number - 1), 1000, "partition input/1"))
        .atMicros(START_MICROS + second * 1_000_000L + 1000)
        .steps(
            List.of(
                new Results.StepResult("detected", 340, 340, "engine", "task failed"),
                new Results.StepResult("reassigned", 1100, 1100, "engine", "attempt 2"),
                new Results.StepResult("restored", 2300, 2500, "engine", "checkpoint 17"),
                new Results.StepResult("first output", 2600, 3200, "topics", "8 lanes"),
                new Results.StepResult(
                    "caught up", 7600, 8900 + 50L * (number - 1), "topics", "8 lanes")))
        .loadToCapacity(0.67)
        .build();
  }

  private static List<Results.Audit> audits() {
    return List.of(
        new Results.Audit(
            "read-committed",
            true,
            216_000,
            216_000,
            216_000,
            List.of(
                none(FindingKind.LOST),
                none(FindingKind.DUPLICATED),
                none(FindingKind.REORDERED),
                none(FindingKind.DIVERGED),
                none(FindingKind.UNEXPECTED)),
            null,
            List.of()),
        new Results.Audit(
            "read-uncommitted",
            false,
            216_000,
            216_000,
            216_912,
            List.of(
                none(FindingKind.LOST),
                new Results.Finding(
                    FindingKind.DUPLICATED,
                    912,
                    true,
                    new TreeMap<>(Map.of("1", 500L, "2", 400L, "unattributed", 12L)),
                    List.of(
                        "generator 0, sequence 81234, rule 7: seen 2 times, offsets 1201 and 1340"
                            + " of output/3",
                        "generator 0, sequence 81240, rule <12>: seen 2 times"),
                    Map.of())),
            null,
            List.of()));
  }

  private static Results.Finding none(FindingKind kind) {
    return new Results.Finding(kind, 0, false, Map.of(), List.of(), Map.of());
  }

  /** A clock that stands where it was set. */
  public static final class Ticking extends Clock {
    private long micros = START_MICROS;

    void set(long millis) {
      micros = START_MICROS + millis * 1000;
    }

    void add(long millis) {
      micros += millis * 1000;
    }

    long micros() {
      return micros;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1000);
    }
  }
}
