package dev.rebound.lab.runner;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;

/**
 * A job of a run, with what is written of it: the first one has the run's own folder and journal,
 * each of the others those of a run of its own, in a folder within.
 *
 * @param number from 0
 */
record Job(int number, Experiment experiment, RunDirectory directory, Journal journal) {}
