package dev.rebound.engine;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.part.Link;
import dev.rebound.platform.Adopting;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.OnThisMachine;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.local.LocalPlatform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A platform as far from the local one as pods are, on this machine: the lab gets files of nodes
 * only as lines and copies and lends its own as copies, connects to other addresses than nodes do,
 * and is not the parent of their processes. Nodes, too, find each other elsewhere than they listen,
 * wherever a plan says that their programs can be told so.
 *
 * <p>Underneath is a local platform in a folder of its own. It starts each program through a shell,
 * which tells the pid and waits; the program itself is adopted.
 */
final class HiddenPlatform implements Platform, Adopting, FileSharing, OnThisMachine {
  private final Path runDirectory;
  private final Path inside;
  private final Path outside;
  private final Path jdk;
  private final Path shell;
  private final LocalPlatform local;
  private final Map<String, HiddenNode> known = new ConcurrentHashMap<>();
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
  private final List<Forwarder> fromOutside = new CopyOnWriteArrayList<>();

  /** By node and port, as {@link #endpoints}. */
  private final Map<String, Forwarder> fromNodes = new ConcurrentHashMap<>();

  private final List<ProcessListener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger copies = new AtomicInteger();

  /**
   * @param hidden folder for what the lab is not to know
   * @param runDirectory of the lab; gets the logs at the end
   */
  HiddenPlatform(
      Path hidden,
      Path runDirectory,
      String runId,
      Path home,
      Artifacts artifacts,
      DoubtListener warnings) {
    this.runDirectory = runDirectory;
    this.jdk = hidden.resolve("jdk");
    this.shell = hidden.resolve("shell");
    try {
      this.inside = Files.createDirectories(hidden.resolve("inside"));
      this.outside = Files.createDirectories(hidden.resolve("outside"));
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      script(Files.createDirectories(jdk.resolve("bin")).resolve("java"), "'" + java + "' \"$@\"");
      script(shell, "\"$@\"");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    local =
        new LocalPlatform(
            inside, runId, Clock.systemUTC(), new ClassPath(home, artifacts), warnings);
    local.listen(new Telling());
  }

  /** Runs a command as a child, tells its pid, and ends as it does. */
  private static void script(Path file, String command) throws IOException {
    Files.writeString(
        file,
        "#!/bin/sh\n"
            + command
            + " &\necho $! > process.part\nmv process.part "
            + HiddenNode.PID
            + "\nwait $!\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }

  /** Passes on what is told of the processes proper; of their end, what their shells know. */
  private final class Telling implements ProcessListener {
    @Override
    public void started(Node node, Incarnation incarnation) {
      if (node.name().endsWith(HiddenNode.PROCESS)) {
        String name = node.name();
        HiddenNode hidden =
            known.get(name.substring(0, name.length() - HiddenNode.PROCESS.length()));
        hidden.tell(incarnation);
        listeners.forEach(listener -> listener.started(hidden, incarnation));
      } else if (!known.containsKey(node.name())) {
        listeners.forEach(listener -> listener.started(node, incarnation));
      }
    }

    @Override
    public void exited(
        Node node, Incarnation incarnation, int status, boolean expected, List<String> lines) {
      HiddenNode hidden = known.get(node.name());
      if (hidden != null) {
        boolean asked = expected || hidden.expects(status);
        listeners.forEach(listener -> listener.exited(hidden, hidden.told(), status, asked, lines));
      } else if (!node.name().endsWith(HiddenNode.PROCESS)) {
        listeners.forEach(listener -> listener.exited(node, incarnation, status, expected, lines));
      }
    }
  }

  /** Before its process is there to be told of. */
  void known(HiddenNode node) {
    known.put(node.name(), node);
  }

  @Override
  public Endpoint reserve(String node, String port) {
    return reserve(node, Port.bound(port, "nothing is known of it"));
  }

  @Override
  public Endpoint reserve(String node, String port, int number) {
    return reserve(node, Port.bound(port, "nothing is known of it"), number);
  }

  @Override
  public synchronized Endpoint reserve(String node, Port port) {
    return endpoints.computeIfAbsent(
        key(node, port), key -> endpoint(key, port, 0, local.reserve(node, port.name()).listens()));
  }

  @Override
  public synchronized Endpoint reserve(String node, Port port, int number) {
    return endpoints.computeIfAbsent(
        key(node, port),
        key ->
            endpoint(
                key,
                port,
                number,
                (port.separable()
                        ? local.reserve(node, port.name())
                        : local.reserve(node, port.name(), number))
                    .listens()));
  }

  private static String key(String node, Port port) {
    return node + "/" + port.name();
  }

  /**
   * @param number by which nodes are to know it, or 0 for any
   */
  private Endpoint endpoint(String key, Port port, int number, Address listens) {
    try {
      Forwarder outside = new Forwarder(0, listens);
      fromOutside.add(outside);
      if (!port.separable()) {
        return new Endpoint(listens, outside.address());
      }
      Forwarder inside = new Forwarder(number, listens);
      fromNodes.put(key, inside);
      return new Endpoint(listens, inside.address(), outside.address());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many connections the lab has made. */
  int connections() {
    return fromOutside.stream().mapToInt(Forwarder::connections).sum();
  }

  /** Those of links whose nodes can be known elsewhere than they listen that nobody went by. */
  List<Link> unused(List<Link> links) {
    return links.stream()
        .filter(link -> link.port().separable())
        .filter(
            link ->
                nodes.stream()
                    .filter(node -> node.role().equals(link.to()))
                    .map(node -> fromNodes.get(key(node.name(), link.port())))
                    .allMatch(came -> came == null || came.connections() == 0))
        .toList();
  }

  @Override
  public Node adopt(Adoption adoption) {
    Node adopted =
        local.adopt(
            new Adoption(
                adoption.node(),
                adoption.role(),
                adoption.owner(),
                known.get(adoption.daemon().name()).shell(),
                adoption.log(),
                adoption.pid(),
                adoption.upon()));
    nodes.add(adopted);
    return adopted;
  }

  @Override
  public Node start(ProcessSpec spec) {
    Program program;
    if (spec.program() instanceof Program.Java java) {
      program =
          new Program.Java(
              java.classPath(),
              java.exclusions(),
              java.mainClass(),
              java.jvmOptions(),
              java.arguments(),
              jdk.toString());
    } else {
      List<String> command = new ArrayList<>(List.of(shell.toString()));
      command.addAll(spec.program().arguments());
      program = new Program.Command(command);
    }
    ProcessSpec inShell =
        new ProcessSpec(
            spec.node(),
            spec.role(),
            spec.owner(),
            program,
            spec.heapBytes(),
            spec.overheadBytes(),
            spec.environment(),
            spec.files(),
            spec.readiness());
    HiddenNode node = new HiddenNode(this, local, spec, inShell);
    nodes.add(node);
    return node;
  }

  @Override
  public FreeResources room() {
    return local.room();
  }

  /** The processes proper: what runs in the shells below is nobody's business. */
  @Override
  public List<NodeProcess> processes() {
    return nodes.stream().map(node -> NodeProcess.of(node, false)).toList();
  }

  @Override
  public Optional<DividedCores> dividedCores() {
    return Optional.empty();
  }

  @Override
  public ClassPaths classPaths() {
    return local.classPaths();
  }

  @Override
  public String lend(Path file) {
    try {
      Path folder = Files.createDirectories(inside.resolve("lent/" + copies.incrementAndGet()));
      return Files.copy(file, folder.resolve(file.getFileName())).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy of the file, which the lab gets to see. */
  Path copyOut(String node, Path file) {
    try {
      Path folder = outside.resolve(node).resolve(Integer.toString(copies.incrementAndGet()));
      return Files.copy(file, Files.createDirectories(folder).resolve(file.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public void listen(ProcessListener listener) {
    listeners.add(listener);
  }

  @Override
  public void close() {
    local.close();
    fromOutside.forEach(Forwarder::close);
    fromNodes.values().forEach(Forwarder::close);
    try (var logs = Files.newDirectoryStream(Files.createDirectories(inside.resolve("logs")))) {
      Path target = Files.createDirectories(runDirectory.resolve("logs"));
      for (Path log : logs) {
        Files.copy(
            log,
            target.resolve(log.getFileName()),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void discard(Set<String> kept) {
    local.discard(kept);
  }
}
