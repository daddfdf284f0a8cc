package dev.rebound.cli;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.Run;
import dev.rebound.Running;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: one engine, one kill, one report that opens. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Kill a worker of Kafka Streams under load, and open the report.",
      "It takes a minute or so. The first call fetches Kafka and Kafka Streams. The file that it"
          + " runs is written into the folder of results, to be changed."
    })
final class DemoCommand implements Callable<Integer> {
  private static final String FILE = "first-kill.yaml";

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "Folder for the file and its results (default: runs).")
  Path runs = Folders.ofRuns();

  @Option(names = "--no-open", description = "Do not open the report in the browser.")
  boolean closed;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  @Override
  public Integer call() {
    PrintStream out = OutputOptions.out();
    Path file = written();
    Running running;
    try (Planning planning = new Planning()) {
      running =
          Rebound.experiments(List.of(file))
              .home(Home.path())
              .runs(runs)
              .listen(planning)
              .listen(new RunTerminal(out, plain, false))
              .start();
    }
    Interrupts.stop(running);
    Outcome outcome = running.await();
    boolean shown = !closed && outcome.runs().stream().map(Run::report).anyMatch(Browser::open);
    out.println();
    out.println("Next:");
    if (!shown) {
      next(out, "rebound open", "the report, in the browser");
    }
    next(
        out,
        "rebound run %s --set 'faults=[{ at: 2s, pause: worker, for: 5s }]'".formatted(file),
        "the same with another fault");
    next(out, "rebound init", "a file for a program of your own");
    if (shown) {
      next(out, "rebound --help", "all commands");
    }
    return ExitCode.of(outcome);
  }

  private static void next(PrintStream out, String command, String what) {
    out.printf("  %s%n      %s%n", Home.called(command), what);
  }

  private Path written() {
    Path file = runs.resolve(FILE);
    try (InputStream in =
        Objects.requireNonNull(DemoCommand.class.getResourceAsStream(FILE), FILE)) {
      Files.createDirectories(runs);
      Files.write(file, in.readAllBytes());
      return file;
    } catch (IOException e) {
      throw ReboundException.unwritable(file, "Name another folder with --runs.", e);
    }
  }
}
