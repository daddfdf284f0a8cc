package dev.rebound.lab.experiment;

import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks of an engine that is given a user's own jar to run. */
final class ProgramChecks {
  static final String JAR = "jar";
  static final String MAIN = "main";
  static final String ARGUMENTS = "args";

  /** So many classes of a jar are few enough to be named. */
  private static final int NAMED_MAX = 8;

  private final Values values;
  private final Values engine;
  private final Problems problems;

  ProgramChecks(Values values, Problems problems) {
    this.values = values;
    this.engine = values.section("engine");
    this.problems = problems;
  }

  void run() {
    if (engine.has(JAR)) {
      workload();
      jar(Path.of(engine.text(JAR)));
      return;
    }
    for (String key : List.of(MAIN, ARGUMENTS)) {
      if (engine.has(key)) {
        problems.add(
            engine.place(key),
            "engine." + key + " is for a program of your own, and there is no engine.jar",
            "Add jar: my-job.jar, or remove " + key + ".");
      }
    }
  }

  /** Who does not know our formats can only be held to records that a header tells apart. */
  private void workload() {
    Values workload = values.section("workload");
    if (Workloads.kind(workload.text("name")).shape() != WorkloadKind.Shape.IN_PLACE) {
      String choices =
          Workloads.kinds().stream()
              .filter(kind -> kind.shape() == WorkloadKind.Shape.IN_PLACE)
              .map(WorkloadKind::name)
              .sorted()
              .collect(Collectors.joining(" or "));
      problems.add(
          workload.place("name"),
          workload.text("name") + " is computed by Rebound's own job alone, not by an engine.jar",
          "Write workload: { name: X } with " + choices + " for X, or remove jar.");
    }
  }

  private void jar(Path file) {
    if (!Files.isRegularFile(file)) {
      problems.add(
          engine.place(JAR),
          "engine.jar: " + file + (Files.exists(file) ? " is no file" : " does not exist"),
          "Build it first, or write another path; a path is relative to the experiment file.");
      return;
    }
    try {
      main(new ProgramJar(file));
    } catch (IOException e) {
      problems.add(
          engine.place(JAR),
          "engine.jar: " + file + " cannot be read as a jar: " + e.getMessage(),
          "Build it again, for example: jar --create --file my-job.jar -C classes .");
    }
  }

  private void main(ProgramJar jar) {
    if (!engine.has(MAIN)) {
      if (jar.mainClass().isEmpty()) {
        problems.add(
            engine.place(JAR),
            "engine.main is missing, and the manifest of " + jar.file() + " names no main class",
            "Add main: com.example.MyJob.");
      }
      return;
    }
    String main = engine.text(MAIN);
    if (!jar.holds(main)) {
      problems.add(
          engine.place(MAIN),
          "engine.main: there is no class " + main + " in " + jar.file(),
          likely(main, jar.classes()));
    }
  }

  private static String likely(String main, List<String> classes) {
    String simple = simple(main);
    Optional<String> same =
        classes.stream().filter(name -> simple(name).equalsIgnoreCase(simple)).findFirst();
    if (same.isPresent()) {
      return "Did you mean '" + same.get() + "'?";
    }
    return Suggestion.nearest(main, classes)
        .map(name -> "Did you mean '" + name + "'?")
        .orElseGet(
            () ->
                classes.isEmpty() || classes.size() > NAMED_MAX
                    ? "Write it with its package, as com.example.MyJob."
                    : "It holds " + String.join(", ", classes) + ".");
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
