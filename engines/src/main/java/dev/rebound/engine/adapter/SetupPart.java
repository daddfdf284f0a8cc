package dev.rebound.engine.adapter;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.experiment.ShellWords;
import dev.rebound.lab.experiment.TextsType;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Commands of the user's that run once, one after the other: those of {@code setup} before the
 * workers are started, those of {@code teardown} when the part is closed, whatever became of the
 * run. Each is a process of its own, with its log; what one leaves running ends with the run.
 *
 * @param commands of both, in order, by the role of their processes
 * @param folder that they run in
 * @param limit of each
 */
public record SetupPart(List<ProcessSpec> commands, Path folder, Duration limit) implements Part {
  static final String SETUP = EngineSection.COMMANDS.get(0);
  private static final String TEARDOWN = EngineSection.COMMANDS.get(1);
  private static final String LIMIT = "setup-timeout";

  /** The keys of the commands. */
  public static final List<Option> OPTIONS =
      List.of(
          Option.optional(SETUP, new TextsType(ScalarType.command(), true), "[npm ci]")
              .meaning(
                  "Commands that run one after the other before the workers are started, such as what"
                      + " builds the program; no shell."),
          Option.optional(TEARDOWN, new TextsType(ScalarType.command(), true), "[dropdb orders]")
              .meaning(
                  "Commands that run after the run, whatever became of it; one that fails is told,"
                      + " and changes no verdict."),
          Option.optional(EngineSection.COMMANDS_IN, ScalarType.path(), "my-service")
              .meaning(
                  "The folder that setup and teardown run in; the experiment file's own if absent."),
          Option.optional(
                  LIMIT, ScalarType.duration(Duration.ofSeconds(1), Duration.ofDays(1)), "10m")
              .meaning("How long each command of setup and teardown may take (5m if absent)."));

  private static final Duration LIMIT_USUAL = Duration.ofMinutes(5);

  /** Goes into the folder, and becomes the command. */
  private static final List<String> IN_FOLDER =
      List.of("/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh");

  /** The part that an experiment asks for; none if it asks for no command. */
  public static List<Part> planned(EngineSpec spec, JobSpec job) {
    return planned(spec, job, Map.of());
  }

  /**
   * The same with more variables than any program is told.
   *
   * @param more those; what the experiment sets wins
   */
  public static List<Part> planned(EngineSpec spec, JobSpec job, Map<String, String> more) {
    Map<String, String> environment =
        new LinkedHashMap<>(ProgramEnvironment.environment(spec, job));
    environment.putAll(more);
    environment.putAll(spec.config());
    Path folder = Path.of(spec.option(EngineSection.COMMANDS_IN, ""));
    List<ProcessSpec> commands = new ArrayList<>();
    for (String role : EngineSection.COMMANDS) {
      List<String> written = ShellWords.split(spec.option(role, ""));
      for (int i = 0; i < written.size(); i++) {
        commands.add(
            command(
                role,
                i + 1,
                written.get(i),
                folder,
                environment,
                ProgramEnvironment.files(spec, job)));
      }
    }
    return commands.isEmpty()
        ? List.of()
        : List.of(new SetupPart(commands, folder, spec.duration(LIMIT, LIMIT_USUAL)));
  }

  /**
   * The same where what they make is needed to plan the run: the jar of a program.
   *
   * @return none if the experiment has no jar
   */
  public static List<Part> ofJar(EngineSpec spec, JobSpec job) {
    return JarProgram.in(spec) ? planned(spec, job) : List.of();
  }

  /** The keys that a file has; the folder is filled in where there are commands. */
  static List<String> written(EngineSection section) {
    boolean commands = EngineSection.COMMANDS.stream().anyMatch(section::has);
    return OPTIONS.stream()
        .map(Option::key)
        .filter(section::has)
        .filter(key -> !commands || !key.equals(EngineSection.COMMANDS_IN))
        .toList();
  }

