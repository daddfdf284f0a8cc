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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceJarsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path home;

  private void file(String name, Instant changed) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "x");
    Files.setLastModifiedTime(file, FileTime.from(changed));
  }

  @Test
  void whatWasNotBuiltOrIsOlderThanASourceIsStale() throws IOException {
    ServiceJars jars = new ServiceJars(home, new Artifacts(line -> {}));
    file("services/shop/till/src/main/java/Till.java", NOW);
    assertThat(jars.stale("shop")).isTrue();
    file("target/dist/services/shop/till.jar", NOW.plusSeconds(1));
    assertThat(jars.stale("shop")).isFalse();
    file("services/shop/till/src/test/java/TillTest.java", NOW.plusSeconds(5));
    assertThat(jars.stale("shop")).isFalse();
    file("services/shop/pom.xml", NOW.plusSeconds(5));
    assertThat(jars.stale("shop")).isTrue();
  }

  @Test
  void aBuildThatWasEndedIsBegunAgain() throws IOException {
    file("services/shop/till/pom.xml", NOW);
    file("target/dist/services/shop/till.jar", NOW.plusSeconds(1));
    ServiceJars jars = new ServiceJars(home, new Artifacts(line -> {}));
    assertThat(jars.stale("shop")).isFalse();
    file("services/shop/pom.xml", NOW.plusSeconds(5));
    Path maven = home.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\necho half >target/dist/services/shop/till.jar\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThatThrownBy(() -> jars.build("shop")).isInstanceOf(ReboundException.class);

    assertThat(jars.stale("shop")).isTrue();
  }

  @Test
  void aBuildThatFailsNamesItsLog() throws IOException {
    file("services/shop/till/pom.xml", NOW);
    file("target/x", NOW);
    Path maven = home.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\necho no network\nexit 1\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(
            () -> new ServiceJars(home, new Artifacts(line -> {})).files("shop/till", Map.of()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the service shop is not there", "build-shop.log");
    assertThat(Files.readString(home.resolve("target/build-shop.log"))).contains("no network");
  }

  @Test
  void aReleaseListsWhatItsServicesNeedBesideTheirOwnJars() throws IOException {
    file("lib/rebound-cli.jar", NOW);
    file("services/shop/till.jar", NOW);
    file("services/shop/shop-common.jar", NOW);
    Files.writeString(
        home.resolve("services/shop/till.jars"),
        """

        The following files have been resolved:
           dev.rebound:shop-common:jar:0.1.0:compile -- module shop.common (auto)
           org.example:http:jar:1.2.3:compile
           org.example:native:jar:linux-x86_64:1.2.3:runtime
           org.example:annotations:jar:1.2.3:provided
        """);
    ReleasedService till = ReleasedService.of(home.resolve("services/shop"), "till");
    assertThat(till.own())
        .extracting(Path::getFileName)
        .map(Path::toString)
        .containsExactly("till.jar", "shop-common.jar");
    assertThat(till.coordinates())
        .containsExactly("org.example:http:jar:1.2.3", "org.example:native:jar:linux-x86_64:1.2.3");
    assertThatThrownBy(
            () -> new ServiceJars(home, new Artifacts(line -> {})).files("shop/shelf", Map.of()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the service shop/shelf is not in this release");
  }
}
