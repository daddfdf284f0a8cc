package dev.rebound.engine.adapter;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.experiment.ShellWords;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.lab.experiment.TextsType;
import dev.rebound.lab.program.EnvironmentFile;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The keys of engines that run a program of the user's: which one, what is wrong with them, and
 * what such a program can be held to.
 */
public final class ProgramOptions {
  static final String JAR = ProgramJar.KEY;
  static final String MAIN = ProgramJar.MAIN;
  static final String ARGUMENTS = "args";

  /** The words that a process prints once it is up. */
  public static final Option READY =
      Option.optional("ready", ScalarType.text(), "subscribed")
          .meaning("With a program of your own: what a worker prints once it is up.");

  /** Within which time the program misses a dead worker. */
  public static final Option NOTICES =
      Option.optional("notices-within", ScalarType.duration(), "6s")
          .meaning(
              "With a program of your own: after how long at most it misses a dead worker, such as its"
                  + " session timeout: faults that are closer are warned of.");

  /** Files that each process of a program finds. */
  public static final Option FILES =
      Option.optional(OwnProgram.FILES, new TextsType(ScalarType.path()), "[streams.properties]")
          .meaning(
              "With a program of your own: files that each of its processes finds in its working"
                  + " directory, with ${REBOUND_BOOTSTRAP} and the like replaced.");

  /** Files of environment variables. */
  public static final Option ENV_FILE =
      Option.optional(OwnProgram.ENV_FILE, new TextsType(ScalarType.path(), true), "app.env")
          .meaning(
              "With a program of your own: a file of its environment variables, or several, as lines"
                  + " NAME=VALUE; a later file wins, and config over them.");

  /** What belongs to the program beside the files that its command names. */
  public static final Option PROGRAM_FILES =
      Option.optional(
              OwnProgram.PROGRAM_FILES,
              new TextsType(ScalarType.files(), true),
              "[src, requirements.txt]")
          .meaning(
              "With a program of your own: what belongs to it beside the files that its command names,"
                  + " as files, folders or patterns: builds are told apart by all of them, and there is"
                  + " no more to it.");

  /** The program of an engine that runs nothing else. */
  public static final Option RUN =
      Option.optional(OwnProgram.RUN, ScalarType.program(), "python3 my_job.py")
          .meaning("The program that each worker runs, and its arguments.");

  /** Letters of ASCII and all beyond it, in words that every dialect of patterns has. */
  private static final String CLASS_PART =
      "[^\\x00-\\x23\\x25-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F]"
          + "[^\\x00-\\x23\\x25-\\x2F\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7F]*";

  private static final List<Option> OF_ANY_JAR =
      List.of(
          Option.optional(JAR, ScalarType.path(), "my-job.jar")
              .meaning(
                  "A program of your own to run in place of Rebound's job: a jar, or the one source"
                      + " file of a Java program, which is compiled with the engine's jars."),
          Option.optional(
                  MAIN,
                  ScalarType.pattern(
                      "a class name",
                      CLASS_PART + "([.]" + CLASS_PART + ")*",
                      "Write it with its package: com.example.MyJob."),
                  "com.example.MyJob")
              .meaning(
                  "With jar: its main class; without it, the one that its manifest names, or that a"
                      + " source file is called by."),
          Option.optional(ARGUMENTS, new TextsType(ScalarType.word()), "[--verbose]")
              .meaning("With jar: what its main method is given."),
          FILES,
          ENV_FILE,
          PROGRAM_FILES);

  /** A jar that runs in place of our job, and the commands that make it. */
  public static final List<Option> OF_JARS =
      Stream.of(OF_ANY_JAR, RestartPolicy.OPTIONS, SetupPart.OPTIONS)
          .flatMap(List::stream)
          .toList();

  /** So many classes of a jar are few enough to be named. */
  private static final int NAMED_MAX = 8;

  private final EngineSection section;

  private ProgramOptions(EngineSection section) {
    this.section = section;
  }

  /**
   * The workloads that a program can be held to that does not know our formats: a header says which
   * record is which.
   */
  public static List<String> workloads() {
    return Workloads.kinds().stream()
        .filter(kind -> kind.shape().tagged() && !kind.shape().shuffled())
        .map(WorkloadKind::name)
        .sorted()
        .toList();
  }

  /**
   * Checks the section of an engine that runs our own job, or a user's jar in its place.
   *
   * @param ofOurs keys that are for our job alone
   * @param ofPrograms keys that are for a user's jar alone, beside those of {@link #OF_JARS}
   * @param computed the workloads that our job computes
   */
  public static void check(
      EngineSection section, List<String> ofOurs, List<String> ofPrograms, List<String> computed) {
    ProgramOptions options = new ProgramOptions(section);
    if (section.has(JAR)) {
      options.workload();
      options.jar(Path.of(section.spec().option(JAR, "")));
      checkEnvironmentFiles(section);
      SetupPart.check(section);
      ofOurs.stream().filter(section::has).forEach(key -> ownAffair(section, key));
      return;
    }
    section.requireWorkload(computed);
    List<String> stray =
        new ArrayList<>(List.of(MAIN, ARGUMENTS, FILES.key(), ENV_FILE.key(), PROGRAM_FILES.key()));
    RestartPolicy.OPTIONS.forEach(option -> stray.add(option.key()));
    stray.addAll(SetupPart.written(section));
    stray.addAll(ofPrograms);
    for (String key : stray) {
      if (section.has(key)) {
        section.wrong(
            key,
            "engine." + key + " is for a program of your own, and there is no engine.jar",
            "Add jar: my-job.jar, or remove " + key + ".");
      }
    }
  }

