package dev.rebound.advise;

/** How a file writes settings down. */
enum SettingsDialect {
  /** Kafka's names in a properties file. */
  KAFKA("="),
  /** Spring's names in a properties file. */
  SPRING_PROPERTIES("="),
  /** Spring's names in YAML, where {@code a.b: c} does for nested keys. */
  SPRING_YAML(": ");

  private final String between;

  SettingsDialect(String between) {
    this.between = between;
  }

  boolean spring() {
    return this != KAFKA;
  }

  /** The name of a role's setting. */
  String name(Role role, String key) {
    return spring() ? SpringKeys.name(role, key) : key;
  }

  /** The line for a name as this file writes it. */
  String line(String name, Object value) {
    return name + between + value;
  }
}
