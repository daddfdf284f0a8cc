package dev.rebound.cli;

import dev.rebound.lab.probe.Doctor;
import java.nio.file.Path;
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
  Path runs = Path.of("runs");

  @Override
  public Integer call() {
    int code = ExitCode.PASS;
    for (Doctor.MachineFact fact : Doctor.facts(runs)) {
      System.out.println(fact);
      if (!fact.good()) {
        code = ExitCode.UNKNOWN;
      }
    }
    return code;
  }
}
