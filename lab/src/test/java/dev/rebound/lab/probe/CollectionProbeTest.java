package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectionProbeTest {
  @TempDir Path folder;

  private final Map<String, List<String>> files = new HashMap<>();
  private final Map<String, Long> pids = new HashMap<>();
  private final List<Node> nodes = new ArrayList<>();

  @Test
  void ofEachSecondTheLongestPauseIsToldAndEachOneIsALine() throws IOException {
    node("worker-1", "worker", Owner.SUBJECT, 11);
    node("broker-1", "broker", Owner.SUPPORT, 12);
    Path file = folder.resolve(CollectionProbe.FILE);
    CollectionProbe probe = new CollectionProbe(() -> nodes, file);
    assertThat(probe.series()).containsExactly(new Series("node.pause", "ms", "worker-1"));
    assertThat(probe.read()).as("it logs nothing").containsExactly(Double.NaN);
    log("worker-1", 11, "[1796044431800ms] Using Serial");
    assertThat(probe.read()).as("it did not pause").containsExactly(0);
    log("worker-1", 11, "[1796044431849ms] GC(0) Pause Young (Alloc) 25M->24M(92M) 26.735ms");
    log("worker-1", 11, "[1796044431900ms] GC(1) Pause Full (System.gc()) 4M->4M(9M) 12.884ms");
    assertThat(probe.read()).containsExactly(26.735);
    log("worker-1", 11, "[1796044432000ms] GC(2) Pause Young (Alloc) 25M->24M(92M) 3.000ms");
    pids.put("worker-1", 21L);
    assertThat(probe.read()).as("the last words of its former life").containsExactly(3.0);
    probe.close();
    assertThat(file)
        .hasContent(
            """
            time,node,kind,pause_milliseconds
            2026-11-30T13:13:51.822Z,worker-1,"Young (Alloc)",26.735
            2026-11-30T13:13:51.887Z,worker-1,"Full (System.gc())",12.884
            2026-11-30T13:13:51.997Z,worker-1,"Young (Alloc)",3.000
            """);
  }

  @Test
  void whatADriverSetUpMayLogIntoItsFolder() throws IOException {
    node("driver", "driver", Owner.SUBJECT, 10);
    node("worker-1", "worker", Owner.SUBJECT, 11);
    CollectionProbe probe = new CollectionProbe(() -> nodes, folder.resolve("c.csv"));
    probe.series();
    log("driver", 11, "[1796044431849ms] GC(0) Pause Young (Alloc) 25M->24M(92M) 26.735ms");
    assertThat(probe.read()).containsExactly(Double.NaN, 26.735);
    probe.close();
    assertThat(Files.readString(folder.resolve("c.csv"))).contains(",worker-1,");
  }

  private void log(String node, long pid, String line) {
    files.computeIfAbsent(node + "/gc-" + pid + ".log", key -> new ArrayList<>()).add(line);
  }

  private void node(String name, String role, Owner owner, long pid) {
    pids.put(name, pid);
    nodes.add(
        (Node)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Node.class},
                (self, method, arguments) ->
                    switch (method.getName()) {
                      case "name" -> name;
                      case "role" -> role;
                      case "owner" -> owner;
                      case "alive" -> true;
                      case "equals" -> self == arguments[0];
                      case "current" -> new Incarnation(1, pids.getOrDefault(name, 0L), 0);
                      case "follow" -> tail(name + "/" + arguments[0]);
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
  }

  private NodeTail tail(String file) {
    int[] read = {0};
    return () -> {
      List<String> all = files.getOrDefault(file, List.of());
      List<String> more = List.copyOf(all.subList(read[0], all.size()));
      read[0] = all.size();
      return more;
    };
  }
}
