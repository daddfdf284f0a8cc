/**
 * Flink as separate processes, driven and followed over its REST interface: JobManagers,
 * TaskManagers and spares, which are TaskManagers like the others.
 *
 * <p>{@link FlinkSettings} turns an experiment into settings; the last wins: what Flink needs to
 * start without its scripts, what the lab needs to follow it, {@code quick.yaml} (each setting with
 * its reason), guarantee, checkpoints and state, and the experiment's {@code config}. Each
 * version's needs are data ({@code versions.yaml}). A TaskManager's resource id is its node's name
 * and its incarnation, so that a new life is never taken for the old one.
 *
 * <p>{@link FlinkCluster} submits the job and looks at it four times a second; {@link
 * JobRecoveries}, pure, compares looks and tells the steps: detected is the first new entry of the
 * exception history, reassigned when the last subtask was sent to a TaskManager that answered,
 * restored when the last began to run. {@link JobManagerLeadership} reads in the logs who leads of
 * several JobManagers. One that is alone takes the job with it: the follower submits it again from
 * the newest completed checkpoint, found in the folder itself. {@link Rehearsals} keeps idle
 * TaskManagers warm.
 */
@NullMarked
package dev.rebound.engine.flink;

import org.jspecify.annotations.NullMarked;
