package dev.rebound.lab.experiment;

import dev.rebound.workload.WorkloadSpec;

/** Makes the parts of an {@link Experiment} from checked values. */
final class ExperimentSpecs {
  /** Key of what load.rate was worked out from; no key of the file, so it is never written. */
  static final String SHARE = "rate from";

  static final String MAX_RECORDS = "max-records";
  static final String BACKLOG = "backlog";
  static final String GENERATED = "generated";
  static final String PORT = "port";

  private ExperimentSpecs() {}

  static KafkaSpec kafka(Values values) {
    return new KafkaSpec(
        values.text("version"),
        values.count("brokers"),
        values.text("bootstrap"),
        values.has(PORT) ? values.count(PORT) : 0,
        values.count("partitions"),
        values.count("replication"),
        values.count("min-insync-replicas"),
        values.settings("config"),
        values.settings("client"),
        values.list("jvm"),
        values.text("input"),
        values.text("second-input"),
        values.text("output"),
        values.text("group"),
        values.text("schema-registry"));
  }

  static WorkloadSpec workload(Values experiment, boolean left) {
    return WorkloadKeys.bind(
        experiment.section("workload"),
        experiment.section("load"),
        experiment.number("seed"),
        left);
  }

  static LoadSpec load(Values values) {
    return new LoadSpec(
        values.rate("rate"),
        values.has(MAX_RECORDS) ? values.number(MAX_RECORDS) : 0,
        values.has(BACKLOG) && values.flag(BACKLOG),
        values.has(GENERATED) && values.flag(GENERATED),
        values.count("generators"),
        values.text("file"),
        values.settings("producer"),
        HttpSpec.of(values),
        (Capacity.Share) values.find(SHARE));
  }

  static SustainSpec sustain(Values values) {
    return new SustainSpec(
        values.duration("p99"),
        values.duration("settle"),
        values.duration("window"),
        values.decimal("resolution"),
        values.count("repeats"),
        values.decimal("tolerance"));
  }

  static RigSpec rig(Values values) {
    return new RigSpec(values.list("allow"));
  }

  static Experiment.Phases phases(Values values) {
    return new Experiment.Phases(
        values.duration("start"),
        values.duration("warmup"),
        values.duration("baseline"),
        values.duration("faults"),
        values.duration("settle"),
        values.duration("drain"));
  }
}
