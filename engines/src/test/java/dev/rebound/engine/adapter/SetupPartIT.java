package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.local.LocalPlatform;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands: those before, those after, and those that fail. */
@Tag("process")
class SetupPartIT {
  @TempDir Path run;
  @TempDir Path folder;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private LocalPlatform platform;

  @BeforeEach
  void open() {
    platform =
        new LocalPlatform(
            run,
            "it-" + UUID.randomUUID(),
            Clock.systemUTC(),
            new ClassPath(
                Path.of(System.getProperty("rebound.home", "..")), new Artifacts(line -> {})),
            (code, message, remedy) -> warnings.add(code + ": " + message));
  }

  @AfterEach
  void close() {
    platform.close();
    assertThat(warnings).isEmpty();
  }

  private Part part(String... options) {
    Map<String, String> all = new HashMap<>(Map.of("setup-in", folder.toString()));
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    EngineSpec spec =
        new EngineSpec(
            "external",
            "1",
            2,
            0,
            1,
            Guarantee.AT_LEAST_ONCE,
            "quick",
            new Bytes(1 << 20),
            Duration.ofSeconds(2),
            "",
            all,
            Map.of(),
            List.of(),
            "");
    JobSpec job =
        new JobSpec(
            "run-1",
            new WorkloadSpec("events", 1, Map.of()),
            "127.0.0.1:9092",
            Map.of(),
            Map.of(JobSpec.INPUT, "in"),
            Map.of(JobSpec.OUTPUT, "out"),
            8,
            1);
    return SetupPart.planned(spec, job).get(0);
  }

  private RunningPart start(Part part) {
    return part.start(platform, Deadline.after(Duration.ZERO), said::add);
  }

  private ReboundException failure(Part part) {
    ReboundException thrown =
        catchThrowableOfType(ReboundException.class, () -> start(part).close());
    assertThat(thrown).isNotNull();
    return thrown;
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void commandsRunInOrderInTheirFolderAndAreLogged() throws Exception {
    RunningPart running =
        start(
            part(
                "setup",
                "'sh -c \"echo $REBOUND_INPUT > made; echo well made\"'"
                    + " 'sh -c \"cat made made > twice\"'",
                "teardown",
                "'rm made'"));

    assertThat(text("twice")).isEqualTo("in\nin\n");
    assertThat(folder.resolve("made")).as("teardown is yet to come").exists();
    assertThat(Files.readString(run.resolve("logs/setup-1.log"))).contains("well made\n");
    assertThat(said).hasSize(2).first().asString().startsWith("setup: sh -c echo $REBOUND_INPUT");
    running.close();
    assertThat(folder.resolve("made")).doesNotExist();
  }

  @Test
  void aCommandThatFailsIsNamedWithItsStatusAndItsLastLines() {
    ReboundException thrown =
        failure(
            part(
                "setup",
                "'sh -c \"echo no such table; exit 7\"' 'touch second'",
                "teardown",
                "'touch cleaned'"));

    assertThat(thrown)
        .hasMessageStartingWith("engine.setup: 'sh -c echo no such table; exit 7' failed: setup-1")
        .hasMessageContaining("ended with status 7")
        .hasMessageContaining("no such table");
    assertThat(thrown.remedy()).contains("by hand in " + folder, "setup-1.log");
    assertThat(folder.resolve("second")).doesNotExist();
    assertThat(folder.resolve("cleaned")).as("what was made is taken away all the same").exists();
  }

  @Test
  void aProgramThatIsNotThere() {
    assertThat(failure(part("setup", "no-such-program")))
        .hasMessageContaining("ended with status 127")
        .hasMessageContaining("no-such-program");
  }

  @Test
  void aCommandThatTakesTooLongIsKilledWithWhatItStarted() {
    ReboundException thrown =
        failure(part("setup", "'sh -c \"sleep 600 & sleep 600\"'", "setup-timeout", "1s"));

    assertThat(thrown).hasMessageContaining("was given up on");
    assertThat(thrown.remedy()).contains("raise engine.setup-timeout");
    Node command = platform.nodes().get(0);
    assertThat(command.alive()).isFalse();
    List<ProcessHandle> left = new ArrayList<>(ProcessHandle.current().descendants().toList());
    left.removeIf(process -> !process.info().commandLine().orElse("").contains("sleep 600"));
    assertThat(left).isEmpty();
  }

  @Test
  void aCommandIsToldToEndWithTheRunAndTeardownFollows() throws IOException {
    Files.writeString(
        folder.resolve("build.sh"),
        "trap 'echo told > told; exit 0' TERM\nsleep 601 &\ntouch begun\nwait\n");
    Part part = part("setup", "'sh build.sh' 'touch second'", "teardown", "'touch cleaned'");

    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () ->
                part.start(
                    platform,
                    Deadline.after(Duration.ZERO),
                    said::add,
                    () -> Files.exists(folder.resolve("begun"))));

    assertThat(thrown).hasMessage("the run was stopped in engine.setup: 'sh build.sh' was ended");
    assertThat(text("told")).as("it was asked to end, not killed").isEqualTo("told\n");
    assertThat(folder.resolve("second")).doesNotExist();
    assertThat(folder.resolve("cleaned")).exists();
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 601"));
  }

  @Test
  void teardownThatFailsIsToldAndTheRestOfItRuns() {
    start(part("teardown", "'sh -c \"echo busy; exit 3\"' 'touch rest'")).close();

    assertThat(said)
        .anyMatch(
            line ->
                line.startsWith("engine.teardown: 'sh -c echo busy; exit 3' failed")
                    && line.contains("busy")
                    && line.endsWith("The run is judged all the same."));
    assertThat(folder.resolve("rest")).exists();
  }
}
