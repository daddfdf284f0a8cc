package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjectJdkTest {
  private static final Path OWN = Path.of(System.getProperty("java.home"));
  private static final Path OTHER = Path.of("/opt/jdk-25");
  private static final Program JAVA = new Program.Java(List.of(), "Main", List.of(), List.of());
  private static final Program NAMED =
      new Program.Java(List.of(), List.of(), "Main", List.of(), List.of(), "/opt/jdk-21");
  private static final Program COMMAND = new Program.Command(List.of("./run.sh"));

  @TempDir Path folder;

  @Test
  void whatIsUnderTestRunsOnTheJdkThatWasChosenAndNothingElseDoes() {
    try (LocalPlatform platform =
        new LocalPlatform(
            folder, "r", Clock.systemUTC(), new OwnClassPath(), (code, message, remedy) -> {})) {
      assertThat(platform.jdk(spec(Owner.SUBJECT, JAVA))).isEqualTo(OWN);
      assertThat(platform.environment(spec(Owner.SUBJECT, COMMAND), Map.of())).isEmpty();
      platform.subjectJdk(OTHER);
      assertThat(platform.jdk(spec(Owner.SUBJECT, JAVA))).isEqualTo(OTHER);
      assertThat(platform.jdk(spec(Owner.SUPPORT, JAVA))).isEqualTo(OWN);
      assertThat(platform.jdk(spec(Owner.SUBJECT, NAMED))).isEqualTo(Path.of("/opt/jdk-21"));
      assertThat(platform.environment(spec(Owner.SUBJECT, COMMAND), Map.of()))
          .containsEntry("JAVA_HOME", "/opt/jdk-25")
          .hasEntrySatisfying("PATH", path -> assertThat(path).startsWith("/opt/jdk-25/bin:"));
      Map<String, String> own = Map.of("JAVA_HOME", "/mine", "PATH", "/bin");
      assertThat(platform.environment(spec(Owner.SUBJECT, COMMAND), own)).isEqualTo(own);
      assertThat(platform.environment(spec(Owner.INSTRUMENT, COMMAND), Map.of())).isEmpty();
    }
  }

  private static ProcessSpec spec(Owner owner, Program program) {
    return new ProcessSpec(
        "n",
        "worker",
        owner,
        program,
        1,
        1,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.UpAtOnce());
  }
}
