package dev.rebound.lab.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.lab.probe.DiskProbe;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.NetworkProbe;
import dev.rebound.lab.probe.ProcessProbe;
import dev.rebound.lab.probe.SpeedProbe;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.OnThisMachine;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine and the Java that everything runs on, as {@code environment.json} records them. */
public final class Machine {
  /** The keys of {@link #facts}, in its order. */
  public static final List<String> KEYS =
      List.of("os", "kernel", "architecture", "processor", "cores", "memoryBytes", "java");

  /** Before a run moves the lab to its share of them. */
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private Machine() {}

  /** By their keys in {@code environment.json}, in its order. */
  public static Map<String, Object> facts() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("os", system.getOperatingSystem().toString());
    facts.put("kernel", System.getProperty("os.version"));
    facts.put("architecture", System.getProperty("os.arch"));
    facts.put("processor", hardware.getProcessor().getProcessorIdentifier().getName().trim());
    facts.put("cores", CORES);
    facts.put("memoryBytes", hardware.getMemory().getTotal());
    facts.put(
        "java",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    return facts;
  }

  /** The probes of a platform: its own, and those of this machine if it runs on it. */
  public static List<Probe> probes(Platform platform) {
    List<Probe> probes = new ArrayList<>(platform.probes());
    if (platform instanceof OnThisMachine here) {
      HostProbe host = here.dividedCores().map(HostProbe::new).orElseGet(HostProbe::new);
      Supplier<List<NodeProcess>> processes = here::processes;
      probes.add(host);
      probes.add(new SpeedProbe());
      probes.add(new ProcessProbe(processes));
      probes.add(new NetworkProbe(processes));
      probes.add(new DiskProbe(processes));
    }
    return probes;
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
