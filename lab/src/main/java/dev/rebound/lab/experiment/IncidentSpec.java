package dev.rebound.lab.experiment;

import java.util.List;

/**
 * A public incident that an experiment shows: a matrix of two runs, of which the first must fail as
 * the incident did, and the second, which fixes it, must pass.
 *
 * @param symptom in the words of somebody who has it
 * @param system that has it, with versions
 * @param reports public addresses
 * @param shown metrics whose bounds the first run breaks
 * @param minutes that both runs take
 * @param fix what to do about it, a sentence
 */
public record IncidentSpec(
    String symptom,
    String system,
    List<String> reports,
    List<String> shown,
    int minutes,
    String fix) {}
