/**
 * A guide to practice as checks: what the settings of a Kafka client, of a topic and of brokers
 * cost once something fails.
 *
 * <p>Files become an {@link Application} of clients, whose settings are written or Kafka's
 * defaults, with their lines; an admin client reads a {@link ClusterFacts}. {@link Checks} lists
 * every check by its name, each a pure function to findings; {@link Advisor} holds settings against
 * all of them, and {@code measured.json} adds figures where a study has any.
 */
package dev.rebound.advise;
