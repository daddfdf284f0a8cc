package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import java.util.ArrayList;
import java.util.List;

/** The regular-expression engine that workers which match log lines need, whatever the engine. */
public final class Hyperscan {
  public static final String COORDINATES = "com.gliwka.hyperscan:hyperscan:5.4.0-2.0.0";

  private Hyperscan() {}

  /** The one class path of an engine whose processes are all alike, with this engine on it. */
  public static List<JarSet> with(EngineVersion version) {
    List<String> coordinates = new ArrayList<>(version.classPath());
    coordinates.add(COORDINATES);
    return List.of(new JarSet(coordinates, version.exclusions()));
  }

  /** The jars that a worker's class path must hold for a job. */
  public static List<String> neededBy(JobSpec job) {
    return job.workload().name().equals("log-match") ? List.of(COORDINATES) : List.of();
  }
}
