package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceFolderTest {
  @TempDir Path home;

  private ServiceFolder build(String digit) {
    return ServiceFolder.of(home.resolve("shop.jar"), digit.repeat(64));
  }

  @Test
  void ofOtherBuildsThoseGoThatNobodyHasTakenForAMonth() throws IOException {
    ServiceFolder taken = build("a");
    ServiceFolder old = build("b");
    ServiceFolder own = build("c");
    for (ServiceFolder one : List.of(taken, old, own)) {
      Files.createDirectories(one.folder());
      one.setWhole();
      Files.setLastModifiedTime(
          one.folder(), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    }
    taken.setTaken();

    own.removeOthers();

    assertThat(taken.folder()).isDirectory();
    assertThat(old.folder()).doesNotExist();
    assertThat(own.folder()).isDirectory();
  }
}
