package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.files.KnownHashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds of a service that come while another one is in use. */
@Tag("process")
class ServiceJarsIT {
  private static final String SHOP = "target/dist/services/shop";

  @TempDir Path home;

  /** A build copies what was put ready. */
  @BeforeEach
  void rebound() throws IOException {
    Files.createDirectories(home.resolve("services/shop/till/src/main"));
    Files.createDirectories(home.resolve("target"));
    Files.writeString(home.resolve("services/shop/till/pom.xml"), "<project/>");
    Path maven = home.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\ncp ready.jar " + SHOP + "/till.jar\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ServiceJars jars() {
    return new ServiceJars(
        home, new Artifacts(line -> {}), new KnownHashes(home.resolve("hashes")));
  }

  private void change(String content) throws IOException {
    GeneratedService.write(home.resolve("ready.jar"), content);
    Files.writeString(home.resolve("services/shop/till/src/main/Till.java"), content);
  }

  @Test
  void whoBeganWithABuildKeepsIt() throws Exception {
    change("first");
    ServiceJars run = jars();
    List<Path> began = run.files("shop/till", Map.of());
    assertThat(began)
        .extracting(file -> file.getFileName().toString())
        .containsExactly("till.jar", "some.jar");
    Map<String, String> hash = run.taken();
    assertThat(hash).containsOnlyKeys("shop/till");

    change("second");
    ServiceJars later = jars();
    assertThat(later.files("shop/till", Map.of()).get(0)).hasContent("second");
    assertThat(later.taken()).isNotEqualTo(hash);

    assertThat(began).allSatisfy(file -> assertThat(file).exists());
    assertThat(began.get(0)).hasContent("first");
    assertThat(run.files("shop/till", Map.of())).isEqualTo(began);
    assertThat(run.taken()).isEqualTo(hash);
  }

  @Test
  void buildsThatNobodyUsesAreRemoved() throws Exception {
    Path unused = Files.createDirectories(home.resolve(SHOP + "/till-0123456789ab/lib"));
    Files.writeString(unused.resolve("old.jar"), "");
    Path lately = Files.createDirectories(home.resolve(SHOP + "/till-ba9876543210/lib"));
    Files.setLastModifiedTime(
        unused.getParent(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    Path other = Files.createDirectories(home.resolve(SHOP + "/till-of-mine"));
    change("new");

    assertThat(jars().files("shop/till", Map.of()).get(0)).hasContent("new");
    assertThat(unused.getParent()).doesNotExist();
    assertThat(lately).exists();
    assertThat(other).exists();
  }
}
