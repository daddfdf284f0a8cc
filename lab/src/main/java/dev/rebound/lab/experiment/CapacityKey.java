package dev.rebound.lab.experiment;

import dev.rebound.analysis.Sha256;
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
    return Sha256.of(machine + "\n" + settings(resolvedYaml)).substring(0, CHARACTERS);
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
}
