package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.base.Owner;
import dev.rebound.lab.jvm.Jdk;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedJvmsTest {
  private static final Jdk OTHER = new Jdk(Path.of("/jdk"), "25.0.3", "Temurin");

  @Test
  void eachRoleIsToldWithItsJdkAndCollector() {
    List<ProcessSpec> processes =
        List.of(
            process("broker", Owner.SUPPORT, List.of("-XX:+UseG1GC")),
            process("worker", Owner.SUBJECT, Program.Java.withCollector(List.of("-Xss1m"))),
            process("observer", Owner.INSTRUMENT, List.of()));
    assertThat(PlannedJvms.words(processes, SubjectMeans.UNKNOWN, OTHER))
        .containsExactly(
            "JDK "
                + Jdk.ofLab().words()
                + "; collectors: G1 for broker; the JVM's choice for observer",
            "JDK 25.0.3 (Temurin), /jdk; collectors: G1 for worker");
  }

  @Test
  void workersThatDaemonsStartAreToldToo() {
    SubjectMeans means = SubjectMeans.of(Map.of("collector", "Serial"));
    ProcessSpec daemon = process("supervisor", Owner.SUBJECT, List.of("-XX:+UseG1GC"));
    assertThat(PlannedJvms.words(List.of(daemon), means, OTHER))
        .containsExactly(
            "JDK 25.0.3 (Temurin), /jdk; collectors: G1 for supervisor; Serial for worker");
  }

  @Test
  void ofCommandsNothingIsKnown() {
    ProcessSpec command =
        process("worker", Owner.SUBJECT, List.of()).running(new Program.Command(List.of("job")));
    assertThat(PlannedJvms.words(List.of(command), SubjectMeans.UNKNOWN, OTHER)).isEmpty();
  }

  private static ProcessSpec process(String role, Owner owner, List<String> jvm) {
    return new ProcessSpec(
        role + "-1",
        role,
        owner,
        new Program.Java(List.of(), "Main", jvm, List.of()),
        1,
        1,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.UpAtOnce());
  }
}
