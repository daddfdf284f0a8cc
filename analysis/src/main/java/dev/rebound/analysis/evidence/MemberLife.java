package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One life of a process of what is under test, as the journal bounds it; microseconds since the
 * epoch.
 *
 * @param beganMicros it did not begin earlier; 0 if nothing bounds that, as of a first life
 * @param endedMicros it had ended by then; 0 if no end was noted
 */
public record MemberLife(
    String node,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long beganMicros,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long endedMicros) {}
