package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.platform.PropertiesText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The briefing of a program that is not ours, by environment variables and one file;
 * docs/your-own-job.md is for those who write one.
 */
public final class Briefing {
  private static final String CLIENT_FILE = "client.properties";

  private Briefing() {}

  /** The consumer group that the program is to join. */
  public static String group(JobSpec job) {
    return "rebound-" + job.runId();
  }

  /** The environment variables of each of its processes. */
  public static Map<String, String> environment(EngineSpec spec, JobSpec job) {
    Map<String, String> told = new LinkedHashMap<>();
    told.put("REBOUND_BOOTSTRAP", job.bootstrap());
    told.put("REBOUND_INPUT", job.input());
    told.put("REBOUND_OUTPUT", job.output());
    told.put("REBOUND_GROUP", group(job));
    told.put("REBOUND_PARTITIONS", Integer.toString(job.partitions()));
    told.put("REBOUND_WORKERS", Integer.toString(spec.workers()));
    told.put("REBOUND_GUARANTEE", spec.guarantee().toString());
    told.put("REBOUND_COMMIT_INTERVAL_MS", Long.toString(spec.commitInterval().toMillis()));
    told.put("REBOUND_CLIENT_CONFIG", "${dir}/" + CLIENT_FILE);
    return told;
  }

  /**
   * The environment variables of a worker.
   *
   * @param number of the worker, from 1
   */
  public static Map<String, String> environment(int number, EngineSpec spec, JobSpec job) {
    Map<String, String> told = environment(spec, job);
    told.put("REBOUND_WORKER", Integer.toString(number));
    told.put("REBOUND_IDENTITY", "${identity}");
    told.put("REBOUND_DATA", "${data}");
    return told;
  }

  /** The files that go with it. */
  public static Map<String, String> files(JobSpec job) {
    return Map.of(CLIENT_FILE, PropertiesText.of(new TreeMap<>(job.client())));
  }
}
