package dev.rebound.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.experiment.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: thin commands over the lab, the engines and the reports. */
@Command(
    name = "rebound",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Breaks a stream processor, or a service that writes to a database, on purpose, under load,"
          + " and says how fast it got back up and whether it lost anything.",
      ""
    },
    subcommands = {
      DemoCommand.class,
      IncidentCommand.class,
      InitCommand.class,
      CaptureCommand.class,
      RunCommand.class,
      ValidateCommand.class,
      CheckCommand.class,
      BaselineCommand.class,
      ReportCommand.class,
      RunsCommand.class,
      OpenCommand.class,
      ServeCommand.class,
      AdviseCommand.class,
      CompareCommand.class,
      ArchiveCommand.class,
      SchemaCommand.class,
      EnginesCommand.class,
      DoctorCommand.class,
      SustainCommand.class,
      PromiseCommand.class,
      BenchCommand.class,
      CleanCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class,
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:pass: every expectation held",
      " 1:fail: an expectation did not hold",
      " 2:unknown: something could not be judged, and nothing failed",
      " 3:not comparable: runs and baseline cannot be held against each other",
      "64:bad input: a wrong file, option or value",
      "70:internal: the environment or Rebound itself failed",
      "130:interrupted; what was measured is kept",
    },
    footer = {
      "",
      "Start here:  ./rebound run experiments/demo.yaml",
      "A service:   ./rebound run experiments/activation/database.yaml --set engine.endpoint=kafka"
    })
public final class Main implements Runnable {
  /** The script prints it, too, as long as nothing is built. */
  private static final String START = "start.txt";

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of errors.")
  boolean verbose;

  @Option(
      names = "--with",
      paramLabel = "JAR",
      scope = ScopeType.INHERIT,
      description = "A jar that brings engines, workloads or faults of others; may be repeated.")
  List<Path> with = List.of();

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    line.setExecutionStrategy(parsed -> execute(line, parsed, main.with));
    line.setParameterExceptionHandler(badArguments());
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> failed(exception, command.getErr(), main.verbose));
    line.setUsageHelpAutoWidth(true);
    return line.execute(args);
  }

  /** Before a command reads anything, it knows what jars from outside bring. */
  private static int execute(
      CommandLine line, CommandLine.ParseResult parsed, List<Path> extensions) {
    try {
      Extensions.use(extensions);
    } catch (ReboundException e) {
      throw new CommandLine.ExecutionException(line, String.valueOf(e.getMessage()), e);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Without words, it says how to start. */
  @Override
  public void run() {
    try (InputStream start = Objects.requireNonNull(Main.class.getResourceAsStream(START))) {
      OutputOptions.out().print(Home.called(new String(start.readAllBytes(), UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IParameterExceptionHandler badArguments() {
    return (exception, args) -> {
      CommandLine command = exception.getCommandLine();
      PrintWriter err = command.getErr();
      err.println("rebound: " + message(exception));
      err.println("  → " + remedy(exception));
      return ExitCode.BAD_INPUT;
    };
  }

  private static String message(CommandLine.ParameterException exception) {
    String command = exception.getCommandLine().getCommandSpec().qualifiedName();
    String written = unmatched(exception);
    if (written.isEmpty()) {
      return String.valueOf(exception.getMessage())
          .replaceFirst(" is not an? (double|float)$", " is not a number")
          .replaceFirst(" is not an? (int|long|Integer|Long)$", " is not a whole number");
    }
    return isOption(written)
        ? "`" + command + "` has no option " + written
        : exception.getCommandLine().getSubcommands().isEmpty()
            ? "`" + command + "` takes no '" + written + "'"
            : "unknown command '" + written + "'";
  }

  /** The name that was meant, if it is near; else where to look. */
  private static String remedy(CommandLine.ParameterException exception) {
    CommandLine command = exception.getCommandLine();
    String written = unmatched(exception);
    List<String> known = new ArrayList<>();
    if (isOption(written)) {
      command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
    } else {
      known.addAll(command.getSubcommands().keySet());
    }
    String help = "`" + command.getCommandSpec().qualifiedName() + " --help` lists what there is.";
    int value = written.indexOf('=');
    return written.isEmpty()
        ? help
        : Suggestion.nearest(value < 0 ? written : written.substring(0, value), known)
            .map(near -> "Did you mean '" + near + "'? " + help)
            .orElse(help);
  }

  private static boolean isOption(String written) {
    return written.startsWith("-");
  }

  /** The first argument that fits nowhere; empty if the problem is another one. */
  private static String unmatched(CommandLine.ParameterException exception) {
    return exception instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().get(0)
        : "";
  }

  private static int failed(Exception exception, PrintWriter err, boolean verbose) {
    if (verbose) {
      exception.printStackTrace(err);
    }
    if (exception instanceof ReboundException problem) {
      err.println("rebound: " + Folders.shown(String.valueOf(problem.getMessage())));
      if (!problem.remedy().isEmpty()) {
        err.println("  → " + Folders.shown(problem.remedy()));
      }
      return ExitCode.of(problem);
    }
    err.println("rebound: internal error: " + exception);
    err.println("  → Run it again with --verbose and report what it prints.");
    return ExitCode.INTERNAL;
  }
}
