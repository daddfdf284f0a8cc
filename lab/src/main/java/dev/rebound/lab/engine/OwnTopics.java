package dev.rebound.lab.engine;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which topics a job makes itself, besides those that it is given, told by their names: some come
 * to be only while it runs. Clean-up, the drain and whether a broker is whole all go by it.
 *
 * @param own true of the name of a topic that the job makes
 * @param shuffle true of one through which records pass on their way between two stages
 * @param changelog true of one that holds every change of a state; empty if there is none
 */
public record OwnTopics(
    Predicate<String> own, Predicate<String> shuffle, Optional<Predicate<String>> changelog) {
  /** The topics of a job that makes none. */
  public static final OwnTopics NONE =
      new OwnTopics(topic -> false, topic -> false, Optional.empty());

  private static final String STREAMS_SHUFFLE = "-repartition";
  private static final String STREAMS_CHANGELOG = "-changelog";

  /** Those of an application of Kafka Streams, which names them after itself. */
  public static OwnTopics ofStreams(String applicationId) {
    Predicate<String> own = topic -> topic.startsWith(applicationId + "-");
    return new OwnTopics(
        own,
        own.and(topic -> topic.endsWith(STREAMS_SHUFFLE)),
        Optional.of(own.and(topic -> topic.endsWith(STREAMS_CHANGELOG))));
  }

  /** A single one, which is neither a shuffle nor a changelog. */
  public static OwnTopics of(String name) {
    return new OwnTopics(name::equals, topic -> false, Optional.empty());
  }

  /** True if there are none, so that nobody need look for them. */
  public boolean none() {
    return equals(NONE);
  }
}
