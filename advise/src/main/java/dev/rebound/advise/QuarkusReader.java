package dev.rebound.advise;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quarkus, and others with SmallRye's connector: {@code mp.messaging.incoming.orders.…}, one
 * application for each channel, with what {@code kafka.…} and the connector say for all of them.
 */
final class QuarkusReader implements DialectReader {
  private static final Dialect DIALECT = Dialect.shipped("smallrye");
  private static final Pattern CHANNEL =
      Pattern.compile("mp\\.messaging\\.(incoming|outgoing)\\.(\"[^\"]+\"|[^.]+)\\.(.+)");
  private static final Pattern FOR_ALL =
      Pattern.compile("(mp\\.messaging\\.connector\\.\"?smallrye-kafka\"?|kafka)\\.(.+)");
  private static final String CONNECTOR = "connector";
  private static final String KAFKA = "smallrye-kafka";

  @Override
  public FileSettings read(SettingsFile file) {
    List<Application> all = new ArrayList<>();
    for (Layers.Layer layer :
        Layers.of(
            file,
            key -> CHANNEL.matcher(key.key()).matches() || FOR_ALL.matcher(key.key()).matches())) {
      Map<String, List<WrittenKey>> channels = new LinkedHashMap<>();
      for (WrittenKey key : layer.keys()) {
        Matcher channel = CHANNEL.matcher(key.key());
        if (channel.matches()) {
          channels
              .computeIfAbsent(channel.group(1) + "." + channel.group(2), none -> new ArrayList<>())
              .add(key);
        }
      }
      boolean only =
          layer.keys().stream()
              .anyMatch(
                  key ->
                      FOR_ALL.matcher(key.key()).matches()
                          || (own(key).equals(CONNECTOR) && key.value().equals(KAFKA))
                          || KafkaSettings.known(own(key)));
      channels.forEach(
          (channel, keys) -> {
            boolean news =
                layer.own().stream()
                    .anyMatch(key -> keys.contains(key) || FOR_ALL.matcher(key.key()).matches());
            if (news && isKafka(keys, only)) {
              all.add(channel(file, layer, channel, keys));
            }
          });
    }
    return FileSettings.of(all);
  }

  /**
   * Of another connector a channel is another matter; with one connector it need not be named.
   *
   * @param only true if the file has settings of Kafka, so that the one is its
   */
  private static boolean isKafka(List<WrittenKey> keys, boolean only) {
    Optional<String> connector =
        keys.stream()
            .filter(key -> own(key).equals(CONNECTOR))
            .map(WrittenKey::value)
            .reduce((one, later) -> later);
    return connector.map(name -> name.equals(KAFKA)).orElse(only);
  }

  private static String own(WrittenKey key) {
    Matcher channel = CHANNEL.matcher(key.key());
    return channel.matches() ? channel.group(3) : key.key();
  }

  private static Application channel(
      SettingsFile file, Layers.Layer layer, String channel, List<WrittenKey> keys) {
    boolean incoming = channel.startsWith("incoming.");
    Role role = incoming ? Role.CONSUMER : Role.PRODUCER;
    SortedKeys sorted =
        new SortedKeys(
            file.part(layer.part("channel " + channel.substring(channel.indexOf('.') + 1))),
            DIALECT,
            file.form(),
            EnumSet.of(role, Role.RUNTIME));
    for (WrittenKey key : layer.keys()) {
      Matcher forAll = FOR_ALL.matcher(key.key());
      if (forAll.matches()) {
        sorted.to(role, file.resolved(forAll.group(2), key));
      }
    }
    for (WrittenKey key : keys) {
      Setting setting = file.resolved(own(key), key);
      sorted.put(Role.RUNTIME, setting);
      if (!sorted.to(role, setting) && !DIALECT.names().contains(setting.key())) {
        sorted.nobodys(setting);
      }
    }
    String prefix = "mp.messaging." + channel + ".";
    return sorted.application(one -> Style.prefixed(file.form(), prefix), List.of());
  }
}
