/**
 * The pipelines on Hazelcast Jet: a member that is a process of its own, with the job's classes on
 * its class path ({@link dev.rebound.job.jet.MemberJob}; {@code --help} lists its options).
 *
 * <p>Records, what the workload finds in them, a state for each key in the members' memory, the
 * output topic. The oldest member looks after the job: it submits it where there is none, and
 * resumes it where it is suspended. {@code events.jsonl} says what a member sees of itself.
 */
package dev.rebound.job.jet;
