package dev.rebound.advise;

import java.util.Locale;

/** What kind of text a file is, and how it writes a setting down. */
enum Form {
  /** Lines of {@code key=value}, with {@code [sections]} where there are any. */
  PROPERTIES("%s=%s"),
  /** YAML, where {@code a.b: c} does for nested keys. */
  YAML("%s: %s"),
  JSON("\"%s\": \"%s\""),
  /** Statements with options: {@code WITH ('connector' = 'kafka')}. */
  SQL("'%s' = '%s'");

  private final String setting;

  Form(String setting) {
    this.setting = setting;
  }

  /** What the name says, or how the text begins. */
  static Form of(String name, String text) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.matches(".*\\.ya?ml")) {
      return YAML;
    }
    if (plain.endsWith(".sql")) {
      return SQL;
    }
    return plain.endsWith(".json") || text.stripLeading().startsWith("{") ? JSON : PROPERTIES;
  }

  /** The line that sets this. */
  String line(String name, Object value) {
    return setting.formatted(name, value);
  }
}
