package dev.rebound.engine.adapter;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.ProgramJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A user's own program that runs in place of our job: {@code engine.jar}, {@code engine.main} and
 * {@code engine.args}.
 *
 * @param arguments of its main method
 */
public record JarProgram(ProgramJar jar, String mainClass, List<String> arguments) {
  /** The classes that SLF4J looks for, in version 1 and 2, and the usual jars that bring them. */
  private static final Pattern LOGGING =
      Pattern.compile(
          "META-INF/services/org\\.slf4j\\.spi\\.SLF4JServiceProvider"
              + "|org/slf4j/impl/StaticLoggerBinder\\.class"
              + "|.*/(logback-classic|slf4j-simple|slf4j-jdk14|slf4j-reload4j|slf4j-log4j12"
              + "|log4j-slf4j2?-impl)-[0-9][^/]*\\.jar");

  /** What a plan says of a jar that is yet to be made. */
  private static final String UNKNOWN = "known once setup has made it";

  /**
   * Whether it logs by a backend of its own, and so may log anything: else by the one that stands
   * beside it, and we know how its lines look.
   */
  public boolean bringsLogging() {
    return jar.brings(LOGGING);
  }

  /** True if an experiment has one; reads nothing. */
  public static boolean in(EngineSpec spec) {
    return spec.options().containsKey(ProgramOptions.JAR);
  }

  /**
   * Reads an experiment's; empty if it has none, {@link ReboundException} if it cannot be had. One
   * that setup makes is yet to come where it cannot be used as it is.
   */
  public static Optional<JarProgram> of(EngineSpec spec) {
    String file = spec.options().get(ProgramOptions.JAR);
    if (file == null) {
      return Optional.empty();
    }
    String main = spec.options().get(ProgramOptions.MAIN);
    List<String> arguments = ProgramOptions.words(spec, ProgramOptions.ARGUMENTS);
    ProgramJar jar;
    try {
      jar = ProgramJar.startable(Path.of(file), main);
    } catch (ReboundException e) {
      if (!spec.options().containsKey(SetupPart.SETUP)) {
        throw e;
      }
      // A plan before the run, which has all of it once setup has run.
      jar = ProgramJar.yetToCome(Path.of(file));
    }
    return Optional.of(
        new JarProgram(jar, main == null ? jar.mainClass().orElse(UNKNOWN) : main, arguments));
  }

  /**
   * The program as the plan names it: which jar that was can be told from its hash later. Variables
   * of {@code env-file} are among it.
   */
  public Map<String, String> settings(EngineSpec spec) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("engine.jar", jar.file().toString());
    try {
      settings.put("engine.jar SHA-256", jar.isYetToCome() ? UNKNOWN : Sha256.of(jar.file()));
    } catch (IOException e) {
      throw ReboundException.environment(
          "engine.jar: " + jar.file() + " cannot be read: " + e.getMessage(),
          "Leave the jar alone while it is run.",
          e);
    }
    settings.put("engine.main", mainClass);
    settings.putAll(ProgramOptions.environment(spec));
    return settings;
  }
}
