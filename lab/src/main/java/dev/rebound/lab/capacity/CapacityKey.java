package dev.rebound.lab.capacity;

import dev.rebound.lab.files.Sha256;
import java.util.Set;

/**
 * What a capacity depends on: the sections {@code kafka}, {@code engine}, {@code workload}, {@code
 * load} and {@code cores} of a resolved experiment without the rate, and the machine. Names, seeds,
 * phases, faults, bounds and scales do not change what a job sustains. Pure.
 */
final class CapacityKey {
  private static final Set<String> SECTIONS =
      Set.of("kafka", "engine", "workload", "load", "cores");

  private static final int CHARACTERS = 16;

  private CapacityKey() {}

  /** Sixteen hexadecimal digits, the same for whatever has the same capacity. */
  static String of(String machine, String resolvedYaml) {
    return Sha256.of(machine + "\n" + text(resolvedYaml)).substring(0, CHARACTERS);
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
