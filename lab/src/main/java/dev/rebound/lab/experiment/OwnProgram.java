package dev.rebound.lab.experiment;

import dev.rebound.lab.program.EnvironmentFile;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.lab.program.ProgramParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a user's own program is made of: builds of one name are told apart by it. */
public final class OwnProgram {
  /** The key of engines that start one by a command. */
  public static final String RUN = "run";

  /** The key of files that each of its processes finds beside it. */
  public static final String FILES = "files";

  /** The key of files of environment variables. */
  public static final String ENV_FILE = "env-file";

  /** The key of what belongs to it beside what is seen. */
  public static final String PROGRAM_FILES = "program-files";

  private static final String ARGUMENTS = "args";
  private static final String ENGINE = "engine.";
  private static final String CONFIG = "engine.config.";

  private OwnProgram() {}

  /** The program of an engine's section as its files are now; {@link ProgramHash#NONE} of none. */
  public static ProgramHash of(EngineSpec engine) {
    return of(engine.options(), engine.config());
  }

  /** True if there is one that its commands make before it is run. */
  public static boolean isPrepared(EngineSpec engine) {
    return engine.options().containsKey(EngineSection.COMMANDS.get(0));
  }

  /**
   * The same.
   *
   * @param options of the engine's section, by key; a list as {@link ShellWords} join it
   * @param config of the same, which a program that is started by a command has as its environment
   */
  static ProgramHash of(Map<String, String> options, Map<String, String> config) {
    List<String> command = command(options);
    if (command.isEmpty()) {
      return ProgramHash.NONE;
    }
    Map<String, String> environment = new TreeMap<>(variablesThatAreThere(options));
    environment.putAll(config);
    ProgramParts parts =
        ProgramParts.of(command)
            .environment(environment)
            .files(words(options, FILES))
            .files(words(options, ENV_FILE))
            .declared(words(options, PROGRAM_FILES));
    for (String key : EngineSection.COMMANDS) {
      for (String prepares : words(options, key)) {
        parts.preparedBy(ShellWords.split(prepares));
      }
    }
    return parts.hash();
  }

  /**
   * The variables that files of {@link #ENV_FILE} hold; a later file wins. {@link
   * dev.rebound.base.ReboundException} says which file is not there, or which line is wrong.
   *
   * @param options of the engine's section, by key; a list as {@link ShellWords} join it
   */
  public static Map<String, String> variables(Map<String, String> options) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String file : words(options, ENV_FILE)) {
      variables.putAll(EnvironmentFile.read(Path.of(file)));
    }
    return variables;
  }

  /** Without them nothing is run. */
  private static Map<String, String> variablesThatAreThere(Map<String, String> options) {
    return words(options, ENV_FILE).stream().map(Path::of).allMatch(Files::isRegularFile)
        ? variables(options)
        : Map.of();
  }

  private static List<String> command(Map<String, String> options) {
    String jar = options.getOrDefault(ProgramJar.KEY, "");
    if (jar.isEmpty()) {
      return words(options, RUN);
    }
    List<String> command = new ArrayList<>(List.of("java"));
    if (!jar.endsWith(".java")) {
      command.add("-jar");
    }
    command.add(jar);
    command.addAll(words(options, ARGUMENTS));
    return command;
  }

  private static List<String> words(Map<String, String> options, String key) {
    return ShellWords.split(options.getOrDefault(key, ""));
  }

  /**
   * The program that the settings of a resolved experiment name.
   *
   * @param settings by dotted key; items of a list count from 1
   */
  static ProgramHash ofSettings(Map<String, String> settings) {
    Map<String, String> options = new TreeMap<>();
    Map<String, String> config = new TreeMap<>();
    Map<String, List<String>> lists = new TreeMap<>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(CONFIG)) {
            config.put(key.substring(CONFIG.length()), value);
          } else if (key.startsWith(ENGINE) && key.matches(".*[.][0-9]+")) {
            String list = key.substring(ENGINE.length(), key.lastIndexOf('.'));
            lists.computeIfAbsent(list, any -> new ArrayList<>()).add(value);
          } else if (key.startsWith(ENGINE)) {
            options.put(key.substring(ENGINE.length()), value);
          }
        });
    lists.forEach((key, items) -> options.put(key, ShellWords.join(items)));
    return of(options, config);
  }
}
