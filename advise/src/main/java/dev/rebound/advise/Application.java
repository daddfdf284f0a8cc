package dev.rebound.advise;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one file; of a Spring file with profiles, those of one profile.
 *
 * @param name the file, and the profile if there is one
 * @param producer null if the file sets up none
 * @param consumer null if the file sets up none
 * @param listener Spring's container around the consumer; null in a file of Kafka's own
 * @param unknown keys that no Kafka client has
 * @param misplaced keys that a client of another kind has
 * @param overruled keys that are written again further down
 */
public record Application(
    String name,
    SettingsDialect dialect,
    @Nullable Client producer,
    @Nullable Client consumer,
    @Nullable Client listener,
    List<Setting> unknown,
    List<Setting> misplaced,
    List<Setting> overruled) {
  /** Those that there are. */
  Stream<Client> clients() {
    return Stream.of(
            Stream.ofNullable(producer), Stream.ofNullable(consumer), Stream.ofNullable(listener))
        .flatMap(client -> client);
  }

  /** The clients that it sets up, in words: {@code a producer and a consumer}. */
  public String words() {
    if (producer != null && consumer != null) {
      return "a producer and a consumer";
    }
    return producer == null ? "a consumer" : "a producer";
  }
}