  /**
   * The variables that the files of {@link #ENV_FILE} hold; {@link
   * dev.rebound.base.ReboundException} says which line is wrong.
   */
  static Map<String, String> environment(EngineSpec spec) {
    return OwnProgram.variables(spec.options());
  }

  /** The environment that an experiment gives a program which has {@code config} in there, too. */
  public static Map<String, String> settings(EngineSpec spec) {
    Map<String, String> variables = new TreeMap<>(environment(spec));
    variables.putAll(spec.config());
    return variables;
  }

  /** Tells what is wrong with files of environment variables. */
  public static void checkEnvironmentFiles(EngineSection section) {
    try {
      var unused = environment(section.spec());
    } catch (ReboundException e) {
      section.wrong(ENV_FILE.key(), "engine.env-file: " + e.getMessage(), e.remedy());
    }
  }

  /** Tells which of {@code config} would not reach a program that gets it as its environment. */
  public static void checkNames(EngineSection section) {
    for (String name : section.spec().config().keySet()) {
      if (!EnvironmentFile.NAME.matcher(name).matches()) {
        section.wrong(
            "config",
            "engine.config: '" + name + "' is no name of an environment variable",
            EnvironmentFile.NAME_REMEDY);
      }
    }
  }

  /** The same, and that states and threads are set, where a user's jar is each worker. */
  public static void checkProcesses(EngineSection section) {
    checkNames(section);
    if (!section.spec().state().isEmpty()) {
      ownAffair(section, "state");
    }
    if (section.spec().threads() != 1) {
      ownAffair(section, "threads");
    }
  }

  /** Tells that a key says something of our job, where a user's jar runs. */
  public static void ownAffair(EngineSection section, String key) {
    section.wrong(
        key,
        "engine." + key + " is for Rebound's own job, and there is an engine.jar",
        "Remove " + key + ": the program in engine.jar sets it itself.");
  }

  /**
   * What {@link #NOTICES} says.
   *
   * @param otherwise where it says nothing
   */
  public static Duration noticesWithin(EngineSpec spec, Duration otherwise) {
    return spec.duration(NOTICES.key(), otherwise);
  }

  /** Files of {@link #FILES}. */
  static List<Path> files(EngineSpec spec) {
    return ShellWords.split(spec.option(FILES.key(), "")).stream().map(Path::of).toList();
  }

  /**
   * The words of a command or of arguments; one that names a file of {@link #FILES} means the one
   * in the working directory.
   *
   * @param key of the option that holds them
   */
  public static List<String> words(EngineSpec spec, String key) {
    List<Path> files = files(spec);
    return ShellWords.split(spec.option(key, "")).stream()
        .map(word -> files.contains(Path.of(word)) ? Path.of(word).getFileName().toString() : word)
        .toList();
  }

  /**
   * The words of {@link #RUN}.
   *
   * @param setUp whether its program may be yet to be made: then nobody looks for it before
   */
  public static List<String> command(EngineSpec spec, boolean setUp) {
    List<String> words = words(spec, RUN.key());
    if (!setUp || words.isEmpty()) {
      return words;
    }
    Path program = Path.of(words.get(0));
    if (!program.isAbsolute() || Files.isExecutable(program)) {
      return words;
    }
    List<String> later = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\"", "sh"));
    later.addAll(words);
    return later;
  }

  private void workload() {
    if (!workloads().contains(section.workload())) {
      section.wrongWorkload(
          section.workload() + " is computed by Rebound's own job alone, not by an engine.jar",
          "Write workload: { name: X } with %s for X, or remove jar."
              .formatted(String.join(" or ", workloads())));
    }
  }

  /** What is wrong with a jar that is made before the run is told once it should be there. */
  private void jar(Path file) {
    if (section.has(SetupPart.SETUP)) {
      return;
    }
    if (!Files.isRegularFile(file)) {
      section.wrong(
          JAR,
          "engine.jar: " + file + (Files.exists(file) ? " is no file" : " does not exist"),
          "Build it first, or write another path; a path is relative to the experiment file.");
      return;
    }
    boolean source = ProgramJar.isSource(file);
    try {
      if (!source) {
        main(new ProgramJar(file));
      } else if (!ProgramJar.mayStart(file)) {
        // All else that is wrong with it is told once it is compiled.
        section.wrong(
            JAR,
            "engine.jar: " + file + " has no main method",
            "Add public static void main(String[] args) to the class that is called as the file.");
      }
    } catch (IOException e) {
      section.wrong(
          JAR,
          "engine.jar: %s cannot be read as %s: %s"
              .formatted(file, source ? "a source" : "a jar", e.getMessage()),
          source
              ? "It must be a text in UTF-8."
              : "Build it again, for example: jar --create --file my-job.jar -C classes .");
    }
  }

  private void main(ProgramJar jar) {
    String main = section.spec().options().get(MAIN);
    if (main == null) {
      if (jar.mainClass().isEmpty()) {
        section.wrong(
            JAR,
            "engine.main is missing, and the manifest of " + jar.file() + " names no main class",
            "Add main: com.example.MyJob.");
      }
    } else if (!jar.holds(main)) {
      section.wrong(
          MAIN,
          "engine.main: there is no class " + main + " in " + jar.file(),
          likely(main, jar.classes()));
    }
  }

  private static String likely(String main, List<String> classes) {
    String simple = simple(main);
    return classes.stream()
        .filter(name -> simple(name).equalsIgnoreCase(simple))
        .findFirst()
        .or(() -> Suggestion.nearest(main, classes))
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
