package dev.rebound.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one file, or of a part of it: of a profile, a channel, a service.
 *
 * @param name the file, and the part
 * @param dialect whose settings they are
 * @param clients those that it sets up
 * @param unknown keys that nobody has
 * @param misplaced keys that a client of another kind has
 * @param overruled keys that are written again further down
 */
public record Application(
    String name,
    Dialect dialect,
    Form form,
    Map<Role, Client> clients,
    List<Setting> unknown,
    List<Setting> misplaced,
    List<Setting> overruled) {
  @Nullable Client producer() {
    return clients.get(Role.PRODUCER);
  }

  @Nullable Client consumer() {
    return clients.get(Role.CONSUMER);
  }

  /** Spring's container around the consumer. */
  @Nullable Client listener() {
    return clients.get(Role.LISTENER);
  }

  /** What else stands around the clients. */
  @Nullable Client runtime() {
    return clients.get(Role.RUNTIME);
  }

  /** Those that there are, in order of their roles. */
  Stream<Client> each() {
    return Stream.of(Role.values()).flatMap(role -> Stream.ofNullable(clients.get(role)));
  }

  /** What it sets up, in words: {@code a producer and a consumer}. */
  public String words() {
    List<String> words = new ArrayList<>();
    each()
        .filter(client -> client.role() != Role.LISTENER)
        .forEach(client -> words.add("a " + dialect.word(client.role())));
    if (clients.containsKey(Role.RUNTIME)) {
      words.add(0, words.remove(words.size() - 1));
    }
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** The first line of the advice on it. */
  String told() {
    return "%s: %s: %s, with the defaults of %s"
        .formatted(name, dialect.label(), words(), dialect.allDefaults());
  }
}
