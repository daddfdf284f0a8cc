package dev.rebound.lab.engine;

import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Map;

/**
 * Processes and configuration of one engine run; {@code --dry-run} prints it.
 *
 * @param processes in start order
 * @param settings what was set on the engine, effective values, in the order to print
 * @param notes sentences for the reader: what the guarantee set, spares as extra processes, …
 */
public record Plan(List<ProcessSpec> processes, Map<String, String> settings, List<String> notes) {}
