package dev.rebound.cli;

import dev.rebound.Incident;
import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.Running;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code incident}: lists public incidents, and makes one happen. */
@Command(
    name = "incident",
    mixinStandardHelpOptions = true,
    description = {
      "List public incidents by symptom, and make one happen here.",
      "Each is an experiment of two runs: the first shows it, the second fixes it."
    },
    subcommands = {IncidentCommand.ListCommand.class, IncidentCommand.ExecuteCommand.class})
final class IncidentCommand implements Runnable {
  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "`incident` needs a command: list or run");
  }

  /** {@code incident list}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List them: symptom, system, minutes, fix, report.")
  static final class ListCommand implements Callable<Integer> {
    @Parameters(
        paramLabel = "WORD",
        arity = "0..*",
        description = "Only those whose text has all of these, such as 'twice' or 'flink'.")
    List<String> words = List.of();

    @Override
    public Integer call() {
      List<Incident> found =
          Incident.in(Incident.shipped(Home.path())).stream()
              .filter(incident -> incident.tells(words))
              .toList();
      if (found.isEmpty()) {
        throw ReboundException.badInput(
            "no incident tells of " + String.join(" and ", words),
            "Try fewer or other words, such as lost, twice, hangs; without any, all are listed."
                + " docs/incidents.md has some more.");
      }
      PrintStream out = OutputOptions.out();
      for (Incident incident : found) {
        out.println(incident.name());
        out.println("  " + incident.told().symptom());
        out.printf("  %s; %d min%n", incident.told().system(), incident.told().minutes());
        out.println("  → " + incident.told().fix());
        incident.told().reports().forEach(report -> out.println("  " + report));
      }
      out.println();
      out.println(
          "To make one happen:  "
              + Home.called("rebound incident run " + found.get(found.size() - 1).name()));
      return ExitCode.PASS;
    }
  }

  /** {@code incident run}. */
  @Command(
      name = "run",
      mixinStandardHelpOptions = true,
      description = {
        "Make an incident happen, then run it fixed.",
        "The exit status is 0 if both runs ended as the incident says: the first fails by what it"
            + " names, the second passes. It is 1 if one of them ended otherwise, and 2 if that"
            + " could not be judged."
      })
  static final class ExecuteCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "Name of an incident, from the list.")
    String name = "";

    @Option(
        names = "--set",
        paramLabel = "KEY=VALUE",
        description = "Override a value of its file. May be repeated.")
    List<String> overrides = List.of();

    @Option(
        names = "--runs",
        paramLabel = "DIR",
        description = "Folder for results (default: runs).")
    Path runs = Folders.ofRuns();

    @Mixin OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
      Incident incident = Incident.named(name, Incident.shipped(Home.path()));
      output.require();
      PrintStream out = output.told();
      if (!output.quiet) {
        out.println(incident.told().symptom() + " (" + incident.told().system() + ")");
      }
      Running running;
      try (Planning planning = new Planning()) {
        running =
            Rebound.experiment(incident.file())
                .set(overrides)
                .home(Home.path())
                .runs(runs)
                .listen(planning)
                .listen(output.person(false))
                .start();
      }
      Interrupts.stop(running);
      Outcome outcome = running.await();
      output.write(OutputOptions.ran(outcome));
      List<Incident.Cell> cells = incident.cells(outcome);
      out.println();
      tell(out, "shown: ", cells.get(0), Set.copyOf(incident.told().shown()));
      tell(out, "fixed:", cells.get(1), Set.of());
      out.println("→ " + incident.told().fix());
      return status(outcome, cells);
    }

    private static void tell(PrintStream out, String what, Incident.Cell cell, Set<String> due) {
      String broken = cell.broken().isEmpty() ? "" : ": " + String.join(", ", cell.broken());
      String stated =
          cell.asStated()
              ? "as stated"
              : "NOT as stated: "
                  + (due.isEmpty() ? "PASS is due" : "FAIL is due by " + String.join(", ", due));
      out.printf("%s %s%s, %s%n", what, cell.verdict().name(), broken, stated);
    }

    private static int status(Outcome outcome, List<Incident.Cell> cells) {
      int code = outcome.interrupted() ? ExitCode.INTERRUPTED : ExitCode.PASS;
      for (Outcome.Failure failure : outcome.failures()) {
        code = ExitCode.worse(code, ExitCode.of(failure.problem()));
      }
      for (Incident.Cell cell : cells) {
        if (!cell.asStated()) {
          code =
              ExitCode.worse(
                  code, cell.verdict() == Verdict.UNKNOWN ? ExitCode.UNKNOWN : ExitCode.FAIL);
        }
      }
      return code;
    }
  }
}
