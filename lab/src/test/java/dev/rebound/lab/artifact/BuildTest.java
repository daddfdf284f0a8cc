package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hash over Rebound's own jars. */
class BuildTest {
  @TempDir Path home;

  private void jar(String name, String content) throws IOException {
    Path file = home.resolve("target/dist").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void changesWithAnOwnJarAndWithNothingElse() throws IOException {
    assertThat(Build.of(home)).isEmpty();
    jar("lib/other-1.0.jar", "a library");
    assertThat(Build.of(home)).isEmpty();

    jar("lib/rebound-lab-1.jar", "a");
    String build = Build.of(home);
    assertThat(build).matches("[0-9a-f]{12}");
    jar("lib/other-1.0.jar", "another library");
    assertThat(Build.of(home)).isEqualTo(build);

    jar("jobs/rebound-job-x.jar", "b");
    assertThat(Build.of(home)).isNotEqualTo(build);
  }

  @Test
  void inACheckoutItKnowsAJobBeforeItsJarIsBuilt() throws IOException {
    jar("lib/rebound-lab-1.jar", "a");
    Path source = home.resolve("jobs/x/src/main/java/Job.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "one");
    String build = Build.of(home);
    jar("jobs/rebound-job-x.jar", "built of it");
    assertThat(Build.of(home)).isEqualTo(build);
    Files.writeString(source, "another");
    assertThat(Build.of(home)).isNotEqualTo(build);
  }

  @Test
  void isReadFromARun() throws IOException {
    assertThat(Build.recorded(home)).isEmpty();
    Files.writeString(home.resolve("environment.json"), "{\"build\": \"0123456789ab\"}");
    assertThat(Build.recorded(home)).isEqualTo("0123456789ab");
    Files.writeString(home.resolve("environment.json"), "{");
    assertThat(Build.recorded(home)).isEmpty();
  }
}
