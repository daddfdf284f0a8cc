package dev.rebound.advise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Strimzi's resources: {@code Kafka}, {@code KafkaNodePool} and {@code KafkaTopic}, and of Connect
 * {@code KafkaConnect} and {@code KafkaConnector}.
 */
final class StrimziReader implements DialectReader {
  private static final String LABEL = "Strimzi";
  private static final String API = "kafka.strimzi.io/";
  private static final String BROKERS = "spec.kafka.";
  private static final String CONFIG = "config.";

  /** One resource: its kind, its name, and all its keys. */
  private record Resource(SettingsFile file, String kind, String name, List<WrittenKey> keys) {
    Optional<WrittenKey> find(String key) {
      return keys.stream().filter(one -> one.key().equals(key)).findFirst();
    }

    /** Keys under this one, without it. */
    List<WrittenKey> under(String prefix) {
      return keys.stream()
          .filter(key -> key.key().startsWith(prefix))
          .map(key -> key.named(key.key().substring(prefix.length())))
          .toList();
    }

    Optional<Setting> setting(String key, String as) {
      return find(key).map(found -> file.setting(as, found));
    }
  }

  @Override
  public FileSettings read(SettingsFile file) {
    List<Resource> all = new ArrayList<>();
    for (List<WrittenKey> keys : file.documents()) {
      Resource one = new Resource(file, "", "", keys);
      if (one.find("apiVersion").filter(api -> api.value().startsWith(API)).isPresent()) {
        all.add(new Resource(file, value(one, "kind"), value(one, "metadata.name"), keys));
      }
    }
    List<Topic> topics = of("KafkaTopic", all).stream().map(StrimziReader::topic).toList();
    List<Resource> clusters = of("Kafka", all);
    FileSettings found = FileSettings.NONE;
    for (Resource kafka : clusters) {
      found =
          found.with(
              BrokersReader.of(
                  cluster(
                      kafka,
                      of("KafkaNodePool", all),
                      kafka.equals(clusters.get(0)) ? topics : List.of())));
    }
    if (clusters.isEmpty() && !topics.isEmpty()) {
      found =
          BrokersReader.of(
              BrokersReader.topics(
                  "%s: %s: %s"
                      .formatted(file.name(), LABEL, topics.size() == 1 ? "a topic" : "topics"),
                  Style.prefixed(Form.YAML, "spec.config."),
                  topics));
    }
    List<Application> connect = new ArrayList<>();
    of("KafkaConnect", all)
        .forEach(
            worker ->
                connect.add(
                    ConnectReader.worker(
                        file,
                        file.part("KafkaConnect " + worker.name()),
                        worker.under("spec." + CONFIG),
                        WrittenKey::own,
                        Style.prefixed(Form.YAML, ""))));
    of("KafkaConnector", all)
        .forEach(
            connector ->
                connect.add(
                    ConnectReader.connector(
                        file,
                        file.part("KafkaConnector " + connector.name()),
                        connector.under("spec." + CONFIG))));
    List<String> notes =
        all.stream()
            .filter(
                one ->
                    !one.kind()
                        .matches("Kafka|KafkaTopic|KafkaNodePool|KafkaConnect|KafkaConnector"))
            .map(one -> "not looked at: %s %s in %s".formatted(one.kind(), one.name(), file.name()))
            .toList();
    FileSettings both = found.with(FileSettings.of(connect));
    return both.isEmpty() ? both : both.with(new FileSettings(List.of(), List.of(), notes));
  }

  private static List<Resource> of(String kind, List<Resource> all) {
    return all.stream().filter(one -> one.kind().equals(kind)).toList();
  }

  private static String value(Resource resource, String key) {
    return resource.find(key).map(WrittenKey::value).orElse("");
  }

  private static ClusterFacts cluster(Resource kafka, List<Resource> pools, List<Topic> topics) {
    SettingsFile file = kafka.file();
    Map<String, Setting> written = new HashMap<>();
    kafka
        .under(BROKERS + CONFIG)
        .forEach(key -> written.put(key.key(), file.setting(key.key(), key)));
    List<Resource> brokers =
        pools.stream()
            .filter(
                pool ->
                    pool.find("spec.roles")
                        .filter(roles -> roles.value().contains("broker"))
                        .isPresent())
            .toList();
    List<Setting> counts =
        brokers.isEmpty()
            ? kafka.setting(BROKERS + "replicas", ClusterFacts.BROKERS).stream().toList()
            : brokers.stream()
                .flatMap(pool -> pool.setting("spec.replicas", ClusterFacts.BROKERS).stream())
                .toList();
    int sum = counts.stream().mapToInt(BrokersReader::number).sum();
    Setting count =
        counts.isEmpty()
            ? Setting.told(ClusterFacts.BROKERS, "not told", null, "not counted")
            : new Setting(
                ClusterFacts.BROKERS,
                counts.get(0).name(),
                Integer.toString(sum),
                Integer.toString(sum),
                file.name(),
                counts.get(0).line(),
                "");
    brokers.forEach(pool -> storage(pool, "spec.storage.", written));
    storage(kafka, BROKERS + "storage.", written);
    return BrokersReader.cluster(
        file.name(),
        LABEL
            + ": Kafka "
            + kafka.name()
            + (sum == 0 ? "" : sum == 1 ? ", a broker" : ", " + sum + " brokers")
            + (topics.isEmpty() ? "" : ", and topics"),
        written,
        count,
        Style.prefixed(Form.YAML, ""),
        topics);
  }

  /** Storage that goes with the pod, whether it is one disk or several. */
  private static void storage(Resource of, String prefix, Map<String, Setting> written) {
    of.keys().stream()
        .filter(key -> key.key().matches(prefix.replace(".", "\\.") + "(volumes\\[\\d+]\\.)?type"))
        .filter(key -> key.value().equals("ephemeral"))
        .findFirst()
        .ifPresent(key -> written.put("storage", of.file().setting("storage", key)));
  }

  private static Topic topic(Resource topic) {
    Map<String, Setting> settings = new HashMap<>();
    topic
        .under("spec." + CONFIG)
        .forEach(key -> settings.put(key.key(), topic.file().setting(key.key(), key)));
    topic
        .setting("spec.replicas", Topic.FACTOR)
        .ifPresent(factor -> settings.put(Topic.FACTOR, factor));
    topic
        .setting("spec.partitions", Topic.PARTITIONS)
        .ifPresent(count -> settings.put(Topic.PARTITIONS, count));
    return BrokersReader.topic(
        topic.file().name(),
        topic.find("spec.topicName").map(WrittenKey::value).orElse(topic.name()),
        BrokersReader.number(settings.get(Topic.PARTITIONS)),
        BrokersReader.number(settings.get(Topic.FACTOR)),
        settings,
        new Style(
            Form.YAML,
            key ->
                key.equals(Topic.FACTOR)
                    ? "spec.replicas"
                    : key.equals(Topic.PARTITIONS) ? "spec.partitions" : "spec.config." + key));
  }
}
