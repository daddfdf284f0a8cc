package dev.rebound.engine.adapter;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.program.OwnLibraries;
import dev.rebound.oracle.records.Records;
import dev.rebound.platform.PropertiesText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The briefing of a program that is not ours, by environment variables and one file;
 * docs/your-own-job.md is for those who write one.
 */
public final class ProgramEnvironment {
  private static final String CLIENT_FILE = "client.properties";

  private ProgramEnvironment() {}

  /** The environment variables of each of its processes, those of {@code env-file} included. */
  public static Map<String, String> environment(EngineSpec spec, JobSpec job) {
    Map<String, String> told = new LinkedHashMap<>();
    told.put("REBOUND_BOOTSTRAP", job.bootstrap());
    told.put("REBOUND_INPUT", job.input());
    if (!job.secondInput().isEmpty()) {
      told.put("REBOUND_SECOND_INPUT", job.secondInput());
    }
    told.put("REBOUND_OUTPUT", job.output());
    told.put("REBOUND_OUTPUTS", job.outputLanes().names());
    told.put("REBOUND_GROUP", job.group());
    told.put("REBOUND_PARTITIONS", Integer.toString(job.inputLanes().partitions()));
    told.put("REBOUND_WORKERS", Integer.toString(spec.workers()));
    told.put("REBOUND_GUARANTEE", spec.guarantee().toString());
    told.put("REBOUND_COMMIT_INTERVAL_MS", Long.toString(spec.commitInterval().toMillis()));
    told.put("REBOUND_CLIENT_CONFIG", "${dir}/" + CLIENT_FILE);
    String registry = job.workload().options().getOrDefault(Records.REGISTRY, "");
    if (!registry.isEmpty()) {
      told.put("REBOUND_REGISTRY", registry);
    }
    if (!spec.option(ProgramOptions.RUN.key(), "").isEmpty()) {
      told.put(OwnLibraries.VARIABLE, libraries());
    }
    told.putAll(ProgramOptions.environment(spec));
    return told;
  }

  private static String libraries() {
    return OwnLibraries.all().stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * The environment variables of a worker.
   *
   * @param number of the worker, from 1
   */
  public static Map<String, String> environment(int number, EngineSpec spec, JobSpec job) {
    Map<String, String> told = environment(spec, job);
    told.put("REBOUND_WORKER", Integer.toString(number));
    told.put("REBOUND_IDENTITY", "${identity}");
    told.put("REBOUND_DATA", "${data}");
    return told;
  }

  /**
   * The files that go with it, and those of {@link ProgramOptions#FILES}. Throws {@link
   * ReboundException} if one cannot be read.
   */
  public static Map<String, String> files(EngineSpec spec, JobSpec job) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(CLIENT_FILE, PropertiesText.of(new TreeMap<>(job.client())));
    for (Path file : ProgramOptions.files(spec)) {
      String name = String.valueOf(file.getFileName());
      if (files.putIfAbsent(name, text(file)) != null) {
        throw ReboundException.badInput(
            "engine.files: " + file + " is the second file of the name " + name,
            "Give it another name: they lie in one folder.");
      }
    }
    return files;
  }

  /**
   * Words with variables replaced, where no process of a platform is given them. Places of a
   * process are from its working directory on.
   */
  public static List<String> filled(List<String> words, Map<String, String> told) {
    return words.stream()
        .map(
            word -> {
              String filled = word;
              for (Map.Entry<String, String> variable : told.entrySet()) {
                String value = variable.getValue().replace("${dir}/", "");
                filled = filled.replace("${" + variable.getKey() + "}", value);
              }
              return filled;
            })
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw ReboundException.badInput(
          "engine.files: " + file + " cannot be read as a text: " + e,
          "Write a path from the experiment file's folder on, to a text in UTF-8.",
          e);
    }
  }
}
