package dev.rebound.advise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compose file: brokers by their {@code KAFKA_…} (of Apache's and Confluent's images; {@code
 * KAFKA_CFG_…} of Bitnami's), workers of Connect by {@code CONNECT_…}, and topics that {@code
 * kafka-topics --create} makes.
 */
final class ComposeReader implements DialectReader {
  private static final String LABEL = "Compose";
  private static final Pattern SERVICE = Pattern.compile("services\\.([^.]+)\\.(.+)");
  private static final String ENVIRONMENT = "environment.";

  /** {@code ${FACTOR:-3}}, which is 3 unless somebody says otherwise. */
  private static final String DEFAULTED = "\\$\\{\\w+:?-([^}]*)}";

  private static final Pattern BROKERS =
      Pattern.compile(
          "KAFKA_(CFG_)?(PROCESS_ROLES|NODE_ID|BROKER_ID|ZOOKEEPER_CONNECT|LISTENERS|ADVERTISED_LISTENERS)");
  private static final Pattern IMAGES =
      Pattern.compile("(.*/)?(kafka|kafka-native|cp-kafka|cp-server)(:.*)?");
  private static final Pattern CREATE =
      Pattern.compile("(?s)kafka-topics(?:(?!kafka-topics).)*?--create(?:(?!kafka-topics).)*");

  /**
   * A service.
   *
   * @param environment with the names of variables
   * @param ownCommand true if it runs something else than its image is for
   * @param line that it begins at
   */
  private record Service(
      String name, List<WrittenKey> environment, String image, boolean ownCommand, int line) {
    boolean isBroker() {
      boolean controller =
          environment.stream()
              .anyMatch(
                  key ->
                      key.own().matches("KAFKA_(CFG_)?PROCESS_ROLES")
                          && key.value().strip().equals("controller"));
      return !isConnect()
          && !controller
          && (environment.stream().anyMatch(key -> BROKERS.matcher(key.own()).matches())
              || (!ownCommand && IMAGES.matcher(image).matches()));
    }

    boolean isConnect() {
      return environment.stream()
          .anyMatch(key -> key.own().matches("(CONNECT_)?(CONFIG|OFFSET)_STORAGE_TOPIC"));
    }
  }

  @Override
  public FileSettings read(SettingsFile file) {
    if (file.form() == Form.PROPERTIES || file.form() == Form.SQL) {
      return FileSettings.NONE;
    }
    List<Service> services = services(file);
    List<Service> brokers = services.stream().filter(Service::isBroker).toList();
    List<Topic> topics = topics(file);
    FileSettings found = FileSettings.NONE;
    if (!brokers.isEmpty()) {
      found = BrokersReader.of(cluster(file, brokers, topics));
    } else if (!topics.isEmpty()) {
      found =
          BrokersReader.of(
              BrokersReader.topics(
                  file.name() + ": " + LABEL + ": topics that it makes",
                  Style.prefixed(Form.YAML, ""),
                  topics));
    }
    return found.with(
        FileSettings.of(
            services.stream()
                .filter(Service::isConnect)
                .map(
                    service ->
                        ConnectReader.worker(
                            file,
                            file.part("service " + service.name()),
                            service.environment(),
                            key -> kafka(key.key(), "CONNECT_"),
                            new Style(file.form(), key -> "CONNECT_" + variable(key))))
                .toList()));
  }

  private static List<Service> services(SettingsFile file) {
    Map<String, List<WrittenKey>> all = new LinkedHashMap<>();
    for (WrittenKey key : file.keys()) {
      Matcher service = SERVICE.matcher(key.key());
      if (service.matches()) {
        all.computeIfAbsent(service.group(1), none -> new ArrayList<>()).add(key);
      }
    }
    List<Service> services = new ArrayList<>();
    all.forEach(
        (name, keys) -> {
          String prefix = "services." + name + ".";
          services.add(
              new Service(
                  name,
                  keys.stream()
                      .filter(key -> key.key().startsWith(prefix + ENVIRONMENT))
                      .map(
                          key ->
                              new WrittenKey(
                                  key.key().substring(prefix.length() + ENVIRONMENT.length()),
                                  key.value().replaceAll(DEFAULTED, "$1"),
                                  key.line()))
                      .toList(),
                  keys.stream()
                      .filter(key -> key.key().equals(prefix + "image"))
                      .map(WrittenKey::value)
                      .findFirst()
                      .orElse(""),
                  keys.stream().anyMatch(key -> key.key().matches(".*\\.(command|entrypoint)")),
                  keys.stream().mapToInt(WrittenKey::line).min().orElse(1)));
        });
    return services;
  }

