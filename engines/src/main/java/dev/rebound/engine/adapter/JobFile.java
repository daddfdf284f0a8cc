package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.PropertiesText;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.WorkloadSpec;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The options of a worker that is the job's own process, as the file that {@code --config} names.
 */
public final class JobFile {
  private final Map<String, String> options = new TreeMap<>();

  /**
   * With what every job must be told: workload, topics, group, guarantee, and who it is.
   *
   * @param number of the worker, from 1
   */
  public JobFile(int number, EngineSpec spec, JobSpec job) {
    Properties workload = job.workload().toProperties();
    workload.stringPropertyNames().forEach(key -> put(key, workload.getProperty(key)));
    put("bootstrap", job.bootstrap());
    put("input", job.input());
    put("output", job.output());
    put("group", job.group());
    put("guarantee", spec.guarantee().toString());
    put("partitions", Integer.toString(job.partitions()));
    if (job.generated() > 0) {
      put(JobOptions.GENERATED.name(), Long.toString(job.generated()));
    }
    put("commit-interval-ms", Long.toString(spec.commitInterval().toMillis()));
    put("node", Integer.toString(number));
    put("incarnation", "${incarnation}");
    job.client().forEach((key, value) -> put("client." + key, value));
  }

  public JobFile put(String option, String value) {
    options.put(option, value);
    return this;
  }

  /** For a program of the user's, whose workload no job of ours knows. */
  public JobFile withoutWorkload() {
    options.keySet().removeIf(option -> option.startsWith(WorkloadSpec.PREFIX));
    return this;
  }

  public String text() {
    return PropertiesText.of(options);
  }
}
