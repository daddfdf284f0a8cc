package dev.rebound.lab.experiment;

import dev.rebound.workload.Workloads;
import java.util.List;

/**
 * The section {@code engine} of one experiment, with the workload beside it, for its engine to
 * check: what the engine finds wrong is told with the place in the file.
 */
public final class EngineSection {
  /** Keys of commands that are run once, before the workers are started and after the run. */
  public static final List<String> COMMANDS = List.of("setup", "teardown");

  /** Key of the folder that they are run in: the experiment file's own where it names no other. */
  public static final String COMMANDS_IN = "setup-in";

  /** Key of the topic that a service writes, and is read back from. */
  public static final String TOPIC = "topic";

  /** What that key says where the topic has a name of the run's own. */
  public static final String OWN_TOPIC = "${REBOUND_OUTPUT}";

  private final Values experiment;
  private final EngineSpec spec;

  EngineSection(Values experiment) {
    this.experiment = experiment;
    this.spec = EngineKeys.bind(experiment.section("engine"));
  }

  /** The section, every default filled in. */
  public EngineSpec spec() {
    return spec;
  }

  /** Name of the workload. */
  public String workload() {
    return experiment.section("workload").text("name");
  }

  /** What the workload is told by an option of words; empty where each output topic says it. */
  public String workload(String option) {
    Object said = experiment.section("workload").find(option);
    return said instanceof String || said instanceof java.util.List<?>
        ? WorkloadKeys.travelling(said)
        : "";
  }

  /** Whether all records lie in the input topic before the job starts, so that a rate is told. */
  public boolean backlog() {
    Values load = experiment.section("load");
    return load.is(LoadSpec.BACKLOG);
  }

  /** Whether the job's own source makes the records. */
  public boolean generated() {
    return experiment.section("load").is(LoadSpec.GENERATED);
  }

  /** Partitions of the input topic. */
  public int partitions() {
    return experiment.section("kafka").count("partitions");
  }

  /** How many jobs the engine is to run on its cluster. */
  public int jobs() {
    return 1 + SecondJobKeys.jobs(experiment).size();
  }

  /**
   * Tells what is wrong with a key of the section.
   *
   * @param key as the section has it; {@code config} for one of the settings in there
   * @param problem what is wrong, as it stands in the message
   * @param remedy one sentence
   */
  public void wrong(String key, String problem, String remedy) {
    experiment.section("engine").wrong(key, problem, remedy);
  }

  /** Tells that faults are meant for a role that is not there. */
  public void wrongRole(String role, String problem, String remedy) {
    for (Values fault : experiment.<Values>list("faults")) {
      if (FaultKeys.role(fault).equals(role)) {
        fault.wrong(FaultKeys.kind(fault).key(), problem, remedy);
      }
    }
  }

  /**
   * Tells what is wrong with the workload. One that the file does not name is wrong for the engine
   * that it does name.
   */
  public void wrongWorkload(String problem, String remedy) {
    wrongWorkload("name", problem, remedy);
  }

  /** The same of an option of the workload. */
  public void wrongWorkload(String option, String problem, String remedy) {
    Values workload = experiment.section("workload");
    boolean written = workload.written(option);
    (written ? workload : experiment.section("engine"))
        .wrong(written ? option : "name", problem, remedy);
  }

  /** True if the section has a key that not every engine knows. */
  public boolean has(String option) {
    return spec.options().containsKey(option);
  }

  /** Tells that the workload is none of those that the engine's job computes. */
  public void requireWorkload(List<String> computed) {
    if (!computed.contains(Workloads.kind(workload()).pipeline())) {
      wrongWorkload(
          spec.name() + " has no job that computes " + workload(),
          computed.isEmpty()
              ? "Choose another engine."
              : "Write workload: { name: X } with %s for X, or choose another engine."
                  .formatted(String.join(" or ", computed)));
    }
  }

  /** Tells that the engine has no workers that stand by, and why, where some are asked for. */
  public void noSpares(String why) {
    if (spec.spares() != 0) {
      wrong("spares", "engine.spares: " + spec.name() + " " + why, "Write more workers.");
    }
  }

  /** Tells that the engine holds states in memory alone, where they are to be elsewhere. */
  public void statesInMemory() {
    if (!spec.state().isEmpty()) {
      requireOneOf("state", spec.state(), List.of("memory"));
    }
  }

  /** Tells that a key has a value that is none of these. */
  public void requireOneOf(String key, String value, List<String> allowed) {
    if (!allowed.contains(value)) {
      wrong(
          key,
          "engine." + key + ": " + spec.name() + " cannot take '" + value + "'",
          "Write one of " + String.join(", ", allowed) + ".");
    }
  }
}
