/**
 * The pipelines on Apache Storm: a topology that {@link dev.rebound.job.storm.TopologyJob} submits
 * ({@code --help} lists its options).
 *
 * <p>Spouts read the records and know which are done; the bolts beside them find in each what the
 * workload looks for; bolts by key keep a state for each key in their worker's memory, and write
 * the output topic. A tuple is acknowledged once the output that it made is stored. {@code
 * events.jsonl} says what the workers of a supervisor see of themselves, each by its number.
 */
package dev.rebound.job.storm;
