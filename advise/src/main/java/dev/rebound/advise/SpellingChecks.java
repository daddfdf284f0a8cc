package dev.rebound.advise;

import dev.rebound.lab.experiment.Suggestion;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Settings that do not do what they seem to: slips, and values that a client refuses. Pure. */
final class SpellingChecks {
  /** Names that settings had before, or have in other clients than Java's. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "auto.commit.enable", PositionChecks.AUTO_COMMIT,
          "request.required.acks", DeliveryChecks.ACKS,
          "metadata.broker.list", "bootstrap.servers",
          "message.send.max.retries", DeliveryChecks.RETRIES,
          "message.timeout.ms", DeliveryChecks.DELIVERY,
          "queue.buffering.max.ms", "linger.ms",
          "compression.codec", "compression.type",
          "block.on.buffer.full", "max.block.ms",
          "metadata.fetch.timeout.ms", "max.block.ms");

  private SpellingChecks() {}

  static Stream<SettingFinding> unknown(Application application, Circumstances given) {
    return application.unknown().stream()
        .flatMap(setting -> unknown(application, setting).stream());
  }

  /** Nothing of a key that nothing is near to: other libraries have keys, too. Spring has all. */
  private static Optional<SettingFinding> unknown(Application application, Setting setting) {
    boolean refused = !application.dialect().kafkaDefaults();
    Optional<String> meant = meant(application.dialect(), setting);
    if (meant.isEmpty() && !setting.key().startsWith(SpringKeys.PREFIX)) {
      return Optional.empty();
    }
    return Optional.of(
        SettingFinding.of(
                application.name(),
                meant.isEmpty() ? Severity.NOTE : Severity.SLOW_OR_BRITTLE,
                setting,
                meant
                    .map(near -> "No setting is called that; the nearest is " + near + ".")
                    .orElse("Spring has no setting of that name, nor has Kafka."),
                refused
                    ? "The client refuses these settings and does not start."
                    : meant.isEmpty()
                        ? "It does nothing, unless the application itself reads it."
                        : "It is passed over in silence, and the default holds.",
                meant.map(near -> application.form().line(near, setting.shown())).orElse(""))
            .besides(meant.isEmpty() ? "Remove it if nobody reads it." : ""));
  }

  /** The full name of what was meant. */
  private static Optional<String> meant(Dialect dialect, Setting setting) {
    boolean springs = setting.key().startsWith(SpringKeys.PREFIX);
    Set<String> known = new TreeSet<>(dialect.names());
    known.addAll(
        springs
            ? SpringKeys.names()
            : dialect.kafkaDefaults() ? KafkaSettings.names() : LibrdkafkaSettings.names());
    String before =
        setting.name().endsWith(setting.key())
            ? setting.name().substring(0, setting.name().length() - setting.key().length())
            : "";
    if (springs && SpringKeys.property(setting.key()).isPresent()) {
      return SpringKeys.property(setting.key());
    }
    return Optional.ofNullable(ELSEWHERE.get(setting.key()))
        .filter(other -> dialect.kafkaDefaults())
        .or(() -> Suggestion.nearest(setting.key(), known))
        .map(near -> before + near);
  }

  static Stream<SettingFinding> misplaced(Application application, Circumstances given) {
    return application.misplaced().stream()
        .map(
            setting ->
                SettingFinding.of(
                        application.name(),
                        Severity.SLOW_OR_BRITTLE,
                        setting,
                        "A client of another kind has this setting, not the one that it stands"
                            + " for.",
                        "It is passed over in silence.",
                        "")
                    .besides(
                        "Put it into the settings of " + whose(setting.key()) + ", or remove it."));
  }

  private static String whose(String key) {
    if (KafkaSettings.names(Role.PRODUCER).contains(key)) {
      return "a producer";
    }
    return KafkaSettings.names(Role.CONSUMER).contains(key) ? "a consumer" : "an admin client";
  }

  /** Settings that the dialect overrules, whatever is written. */
  static Stream<SettingFinding> ignored(Application application, Circumstances given) {
    Dialect dialect = application.dialect();
    return application
        .each()
        .filter(client -> client.role() != Role.RUNTIME)
        .flatMap(client -> client.written().values().stream())
        .filter(setting -> dialect.overruled().contains(setting.key()))
        .distinct()
        .map(
            setting ->
                SettingFinding.of(
                        application.name(),
                        Severity.SLOW_OR_BRITTLE,
                        setting,
                        dialect.label() + " decides this by itself.",
                        "It does nothing.",
                        "")
                    .besides("Remove the line."));
  }

  static Stream<SettingFinding> overruled(Application application, Circumstances given) {
    return application.overruled().stream()
        .map(
            setting ->
                SettingFinding.of(
                        application.name(),
                        Severity.SLOW_OR_BRITTLE,
                        setting,
                        "It is written again further down, with another value.",
                        "The last one holds.",
                        "")
                    .besides("Remove one of them."));
  }

  static Stream<SettingFinding> refused(Application application, Circumstances given) {
    return application
        .each()
        .flatMap(
            client ->
                client.written().values().stream()
                    .flatMap(
                        setting ->
                            refusal(client, setting).stream()
                                .map(why -> refused(client, setting, why))));
  }

  private static Optional<String> refusal(Client client, Setting setting) {
    String value = setting.value();
    if (value != null && client.role() == Role.LISTENER) {
      return ListenerChecks.refusal(setting);
    }
    if (value != null) {
      return client.dialect().kafkaDefaults()
          ? KafkaSettings.refusal(client.role(), setting.key(), value)
          : LibrdkafkaSettings.refusal(setting.name(), setting.shown());
    }
    return setting.fromOutside()
        ? Optional.empty()
        : Optional.of("Spring cannot read '" + setting.shown() + "' as a value of it.");
  }

  private static SettingFinding refused(Client client, Setting setting, String why) {
    String plain = setting.value() == null ? "" : setting.shown().strip();
    boolean blanks = !plain.isEmpty() && !plain.equals(setting.shown());
    return client
        .finding(
            Severity.SLOW_OR_BRITTLE,
            setting,
            why,
            "The " + client.role().word() + " refuses these settings and does not start.",
            "")
        .besides(
            blanks
                ? "Blanks stand behind the value: remove them."
                : "Correct the value, or remove the line.");
  }

  static Stream<SettingFinding> notTold(Application application, Circumstances given) {
    return application
        .each()
        .flatMap(
            client ->
                client.written().values().stream()
                    .filter(setting -> setting.fromOutside() && isJudged(client, setting.key()))
                    .map(
                        setting ->
                            client
                                .finding(
                                    Severity.NOTE,
                                    setting,
                                    "The value comes from outside this file.",
                                    "Nothing is said of it here.",
                                    "")
                                .besides("Look at the value that is put in.")));
  }

  /** Addresses and secrets come from outside as a rule, and no check looks at them. */
  private static boolean isJudged(Client client, String key) {
    if (client.role() == Role.RUNTIME) {
      return client.dialect().rules().stream().anyMatch(rule -> rule.key().equals(key));
    }
    return !key.matches("(ssl|sasl|security)\\..*|client\\.(id|rack)|group\\.(instance\\.)?id")
        && !key.equals("bootstrap.servers")
        && !key.equals(Idempotence.TRANSACTIONAL_ID);
  }
}
