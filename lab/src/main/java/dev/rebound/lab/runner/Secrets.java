package dev.rebound.lab.runner;

import java.util.regex.Pattern;

/** Which settings of a plan are not written down, as they look like secrets. Pure. */
final class Secrets {
  /** In place of a value. */
  static final String MASK = "***";

  private static final Pattern NAME =
      Pattern.compile(
          ".*KEY(?!_(DE)?SERIALIZER).*"
              + "|(?i:.*(passw|passphrase|pwd|secret|token|credential|jaas).*|.*key)");

  /** An address with a password in it, or a setting within the value. */
  private static final Pattern VALUE =
      Pattern.compile("(?is).*(://[^/\\s@]*:[^/\\s@]+@|(passw(or)?d|pwd|secret|token)\\s*[=:]).*");

  private Secrets() {}

  /** The value for people to read. */
  static String masked(String name, String value) {
    boolean secret =
        !value.isEmpty() && (NAME.matcher(name).matches() || VALUE.matcher(value).matches());
    return secret ? MASK : value;
  }
}
