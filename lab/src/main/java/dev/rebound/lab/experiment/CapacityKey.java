package dev.rebound.lab.experiment;

import dev.rebound.lab.files.Sha256;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings that a capacity depends on: what an experiment sets itself in the sections {@code
 * kafka}, {@code engine}, {@code workload}, {@code load} and {@code cores}, but for the rate and
 * how many records it may come to, and the machine. Names, seeds, phases, faults, bounds and scales
 * do not change what a job sustains. Pure.
 */
final class CapacityKey {
  private static final Set<String> SECTIONS =
      Set.of("kafka", "engine", "workload", "load", "cores");

  private static final Set<String> RATE = Set.of("load.rate", "load.max-records");

  private static final int CHARACTERS = 16;

  private CapacityKey() {}

  /** Sixteen hexadecimal digits, the same for whatever has the same capacity. */
  static String of(String machine, String resolvedYaml) {
    return hash(machine, settings(resolvedYaml));
  }

  /**
   * The same of the lines as they stand, defaults included. Whatever agrees in these has the same
   * capacity, too; but a file that knows one more key does not agree.
   */
  static String ofLines(String machine, String resolvedYaml) {
    return hash(machine, lines(resolvedYaml));
  }

  private static String hash(String machine, String text) {
    return Sha256.of(machine + "\n" + text).substring(0, CHARACTERS);
  }

  private static String settings(String resolvedYaml) {
    return OwnSettings.of(resolvedYaml).own().entrySet().stream()
        .filter(setting -> SECTIONS.contains(section(setting.getKey())))
        .filter(setting -> !RATE.contains(setting.getKey()))
        .map(setting -> setting.getKey() + ": " + setting.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static String section(String key) {
    return key.substring(0, (key + ".").indexOf('.'));
  }

  private static String lines(String resolvedYaml) {
    StringBuilder text = new StringBuilder();
    String section = "";
    for (String line : resolvedYaml.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ") && !line.startsWith("-")) {
        section = line.substring(0, (line + ":").indexOf(':'));
      }
      boolean rate = section.equals("load") && line.strip().matches("(rate|max-records):.*");
      if (SECTIONS.contains(section) && !rate) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }
}
