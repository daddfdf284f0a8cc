package dev.rebound.lab.capacity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * What a capacity depends on: the sections {@code kafka}, {@code engine}, {@code workload} and
 * {@code load} of a resolved experiment without the rate, and the machine. Names, seeds, phases,
 * faults, bounds and scales do not change what a job sustains. Pure.
 */
final class CapacityKey {
  private static final Set<String> SECTIONS = Set.of("kafka", "engine", "workload", "load");

  private CapacityKey() {}

  /** Sixteen hexadecimal digits, the same for whatever has the same capacity. */
  static String of(String machine, String resolvedYaml) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((machine + "\n" + text(resolvedYaml)).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The lines that count. */
  static String text(String resolvedYaml) {
    StringBuilder text = new StringBuilder();
    String section = "";
    for (String line : resolvedYaml.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ") && !line.startsWith("-")) {
        section = line.substring(0, (line + ":").indexOf(':'));
      }
      boolean rate = section.equals("load") && line.strip().startsWith("rate:");
      if (SECTIONS.contains(section) && !rate) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }
}
