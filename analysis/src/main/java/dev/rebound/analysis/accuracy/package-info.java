/**
 * The instrument's own accuracy: made-up runs whose truth is known by construction, and how well
 * the printed intervals hold it.
 *
 * <p>A {@link Scenario} and a seed draw a {@link SimulatedScenario}, whose lanes are served in a
 * {@link Simulation}, with all its stops and without; from both follows the {@link ScenarioTruth}.
 * {@link SimulatedEvidence} writes the run as the files of a real one, {@link SimulatedRun} has it
 * analysed and holds each printed length against its truth, and {@link Accuracy} counts over many.
 */
package dev.rebound.analysis.accuracy;
