/**
 * The computation of jobs, free of any engine: records, rules, states and windows.
 *
 * <p>The same description ({@link WorkloadSpec}) gives the same answers in generator, job and
 * checker. {@link Workloads} maps names to kinds ({@link WorkloadKind}), from whose options the
 * keys of experiment files and of jobs follow; those of programs and services that are not ours
 * stand with their oracles. {@link RuleMatch} draws the matches of a record from its seed alone;
 * {@link LogMatch} searches the lines of a file, by Hyperscan or, where that does not load, by
 * {@code java.util.regex}; {@link FixedWindow} and {@link SessionWindow} gather visits; {@link
 * Grouping} counts records by key; {@link Sessions} follows sessions. A job is a {@link
 * MatchFinder}, a shuffle by key, and a {@link KeyedLogic} over a state of its own. A closing
 * record changes nothing and makes each rule emit a readout of its state, so that the checker sees
 * final states, whatever the engine. Values that are not ours carry a header that says which record
 * they are of ({@link RecordIdHeader}).
 */
package dev.rebound.workload;
