package dev.rebound.lab.runner;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.Means;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ResolvedJar;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.lab.files.KnownHashes;
import dev.rebound.lab.platform.Build;
import dev.rebound.lab.platform.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code environment.json}: the machine, the Java, what the subject has to do its work with, and
 * every jar with its coordinates and hash that a run used.
 */
final class Environment {
  /** Key of what is run of a user's own. */
  private static final String PROGRAM = "program";

  /** Key of what records are made from. */
  private static final String DATA = "data";

  /** Key of what the subject has to do its work with. */
  private static final String MEANS = "means";

  /** Key of Rebound's own services. */
  private static final String SERVICES = "services";

  private Environment() {}

  /**
   * The user's own program, if one is run, as it is when the run begins: builds of one name are
   * told apart by it. Empty if nothing is.
   */
  static Map<String, String> program(Experiment experiment) {
    Map<String, String> options = experiment.engine().options();
    String hash = OwnProgram.hash(experiment.engine());
    String key = options.containsKey(ProgramJar.KEY) ? ProgramJar.KEY : OwnProgram.RUN;
    return hash.isEmpty() ? Map.of() : Map.of(key, options.getOrDefault(key, ""), "sha256", hash);
  }

  /**
   * Writes it when a run begins, with what is planned, and at its end, with all that was used.
   *
   * @param program see {@link #program}
   * @param data SHA-256 of what records are made from; empty if that is no file
   * @param means what the subject has to do its work with
   * @param services SHA-256 of the jars of Rebound's own services that ran, by their names
   */
  static void write(
      RunDirectory directory,
      String version,
      Path home,
      Artifacts artifacts,
      Map<String, String> program,
      String data,
      Means means,
      Map<String, String> services)
      throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", 1);
    facts.put("rebound", version);
    facts.put(Build.KEY, Build.of(home));
    facts.putAll(Machine.facts());
    KnownHashes hashes = KnownHashes.ofUser();
    List<Map<String, String>> jars = new ArrayList<>();
    for (ResolvedJar jar : artifacts.resolved()) {
      jars.add(Map.of("coordinate", jar.coordinate(), "sha256", jar.sha256(hashes)));
    }
    facts.put("artifacts", jars);
    if (!program.isEmpty()) {
      facts.put(PROGRAM, program);
    }
    if (!data.isEmpty()) {
      facts.put(DATA, Map.of("sha256", data));
    }
    facts.put(MEANS, means.byKey());
    if (!services.isEmpty()) {
      facts.put(SERVICES, new TreeMap<>(services));
    }
    JsonFile.write(directory.file(RunFiles.ENVIRONMENT), facts);
  }
}
