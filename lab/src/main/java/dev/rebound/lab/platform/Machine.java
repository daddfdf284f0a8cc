package dev.rebound.lab.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.NetworkProbe;
import dev.rebound.lab.probe.NodeProcess;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.probe.ProcessProbe;
import dev.rebound.lab.probe.SpeedProbe;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** The machine and the Java that everything runs on, as {@code environment.json} records them. */
public final class Machine {
  /** The keys of {@link #facts}, in its order. */
  public static final List<String> KEYS =
      List.of("os", "architecture", "processor", "cores", "memoryBytes", "java");

  /** Before a run moves the lab to its share of them. */
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private Machine() {}

  /** By their keys in {@code environment.json}, in its order. */
  public static Map<String, Object> facts() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("os", system.getOperatingSystem().toString());
    facts.put("architecture", System.getProperty("os.arch"));
    facts.put("processor", hardware.getProcessor().getProcessorIdentifier().getName().trim());
    facts.put("cores", CORES);
    facts.put("memoryBytes", hardware.getMemory().getTotal());
    facts.put(
        "java",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    return facts;
  }

  /**
   * The room that is left on this machine.
   *
   * @param folder that is written to; need not exist
   */
  public static Room room(Path folder) {
    return new ThisMachine(folder);
  }

  private record ThisMachine(Path folder) implements Room {
    @Override
    public long memoryBytes() {
      return new SystemInfo().getHardware().getMemory().getAvailable();
    }

    @Override
    public long heapBytes() {
      return Runtime.getRuntime().maxMemory();
    }

    @Override
    public long diskBytes() {
      try {
        Path existing = folder.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
          existing = existing.getParent();
        }
        return Files.getFileStore(existing == null ? Path.of("/") : existing).getUsableSpace();
      } catch (IOException e) {
        throw ReboundException.environment(
            "cannot tell the free disk space of " + folder + ": " + e.getMessage(),
            "Choose another folder with --runs.",
            e);
      }
    }

    @Override
    public String disk() {
      return folder.toString();
    }

    @Override
    public void requireCores(CoresSpec asked) {
      var unused = Cores.here(asked.subject(), asked.rig());
      if (asked.bound()) {
        CpuQuota.GroupPlace.here().require();
      }
    }

    @Override
    public boolean has(String executable) {
      if (executable.contains("/")) {
        return Files.isExecutable(Path.of(executable));
      }
      String path = System.getenv("PATH");
      return path == null
          || Stream.of(path.split(File.pathSeparator, -1))
              .anyMatch(
                  folder -> {
                    Path file = Path.of(folder, executable);
                    return Files.isRegularFile(file) && Files.isExecutable(file);
                  });
    }
  }

  /**
   * Probes of this machine, and of processes that run on it.
   *
   * @param nodes all of the run, in the order in which they came
   * @param cores that are divided; null if they are not
   */
  public static List<Probe> probes(Supplier<List<Node>> nodes, @Nullable Cores cores) {
    HostProbe host =
        cores == null
            ? new HostProbe()
            : new HostProbe(new HostProbe.DividedCores(cores.subject(), cores.rig()));
    Supplier<List<NodeProcess>> processes =
        () -> nodes.get().stream().map(Machine::process).toList();
    return List.of(
        host, new SpeedProbe(), new ProcessProbe(processes), new NetworkProbe(processes));
  }

  private static NodeProcess process(Node node) {
    Incarnation life = node.current();
    boolean launcher =
        node instanceof LocalNode local && local.spec().program() instanceof Program.Command;
    return new NodeProcess(
        node.name(), node.role(), life.number(), life.pid(), node.alive(), launcher);
  }

  /** This machine in one line: processor, memory, system and Java. */
  public static String here() {
    return words(new ObjectMapper().valueToTree(facts()));
  }

  /** The machine of an {@code environment.json} in one line; empty if it says nothing of it. */
  public static String words(JsonNode facts) {
    return facts.path("cores").isMissingNode()
        ? ""
        : String.format(
            Locale.ROOT,
            "%s, %d cores, %.0f GiB, %s, %s",
            facts.path("processor").asText("unknown processor"),
            facts.path("cores").asInt(),
            facts.path("memoryBytes").asDouble() / (1L << 30),
            facts.path("os").asText(),
            facts.path("java").asText());
  }
}
