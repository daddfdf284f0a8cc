package dev.rebound.lab.experiment;

import dev.rebound.lab.units.Quantity;
import java.time.Duration;
import java.util.List;

/** Checks that the values of an experiment go together. */
final class ExperimentChecks {
  private final Values values;
  private final Problems problems;

  ExperimentChecks(Values values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  void run() {
    kafka();
    workload();
    for (Values fault : values.<Values>list("faults")) {
      times(fault);
      victims(fault);
    }
  }

  private void kafka() {
    Values kafka = values.section("kafka");
    long brokers = kafka.number("brokers");
    boolean ours = kafka.text("bootstrap").isEmpty();
    if (ours && brokers == 0) {
      problems.add(
          kafka.place("brokers"),
          "no brokers to start and no bootstrap",
          "Write brokers: 1, or give the bootstrap address of a cluster that exists.");
    }
    if (!ours && brokers > 0) {
      problems.add(
          kafka.place("brokers"),
          "brokers are not started when bootstrap names a cluster that exists",
          "Remove brokers or bootstrap.");
    }
    if (ours && brokers > 0 && kafka.number("replication") > brokers) {
      problems.add(
          kafka.place("replication"),
          "replication "
              + kafka.number("replication")
              + " needs as many brokers; there "
              + (brokers == 1 ? "is 1" : "are " + brokers),
          "Write replication: " + brokers + " or less, or start more brokers.");
    }
    if (kafka.number("min-insync-replicas") > kafka.number("replication")) {
      problems.add(
          kafka.place("min-insync-replicas"),
          "min-insync-replicas "
              + kafka.number("min-insync-replicas")
              + " is more than replication "
              + kafka.number("replication"),
          "Nothing could be written: lower it to " + kafka.number("replication") + " or less.");
    }
  }

  private void workload() {
    Values workload = values.section("workload");
    Values load = values.section("load");
    boolean logs = workload.text("name").equals("log-match");
    if (logs && load.text("file").isEmpty()) {
      problems.add(
          load.place(),
          "log-match replays a log and load.file names none",
          "Add file: access.log.");
    }
    if (!logs && !load.text("file").isEmpty()) {
      problems.add(
          load.place("file"),
          "load.file belongs to log-match; this workload is " + workload.text("name"),
          "Remove it, or write workload: { name: log-match }.");
    }
    if (!logs && !workload.text("rules-file").isEmpty()) {
      problems.add(
          workload.place("rules-file"),
          "rules-file belongs to log-match; this workload is " + workload.text("name"),
          "Remove it, or write name: log-match.");
    }
    if (!logs && workload.decimal("selectivity") > workload.number("rules")) {
      problems.add(
          workload.place("selectivity"),
          "more matches per record than there are rules",
          "Write at most " + workload.number("rules") + ".");
    }
    long generators = load.number("generators");
    if (generators > 1 && load.rate("rate").perSecond() / generators < 1) {
      problems.add(
          load.place("generators"),
          "less than one record a second for each generator",
          "Use fewer generators or a higher rate.");
    }
  }

  private void times(Values fault) {
    Duration phase = values.section("phases").duration("faults");
    Duration at = fault.duration("at");
    boolean pause = fault.has("for");
    Duration end = pause ? at.plus(fault.duration("for")) : at;
    if (at.compareTo(phase) >= 0) {
      problems.add(
          fault.place("at"),
          "this fault would come after the faults phase, which lasts " + Quantity.text(phase),
          "Write an earlier time, or phases: { faults: "
              + Quantity.text(at.plus(Duration.ofMinutes(1)))
              + " }.");
    } else if (end.compareTo(phase) > 0) {
      problems.add(
          fault.place("for"),
          "this pause outlasts the faults phase, which lasts " + Quantity.text(phase),
          "Write a shorter pause, or phases: { faults: " + Quantity.text(end) + " }.");
    }
    if (pause
        && fault.has("every")
        && fault.duration("for").compareTo(fault.duration("every")) >= 0) {
      problems.add(
          fault.place("for"),
          "this pause lasts longer than its period",
          "Write less than " + Quantity.text(fault.duration("every")) + ".");
    }
  }

  private void victims(Values fault) {
    Values kafka = values.section("kafka");
    Values engine = values.section("engine");
    String role = Faults.role(fault);
    boolean brokers = role.equals("broker");
    if (brokers && !kafka.text("bootstrap").isEmpty()) {
      problems.add(
          fault.place(Faults.kind(fault)),
          "brokers that Rebound did not start are never faulted, and kafka.bootstrap names a"
              + " cluster that exists",
          "Remove this fault, or let Rebound start the brokers.");
      return;
    }
    List<String> many = List.of("worker", "broker");
    long there = 1;
    if (many.contains(role)) {
      there = brokers ? kafka.number("brokers") : engine.number("workers");
    }
    if (fault.number("count") > there) {
      problems.add(
          fault.place("count"),
          fault.number("count")
              + " victims of role "
              + role
              + ", but there "
              + (there == 1 ? "is 1" : "are " + there),
          "Write count: " + there + " or less.");
    }
  }
}
