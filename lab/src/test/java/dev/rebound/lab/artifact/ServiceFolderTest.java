package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceFolderTest {
  @TempDir Path home;

  private ServiceFolder build(String digit) {
    return ServiceFolder.of(home.resolve("shop.jar"), digit.repeat(64));
  }

  @Test
  void ofOtherBuildsThoseGoThatNobodyHolds() throws IOException {
    ServiceFolder held = build("a");
    ServiceFolder free = build("b");
    ServiceFolder own = build("c");
    held.hold();
    Files.createDirectories(free.folder());
    free.setWhole();
    own.hold();

    own.removeOthers();

    assertThat(held.folder()).isDirectory();
    assertThat(free.folder()).doesNotExist();
    assertThat(own.folder()).isDirectory();
  }
}
