package dev.rebound.cli;

import dev.rebound.Run;
import dev.rebound.RunListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.journal.Journal;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalReporter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Tells a person at a terminal of runs, one after the other. */
final class RunTerminal implements RunListener {
  private final PrintStream out;
  private final boolean plain;
  private final boolean wholePlan;
  private volatile TerminalReporter terminal;

  /**
   * @param plain no colour, also on a terminal
   * @param wholePlan print every line of a plan
   */
  RunTerminal(PrintStream out, boolean plain, boolean wholePlan) {
    this.out = out;
    this.plain = plain;
    this.wholePlan = wholePlan;
    this.terminal = next();
    // Where nothing happens for a while, a person is told so.
    Thread beat = new Thread(this::beat, "rebound-beat");
    beat.setDaemon(true);
    beat.start();
  }

  private void beat() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(1);
        terminal.beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    terminal.summary(run.results(), Folders.shown(run.report()));
  }

  @Override
  public void compared(Run run) {
    out.println("Compared with its control: " + Folders.shown(run.report()));
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
    System.err.println(
        "rebound: " + experiment + ": " + Folders.shown(String.valueOf(problem.getMessage())));
    if (!problem.remedy().isEmpty()) {
      System.err.println("  → " + Folders.shown(problem.remedy()));
    }
  }
}
