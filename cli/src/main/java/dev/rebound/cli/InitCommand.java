package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.workload.sample.SampleProblem;
import dev.rebound.workload.sample.SampleProposal;
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
  private static final String RULES =
      """
        name: rule-match             # which of the rules does each record match?
        rules: 100
      """;

  private static final String EVENTS =
      """
        name: events                 # small JSON objects, with a header rebound-id to copy
        oracle: echo                 # it owes each input once; or count (per key), or none
      """;

  private static final String ASKED =
      """
        name: requests
        body: '{"id":"${id}","amount":${n}}'   # has ${id}, ${n} or ${uuid}: what is written says by it whose it is
      """;

  private static final String ANSWERS =
      """
        name: requests
        oracle: none                 # judged by its answers alone
      """;

  private static final String STREAMS = "kafka-streams";

  /** Lines to be made use of by a program as it is. */
  private static final String NAMES =
      """
        # port: 9092                 # where its code says localhost:9092
        # input: orders              # where its code names topics and group
        # output: priced-orders
        # group: order-pricing
      """;

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
          "For a program of your own: a file of records, or a folder of them, to replay. Its id, key"
              + " and time are guessed.")
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
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "'" + promise + "' is no promise",
          "Write one of " + String.join(", ", GUARANTEES) + ".");
    }
    String load =
        answer(
            console,
            rate,
            "--rate",
            "How many records a second?",
            ask == null ? "1000/s" : "100/s");
    write(text(name(), program.strip(), promise, load.matches("[0-9.]+") ? load + "/s" : load));
    String doubt = sample == null ? null : proposal(sample).doubt();
    if (doubt != null) {
      System.out.println(
          "warning: " + doubt + ". Unless it is names, put a line of column names before it.");
    }
    System.out.println("Wrote " + file + ". Next:");
    System.out.println("  ./rebound validate " + file + "      what it will do");
    System.out.println("  ./rebound run " + file + "           do it");
    return ExitCode.PASS;
  }

  private ReboundException exists() {
    return new ReboundException(
        ReboundException.Cause.BAD_INPUT,
        file + " exists",
        "Name another file: ./rebound init other.yaml.");
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
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          option + " is missing, and there is no terminal to ask on",
          "Write ./rebound init --run \"python3 my_job.py\".");
    }
    while (true) {
      String said =
          console.readLine("%s%s ", question, otherwise.isEmpty() ? "" : " [" + otherwise + "]");
      if (said == null) {
        throw new ReboundException(ReboundException.Cause.BAD_INPUT, "no answer", "Try again.");
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

  /** The section's first lines: what is to be run. */
  private String engine(String program, boolean known) {
    if (!known) {
      return (ask == null ? "  name: external\n" : "  name: service\n")
          + "  run: '"
          + program.replace("'", "''")
          + "'   # words that name a file beside this one are found; no shell\n"
          + asked();
    }
    String engine = "  name: " + program + "\n";
    if (jar != null) {
      engine += "  jar: '" + jar.replace("'", "''") + "'   # relative to this file\n";
    }
    if (main != null) {
      engine += "  main: " + main + "\n";
    }
    return engine;
  }

  /** How a service is asked and read back. */
  private String asked() {
    return (ask == null ? "" : key("ask: " + ask, "on REBOUND_PORT of each worker in turn"))
        + (topic == null ? "" : key("topic: " + topic, "is read back, on the run's brokers"))
        + (table == null
            ? ""
            : key("table: " + table, "is read back, on a PostgreSQL of the run")
                + key("key: " + (key == null ? "id" : key), "says of which request a row is"));
  }

  private void requireService(boolean known) {
    if (ask != null && table == null && topic == null && key != null) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "--key is of the service's table or topic, and both are missing",
          "Nothing was written. Add --table orders or --topic orders, or leave --key out: it is"
              + " judged by its answers.");
    }
    boolean written = table != null || topic != null || key != null;
    if (ask == null ? written : known || sample != null) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
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

  private static SampleProposal proposal(Path from) {
    try {
      return SampleProposal.of(from);
    } catch (SampleProblem e) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT, e.problem(), e.remedy() + " Nothing was written.", e);
    }
  }

  /**
   * True if no output will be held against anything, and the promise sets nothing on the engine:
   * then it would only leave the verdict unknown.
   */
  private boolean unaudited(String program) {
    boolean claimed = !Engines.all().containsKey(program) || program.equals(STREAMS);
    return sample != null && claimed && proposal(sample).id() == null;
  }

  /** An application of Kafka Streams with settings of its own, which are usually the defaults. */
  private boolean streams(String program) {
    return jar != null && program.equals(STREAMS);
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
        throw new ReboundException(
            ReboundException.Cause.BAD_INPUT,
            "--main is missing, and the manifest of " + jar + " names no main class",
            "Nothing was written. Add --main com.example.MyJob.");
      }
    } catch (IOException e) {
      // What is wrong with the jar is told with the file.
    }
  }

  /** The section of a sample, with what its fields look like. */
  private String records(Path from) {
    SampleProposal guess = proposal(from);
    Path folder = file.toAbsolutePath().normalize().getParent();
    String path =
        folder == null
            ? from.toString()
            : folder.relativize(from.toAbsolutePath().normalize()).toString();
    return "  name: records\n"
        + key("from: " + quoted(path), guess.records() + " records, replayed in order")
        + (guess.value() == null
            ? ""
            : key("value: " + quoted(guess.value()), "the key stands beside it"))
        + (guess.key() == null
            ? ""
            : key("key: " + quoted(guess.key()), "a guess: its records are in one partition"))
        + (guess.id() == null
            ? ""
            : key(
                    "id: " + quoted(guess.id()),
                    "its values are all different; outputs are known by it")
                + key("output-id: " + quoted(guess.id()), "where an output has it"))
        + (guess.time() == null
            ? ""
            : key("time: " + quoted(guess.time()), "becomes the time of sending"))
        + key(
            "oracle: " + (guess.id() == null ? "none" : "echo"),
            guess.id() == null
                ? "no field is an id: outage and recovery by offsets, no audit"
                : "one output for each record; or sum, count, min, max, last of a key");
  }

  private static String quoted(String text) {
    return text.matches("[$A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "''") + "'";
  }

  private static String key(String text, String comment) {
    return "  %-28s # %s%n".formatted(text, comment);
  }

  private String text(String name, String program, String guarantee, String rate) {
    boolean known = Engines.all().containsKey(program) && !program.equals("external");
    if (!known && (jar != null || main != null)) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          (jar == null ? "--main" : "--jar")
              + " is for an engine that takes one: --run "
              + takers(),
          "Write --run \"java -jar my-job.jar\" for another program.");
    }
    requireService(known);
    requireMain();
    String engine = engine(program, known);
    if (sample != null && known && jar == null) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "--from is for a program of your own, and --run " + program + " is Rebound's job",
          "Nothing was written. Write --run \"java -jar my-job.jar\", or add --jar my-job.jar.");
    }
    String workload = sample != null ? records(sample) : known && jar == null ? RULES : EVENTS;
    if (ask != null) {
      workload = table == null && topic == null ? ANSWERS : ASKED;
      workload +=
          table == null ? "" : key("# row: 'amount=${n}'", "columns of a row, held against this");
      workload +=
          topic == null || key == null
              ? ""
              : key("output-id: " + quoted(key), "where a record says of which request it is");
      return service(name, engine, guarantee, workload, rate);
    }
    boolean streams = streams(program);
    return """
        # %s
        name: %s

        kafka:
          brokers: 1                   # a real broker, started for the run
          partitions: 8
        %s
        engine:
        %s  workers: 2                   # so many processes of it
          guarantee: %s

        workload:
        %s
        load:
          rate: %s                 # open loop: it waits for nobody

        phases:
          warmup: 10s
        %s
          settle: 15s
          drain: 60s

        faults:                        # SIGKILL; a worker's death may be missed for 45 s
          - { at: 2s, %skill: worker, restart: { after: 2s } }

        expect:                        # beside what the guarantee promises
          %s
        """
        .formatted(
            streams
                ? "A worker is killed under load: what is lost, and how soon is it back?"
                : "Two workers are killed under load, one after the other: what is lost, and how"
                    + " soon is it back?",
            name.isEmpty() ? "my-job" : name,
            jar != null || !known ? NAMES : "",
            engine,
            guarantee,
            workload,
            rate,
            streams
                ? "  baseline: 100s               # by default it commits every 30 s, and three"
                    + " commits tell its rhythm\n  faults: 125s"
                : "  baseline: 15s                # what the rest is held against\n  faults: 110s",
            streams ? "" : "every: 60s, ",
            streams
                ? "outage.max: < 90s            # 45 s until it is missed, and 30 s between commits"
                : "recovery.max: < " + (known ? "30s" : "60s"));
  }

  /** The file of a service: short phases, and a fault on each part that it has. */
  private String service(
      String name, String engine, String guarantee, String workload, String rate) {
    return """
        # A service is killed under load%s: how long is it away, and is anything lost that it accepted?
        name: %s

        engine:
        %s%s  workers: 1                   # so many processes of it, asked in turn
          guarantee: %s

        workload:
        %s
        load:
          rate: %s                 # open loop: it waits for nobody
          timeout: 5s                  # without an answer by then a request may or may not be done

        phases:
          start: 2m
          warmup: 5s
          baseline: 10s                # what the rest is held against
          faults: 40s
          settle: 20s                  # longer where it takes over 30 s to start
          drain: 60s

        faults:                        # SIGKILL
          - { at: 2s, kill: worker, restart: { after: 2s } }
        %s
        expect:                        # beside what the guarantee promises
          away.max: < 15s              # the longest time after a fault without an accepted request
        %s"""
        .formatted(
            table == null ? "" : ", and so is its database",
            name.isEmpty() ? "my-service" : name,
            engine,
            table == null
                ? "  # run: env PORT=${REBOUND_PORT} …  gives a variable of its own what it is told\n"
                : "  # run: env PORT=${REBOUND_PORT} JDBC_URL=${REBOUND_JDBC_URL} …  gives variables of"
                    + " its own what they are told\n",
            guarantee,
            workload,
            rate,
            table == null ? "" : "  - { at: 21s, kill: database, restart: { after: 2s } }\n",
            table == null && topic == null
                ? ""
                : "  # persistence.max: < 20ms    # what is answered before it is written can be lost\n");
  }

  /** Nothing is left behind that {@code validate} would refuse. */
  private void write(String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw exists();
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot write " + file + ": " + e,
          "Name a file in a folder that can be written.",
          e);
    }
    try {
      var unused = ExperimentFile.load(file, List.of(), 1, Engines.declared());
    } catch (ReboundException e) {
      ReboundException missing =
          new ReboundException(
              e.reason(),
              "this would be wrong with the experiment file:\n" + e.getMessage(),
              "Nothing was written. Correct this, then run ./rebound init again.",
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
