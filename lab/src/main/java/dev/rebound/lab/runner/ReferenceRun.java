package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.RunIntegrity;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ShellWords;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.oracle.sample.ReferenceResult;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.workload.WorkloadSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the reference program of a workload once, on the inputs that are stored, and keeps what it
 * prints in the run's folder: what is due follows from that. A program that fails is a doubt.
 *
 * @param node name of its node
 */
record ReferenceRun(Platform platform, String node, RunDirectory directory, Journal journal) {
  private static final String RESULT = "reference.jsonl";

  private static final String REFERENCE = "reference";
  private static final String PRINTED = "printed";
  private static final String STATUS = "status";
  private static final int LAST_LINES = 5;
  private static final Duration GRACE = Duration.ofSeconds(2);

  /**
   * Becomes no other program, so that the end of that one is told in a file, whatever it is. What
   * it prints may have up to 1 GiB, in blocks of 512 bytes.
   */
  private static final String SHELL =
      "ulimit -f 2097152; trap 'kill -9 $p; wait $p' TERM; \"$@\" <\"$0\" >"
          + PRINTED
          + " & p=$!; wait $p; echo $? >"
          + STATUS;

  /** Throws {@link ReboundException} if the program cannot be found here. */
  static void require(WorkloadSpec spec) {
    String command =
        TopicOptions.referred(spec).map(its -> its.options().get(REFERENCE)).orElse("");
    if (command.isEmpty()) {
      return;
    }
    String program = ShellWords.split(command).get(0);
    String path = program.contains("/") ? "" : System.getenv().getOrDefault("PATH", "");
    boolean there =
        Stream.of(path.split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder).resolve(program))
            .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    if (!there) {
      throw ReboundException.badInput(
          "workload.reference: %s: there is no program %s%s"
              .formatted(command, program, (path.isEmpty() ? " that can be run" : " on the PATH")),
          "Install it, or name one that is there.");
    }
  }

  /** The evidence with what the reference says; the same where there is none, or if it fails. */
  Evidence of(Evidence evidence) throws IOException {
    WorkloadSpec spec = WorkloadFiles.own(evidence.workload().spec(), directory.path());
    WorkloadSpec referred = TopicOptions.referred(spec).orElse(null);
    if (referred == null) {
      return evidence;
    }
    journal.append(new Event.Progress("running the reference on the inputs"));
    Path inputs = directory.file("data").resolve("reference-inputs");
    try {
      Records records = new Records(referred);
      ReferenceInputs.write(records, evidence, inputs);
      Path printed = run(referred, inputs);
      ReferenceResult.read(printed, referred.text("per").equals("key"));
      Path result = directory.file("data").resolve(RESULT);
      Files.move(printed, result, StandardCopyOption.REPLACE_EXISTING);
      journal.append(RunIntegrity.written(directory.path(), result));
      return EvidenceBuilder.builder(evidence)
          .workload(new Records(spec.with("reference-result", result)))
          .build();
    } catch (IllegalArgumentException | IOException | ReboundException e) {
      journal.append(
          Event.DoubtRaised.of(
              Doubt.REFERENCE_FAILED,
              "what outputs are to be equal to is not known, as the reference (%s) failed: %s"
                  .formatted(referred.text(REFERENCE), e.getMessage())));
      return evidence;
    } finally {
      Files.deleteIfExists(inputs);
    }
  }

  private Path run(WorkloadSpec spec, Path inputs) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", SHELL, FileSharing.on(platform).lend(inputs)));
    command.addAll(ShellWords.split(spec.text(REFERENCE)));
    Duration limit = Duration.ofMillis(Long.parseLong(spec.text("reference-limit")));
    Deadline by = Deadline.after(limit);
    Node program =
        platform.start(
            new ProcessSpec(
                node,
                "tool",
                Owner.INSTRUMENT,
                new Program.Command(command),
                0,
                0,
                Map.of(),
                Map.of(),
                new ProcessSpec.Readiness.UpAtOnce()));
    while (program.alive() && !by.passed()) {
      Time.real().sleep(Duration.ofMillis(50));
    }
    if (program.alive()) {
      program.stop(GRACE);
      throw new IllegalArgumentException(
          "it had not ended after " + Quantity.text(limit) + last(program));
    }
    String status = read(program, STATUS);
    if (!status.equals("0")) {
      throw new IllegalArgumentException("it ended with exit code " + status + last(program));
    }
    Path printed = program.fetch(PRINTED).orElse(null);
    if (printed == null || Files.size(printed) == 0) {
      throw new IllegalArgumentException("it printed nothing" + last(program));
    }
    return printed;
  }

  private static String read(Node program, String file) throws IOException {
    Path there = program.fetch(file).orElse(null);
    return there == null ? "unknown" : Files.readString(there).strip();
  }

  /** The last lines of what it said. */
  private static String last(Node program) {
    try {
      List<String> lines = program.follow(Node.LOG).poll();
      List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
      return last.isEmpty() ? "" : ": " + String.join(" | ", last);
    } catch (IOException e) {
      return "";
    }
  }
}
