package dev.rebound.lab.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.forwarder.SocketTable.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketTableTest {
  private static final Ports ONE = new Ports(50_000, 20_001);
  private static final Ports OTHER = new Ports(50_001, 20_001);

  @TempDir Path proc;

  @Test
  void aConnectionIsOfTheProcessThatHasItsSocketOpen() throws IOException {
    open(7, 3, "socket:[100]");
    open(8, 3, "/dev/null");
    open(8, 4, "socket:[200]");
    table("tcp6", line("0000000000000000FFFF00000100007F", 50_000, 20_001, 100));
    table(
        "tcp",
        line("0100007F", 50_001, 20_001, 200),
        line("0100007F", 20_001, 50_001, 300),
        line("0100007F", 50_002, 20_001, 0));
    ProcSockets sockets = new ProcSockets(proc);
    Set<Ports> wanted = Set.of(ONE, OTHER, new Ports(50_002, 20_001));
    assertThat(sockets.pids(wanted)).isEqualTo(Map.of(ONE, 7L, OTHER, 8L));
  }

  @Test
  void aProcessThatComesLaterIsFoundAndOneThatIsGoneForgotten() throws IOException {
    open(7, 3, "socket:[100]");
    table("tcp", line("0100007F", 50_000, 20_001, 100));
    ProcSockets sockets = new ProcSockets(proc);
    assertThat(sockets.pids(Set.of(ONE))).isEqualTo(Map.of(ONE, 7L));

    Files.delete(proc.resolve("7/fd/3"));
    Files.delete(proc.resolve("7/fd"));
    open(9, 3, "socket:[101]");
    table("tcp", line("0100007F", 50_001, 20_001, 101));
    assertThat(sockets.pids(Set.of(ONE, OTHER))).isEqualTo(Map.of(OTHER, 9L));
  }

  @Test
  void lsofIsUnderstood() {
    List<String> lines =
        List.of(
            "p70",
            "f5",
            "n127.0.0.1:20001->127.0.0.1:50000",
            "p71",
            "f9",
            "n127.0.0.1:50000->127.0.0.1:20001",
            "f10",
            "n[::1]:50001->[::1]:20001",
            "n*:8080");
    assertThat(LsofSockets.parse(lines, Set.of(ONE, OTHER)))
        .isEqualTo(Map.of(ONE, 71L, OTHER, 71L));
  }

  private void open(long pid, int number, String target) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(pid + "/fd"));
    Files.createSymbolicLink(folder.resolve(Integer.toString(number)), Path.of(target));
  }

  private void table(String name, String... lines) throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net").resolve(name),
        "  sl  local_address rem_address   st\n" + String.join("", lines));
  }

  private static String line(String address, int from, int to, long inode) {
    return "   0: %s:%04X %s:%04X 01 00000000:00000000 00:00000000 00000000     0        0 %d 1 0\n"
        .formatted(address, from, address, to, inode);
  }
}
