/**
 * Lanes and the times of their outputs: when each was below, with what is known of both ends.
 *
 * <p>{@link AppearanceTimes} are the times at which outputs appeared: appended, or received. {@link
 * LaneEvents} sorts those of one watch by lane, {@link LaneBaseline} is what a lane's baseline
 * shows, {@link LaneDips} finds when a lane was below ({@link LaneSilences} for thin lanes), {@link
 * ChangePoints} when it fell and rose, and {@link Backlog} where it fell behind slowly. {@link
 * LaneCounts} only counts for charts.
 */
package dev.rebound.analysis.recovery.lanes;
