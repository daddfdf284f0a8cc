/**
 * A guide to practice as checks: what the settings of a Kafka client, of what stands around it, of
 * a topic and of brokers cost once something fails.
 *
 * <p>{@link Dialects} knows whose settings a file has. Files become {@link Application}s of
 * clients, whose settings are written or the dialect's defaults, with their lines, or {@link
 * ClusterFacts}, which an admin client reads, too. {@link Checks} lists every check by its name,
 * each a pure function to findings; what a dialect's own settings cost is data ({@code dialects/});
 * {@link Advisor} holds settings against all of them, and {@code measured.json} adds figures where
 * a study has any.
 */
package dev.rebound.advise;
