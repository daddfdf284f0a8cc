package dev.rebound.campaign.archive;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ContentHash;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.experiment.Capacities;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.experiment.OwnSettings;
import dev.rebound.lab.platform.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the folder of a run for comparing: results, experiment, environment, and the curves around
 * its faults. Only the results have to be there; what else is missing is absent with its reason.
 */
public final class RunReader {
  private static final String CHECK = "Write it anew with `rebound check`, or leave this run out.";
  private static final String RESTORE = "Restore the file, or leave this run out.";
  private static final String PHASES = "phases.";
  private static final String JAVA = "java";
  private static final String CORES = "cores";
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private RunReader() {}

  /** Throws {@link ReboundException} if the folder has no results that this version understands. */
  public static ComparedRun read(Path folder) {
    return read(folder, "");
  }

  /**
   * Reads several, one after the other.
   *
   * @param progress hears how many were read, in words
   */
  public static List<ComparedRun> all(List<Path> folders, Consumer<String> progress) {
    List<ComparedRun> runs = new ArrayList<>();
    for (Path folder : folders) {
      runs.add(read(folder));
      progress.accept(readOf(runs.size(), folders.size()));
    }
    return runs;
  }

  /** How many runs were read of how many, in words. */
  static String readOf(int read, int all) {
    return "reading runs: %s of %s".formatted(read, all);
  }

  /**
   * The same.
   *
   * @param scenario what a study calls it; empty to go by the experiment's name
   */
  public static ComparedRun read(Path folder, String scenario) {
    return read(folder, scenario, yaml -> CapacityStore.ofUser().of(yaml));
  }

  /**
   * The same.
   *
   * @param here what is known by now of capacities on this machine
   */
  static ComparedRun read(Path folder, String scenario, Capacities here) {
    JsonNode tree = tree(folder.resolve(RunFiles.RESULTS));
    Results results = results(tree, folder.resolve(RunFiles.RESULTS));
    Map<String, String> all = experiment(folder.resolve(RunFiles.EXPERIMENT));
    Map<String, String> phases = new TreeMap<>();
    all.forEach(
        (key, value) -> {
          if (key.startsWith(PHASES)) {
            phases.put(key.substring(PHASES.length()), value);
          }
        });
    long commitMillis = duration(all.getOrDefault("engine.commit-interval", ""));
    JsonNode environment = environment(folder.resolve(RunFiles.ENVIRONMENT));
    String machine = Machine.words(environment);
    Map<String, String> settings = tellingApart(all);
    boolean command = environment.path("program").has("run");
    hash(environment, "program")
        .ifPresent(hash -> settings.put(command ? Variants.RUN_HASH : Variants.JAR_HASH, hash));
    hash(environment, "data").ifPresent(hash -> settings.put(Variants.DATA_HASH, hash));
    Curves curves = Curves.read(folder, results, commitMillis);
    return new ComparedRun(
        folder,
        scenario.isEmpty() ? ComparedRun.scenario(results) : scenario,
        results,
        curves.repetition(),
        tree.path("shortened").asText(""),
        settings,
        phases,
        machine,
        environment.path(Build.KEY).asText(""),
        capacity(folder, results, machine, here),
        curves.traces(),
        curves.absent(),
        curves.made(repetitions(all.getOrDefault("repetitions", ""))),
        means(environment, all));
  }

  /** How many runs a call was to make; 0 if its file does not tell. */
  private static int repetitions(String text) {
    return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
  }

  /**
   * Those that were recorded. Java programs run on the lab's own JDK unless another one was seen;
   * which one a command started is known where it was seen.
   */
  private static SubjectMeans means(JsonNode environment, Map<String, String> settings) {
    Map<String, String> known = new TreeMap<>();
    environment
        .path("means")
        .properties()
        .forEach(mean -> known.put(mean.getKey(), mean.getValue().asText()));
    if (environment.has(JAVA) && !settings.containsKey("engine." + OwnProgram.RUN)) {
      known.putIfAbsent(SubjectMeans.Mean.JDK.key(), environment.path(JAVA).asText());
    }
    if (environment.has(CORES) && !settings.containsKey(SubjectMeans.Mean.CORES.setting())) {
      known.put(SubjectMeans.Mean.CORES.key(), environment.path(CORES).asText());
    }
    return SubjectMeans.of(known);
  }

  private static Optional<String> hash(JsonNode environment, String of) {
    JsonNode its = environment.path(of);
    if (its.isMissingNode()) {
      return Optional.empty();
    }
    List<String> unseen = new ArrayList<>();
    its.path("unseen").forEach(why -> unseen.add(why.asText()));
    return Optional.of(ContentHash.of(its.path("sha256").asText(""), unseen).value());
  }

  /** The settings of a resolved experiment that tell runs apart; none of an empty text. */
  static Map<String, String> settings(String experiment) {
    return experiment.isEmpty() ? Map.of() : tellingApart(OwnSettings.of(experiment).all());
  }

  private static Map<String, String> tellingApart(Map<String, String> all) {
    Map<String, String> settings = new TreeMap<>(all);
    settings.keySet().removeIf(key -> !OwnSettings.tellsApart(key));
    return settings;
  }

  /**
   * The rate that its job sustains: as the run knew it, or as it was found since on the same
   * machine.
   */
  private static @Nullable Double capacity(
      Path folder, Results results, String machine, Capacities here) {
    Double known = results.metrics().get(Metrics.CAPACITY);
    Path experiment = folder.resolve(RunFiles.EXPERIMENT);
    if (known != null || machine.isEmpty() || !Files.isRegularFile(experiment)) {
      return known;
    }
    return here.of(text(experiment))
        .filter(found -> machine.equals(Machine.here()))
        .filter(found -> found.program().equals(Build.recordedProgram(folder)))
        .map(Capacity::recordsPerSecond)
        .orElse(null);
  }

  private static JsonNode tree(Path file) {
    JsonFile.requireKnown(file, Results.VERSION);
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      int version = tree.path("version").asInt(0);
      if (version != Results.VERSION) {
        throw ReboundException.badInput(
            "%s is of version %s, and this Rebound knows version %s"
                .formatted(file, version, Results.VERSION),
            "Compare with the Rebound that wrote it, or write it anew with `rebound check`.");
      }
      return tree;
    } catch (IOException e) {
      throw ReboundException.unreadable(file, CHECK, e);
    }
  }

  private static Results results(JsonNode tree, Path file) {
    try {
      return JSON.treeToValue(tree, Results.class);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, CHECK, e);
    }
  }

  /** Every value of the experiment, defaults included; none if the file is missing. */
  private static Map<String, String> experiment(Path file) {
    if (!Files.isRegularFile(file)) {
      return Map.of();
    }
    try {
      return OwnSettings.of(text(file)).all();
    } catch (ReboundException e) {
      throw ReboundException.unreadable(file, RESTORE, e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, RESTORE, e);
    }
  }

  private static long duration(String text) {
    try {
      return text.isEmpty() ? 0 : Quantity.duration(text).toMillis();
    } catch (Quantity.Malformed e) {
      return 0;
    }
  }

  /** The machine as it is recorded; nothing if the file is missing or cannot be read. */
  private static JsonNode environment(Path file) {
    try {
      return Files.isRegularFile(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }
}
