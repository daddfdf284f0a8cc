package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import java.io.PrintWriter;
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
      "Breaks a stream processor on purpose, under load, and says how fast it got back up and"
          + " whether it lost anything.",
      ""
    },
    subcommands = {
      InitCommand.class,
      RunCommand.class,
      ValidateCommand.class,
      CheckCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ArchiveCommand.class,
      SchemaCommand.class,
      EnginesCommand.class,
      DoctorCommand.class,
      SustainCommand.class,
      PromiseCommand.class,
      BenchCommand.class,
      CleanCommand.class,
      CommandLine.HelpCommand.class,
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:pass: every expectation held",
      " 1:fail: an expectation did not hold",
      " 2:unknown: something could not be judged, and nothing failed",
      "64:bad input: a wrong file, option or value",
      "70:internal: the environment or Rebound itself failed",
      "130:interrupted; what was measured is kept",
    },
    footer = {"", "Start here:  ./rebound run experiments/demo.yaml"})
public final class Main implements Runnable {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of errors.")
  boolean verbose;

  @CommandLine.Spec CommandLine.Model.@org.jspecify.annotations.Nullable CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    line.setExecutionStrategy(new CommandLine.RunLast());
    line.setParameterExceptionHandler(badArguments());
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> failed(exception, command.getErr(), main.verbose));
    line.setUsageHelpAutoWidth(true);
    return line.execute(args);
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }

  private static IParameterExceptionHandler badArguments() {
    return (exception, args) -> {
      CommandLine command = exception.getCommandLine();
      PrintWriter err = command.getErr();
      err.println("rebound: " + message(exception));
      if (!UnmatchedArgumentException.printSuggestions(exception, err)) {
        err.println("Try `" + command.getCommandSpec().qualifiedName() + " --help`.");
      }
      return ExitCode.BAD_INPUT;
    };
  }

  private static String message(CommandLine.ParameterException exception) {
    if (exception instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && exception.getCommandLine().getParent() == null) {
      return "unknown command '" + unmatched.getUnmatched().get(0) + "'";
    }
    return String.valueOf(exception.getMessage());
  }

  private static int failed(Exception exception, PrintWriter err, boolean verbose) {
    if (verbose) {
      exception.printStackTrace(err);
    }
    if (exception instanceof ReboundException problem) {
      err.println("rebound: " + problem.getMessage());
      if (!problem.remedy().isEmpty()) {
        err.println("  → " + problem.remedy());
      }
      return ExitCode.of(problem);
    }
    err.println("rebound: internal error: " + exception);
    err.println("  → Run it again with --verbose and report what it prints.");
    return ExitCode.INTERNAL;
  }
}
