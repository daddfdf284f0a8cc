package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.Resolved;
import dev.rebound.lab.platform.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * {@code environment.json}: the machine, the Java, and every jar with its coordinates and hash that
 * a run used.
 */
final class Environment {
  private Environment() {}

  static void write(RunDirectory directory, String version, Path home, Artifacts artifacts)
      throws IOException {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", 1);
    facts.put("rebound", version);
    facts.put(Build.KEY, Build.of(home));
    facts.put("os", system.getOperatingSystem().toString());
    facts.put("architecture", System.getProperty("os.arch"));
    facts.put("processor", hardware.getProcessor().getProcessorIdentifier().getName().trim());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("memoryBytes", hardware.getMemory().getTotal());
    facts.put(
        "java",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    List<Map<String, String>> jars = new ArrayList<>();
    for (Resolved jar : artifacts.resolved()) {
      jars.add(Map.of("coordinate", jar.coordinate(), "sha256", jar.sha256()));
    }
    facts.put("artifacts", jars);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(directory.file("environment.json").toFile(), facts);
  }
}
