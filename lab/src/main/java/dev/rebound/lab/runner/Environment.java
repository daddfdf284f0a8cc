package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.Resolved;
import dev.rebound.lab.platform.Build;
import dev.rebound.lab.platform.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code environment.json}: the machine, the Java, and every jar with its coordinates and hash that
 * a run used.
 */
final class Environment {
  private Environment() {}

  /** Writes it at the end of a run. */
  static void write(RunDirectory directory, String version, Path home, Artifacts artifacts)
      throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", 1);
    facts.put("rebound", version);
    facts.put(Build.KEY, Build.of(home));
    facts.putAll(Machine.facts());
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
