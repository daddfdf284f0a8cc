/**
 * The recovery of a run from each fault: outage, recovery time, steps and latency, worked out from
 * files alone by {@link Analyst}.
 *
 * <p>It works from the times at which outputs appeared ({@link AppearanceTimes}: appended, or
 * received). {@link LaneEvents} sorts those of one watch by lane, {@link LaneBaseline} is what a
 * lane's baseline shows, {@link Dips} finds when a lane was below ({@link Gaps} for thin lanes) and
 * {@link ChangePoints} when it fell and rose. {@link Frontier} follows the age of the oldest
 * undelivered input. {@link Settling} says which dips are the fault's, and between what bounds they
 * ended. A {@link LaneSignal} tells all that of each fault: {@link IdentitySignal} by what outputs
 * say of themselves, {@link OffsetSignal} without: {@link CommitLanes} are input partitions by
 * committed offsets, {@link OutputFlow} is output partitions by append times. {@link FaultWatch}
 * judges what may be put down to a fault and makes its result, {@link RigHistory} knows what the rig
 * itself did at a moment. {@link TopicAnalysis} does all of it for one output topic, in stages. Each of several
 * output topics is worked out by itself, and {@link TopicsTogether} puts them together:
 * {@link LongestOfTopics} for faults, of which {@link TimeBelow} says when a topic was below.
 * {@link Grid} and {@link Scenes} only draw.
 */
package dev.rebound.analysis.recovery;