  /** Tells what is wrong with the keys. */
  public static void check(EngineSection section) {
    if (EngineSection.COMMANDS.stream().noneMatch(section::has)) {
      for (String key : List.of(EngineSection.COMMANDS_IN, LIMIT)) {
        if (section.has(key)) {
          section.wrong(
              key,
              "engine." + key + " is for commands, and there is neither setup nor teardown",
              "Add setup: [npm ci], or remove " + key + ".");
        }
      }
      return;
    }
    for (String variable : List.of("REBOUND_BOOTSTRAP", "REBOUND_REGISTRY")) {
      String commands = section.spec().option(SETUP, "");
      if (JarProgram.in(section.spec()) && commands.contains("${" + variable + "}")) {
        section.wrong(
            SETUP,
            "engine.setup: ${%s} is not known yet: with a jar, setup runs before the brokers"
                .formatted(variable),
            "Let setup make the jar alone, and the program do the rest.");
      }
    }
    Path folder = Path.of(section.spec().option(EngineSection.COMMANDS_IN, ""));
    if (!Files.isDirectory(folder)) {
      section.wrong(
          EngineSection.COMMANDS_IN,
          "engine.setup-in: there is no folder " + folder,
          "Write a folder that is there; a path is relative to the experiment file.");
    }
  }

  private static ProcessSpec command(
      String role,
      int number,
      String command,
      Path folder,
      Map<String, String> environment,
      Map<String, String> files) {
    List<String> arguments = new ArrayList<>(IN_FOLDER);
    arguments.add(folder.toString());
    arguments.addAll(ShellWords.split(command));
    return new ProcessSpec(
        role + "-" + number,
        role,
        Owner.SUPPORT,
        new Program.Command(arguments),
        0,
        0,
        environment,
        files,
        new ProcessSpec.Readiness.Ended());
  }

  /** As the user wrote it, but for files, which are absolute. */
  private static String written(ProcessSpec process) {
    List<String> arguments = process.program().arguments();
    return String.join(" ", arguments.subList(IN_FOLDER.size() + 1, arguments.size()));
  }

  @Override
  public String name() {
    return SETUP;
  }

  @Override
  public List<ProcessSpec> processes() {
    return commands;
  }

  /** None: they have ended before the first fault, or have not begun. */
  @Override
  public Set<String> roles() {
    return Set.of();
  }

  @Override
  public boolean limitsItself() {
    return true;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "setup and teardown run in %s, each command for at most %s; phases.start counts without them"
            .formatted(folder, Quantity.text(limit)));
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    return start(platform, by, progress, () -> false);
  }

  @Override
  public RunningPart start(
      Platform platform, Deadline by, Consumer<String> progress, BooleanSupplier stop) {
    RunningPart over = new Over(this, platform, progress);
    try {
      of(SETUP).forEach(process -> run(process, platform, progress, stop));
    } catch (RuntimeException e) {
      over.close();
      throw e;
    }
    return over;
  }

  private List<ProcessSpec> of(String role) {
    return commands.stream().filter(process -> process.role().equals(role)).toList();
  }

  private void run(
      ProcessSpec process, Platform platform, Consumer<String> progress, BooleanSupplier stop) {
    progress.accept(process.role() + ": " + written(process));
    Node node = platform.start(process);
    try {
      node.awaitReady(limit, stop);
    } catch (ReboundException e) {
      String command = "engine.%s: '%s'".formatted(process.role(), written(process));
      if (stop.getAsBoolean()) {
        end(node);
        throw ReboundException.environment(
            "the run was stopped in " + command + " was ended", "Run it again.", e);
      }
      boolean late = node.alive();
      if (late) {
        var unused = node.signal(Signal.KILL);
      }
      throw ReboundException.badInput(
          command + (late ? " was given up on: " : " failed: ") + e.getMessage(),
          "Try it by hand in %s%s"
              .formatted(folder, late ? ", or raise engine." + LIMIT + "." : ". " + e.remedy()),
          e);
    }
  }

  /** Tells it to end, with what it started; it is killed if it does not. */
  private static void end(Node node) {
    var unused = node.signal(Signal.TERMINATE);
    if (node.alive()) {
      unused = node.signal(Signal.KILL);
    }
  }

  /** Setup is over, and teardown is to come. */
  private record Over(SetupPart part, Platform platform, Consumer<String> progress)
      implements RunningPart {
    @Override
    public List<Node> nodes(String role) {
      return List.of();
    }

    @Override
    public void close() {
      // Whoever interrupted the run did not mean to leave what setup made.
      boolean interrupted = Thread.interrupted();
      for (ProcessSpec process : part.of(TEARDOWN)) {
        try {
          part.run(process, platform, progress, () -> false);
        } catch (RuntimeException e) {
          progress.accept(e.getMessage() + "\n  The run is judged all the same.");
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
