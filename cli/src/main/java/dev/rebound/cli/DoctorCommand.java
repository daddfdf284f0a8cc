package dev.rebound.cli;

import dev.rebound.base.Folders;
import dev.rebound.lab.probe.Doctor;
import dev.rebound.lab.probe.Doctor.MachineFact;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code doctor}: says what this machine can run and measure. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Say what this machine can run and measure, and what is next.",
      "It looks at JDK, memory, cores, disk, open files, probes, and what else runs. Exit status 2 if"
          + " something is to be done first."
    })
final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--runs", paramLabel = "DIR", description = "Folder for results (default: runs).")
  Path runs = Folders.ofRuns();

  @Option(
      names = "--json",
      description =
          "Print it as one JSON document, with versions and limits, for a bug report. It names no"
              + " user: home folders are ~.")
  boolean json;

  @Override
  public Integer call() {
    List<MachineFact> facts = Doctor.facts(runs);
    PrintStream out = OutputOptions.out();
    if (json) {
      out.println(DoctorJson.text(facts, next(facts)));
    } else {
      facts.forEach(out::println);
      out.println();
      next(facts).forEach(out::println);
    }
    return facts.stream().allMatch(MachineFact::good) ? ExitCode.PASS : ExitCode.UNKNOWN;
  }

  /** What to do, a line each: the remedies of what is not good, then the command to run. */
  static List<String> next(List<MachineFact> facts) {
    List<String> lines = new ArrayList<>();
    facts.stream()
        .filter(fact -> !fact.good())
        .forEach(fact -> lines.add("First, " + fact.name() + ": " + fact.remedy()));
    String command = "rebound demo, or rebound init for a job of your own";
    lines.add((lines.isEmpty() ? "Next: " : "Then: ") + Home.called(command));
    return lines;
  }
}
