package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks that the values of an experiment go together. */
final class ExperimentChecks {
  private final Values values;
  private final @Nullable EngineDeclaration known;
  private final boolean left;

  /**
   * @param known the engine that the file names; null if any name will do
   * @param left whether a run left the file: what its records were made from may be gone
   */
  ExperimentChecks(Values values, @Nullable EngineDeclaration known, boolean left) {
    this.values = values;
    this.known = known;
    this.left = left;
  }

  void run() {
    new KafkaKeys(values).check();
    if (known != null) {
      engine(known);
      beside(known);
    }
    workload();
    boolean service = known != null && known.service();
    if (service) {
      HttpSpec.check(values.section("load"));
    } else if (known != null) {
      HttpSpec.refuse(values.section("load"));
    }
    load();
    new CoresKeys(values, known).check();
    if (service) {
      bounds();
    }
    for (Values fault : values.<Values>list("faults")) {
      times(fault);
      victims(fault);
    }
  }

  /**
   * A finding that is not looked for in rows cannot be bounded: such a bound would never be kept.
   */
  private void bounds() {
    for (Expectation bound : values.<Expectation>list("expect")) {
      boolean written = bound.line() > 0;
      if (written && isOfTopics(bound.metric())) {
        values.wrong(
            "expect",
            "expect." + bound.metric() + " is of the topics of a job, and a service is asked",
            "Remove it (earlier versions wrote lost-by-kafka: 0 by themselves): lost, duplicated,"
                + " diverged and unexpected are judged of every request.");
      }
      if (written && UntimedRun.isOf(bound.metric()) && killsWhoIsAsked()) {
        values.wrong(
            "expect",
            ("expect.%s can never be judged: a service whose worker is killed refuses"
                    + " requests, and what is refused owes nothing that could be missed")
                .formatted(bound.metric()),
            "Write " + Metrics.AWAY + ": " + bound.text() + " in its place.");
      }
    }
  }

  /** True where workers of a user's service are killed. */
  private boolean killsWhoIsAsked() {
    return values.section("workload").text("name").equals(Requests.KIND.name())
        && values.<Values>list("faults").stream()
            .anyMatch(
                fault ->
                    FaultKeys.kind(fault).key().equals("kill")
                        && FaultKeys.role(fault).equals("worker"));
  }

  private static boolean isOfTopics(String metric) {
    return FindingKind.needing(FindingKind.Need.TOPICS).stream()
        .anyMatch(kind -> kind.toString().equals(metric));
  }

  private void engine(EngineDeclaration known) {
    Values engine = values.section("engine");
    EngineSection section = new EngineSection(values);
    known.check().accept(section);
    section.requireOneOf("profile", section.spec().profile(), known.capabilities().profiles());
    Set<Guarantee> guarantees = new TreeSet<>(known.capabilities().guarantees());
    if (engine.has("jar")) {
      // A program of the user's may claim nothing, whatever the engine can promise.
      guarantees.add(Guarantee.NONE);
    }
    List<String> offered = guarantees.stream().map(Guarantee::toString).toList();
    if (!offered.contains(engine.text("guarantee"))) {
      engine.wrong(
          "guarantee",
          engine.text("name") + " does not offer the guarantee " + engine.text("guarantee"),
          "Write one of " + String.join(", ", offered) + ".");
    }
  }

  private void beside(EngineDeclaration known) {
    int most = known.capabilities().jobs();
    int asked = new EngineSection(values).jobs();
    if (asked > most) {
      values.wrong(
          SecondJobKeys.KEY,
          values.section("engine").text("name")
              + (most == 1 ? " runs one job" : " runs " + most + " jobs")
              + ", and beside asks for "
              + (asked == 2 ? "a second one" : asked + " in all")
              + " on the same cluster",
          "Give each further workload an experiment of its own, or name an engine that runs several"
              + " jobs, such as flink.");
    }
  }

  private void workload() {
    Values load = values.section("load");
    int partitions = values.section("kafka").count("partitions");
    WorkloadKeys.check(values.section("workload"), load, partitions, left);
    long generators = load.number("generators");
    if (generators > 1 && load.rate("rate").perSecond() / generators < 1) {
      load.wrong(
          "generators",
          "less than one record a second for each generator",
          "Use fewer generators or a higher rate.");
    }
  }

