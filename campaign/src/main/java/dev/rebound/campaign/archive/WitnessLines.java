package dev.rebound.campaign.archive;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.RunFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lines of processes' logs that explanations of a study may rest on: those with a text that the
 * engine's {@code versions.yaml} names under {@code witness}. Of each log the first hundred and the
 * last hundred, one a line behind the name of its node.
 */
final class WitnessLines {
  static final String NAME = "witness.log";

  private static final int OF_EITHER_END = 100;
  private static final int LENGTH_MAX = 400;
  private static final String LOG = ".log";

  private WitnessLines() {}

  /**
   * Writes those of a run, or copies what an archive has of it.
   *
   * @return false, and no file is there, if there are none
   */
  static boolean write(Path run, Path file) throws IOException {
    List<String> lines =
        Files.isRegularFile(run.resolve(NAME))
            ? Files.readAllLines(run.resolve(NAME))
            : of(run, texts(run));
    if (lines.isEmpty()) {
      Files.deleteIfExists(file);
      return false;
    }
    Files.writeString(file, String.join("\n", lines) + "\n");
    return true;
  }

  private static List<String> texts(Path run) throws IOException {
    Path environment = run.resolve(RunFiles.ENVIRONMENT);
    List<String> texts = new ArrayList<>();
    if (Files.isRegularFile(environment)) {
      new ObjectMapper()
          .readTree(environment.toFile())
          .path("witness")
          .forEach(text -> texts.add(text.asText()));
    }
    return texts;
  }

  private static List<String> of(Path run, List<String> texts) throws IOException {
    Path logs = run.resolve("logs");
    List<String> lines = new ArrayList<>();
    if (texts.isEmpty() || !Files.isDirectory(logs)) {
      return lines;
    }
    try (Stream<Path> files = Files.list(logs)) {
      for (Path log : files.filter(file -> file.toString().endsWith(LOG)).sorted().toList()) {
        String name = log.getFileName().toString();
        lines.addAll(matching(log, name.substring(0, name.length() - LOG.length()), texts));
      }
    }
    return lines;
  }

  private static List<String> matching(Path log, String node, List<String> texts)
      throws IOException {
    List<String> first = new ArrayList<>();
    List<String> last = new ArrayList<>();
    int left = 0;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Files.newInputStream(log),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (texts.stream().anyMatch(line::contains)) {
          String kept = node + ": " + line.substring(0, Math.min(line.length(), LENGTH_MAX));
          if (first.size() < OF_EITHER_END) {
            first.add(kept);
          } else {
            last.add(kept);
            if (last.size() > OF_EITHER_END) {
              last.remove(0);
              left++;
            }
          }
        }
      }
    }
    if (left > 0) {
      first.add(node + ": (" + left + " more between)");
    }
    first.addAll(last);
    return first;
  }
}
