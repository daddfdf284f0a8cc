package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Rate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open-loop load.
 *
 * @param rate of all generators together, after {@code --scale}
 * @param generators number of generator processes; each sends {@code rate / generators}
 * @param file {@code log-match}: the log whose lines are replayed; empty otherwise
 * @param producer producer settings, unchanged; win over {@code acks=all} and idempotence
 * @param share what the rate was worked out from if the file gives it in percent; null otherwise
 */
public record LoadSpec(
    Rate rate,
    int generators,
    String file,
    Map<String, String> producer,
    Capacity.@Nullable Share share) {}
