package dev.rebound.campaign.archive;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.baseline.Baseline;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A {@link Baseline} as a file that a repository can hold: JSON, with the resolved experiment of
 * each cell, so that a later Rebound knows what its keys meant by default.
 */
public final class BaselineFile {
  /** The version of this format. */
  static final int VERSION = 1;

  private static final String EXPERIMENT = "experiment";
  private static final String SETTINGS = "settings";
  private static final String CELLS = "cells";

  /** Settings that no experiment file has, by their keys here: the starts of hashes. */
  private static final Map<String, String> HASHES =
      Map.of(
          "jarHash", Variants.JAR_HASH,
          "runHash", Variants.RUN_HASH,
          "dataHash", Variants.DATA_HASH);

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private BaselineFile() {}

  /**
   * Writes it. Throws {@link ReboundException} if the file cannot be written.
   *
   * @param runs that it was made of
   */
  public static void write(Baseline baseline, List<ComparedRun> runs, Path file) {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", VERSION);
    ArrayNode cells = root.putArray(CELLS);
    for (Baseline.BaselineCell kept : baseline.cells()) {
      ObjectNode cell = JSON.valueToTree(kept);
      cell.remove(SETTINGS);
      cell.put(EXPERIMENT, experiment(kept, runs));
      new TreeMap<>(HASHES)
          .forEach(
              (key, setting) -> {
                String hash = kept.settings().get(setting);
                if (hash != null) {
                  cell.put(key, hash);
                }
              });
      cells.add(cell);
    }
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, JSON.writeValueAsString(root) + "\n");
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write " + file + ": " + e, "Choose another file with --out.", e);
    }
  }

  private static String experiment(Baseline.BaselineCell kept, List<ComparedRun> runs) {
    return runs.stream()
        .filter(run -> kept.runIds().contains(run.results().runId()))
        .map(run -> run.folder().resolve(RunFiles.EXPERIMENT))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(RunReader::text)
        .orElse("");
  }

  /** Reads one. Throws {@link ReboundException} if it is none, or of another version. */
  public static Baseline read(Path file) {
    JsonFile.requireKnown(file, VERSION);
    try {
      JsonNode root = JSON.readTree(file.toFile());
      int version = root.path("version").asInt(0);
      if (version != VERSION || root.path(CELLS).isEmpty()) {
        throw ReboundException.badInput(
            file
                + (version == VERSION ? " holds no runs" : " is no baseline of version " + VERSION),
            "Make one with `rebound baseline RUN… --out " + file + "`.");
      }
      List<Baseline.BaselineCell> cells = new ArrayList<>();
      for (JsonNode cell : root.path(CELLS)) {
        String experiment = cell.path(EXPERIMENT).asText("");
        Map<String, String> settings = new TreeMap<>(RunReader.settings(experiment));
        HASHES.forEach(
            (key, setting) -> {
              if (cell.hasNonNull(key)) {
                settings.put(setting, cell.path(key).asText());
              }
            });
        ((ObjectNode) cell).remove(EXPERIMENT);
        ((ObjectNode) cell).remove(HASHES.keySet());
        ((ObjectNode) cell).set(SETTINGS, JSON.valueToTree(settings));
        cells.add(JSON.treeToValue(cell, Baseline.BaselineCell.class));
      }
      return new Baseline(cells);
    } catch (IOException | IllegalArgumentException | ClassCastException e) {
      throw ReboundException.badInput(
          Files.exists(file)
              ? "cannot read " + file + ": " + e.getMessage()
              : file + " does not exist",
          "Make one with `rebound baseline RUN… --out " + file + "`.",
          e);
    }
  }
}
