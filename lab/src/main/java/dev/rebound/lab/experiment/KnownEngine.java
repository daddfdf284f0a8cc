package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.Guarantee;
import java.util.Set;

/**
 * What an experiment file is checked against for the engine that it names.
 *
 * @param version used when the file names none
 * @param guarantees that it offers
 * @param roles that faults can name, beside {@code broker}
 */
public record KnownEngine(String version, Set<Guarantee> guarantees, Set<String> roles) {}
