package dev.rebound.workload;

/**
 * One of several output topics.
 *
 * @param workload the records of all of them, with what is due in this one alone
 */
public record OutputTopic(String name, Workload workload) {
  /** True if an output is due there of some records alone. */
  public boolean filtered() {
    return !workload.spec().options().getOrDefault("where", "").isBlank();
  }
}
