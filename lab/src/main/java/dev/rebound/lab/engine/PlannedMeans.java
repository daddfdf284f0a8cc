package dev.rebound.lab.engine;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.Owner;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a subject has to do its work with, as its section and its planned processes tell. Pure. */
public final class PlannedMeans {
  private static final String WORKER = "worker";
  private static final String NONE = "0";
  private static final long MIB = 1L << 20;

  private PlannedMeans() {}

  static SubjectMeans of(EngineSpec spec, Plan plan) {
    Map<Mean, String> known = new EnumMap<>(Mean.class);
    known.put(Mean.WORKERS, Integer.toString(spec.workers()));
    boolean own =
        spec.options().containsKey(ProgramJar.KEY) || spec.options().containsKey(OwnProgram.RUN);
    if (!own) {
      known.put(Mean.THREADS, Integer.toString(spec.threads()));
      known.put(Mean.STANDBYS, NONE);
    }
    String interval = Quantity.text(spec.commitInterval());
    if (!own || !interval.equals(SubjectMeans.COMMIT_INTERVAL_UNWRITTEN)) {
      known.put(Mean.COMMIT_INTERVAL, interval);
    }
    known.put(Mean.MEMORY, bytes(memory(plan)));
    known.put(Mean.SPARES, Integer.toString(spec.spares() * spec.threads()));
    worker(plan)
        .ifPresent(
            worker -> {
              if (worker.program() instanceof Program.Java java) {
                known.put(Mean.HEAP, bytes(worker.heapBytes()));
                known.put(Mean.COLLECTOR, collector(java.jvmOptions()));
              }
            });
    return new SubjectMeans(known);
  }

  private static long memory(Plan plan) {
    return plan.processes().stream()
        .filter(process -> process.owner() == Owner.SUBJECT)
        .mapToLong(process -> process.heapBytes() + process.overheadBytes())
        .sum();
  }

  private static Optional<ProcessSpec> worker(Plan plan) {
    return plan.processes().stream().filter(process -> process.role().equals(WORKER)).findFirst();
  }

  /** The collector that JVM options choose, {@code Serial}; else the JVM does. */
  public static String collector(List<String> jvm) {
    return jvm.stream()
        .filter(Program.Java::choosesCollector)
        .map(option -> option.replaceAll("-XX:\\+Use(\\w+)GC", "$1"))
        .reduce((one, later) -> later)
        .orElse("the JVM's choice");
  }

  /** A size, to the megabyte. */
  public static String bytes(long count) {
    return new Bytes(Math.round((double) count / MIB) * MIB).toString();
  }
}
