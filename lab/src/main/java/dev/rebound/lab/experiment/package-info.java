/**
 * Experiment files: reading, checking, matrices, and the JSON schema.
 *
 * <p>{@link ExperimentSchema} describes every key once; reading, defaults, "did you mean", the
 * resolved file, the schema and docs/reference/experiment-keys.md follow. Types ({@link
 * ScalarType}, {@link Section} and their like) parse a {@link LocatedYaml} that remembers line and
 * column and put what is wrong into {@link Problems}, which tells all of it at once. {@link
 * SetOption} applies {@code --set}, {@link Matrix} spreads lists out, {@link FaultKeys} and {@link
 * ExperimentChecks} see that values go together, {@link ImpliedExpectations} adds the expectations
 * that follow from the engine's promise, {@link ControlFile} makes the control that differs in
 * settings.
 *
 * <p>{@link CapacityStore} keeps the sustained rates that were found, for each machine and what an
 * experiment sets otherwise than by default. {@link OwnSettings} works that out from the resolved
 * file and the defaults as they are declared. No run leaves it as a record: files of earlier
 * versions have none, and two ways would have to give the same for ever.
 */
package dev.rebound.lab.experiment;
