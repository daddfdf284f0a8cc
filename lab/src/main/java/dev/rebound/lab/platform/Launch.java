package dev.rebound.lab.platform;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one incarnation is started with: command line, environment and files. Pure, so that it can
 * be looked at without starting anything.
 */
record Launch(List<String> command, Map<String, String> environment, Map<String, String> files) {
  /** Names the run in the environment of every process of it. */
  static final String RUN_ID = "REBOUND_RUN_ID";

  /** Names the lab (pid and start time) in the environment of every process that it started. */
  static final String LAB = "REBOUND_LAB";

  static final String NODE = "REBOUND_NODE";
  static final String INCARNATION = "REBOUND_INCARNATION";

  /**
   * The shell makes the process deaf to Ctrl-C and to the terminal's end, which reach everything in
   * the terminal's foreground group, and then becomes the process: the pid stays. HotSpot honours
   * an ignored signal.
   */
  private static final List<String> SHELL =
      List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

  /**
   * @param defaultJavaHome the JDK for specs that name none
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
      Identity lab,
      List<String> prefix) {
    Path javaHome = spec.javaHome() == null ? defaultJavaHome : Path.of(spec.javaHome());
    List<String> command = new ArrayList<>(SHELL);
    command.addAll(prefix);
    command.add(javaHome.resolve("bin").resolve("java").toString());
    if (spec.heapBytes() > 0) {
      command.add("-Xmx" + Math.max(1, spec.heapBytes() >> 20) + "m");
    }
    command.addAll(defaultOptions(directory));
    spec.jvmOptions().forEach(option -> command.add(words.replace(option)));
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(spec.mainClass());
    spec.arguments().forEach(argument -> command.add(words.replace(argument)));

    Map<String, String> environment = new LinkedHashMap<>();
    spec.environment().forEach((name, value) -> environment.put(name, words.replace(value)));
    environment.put(RUN_ID, runId);
    environment.put(LAB, lab.toString());
    environment.put(NODE, spec.node());
    environment.put(INCARNATION, Integer.toString(incarnation));

    Map<String, String> files = new LinkedHashMap<>();
    spec.files().forEach((name, content) -> files.put(name, words.replace(content)));
    return new Launch(List.copyOf(command), environment, files);
  }

  /** Before the spec's own options, so that those win. A killed process leaves no file behind. */
  private static List<String> defaultOptions(Path directory) {
    return List.of(
        "-XX:-UsePerfData",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:ErrorFile=" + directory.resolve("hs_err_%p.log"),
        "-Djava.io.tmpdir=" + directory.resolve("tmp"));
  }
}
