package dev.rebound.lab.engine;

import java.util.function.Predicate;

/**
 * Which topics a job makes itself, besides those that it is given, told by their names: some come
 * to be only while it runs. Clean-up, the drain and whether a broker is whole all go by it.
 *
 * @param own true of the name of a topic that the job makes
 * @param shuffle true of one through which records pass on their way between two stages
 */
public record OwnTopics(Predicate<String> own, Predicate<String> shuffle) {
  /** Of a job that makes none. */
  public static final OwnTopics NONE = new OwnTopics(topic -> false, topic -> false);

  private static final String STREAMS_SHUFFLE = "-repartition";

  /** Those of an application of Kafka Streams, which names them after itself. */
  public static OwnTopics ofStreams(String applicationId) {
    Predicate<String> own = topic -> topic.startsWith(applicationId + "-");
    return new OwnTopics(own, own.and(topic -> topic.endsWith(STREAMS_SHUFFLE)));
  }

  /** A single one, which is no shuffle. */
  public static OwnTopics of(String name) {
    return new OwnTopics(name::equals, topic -> false);
  }

  /** True if there are none, so that nobody need look for them. */
  public boolean none() {
    return equals(NONE);
  }
}
