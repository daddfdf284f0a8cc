/**
 * One run from its plan to its verdict: phases, the rig that they drive, and what it leaves.
 *
 * <p>{@link Execution} is the whole of it. {@link Runner} knows phases and nothing of processes; it
 * drives a {@link Rig}, of which {@link LocalRig} is the real one, and lives by a clock that a test
 * may replace. A run has {@link Jobs}: each {@link Job} has a folder and a journal, is driven as a
 * {@link JobUnderWay}, and checks itself; the first one's folder is the run's, and its verdict that
 * of all. {@link RunPlan} is what a run needs. After the drain {@link LocalEvidence} and {@link
 * OutputAudit} gather what was left, which {@link dev.rebound.analysis.judge} judges by {@link
 * ExperimentTerms}. {@link Recheck} is {@code rebound check}.
 *
 * <p>The tests of this package hold a rig in memory, with a clock that passes at once, on which
 * runner, nemesis, checker and verdict are the real ones: each mistake that is planted there must
 * be found by a whole run.
 */
package dev.rebound.lab.runner;
