package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.outage.TimeBelow;
import java.util.List;
import java.util.Map;

/**
 * What one output topic shows.
 *
 * @param below when lanes were below, in the order of the result's faults
 * @param unchecked what the audit leaves open, to the reason, whatever the faults say
 */
record TopicFindings(AnalysisResult result, List<TimeBelow> below, Map<String, String> unchecked) {}
