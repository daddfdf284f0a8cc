package dev.rebound.lab.experiment;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.workload.Workloads;
import org.jspecify.annotations.Nullable;

/** Checks of a load that the job's own source makes. */
final class GeneratedLoad {
  private GeneratedLoad() {}

  /**
   * Tells what does not go with it.
   *
   * @param bounded whether the file says how many records there are
   * @param known the engine; null if any will do
   */
  static void check(
      Values values, Values load, boolean bounded, @Nullable EngineDeclaration known) {
    if (!load.rate("rate").isMax() || !bounded) {
      load.wrong(
          LoadSpec.GENERATED,
          "records that the job makes are so many, made as fast as it takes them",
          "Write rate: max and " + LoadSpec.MAX_RECORDS + ": 20000000, too.");
    }
    if (load.is(LoadSpec.BACKLOG)) {
      load.wrong(
          LoadSpec.GENERATED,
          "a backlog lies in a topic, and generated records in none",
          "Remove " + LoadSpec.BACKLOG + " or " + LoadSpec.GENERATED + ".");
    }
    if (load.number("generators") > 1) {
      load.wrong(
          "generators",
          "no process generates what the job makes itself",
          "Remove generators: the source has a lane for each of kafka.partitions.");
    }
    if (values.has("rig")
        && values.section("rig").<String>list("allow").contains(Doubt.FLAT_OUT.code())) {
      values
          .section("rig")
          .wrong(
              "allow",
              "nobody knows when a record was made that the job made itself: no time can be told",
              "Remove " + Doubt.FLAT_OUT.code() + ".");
    }
    Values engine = values.section("engine");
    if (engine.has(ProgramJar.KEY) || engine.has(OwnProgram.RUN)) {
      load.wrong(
          LoadSpec.GENERATED,
          "a program of your own has a source of its own, of which nobody knows what it makes",
          "Remove " + LoadSpec.GENERATED + ": the program reads its records from a topic.");
    } else if (known != null) {
      engine(values, load, known);
    }
  }

  private static void engine(Values values, Values load, EngineDeclaration known) {
    EngineDeclaration.OwnSource source = known.capabilities().source();
    String workload = Workloads.kind(values.section("workload").text("name")).name();
    if (source.workloads().isEmpty()) {
      load.wrong(
          LoadSpec.GENERATED,
          known.name() + " has no source that makes records: " + source.why(),
          "Write " + LoadSpec.BACKLOG + ": true in its place, or choose another engine.");
    } else if (!source.workloads().contains(workload)) {
      load.wrong(
          LoadSpec.GENERATED,
          "the source of " + known.name() + " makes no records of " + workload,
          "Write workload: { name: %s }, or %s: true in place of %s."
              .formatted(
                  String.join(" or ", source.workloads()), LoadSpec.BACKLOG, LoadSpec.GENERATED));
    }
  }
}
