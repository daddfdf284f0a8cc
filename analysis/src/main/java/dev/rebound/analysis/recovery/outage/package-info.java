/**
 * The outcome of each fault, as a {@link LaneSignal} tells it: {@link IdentitySignal} by what
 * outputs say of themselves, {@link OffsetSignal} by offsets and append times alone.
 *
 * <p>{@link OutageEnd} says which stretches are the fault's, and between what bounds they ended;
 * {@link Outages}, {@link Disruption} and {@link Steps} tell of its parts. {@link FaultWatch}
 * judges what may be put down to a fault, and makes its result of all that; {@link RigHistory}
 * knows what the rig itself did at a moment.
 */
package dev.rebound.analysis.recovery.outage;
