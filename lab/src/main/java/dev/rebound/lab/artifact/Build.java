package dev.rebound.lab.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which Rebound this is: a hash over its own jars, and over the jobs: their sources in a checkout,
 * where a jar is built once it is asked for ({@link JobJars}), else their jars. Services are
 * studied, not part of it.
 *
 * <p>A version that is still worked on is many programs with one number, and what a profile sets is
 * part of the program. Two runs are made with the same one if this agrees; jars built twice from
 * the same sources do.
 */
public final class Build {
  /** Where {@code environment.json} has it. */
  public static final String KEY = "build";

  private static final int CHARACTERS = 12;

  private Build() {}

  /**
   * The first 12 hexadecimal digits of a SHA-256; empty if the jars are not where the script puts
   * them or cannot be read.
   *
   * @param home where Rebound is installed
   */
  public static String of(Path home) {
    Path dist = Installation.dist(home);
    Path sources = home.resolve("jobs");
    boolean checkout = !Installation.isReleased(home) && Files.isDirectory(sources);
    try {
      List<Path> own = new ArrayList<>();
      for (Path jar : SourceBuild.files(dist, Build::isOwnJar)) {
        boolean job = jar.startsWith(dist.resolve("jobs"));
        if (!jar.startsWith(dist.resolve("services")) && !(job && checkout)) {
          own.add(jar);
        }
      }
      if (own.isEmpty()) {
        return "";
      }
      if (checkout) {
        Path versions = home.resolve("pom.xml");
        if (Files.isRegularFile(versions)) {
          own.add(versions);
        }
        own.addAll(SourceBuild.files(sources, SourceBuild::isSource));
      }
      return Sha256.of(own).substring(0, CHARACTERS);
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean isOwnJar(Path file) {
    return file.getFileName().toString().matches("rebound-.*\\.jar");
  }

  /** A build in words. */
  public static String named(String build) {
    return build.isEmpty() ? "(not recorded)" : build;
  }

  /** The build that made a run; empty if its folder does not say. */
  public static String recorded(Path run) {
    return environment(run).path(KEY).asText("");
  }

  /** The version of the Rebound that made a run; empty likewise. */
  public static String recordedRelease(Path run) {
    return environment(run).path("rebound").asText("");
  }

  /**
   * SHA-256 of the files of a user's own program that a run ran; empty if there was none, or its
   * folder does not say.
   */
  public static String recordedProgram(Path run) {
    return environment(run).path("program").path("sha256").asText("");
  }

  /** SHA-256 of the files that a run's records were made from; empty likewise. */
  public static String recordedData(Path run) {
    return environment(run).path("data").path("sha256").asText("");
  }

  private static JsonNode environment(Path run) {
    Path file = run.resolve(RunFiles.ENVIRONMENT);
    if (!Files.isRegularFile(file)) {
      return MissingNode.getInstance();
    }
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }
}