  private void load() {
    Values load = values.section("load");
    boolean bounded = load.has(LoadSpec.MAX_RECORDS);
    if (load.is(LoadSpec.BACKLOG)) {
      backlog(load, bounded);
    }
    if (load.is(LoadSpec.GENERATED)) {
      GeneratedLoad.check(values, load, bounded, known);
    }
    if (!load.rate("rate").isMax()) {
      if (bounded) {
        load.wrong(
            LoadSpec.MAX_RECORDS,
            "max-records bounds a load that keeps to no rate, and this one has a rate",
            "Remove it, or write rate: max.");
      }
      return;
    }
    if (values.decimal("scale") != 1) {
      load.wrong(
          "rate",
          "rate: max is no number, so nothing can be scaled",
          "Leave --scale (or scale) out, or write a rate: 2000/s.");
    }
    if (bounded && load.number(LoadSpec.MAX_RECORDS) < load.number("generators")) {
      load.wrong(
          LoadSpec.MAX_RECORDS,
          "fewer records than generators",
          "Use fewer generators, or raise max-records.");
    }
  }

  /** A backlog lies there before the job starts, and nothing but working it off is measured. */
  private void backlog(Values load, boolean bounded) {
    if (!load.rate("rate").isMax() || !bounded) {
      load.wrong(
          LoadSpec.BACKLOG,
          "a backlog is so many records, sent as fast as brokers take them",
          "Write rate: max and " + LoadSpec.MAX_RECORDS + ": 2000000, too.");
    }
    if (Workloads.kind(values.section("workload").text("name")).shape()
        == WorkloadKind.Shape.REQUESTED) {
      load.wrong(
          LoadSpec.BACKLOG,
          "a service that is not there yet cannot be asked",
          "Remove " + LoadSpec.BACKLOG + ".");
    }
    if (values.has("beside")) {
      load.wrong(
          LoadSpec.BACKLOG, "a backlog is of one job, and there is a job beside", "Remove beside.");
    }
    if (!values.<Values>list("faults").isEmpty()) {
      load.wrong(
          LoadSpec.BACKLOG,
          "with a backlog there are no phases in which faults could come",
          "Write faults: [], or give a rate and no backlog.");
    }
  }

  private void times(Values fault) {
    Duration phase = values.section("phases").duration("faults");
    Duration at = fault.duration("at");
    if (at.compareTo(phase) >= 0) {
      fault.wrong(
          "at",
          "this fault would come after the faults phase, which lasts " + Quantity.text(phase),
          "Write an earlier time, or phases: { faults: %s }."
              .formatted(Quantity.text(at.plus(Duration.ofMinutes(1)))));
    }
    Duration latest = fault.has(FaultKeys.JITTER) ? at.plus(fault.duration(FaultKeys.JITTER)) : at;
    if (!left && at.compareTo(phase) < 0 && latest.compareTo(phase) >= 0) {
      fault.wrong(
          FaultKeys.JITTER,
          "by its jitter this fault may come after the faults phase, which lasts "
              + Quantity.text(phase)
              + ", and then it does not come",
          "Write a jitter of less than " + Quantity.text(phase.minus(at)) + ".");
    }
    FaultKeys.kind(fault).checkTimes(new ScheduleItem(fault), phase);
  }

  private void victims(Values fault) {
    Values kafka = values.section("kafka");
    Values engine = values.section("engine");
    String role = FaultKeys.role(fault);
    boolean brokers = role.equals("broker");
    if (brokers && !kafka.text("bootstrap").isEmpty()) {
      fault.wrong(
          FaultKeys.kind(fault).key(),
          "brokers that Rebound did not start are never faulted, and kafka.bootstrap names a"
              + " cluster that exists",
          "Remove this fault, or let Rebound start the brokers.");
      return;
    }
    boolean schema = KafkaKeys.hasSchema(values.section("workload"));
    boolean registry = schema && role.equals(Records.REGISTRY);
    if (registry && !kafka.text(KafkaKeys.SCHEMA_REGISTRY).isEmpty()) {
      fault.wrong(
          FaultKeys.kind(fault).key(),
          "a registry that Rebound did not start is never faulted, and kafka.schema-registry names"
              + " one",
          "Remove this fault, or schema-registry.");
      return;
    }
    if (known != null && !brokers && !registry && !known.roles().contains(role)) {
      fault.wrong(
          FaultKeys.kind(fault).key(),
          engine.text("name") + " has no role " + role,
          Suggestion.nearest(role, known.roles())
                  .map(word -> "Did you mean '" + word + "'? ")
                  .orElse("")
              + "Write one of "
              + String.join(", ", known.roles())
              + ", broker.");
      return;
    }
    List<String> many = List.of("worker", "broker");
    long there = 1;
    if (many.contains(role)) {
      there = brokers ? kafka.number("brokers") : engine.number("workers");
    }
    if (FaultKeys.which(fault) != null) {
      FaultKeys.checkWhich(fault, brokers, kafka.count("replication"));
      return;
    }
    FaultKeys.kind(fault).checkVictims(new ScheduleItem(fault), role, Math.toIntExact(there));
  }
}
