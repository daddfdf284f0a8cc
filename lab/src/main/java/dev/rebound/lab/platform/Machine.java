package dev.rebound.lab.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine and the Java that everything runs on, as {@code environment.json} records them. */
public final class Machine {
  /** What {@link #facts} tells, in its order. */
  public static final List<String> KEYS =
      List.of("os", "architecture", "processor", "cores", "memoryBytes", "java");

  private Machine() {}

  /** By their keys in {@code environment.json}, in its order. */
  public static Map<String, Object> facts() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("os", system.getOperatingSystem().toString());
    facts.put("architecture", System.getProperty("os.arch"));
    facts.put("processor", hardware.getProcessor().getProcessorIdentifier().getName().trim());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("memoryBytes", hardware.getMemory().getTotal());
    facts.put(
        "java",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    return facts;
  }

  /** This machine in one line: processor, memory, system and Java. */
  public static String here() {
    return words(new ObjectMapper().valueToTree(facts()));
  }

  /** The machine of an {@code environment.json} in one line; empty if it says nothing of it. */
  public static String words(JsonNode facts) {
    return facts.path("cores").isMissingNode()
        ? ""
        : String.format(
            Locale.ROOT,
            "%s, %d cores, %.0f GiB, %s, %s",
            facts.path("processor").asText("unknown processor"),
            facts.path("cores").asInt(),
            facts.path("memoryBytes").asDouble() / (1L << 30),
            facts.path("os").asText(),
            facts.path("java").asText());
  }
}
