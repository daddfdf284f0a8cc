package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.JobSpec;
import java.util.List;

/** The regular-expression engine that workers which match log lines need, whatever the engine. */
public final class Hyperscan {
  public static final String COORDINATES = "com.gliwka.hyperscan:hyperscan:5.4.0-2.0.0";

  private Hyperscan() {}

  /** The jars that a worker's class path must hold for a job. */
  public static List<String> neededBy(JobSpec job) {
    return job.workload().name().equals("log-match") ? List.of(COORDINATES) : List.of();
  }
}
