package dev.rebound.advise;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whose settings a file has, as data: what holds where it says nothing, and what its own settings
 * cost. One file each in {@code dialects/}; who reads them is a {@link DialectReader}.
 *
 * @param label as it is told: {@code Kafka Connect worker}
 * @param origin what its defaults are of, with a version: {@code Kafka Connect 4.3.1}
 * @param runtime what stands around the clients, in a word: worker, channel; empty if nothing does
 * @param kafkaDefaults true if Kafka's Java client's defaults hold where it has none of its own;
 *     else those of librdkafka
 * @param judgesDefaults false if clients are judged by what is written alone, their defaults being
 *     well chosen
 * @param commitsInstead what commits in place of the clock, as a sentence
 * @param leftOut checks that are not true of it
 * @param overruled settings of clients that it overrules, whatever is written
 * @param defaults by the word of the role, then by name
 */
record Dialect(
    String label,
    String origin,
    String runtime,
    boolean kafkaDefaults,
    boolean judgesDefaults,
    boolean namesGroupElsewhere,
    String commitsInstead,
    Set<String> leftOut,
    Set<String> overruled,
    Map<String, Map<String, String>> defaults,
    List<Rule> rules) {
  /** The data as it is written, where what is left out means the usual. */
  record Written(
      @JsonProperty("label") @Nullable String label,
      @JsonProperty("origin") @Nullable String origin,
      @JsonProperty("runtime") @Nullable String runtime,
      @JsonProperty("kafka-defaults") @Nullable Boolean kafkaDefaults,
      @JsonProperty("judges-defaults") @Nullable Boolean judgesDefaults,
      @JsonProperty("names-group-elsewhere") @Nullable Boolean namesGroupElsewhere,
      @JsonProperty("commits-instead") @Nullable String commitsInstead,
      @JsonProperty("left-out") @Nullable Set<String> leftOut,
      @JsonProperty("overruled") @Nullable Set<String> overruled,
      @JsonProperty("defaults") @Nullable Map<String, Map<String, String>> defaults,
      @JsonProperty("rules") @Nullable List<Rule> rules) {}

  /**
   * What one setting of the dialect's own costs.
   *
   * @param role whose setting it is; null for what stands around the clients
   * @param values a pattern of the values that it is true of, in small letters; of a setting that
   *     has none, of the empty text
   * @param when other settings, with patterns that their values have to have
   * @param write the value to write instead; null if there is none
   * @param writeKey the setting that is to have it, if another one
   */
  record Rule(
      @JsonProperty("check") String check,
      @JsonProperty("severity") Severity severity,
      @JsonProperty("role") @Nullable Role role,
      @JsonProperty("key") String key,
      @JsonProperty("values") String values,
      @JsonProperty("when") @Nullable Map<String, String> when,
      @JsonProperty("why") String why,
      @JsonProperty("risk") String risk,
      @JsonProperty("write") @Nullable String write,
      @JsonProperty("write-key") @Nullable String writeKey,
      @JsonProperty("besides") @Nullable String besides) {
    /** The finding, if the settings are so. A value that is not known is not judged. */
    Optional<SettingFinding> look(Client client) {
      boolean holds =
          matches(client, key, values)
              && Objects.requireNonNullElse(when, Map.<String, String>of()).entrySet().stream()
                  .allMatch(one -> matches(client, one.getKey(), one.getValue()));
      return holds
          ? Optional.of(
              client
                  .finding(
                      severity,
                      client.get(key),
                      why,
                      risk,
                      write == null
                          ? ""
                          : client.line(Objects.requireNonNullElse(writeKey, key), write))
                  .besides(Objects.requireNonNullElse(besides, "")))
          : Optional.empty();
    }

    private static boolean matches(Client client, String key, String pattern) {
      return !client.get(key).fromOutside() && client.text(key).matches(pattern);
    }
  }

  /** The one of {@code dialects/NAME.json}. */
  static Dialect shipped(String name) {
    try (InputStream in = Dialect.class.getResourceAsStream("dialects/" + name + ".json")) {
      Written written =
          new ObjectMapper()
              .setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
              .readValue(Objects.requireNonNull(in, name), Written.class);
      return new Dialect(
          Objects.requireNonNullElse(written.label(), name),
          Objects.requireNonNullElse(written.origin(), ""),
          Objects.requireNonNullElse(written.runtime(), ""),
          !Boolean.FALSE.equals(written.kafkaDefaults()),
          !Boolean.FALSE.equals(written.judgesDefaults()),
          Boolean.TRUE.equals(written.namesGroupElsewhere()),
          Objects.requireNonNullElse(
              written.commitsInstead(),
              "Call commitSync() after what was read is processed and saved."),
          Objects.requireNonNullElse(written.leftOut(), Set.of()),
          Objects.requireNonNullElse(written.overruled(), Set.of()),
          Objects.requireNonNullElse(written.defaults(), Map.of()),
          Objects.requireNonNullElse(written.rules(), List.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same under another label. */
  Dialect labelled(String other) {
    return new Dialect(
        other,
        origin,
        runtime,
        kafkaDefaults,
        judgesDefaults,
        namesGroupElsewhere,
        commitsInstead,
        leftOut,
        overruled,
        defaults,
        rules);
  }

  /** What a role is called here. */
  String word(Role role) {
    return role == Role.RUNTIME ? runtime : role.word();
  }

  /** Its own default; null if it has none. */
  @Nullable String ownDefault(Role role, String key) {
    return defaults.getOrDefault(role.word(), Map.of()).get(key);
  }

  /** What holds where nothing is written; null if nothing does. */
  @Nullable String defaultOf(Role role, String key) {
    String own = ownDefault(role, key);
    return own != null
        ? own
        : kafkaDefaults
            ? KafkaSettings.defaultOf(role, key)
            : LibrdkafkaSettings.defaultOf(role, key);
  }

  /** {@code default of kafka-clients 4.3.1}. */
  String originOf(Role role, String key) {
    boolean own = role == Role.RUNTIME || !kafkaDefaults || ownDefault(role, key) != null;
    return "default of " + (own ? defaultsOf() : KafkaSettings.ORIGIN);
  }

  /** What the defaults are of, in words. */
  String defaultsOf() {
    return origin.isEmpty() ? KafkaSettings.ORIGIN : origin;
  }

  /** What all defaults are of that hold in its files, in words. */
  String allDefaults() {
    return origin.isEmpty() || !kafkaDefaults
        ? defaultsOf()
        : origin + " and " + KafkaSettings.ORIGIN;
  }

  /** Names of settings of what stands around the clients, sorted. */
  Set<String> names() {
    Set<String> names =
        new TreeSet<>(defaults.getOrDefault(Role.RUNTIME.word(), Map.of()).keySet());
    rules.stream().filter(rule -> rule.role() == null).map(Rule::key).forEach(names::add);
    return names;
  }

  /** The label as it stands in a sentence. */
  @Override
  public String toString() {
    return label.toLowerCase(Locale.ROOT);
  }
}
