package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketOwnersTest {
  @TempDir Path proc;

  @Test
  void aSocketIsOfTheProcessThatHasItOpen() throws IOException {
    open(7, 3, "/dev/null");
    open(7, 4, "socket:[100]");
    open(8, 3, "socket:[200]");
    open(9, 3, "socket:[300]");
    SocketOwners owners = new SocketOwners(proc);
    owners.begin(Set.of(7L, 8L, 10L));
    assertThat(owners.pid(100)).isEqualTo(7);
    assertThat(owners.pid(200)).isEqualTo(8);
    assertThat(owners.pid(300)).as("of a process that was not asked for").isEqualTo(-1);
    assertThat(owners.pid(-1)).isEqualTo(-1);
  }

  @Test
  void aSocketThatComesLaterIsFoundAndOneThatIsGoneForgotten() throws IOException {
    open(7, 4, "socket:[100]");
    SocketOwners owners = new SocketOwners(proc);
    owners.begin(Set.of(7L));
    assertThat(owners.pid(100)).isEqualTo(7);
    owners.end(Set.of(100L));

    Files.delete(proc.resolve("7/fd/4"));
    open(7, 5, "socket:[101]");
    owners.begin(Set.of(7L));
    assertThat(owners.pid(101)).isEqualTo(7);
    owners.end(Set.of(101L));

    owners.begin(Set.of(7L));
    assertThat(owners.pid(100)).isEqualTo(-1);
  }

  @Test
  void aProcessThatIsKnownLaterGetsTheSocketsThatItHadBefore() throws IOException {
    open(7, 4, "socket:[100]");
    open(8, 4, "socket:[200]");
    SocketOwners owners = new SocketOwners(proc);
    owners.begin(Set.of(7L));
    assertThat(owners.pid(200)).isEqualTo(-1);
    owners.end(Set.of(200L));
    owners.begin(Set.of(7L, 8L));
    assertThat(owners.pid(200)).isEqualTo(8);
  }

  private void open(long pid, int number, String target) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(pid + "/fd"));
    Files.createSymbolicLink(folder.resolve(Integer.toString(number)), Path.of(target));
  }
}