  /** {@code KAFKA_LOG_DIRS} is {@code log.dirs}; two underscores are one, three a hyphen. */
  static String kafka(String variable, String prefix) {
    return variable
        .replaceFirst("^(" + prefix + ")", "")
        .toLowerCase(Locale.ROOT)
        .replace("___", "-")
        .replace("__", "\0")
        .replace('_', '.')
        .replace('\0', '_');
  }

  private static String variable(String key) {
    return key.replace("_", "__").replace("-", "___").replace('.', '_').toUpperCase(Locale.ROOT);
  }

  private static ClusterFacts cluster(
      SettingsFile file, List<Service> brokers, List<Topic> topics) {
    Map<String, Setting> written = new HashMap<>();
    for (Service broker : brokers) {
      for (WrittenKey key : broker.environment()) {
        if (key.key().startsWith("KAFKA_")) {
          String kafka = kafka(key.key(), "KAFKA_CFG_|KAFKA_");
          written.putIfAbsent(kafka, file.setting(kafka, key));
        }
      }
    }
    // Where a volume is mounted, the folder is not the container's.
    for (String dirs : List.of("log.dirs", "log.dir")) {
      Setting found = written.get(dirs);
      if (found != null
          && file.keys().stream()
              .anyMatch(
                  key ->
                      key.key().contains(".volumes")
                          && key.value().contains(found.shown().strip()))) {
        written.remove(dirs);
      }
    }
    String prefix =
        brokers.get(0).environment().stream().anyMatch(key -> key.key().startsWith("KAFKA_CFG_"))
            ? "KAFKA_CFG_"
            : "KAFKA_";
    String count = Integer.toString(brokers.size());
    return BrokersReader.cluster(
        file.name(),
        LABEL
            + ": "
            + (brokers.size() == 1 ? "a broker" : count + " brokers")
            + (topics.isEmpty() ? "" : " and topics that it makes"),
        written,
        new Setting(
            ClusterFacts.BROKERS,
            ClusterFacts.BROKERS,
            count,
            count,
            file.name(),
            brokers.get(0).line(),
            ""),
        new Style(Form.YAML, key -> prefix + variable(key)),
        topics);
  }

  /** What {@code kafka-topics --create} makes, wherever it stands. */
  private static List<Topic> topics(SettingsFile file) {
    List<Topic> topics = new ArrayList<>();
    List<String> lines = file.text().lines().toList();
    for (WrittenKey key : file.keys()) {
      Matcher create = CREATE.matcher(key.value());
      while (create.find()) {
        String command = create.group().replace(',', ' ').replace("\\\n", " ");
        option(command, "--topic")
            .ifPresent(name -> topics.add(topic(file, name, command, key.line(), lines)));
      }
    }
    return List.copyOf(topics);
  }

  private static Topic topic(
      SettingsFile file, String name, String command, int from, List<String> lines) {
    Map<String, Setting> settings = new HashMap<>();
    int line =
        from + (int) lines.stream().skip(from - 1L).takeWhile(text -> !text.contains(name)).count();
    int at = Math.min(line, lines.size());
    option(command, "--replication-factor")
        .ifPresent(value -> put(settings, file, Topic.FACTOR, value, at));
    option(command, "--partitions")
        .ifPresent(value -> put(settings, file, Topic.PARTITIONS, value, at));
    Pattern.compile("--config[ =]+([\\w.]+)=([^\\s\"';&|]+)")
        .matcher(command)
        .results()
        .forEach(config -> put(settings, file, config.group(1), config.group(2), at));
    return BrokersReader.topic(
        file.name(),
        name,
        BrokersReader.number(settings.get(Topic.PARTITIONS)),
        BrokersReader.number(settings.get(Topic.FACTOR)),
        settings,
        new Style(
            Form.PROPERTIES,
            key ->
                key.equals(Topic.FACTOR)
                    ? "--replication-factor"
                    : key.equals(Topic.PARTITIONS) ? "--partitions" : "--config " + key));
  }

  private static void put(
      Map<String, Setting> settings, SettingsFile file, String key, String value, int line) {
    settings.put(
        key,
        new Setting(key, key, value, value.contains("$") ? null : value, file.name(), line, ""));
  }

  private static Optional<String> option(String command, String name) {
    Matcher option = Pattern.compile(name + "[ =]+([^\\s\"';&|]+)").matcher(command);
    return option.find() ? Optional.of(option.group(1)) : Optional.empty();
  }
}
