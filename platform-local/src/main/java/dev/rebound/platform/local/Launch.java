package dev.rebound.platform.local;

import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line, environment and files that one incarnation is started with. Pure, so that it
 * can be looked at without starting anything.
 */
record Launch(List<String> command, Map<String, String> environment, Map<String, String> files) {
  static final String RUN_ID = Platform.RUN_ID;

  /** Names the lab (pid and start time) in the environment of every process that it started. */
  static final String LAB = "REBOUND_LAB";

  static final String NODE = "REBOUND_NODE";
  static final String INCARNATION = "REBOUND_INCARNATION";

  /** How names of variables begin that may stand in commands and files. */
  private static final String TOLD = "REBOUND_";

  /**
   * The shell makes the process deaf to Ctrl-C and to the terminal's end, which reach everything in
   * the terminal's foreground group, and then becomes the process: the pid stays. HotSpot honours
   * an ignored signal.
   */
  private static final List<String> SHELL =
      List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

  /** The marks in the environment of every process of a run, by which it is found. */
  static Map<String, String> mark(String runId, ProcessIdentity lab) {
    return Map.of(RUN_ID, runId, LAB, lab.toString());
  }

  /**
   * @param classPath of a Java program, as files
   * @param defaultJavaHome the JDK for programs that name none
   * @param runId goes into the environment, as does {@code lab}
   * @param prefix what the command begins with; it becomes the process as the shell does
   */
  static Launch of(
      ProcessSpec spec,
      List<Path> classPath,
      Placeholders words,
      Path directory,
      int incarnation,
      Path defaultJavaHome,
      String runId,
      ProcessIdentity lab,
      List<String> prefix) {
    List<String> command = new ArrayList<>(SHELL);
    command.addAll(prefix);
    Map<String, String> environment = new LinkedHashMap<>();
    if (spec.program() instanceof Program.Java java) {
      Path javaHome = java.javaHome() == null ? defaultJavaHome : Path.of(java.javaHome());
      command.add(javaHome.resolve("bin").resolve("java").toString());
      command.addAll(options(java, spec.heapBytes(), words, directory));
      command.add("-cp");
      command.add(Placeholders.text(classPath));
      command.add(java.mainClass());
    } else {
      environment.put("TMPDIR", temporary(directory).toString());
    }
    spec.environment().forEach((name, value) -> environment.put(name, words.replace(value)));
    Placeholders all = words.and(told(environment));
    spec.program().arguments().forEach(argument -> command.add(all.replace(argument)));

    environment.putAll(mark(runId, lab));
    environment.put(NODE, spec.node());
    environment.put(INCARNATION, Integer.toString(incarnation));

    Map<String, String> files = new LinkedHashMap<>();
    spec.files().forEach((name, content) -> files.put(name, all.replace(content)));
    return new Launch(List.copyOf(command), environment, files);
  }

  /** Not what the user sets: a secret in a command would be there for every process to read. */
  private static Map<String, String> told(Map<String, String> environment) {
    Map<String, String> told = new LinkedHashMap<>(environment);
    told.keySet().removeIf(name -> !name.startsWith(TOLD));
    return told;
  }

  /** The program's own options come last, so that they win. A killed JVM leaves no file behind. */
  private static List<String> options(
      Program.Java java, long heapBytes, Placeholders words, Path directory) {
    List<String> options = new ArrayList<>();
    if (heapBytes > 0) {
      options.add("-Xmx" + Math.max(1, heapBytes >> 20) + "m");
    }
    options.add("-XX:-UsePerfData");
    options.add("-XX:+ExitOnOutOfMemoryError");
    options.add("-XX:ErrorFile=" + directory.resolve("hs_err_%p.log"));
    options.add("-Djava.io.tmpdir=" + temporary(directory));
    java.jvmOptions().forEach(option -> options.add(words.replace(option)));
    return options;
  }

  private static Path temporary(Path directory) {
    return directory.resolve("tmp");
  }
}
