package dev.rebound.cli;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.oracle.sample.SampleProposal;
import dev.rebound.workload.OptionProblem;
import java.io.Console;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code init}: a first experiment file for one's own job, by options or three questions. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Write a first experiment file for your own job.",
      "What is not given by an option is asked, on a terminal."
    })
final class InitCommand implements Callable<Integer> {
  static final String STREAMS = "kafka-streams";

  private static final List<String> GUARANTEES = List.of("at-least-once", "exactly-once", "none");

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "File to write (default: ${DEFAULT-VALUE}).",
      defaultValue = "my-job.yaml")
  Path file = Path.of("my-job.yaml");

  @Option(
      names = "--run",
      paramLabel = "COMMAND",
      description =
          "Your program and its arguments, or an engine (`rebound engines`) for Rebound's own job.")
  @Nullable String run;

  @Option(
      names = "--jar",
      paramLabel = "JAR",
      description = "With an engine in --run: a program of your own in place of Rebound's job.")
  @Nullable String jar;

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description = "With --jar: its main class, if its manifest names none.")
  @Nullable String main;

  @Option(
      names = "--ask",
      paramLabel = "REQUEST",
      description =
          "For a service of your own in --run: its method and path, as \"POST /orders\" on REBOUND_PORT.")
  @Nullable String ask;

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description =
          "With --ask: the table of PostgreSQL that it writes; without it and --topic, answers alone.")
  @Nullable String table;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "With --ask: the topic that it writes, in place of a table.")
  @Nullable String topic;

  @Option(
      names = "--key",
      paramLabel = "COLUMN",
      description =
          "With --table: its column that says of which request a row is. With --topic: the path to"
              + " that in a record ($.order_id), which is its key if absent.")
  @Nullable String key;

  @Option(
      names = "--guarantee",
      paramLabel = "PROMISE",
      description = "What it promises: at-least-once, exactly-once or none.")
  @Nullable String guarantee;

  @Option(names = "--rate", paramLabel = "RATE", description = "Records per second, as 1000/s.")
  @Nullable String rate;

  @Option(
      names = "--from",
      paramLabel = "SAMPLE",
      description =
          "For a program of your own: a file of records, or a folder of them, to replay. How they lie in"
              + " it, id, key and time are guessed, and told.")
  @Nullable Path sample;

  @Override
  public Integer call() {
    if (Files.exists(file)) {
      throw exists();
    }
    Console console = System.console();
    String program =
        answer(console, run, "--run", "What is to be run (for example: python3 my_job.py)?", "");
    String promise =
        answer(
            console,
            guarantee,
            "--guarantee",
            "What does it promise (at-least-once, exactly-once, none)?",
            unaudited(program.strip()) || (ask != null && table == null && topic == null)
                ? "none"
                : "at-least-once");
    if (!GUARANTEES.contains(promise)) {
      throw ReboundException.badInput(
          "'" + promise + "' is no promise", "Write one of " + String.join(", ", GUARANTEES) + ".");
    }
    String load =
        answer(
            console,
            rate,
            "--rate",
            "How many records a second?",
            ask == null ? "1000/s" : "100/s");
    boolean known = requireTogether(program.strip());
    write(
        new InitFile(this, name(), program.strip(), known)
            .text(promise, load.matches("[0-9.]+") ? load + "/s" : load));
    if (sample != null) {
      proposal(sample).told().forEach(told -> System.out.println("guessed: " + told));
    }
    System.out.println("Wrote " + file + ". Next:");
    System.out.println(Home.called("  rebound validate ") + file + "      what it will do");
    System.out.println(Home.called("  rebound run ") + file + "           do it");
    return ExitCode.PASS;
  }

  private ReboundException exists() {
    return ReboundException.badInput(
        file + " exists", Home.called("Name another file: rebound init other.yaml."));
  }

  private static String answer(
      @Nullable Console console,
      @Nullable String given,
      String option,
      String question,
      String otherwise) {
    if (given != null) {
      return given;
    }
    if (console == null) {
      if (!otherwise.isEmpty()) {
        return otherwise;
      }
      throw ReboundException.badInput(
          option + " is missing, and there is no terminal to ask on",
          Home.called("Write rebound init --run \"python3 my_job.py\"."));
    }
    while (true) {
      String said =
          console.readLine("%s%s ", question, otherwise.isEmpty() ? "" : " [" + otherwise + "]");
      if (said == null) {
        throw ReboundException.badInput("no answer", "Try again.");
      }
      if (!said.isBlank() || !otherwise.isEmpty()) {
        return said.isBlank() ? otherwise : said.strip();
      }
    }
  }

  private String name() {
    Path last = file.getFileName();
    String name = last == null ? "my-job" : last.toString().replaceFirst("\\.ya?ml$", "");
    return name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
  }

  /** Whether a program is an engine; throws {@link ReboundException} if options contradict it. */
  private boolean requireTogether(String program) {
    boolean known = Engines.all().containsKey(program) && !program.equals("external");
    if (!known && (jar != null || main != null)) {
      throw ReboundException.badInput(
          "%s is for an engine that takes one: --run %s"
              .formatted(jar == null ? "--main" : "--jar", takers()),
          "Write --run \"java -jar my-job.jar\" for another program.");
    }
    requireService(known);
    requireMain();
    if (sample != null && known && jar == null) {
      throw ReboundException.badInput(
          "--from is for a program of your own, and --run " + program + " is Rebound's job",
          "Nothing was written. Write --run \"java -jar my-job.jar\", or add --jar my-job.jar.");
    }
    return known;
  }

  private void requireService(boolean known) {
    if (ask != null && table == null && topic == null && key != null) {
      throw ReboundException.badInput(
          "--key is of the service's table or topic, and both are missing",
          "Nothing was written. Add --table orders or --topic orders, or leave --key out: it is"
              + " judged by its answers.");
    }
    boolean written = table != null || topic != null || key != null;
    if (ask == null ? written : known || sample != null) {
      throw ReboundException.badInput(
          ask == null
              ? "--table, --topic and --key are of a service, and --ask is missing"
              : "--ask is for a service of your own, which is sent requests",
          "Nothing was written. Write --run \"java -jar my-service.jar\" --ask \"POST /orders\""
              + " --table orders --key order_id.");
    }
  }

  /** The engines that run a jar of the user's. */
  private static String takers() {
    return Engines.declared().values().stream()
        .filter(engine -> engine.options().stream().anyMatch(option -> option.key().equals("jar")))
        .map(EngineDeclaration::name)
        .collect(Collectors.joining(", --run "));
  }

  static SampleProposal proposal(Path from) {
    try {
      return SampleProposal.of(from);
    } catch (OptionProblem e) {
      throw ReboundException.badInput(e.problem(), e.remedy() + " Nothing was written.", e);
    }
  }

  /**
   * True if no output will be held against anything, and the promise sets nothing on the engine:
   * then it would only leave the verdict unknown.
   */
  private boolean unaudited(String program) {
    boolean claimed = !Engines.all().containsKey(program) || program.equals(STREAMS);
    return sample != null && claimed && proposal(sample).ids().isEmpty();
  }

  /** A jar that does not say which class to start needs an option, and not a line of the file. */
  private void requireMain() {
    if (jar == null || main != null) {
      return;
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    Path there = folder == null ? Path.of(jar) : folder.resolve(jar);
    try {
      if (Files.isRegularFile(there)
          && !ProgramJar.isSource(there)
          && new ProgramJar(there).mainClass().isEmpty()) {
        throw ReboundException.badInput(
            "--main is missing, and the manifest of " + jar + " names no main class",
            "Nothing was written. Add --main com.example.MyJob.");
      }
    } catch (IOException e) {
      // What is wrong with the jar is told with the file.
    }
  }

  /** Nothing is left behind that {@code validate} would refuse. */
  private void write(String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw exists();
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write " + file + ": " + e, "Name a file in a folder that can be written.", e);
    }
    try {
      var unused = ExperimentFile.load(file, List.of(), 1, Engines.declared());
    } catch (ReboundException e) {
      ReboundException missing =
          new ReboundException(
              e.reason(),
              "this would be wrong with the experiment file:\n" + e.getMessage(),
              Home.called("Nothing was written. Correct this, then run rebound init again."),
              e);
      try {
        Files.deleteIfExists(file);
      } catch (IOException left) {
        missing.addSuppressed(left);
      }
      throw missing;
    }
  }
}
