package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Program;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  private static final Pattern MODULE = Pattern.compile("<artifactId>(rebound-job-[^<]+)<");

  @TempDir Path home;

  @Test
  void whatBuildsAMissingJobNamesAModuleThatExists() throws IOException {
    List<Path> poms;
    try (Stream<Path> jobs = Files.list(Path.of("../jobs"))) {
      poms = jobs.map(job -> job.resolve("pom.xml")).filter(Files::exists).toList();
    }
    assertThat(poms).isNotEmpty();
    try (Artifacts artifacts = new Artifacts(line -> {})) {
      ClassPath classPath = new ClassPath(home, artifacts);
      for (Path pom : poms) {
        Matcher module = MODULE.matcher(Files.readString(pom));
        assertThat(module.find()).as(pom.toString()).isTrue();

        ReboundException missing =
            catchThrowableOfType(ReboundException.class, () -> classPath.job(module.group(1)));

        assertThat(missing.remedy())
            .contains("-pl :" + module.group(1) + " ", "-Drebound.home=DIR", home.toString());
      }
    }
  }

  @Test
  void whereThereIsNoHomeJobsAreArtifactsOfTheSameVersion() throws IOException {
    Path cache = home.resolve("cache");
    Path jar = cache.resolve("dev/rebound/rebound-job-x/1.2.3/rebound-job-x-1.2.3-all.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "job");
    ContextOverrides.Builder offline =
        ContextOverrides.create().withUserSettings(false).withLocalRepositoryOverride(cache);
    try (Artifacts artifacts = new Artifacts(line -> {}, offline, true)) {
      assertThat(new ClassPath(home, artifacts, "1.2.3").job("rebound-job-x")).isEqualTo(jar);
      assertThatThrownBy(() -> new ClassPath(home, artifacts, "1.2.4").job("rebound-job-x"))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("dev.rebound:rebound-job-x:jar:all:1.2.4");

      Files.createDirectories(home.resolve("target/dist/jobs"));
      assertThatThrownBy(() -> new ClassPath(home, artifacts, "1.2.3").job("rebound-job-x"))
          .as("a home that lacks it is mended")
          .hasMessageContaining("The job jar " + home);
    }
  }

  @Test
  void aJarOfTheUsersIsTakenFromWhereItLies() {
    Path jar = home.resolve("my job.jar");
    try (Artifacts artifacts = new Artifacts(line -> {})) {
      assertThat(
              new ClassPath(home, artifacts)
                  .files(
                      new Program.Java(
                          List.of("file:" + jar), "com.example.MyJob", List.of(), List.of()),
                      Map.of()))
          .containsExactly(jar);
    }
  }
}
