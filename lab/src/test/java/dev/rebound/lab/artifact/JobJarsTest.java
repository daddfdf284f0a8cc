package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobJarsTest {
  private static final Instant LONG_AGO = Instant.parse("2026-01-02T03:04:05Z");
  private static final String JOB = "rebound-job-mill";

  @TempDir Path home;
  private final List<String> told = new ArrayList<>();

  /** A checkout whose Maven notes what it was asked to build. */
  @BeforeEach
  void checkout() throws IOException {
    file("pom.xml", LONG_AGO);
    file("workload/src/main/java/Word.java", LONG_AGO);
    file("jobs/mill/pom.xml", LONG_AGO);
    file("jobs/mill/src/main/java/Mill.java", LONG_AGO);
    file("jobs/press/pom.xml", LONG_AGO);
    maven("echo \"$@\" >>asked; echo jar >target/dist/jobs/" + JOB + ".jar");
  }

  private void file(String name, Instant changed) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  private void maven(String does) throws IOException {
    Path maven = home.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\n" + does + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path jar() {
    return new JobJars(home, told::add).jar(JOB, Map.of());
  }

  private List<String> builds() throws IOException {
    Path asked = home.resolve("asked");
    return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
  }

  @Test
  void isBuiltAloneWhenItIsFirstAskedFor() throws IOException {
    assertThat(jar()).hasContent("jar");
    assertThat(builds()).hasSize(1);
    assertThat(builds().get(0)).contains("-pl jobs/mill -am").doesNotContain("press");
    assertThat(told.get(0)).contains("building " + JOB);
  }

  @Test
  void isBuiltAgainForItsSourcesAndTheWorkloadsAndForNoOther() throws IOException {
    jar();
    file("jobs/press/src/main/java/Press.java", Instant.now().plusSeconds(60));
    file("jobs/mill/src/test/java/MillTest.java", Instant.now().plusSeconds(60));
    jar();
    assertThat(builds()).hasSize(1);
    file("workload/src/main/java/Word.java", Instant.now().plusSeconds(60));
    jar();
    assertThat(builds()).hasSize(2);
  }

  @Test
  void aBuildThatWasEndedIsBegunAgain() throws IOException {
    maven("echo half >target/dist/jobs/" + JOB + ".jar; exit 1");
    assertThatThrownBy(this::jar)
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the job " + JOB + " is not there", "build-jobs.log");
    maven("echo whole >target/dist/jobs/" + JOB + ".jar");
    assertThat(jar()).hasContent("whole");
  }

  @Test
  void withoutSourcesItIsTakenAsItIs() throws IOException {
    Path released = Files.createDirectories(home.resolve("release/jobs")).getParent();
    Files.createDirectories(released.resolve("lib"));
    Files.writeString(released.resolve("rebound"), "");
    JobJars jars = new JobJars(released, told::add);
    assertThatThrownBy(() -> jars.jar(JOB, Map.of())).isInstanceOf(ReboundException.class);
    Files.writeString(released.resolve("jobs").resolve(JOB + ".jar"), "released");
    assertThat(jars.jar(JOB, Map.of())).hasContent("released");
    assertThat(told).isEmpty();
  }

  @Test
  void aProjectWithAFolderOfItsOwnJobsIsNoCheckout() throws IOException {
    Path project = Files.createDirectories(home.resolve("project/jobs")).getParent();
    Files.writeString(project.resolve("jobs/nightly.txt"), "theirs");
    assertThat(new JobJars(project, told::add).here()).isFalse();
  }
}
