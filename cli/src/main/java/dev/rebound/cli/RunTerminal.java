package dev.rebound.cli;

import dev.rebound.Run;
import dev.rebound.RunListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.journal.Journal;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalReporter;
import java.io.PrintStream;
import java.nio.file.Path;

/** Tells a person at a terminal of runs, one after the other. */
final class RunTerminal implements RunListener {
  private final PrintStream out;
  private final boolean plain;
  private final boolean wholePlan;
  private TerminalReporter terminal;

  /**
   * @param plain no colour, also on a terminal
   * @param wholePlan print every line of a plan
   */
  RunTerminal(PrintStream out, boolean plain, boolean wholePlan) {
    this.out = out;
    this.plain = plain;
    this.wholePlan = wholePlan;
    this.terminal = next();
  }

  private TerminalReporter next() {
    return new TerminalReporter(out, TerminalOptions.detect(plain), wholePlan);
  }

  @Override
  public void starting(Path folder, Journal journal) {
    terminal = next();
    journal.listen(terminal);
  }

  @Override
  public void ended(Run run) {
    terminal.summary(run.results(), run.report());
  }

  @Override
  public void compared(Run run) {
    out.println("Compared with its control: " + run.report());
    run.results().warnings().stream()
        .filter(warning -> warning.code().equals(Doubt.CONTROL_IN_DOUBT))
        .forEach(warning -> out.println("  " + warning.message() + "."));
  }

  @Override
  public void notCompared(Run run) {
    out.println("Not compared with its control, which ended early.");
  }

  @Override
  public void failed(String experiment, ReboundException problem) {
    tell(experiment, problem);
  }

  /** Says on standard error what kept a run from being carried out. */
  static void tell(String experiment, ReboundException problem) {
    System.err.println("rebound: " + experiment + ": " + problem.getMessage());
    if (!problem.remedy().isEmpty()) {
      System.err.println("  → " + problem.remedy());
    }
  }
}
