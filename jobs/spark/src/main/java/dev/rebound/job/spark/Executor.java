package dev.rebound.job.spark;

import dev.rebound.workload.KeyedLogic;
import org.apache.spark.SparkEnv;

/** The name in which an executor writes outputs. */
final class Executor {
  /** Number of the worker whose executor this is; 0 where nobody says. */
  static final int NODE = Integer.parseInt(System.getenv().getOrDefault("REBOUND_WORKER", "0"));

  private Executor() {}

  /**
   * Number of the executor, from 1. Spark gives none the number that another one of the same life
   * of the driver had; the next driver begins anew.
   */
  static int life() {
    String id = SparkEnv.get().executorId();
    return id.matches("\\d+") ? Integer.parseInt(id) + 1 : 1;
  }

  static KeyedLogic.Emitter emitter() {
    return new KeyedLogic.Emitter(NODE, life());
  }
}
