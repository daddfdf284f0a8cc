package dev.rebound.platform.local;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.Adopting;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.ClassSharing;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.Debugging;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.OnThisMachine;
import dev.rebound.platform.OnThisMachine.DividedCores;
import dev.rebound.platform.Pinning;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.Platform.ProcessListener;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.platform.SubjectJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as child processes of the lab, each with its own folder under {@code nodes/} and its log
 * under {@code logs/} of the run directory.
 *
 * <p>Nothing outlives the lab: {@link #close} kills and looks whether anything is left, a hook of
 * the JVM does so if nobody closed, and the {@link Watchdog}, a process of its own, if the lab was
 * killed. Thread-safe.
 */
public final class LocalPlatform
    implements Platform,
        Pinning,
        FileSharing,
        Adopting,
        ClassSharing,
        OnThisMachine,
        Debugging,
        SubjectJdk {
  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
  private static final Duration ORDERLY_LIMIT = Duration.ofSeconds(30);

  private final Path runDirectory;
  private final String runId;
  private final Clock clock;
  private final ClassPaths classPaths;
  private final ClassArchives archives = ClassArchives.ofUser();
  private final DoubtListener warnings;
  private final ProcessTable table = ProcessTable.ofThisSystem();
  private final Addresses addresses = new Addresses();
  private final ProcessIdentity lab = ProcessIdentity.ofThisProcess();
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final List<Node> nodes = new CopyOnWriteArrayList<>();
  private final List<LocalNode> children = new CopyOnWriteArrayList<>();
  private final AdoptedNodes adopted = new AdoptedNodes();
  private final List<ProcessLifetime> lives = new CopyOnWriteArrayList<>();
  private final List<ProcessListener> listeners = new CopyOnWriteArrayList<>();
  private final ExecutorService events =
      Executors.newSingleThreadExecutor(task -> daemon(task, "platform-events"));
  // Readers start processes; the writer closes. So nothing starts after the last look.
  private final ReadWriteLock starting = new ReentrantReadWriteLock();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread lastResort = new Thread(this::closeAtLast, "platform-last-resort");
  private final WatchdogProcess warden;
  private final Map<String, BiConsumer<String, Address>> debugged = new ConcurrentHashMap<>();
  private volatile @Nullable PinnedCores pinned;
  private volatile @Nullable Path subjectJdk;
  private boolean closed;

  /**
   * @param runDirectory must exist or be creatable; everything lies in it
   * @param runId unique; in the environment of every process
   */
  public LocalPlatform(
      Path runDirectory, String runId, Clock clock, ClassPaths classPaths, DoubtListener warnings) {
    this.runDirectory = runDirectory.toAbsolutePath().normalize();
    this.runId = runId;
    this.clock = clock;
    this.classPaths = classPaths;
    this.warnings = warnings;
    this.warden = new WatchdogProcess(runId, lab, this.runDirectory, warnings);
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  @Override
  public String pin(CoresSpec asked) {
    PinnedCores shares = PinnedCores.here(asked);
    pinned = shares;
    return shares.words();
  }

  @Override
  public void subjectJdk(Path home) {
    subjectJdk = home;
  }

  /** The JDK that a process runs on, or programs that it starts. */
  Path jdk(ProcessSpec spec) {
    Path chosen = spec.owner() == Owner.SUBJECT ? subjectJdk : null;
    return spec.program() instanceof Program.Java java && java.javaHome() != null
        ? Path.of(java.javaHome())
        : Objects.requireNonNullElse(chosen, Path.of(System.getProperty("java.home")));
  }

  /** A command under test finds the JDK that was chosen, if one was, before any other. */
  Map<String, String> environment(ProcessSpec spec, Map<String, String> given) {
    if (subjectJdk == null
        || spec.owner() != Owner.SUBJECT
        || spec.program() instanceof Program.Java) {
      return given;
    }
    Map<String, String> all = new LinkedHashMap<>(given);
    all.putIfAbsent("JAVA_HOME", subjectJdk.toString());
    all.putIfAbsent("PATH", subjectJdk.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
    return all;
  }

  @Override
  public ClassPaths classPaths() {
    return classPaths;
  }

  @Override
  public FreeResources room() {
    return new LocalResources(runDirectory);
  }

  @Override
  public List<NodeProcess> processes() {
    return nodes.stream().map(LocalPlatform::process).toList();
  }

  private static NodeProcess process(Node node) {
    boolean launcher =
        node instanceof LocalNode local && local.spec().program() instanceof Program.Command;
    return NodeProcess.of(node, launcher);
  }

  @Override
  public Optional<DividedCores> dividedCores() {
    return Optional.ofNullable(pinned)
        .map(shares -> new DividedCores(shares.cores().subject(), shares.cores().rig()));
  }

  @Override
  public Endpoint reserve(String node, String port) {
    return Endpoint.of(addresses.reserve(node, port));
  }

  @Override
  public Endpoint reserve(String node, String port, int number) {
    return Endpoint.of(addresses.reserve(node, port, number));
  }

  @Override
  public void debug(String role, BiConsumer<String, Address> told) {
    debugged.put(role, told);
  }

  /** With what opens it to a debugger, if its role is debugged. */
  private ProcessSpec debuggable(ProcessSpec spec) {
    BiConsumer<String, Address> told = debugged.get(spec.role());
    if (told == null || !(spec.program() instanceof Program.Java java)) {
      return spec;
    }
    Address at = addresses.reserve(spec.node(), "debug");
    told.accept(spec.node(), at);
    return spec.running(
        java.with("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=" + at));
  }

  @Override
  public void provide(Program program) {
    var unused = files(program);
  }

  /** What makes one of them ends with the lab, too. */
  private List<Path> files(Program program) {
    warden.begin();
    return classPaths.files(program, Launch.mark(runId, lab));
  }

  @Override
  public Node start(ProcessSpec wanted) {
    ProcessSpec spec = debuggable(wanted);
    return named(
        spec.node(),
        () -> {
          LocalNode node =
              new LocalNode(
                  this, spec, files(spec.program()), NodeFolder.of(runDirectory, spec.node()));
          children.add(node);
          watched(node);
          return node;
        });
  }

  @Override
  public Node adopt(Adoption adoption) {
    if (!(adoption.daemon() instanceof LocalNode daemon)) {
      throw new IllegalArgumentException("no node of this platform: " + adoption.daemon().name());
    }
    return named(
        adoption.node(),
        () -> {
          NodeFolder folder =
              new NodeFolder(daemon.folder().directory(), daemon.folder().file(adoption.log()));
          AdoptedNode node = new AdoptedNode(adoption, this, folder);
          watched(node);
          adopted.add(node);
          return node;
        });
  }

  /** Makes a node of a name that none had before. */
  private Node named(String name, Supplier<Node> making) {
    if (!NODE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a node name: " + name);
    }
    if (!names.add(name)) {
      throw new IllegalStateException(name + " was started before; restart it instead");
    }
    boolean made = false;
    try {
      Node node = making.get();
      made = true;
      return node;
    } finally {
      if (!made) {
        names.remove(name);
      }
    }
  }

  private void watched(LivingNode node) {
    nodes.add(node);
    watch(node, node.life());
  }

  @Override
  public String lend(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public void listen(ProcessListener listener) {
    listeners.add(listener);
  }

  /** Starts one incarnation. */
  ProcessLifetime launch(
      ProcessSpec spec, List<Path> files, NodeFolder folder, int number, String identity) {
    Path shared = shared();
    Path java = jdk(spec);
    PinnedCores division = pinned;
    Launch launch =
        Launch.of(
            spec,
            files,
            new Placeholders(
                folder.directory(), folder.data(), shared, java, files, number, identity),
            folder.directory(),
            number,
            java,
            runId,
            lab,
            division == null ? List.of() : division.prefix(spec.role(), spec.owner()));
    folder.prepare(
        launch.files(),
        "=== %s, incarnation %s, %s ===".formatted(spec.node(), number, clock.instant()));
    warden.awaitReady();
    starting.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the platform is closed; " + spec.node() + " cannot start");
      }
      addresses.hand(spec.node());
      long logOffset = LogTail.length(folder.log());
      long startMicros = ProcessLifetime.micros(clock);
      List<String> command = archives.complete(spec.program(), java, files, launch.command());
      LivingProcess body =
          LivingProcess.start(command, environment(spec, launch.environment()), folder, table);
      Incarnation incarnation = new Incarnation(number, body.pid(), startMicros);
      LongPredicate shares = spec.program() instanceof Program.Command ? this::isNoNode : null;
      String stop = spec.program().stopSignal();
      ProcessLifetime life =
          new ProcessLifetime(
              incarnation, body, shares, stop, folder.log(), logOffset, table, clock);
      lives.add(life);
      return life;
    } finally {
      starting.readLock().unlock();
    }
  }

  /** An adopted process is a node of its own, and is signalled as such. */
  private boolean isNoNode(long pid) {
    return lives.stream().noneMatch(life -> life.pid() == pid && life.alive());
  }

  /**
   * Takes in a process that another one started; empty if it does not live, is not of this run, or
   * is known already, and once the platform is closed.
   *
   * @param logOffset where its part of the log begins
   */
  Optional<ProcessLifetime> take(OptionalLong pid, int number, Path log, long logOffset) {
    LivingProcess body = pid.isEmpty() ? null : LivingProcess.adopted(pid.getAsLong(), table);
    if (body == null) {
      return Optional.empty();
    }
    starting.readLock().lock();
    try {
      boolean known = lives.stream().anyMatch(life -> life.pid() == body.pid() && life.alive());
      if (closed || known || !carriesRunId(body.pid())) {
        return Optional.empty();
      }
      Incarnation incarnation = new Incarnation(number, body.pid(), ProcessLifetime.micros(clock));
      ProcessLifetime life =
          new ProcessLifetime(incarnation, body, null, Program.TERM, log, logOffset, table, clock);
      lives.add(life);
      return Optional.of(life);
    } finally {
      starting.readLock().unlock();
    }
  }

  private boolean carriesRunId(long pid) {
    try {
      return new RunProcesses(table, runId)
          .find().stream().anyMatch(carrier -> carrier.process().pid() == pid);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public int shareClasses(Duration limit, BooleanSupplier stop, IntConsumer absent) {
    return archives.share(children, limit, stop, absent);
  }

  /** The warden's pid, or -1. */
  long wardenPid() {
    return warden.pid();
  }

  private Path shared() {
    Path shared = runDirectory.resolve("shared");
    try {
      return Files.createDirectories(shared);
    } catch (IOException e) {
      throw NodeFolder.cannotWrite(shared, e);
    }
  }

  /** Tells the listeners of a start and, later, of its end. */
  void watch(Node node, ProcessLifetime life) {
    events.execute(() -> listeners.forEach(listener -> listener.started(node, life.incarnation())));
    CompletableFuture<Void> unusedTold =
        life.ended()
            .thenRunAsync(() -> exited(node, life), events)
            .whenComplete((nothing, failure) -> life.told().complete(null));
  }

  private void exited(Node node, ProcessLifetime life) {
    List<String> lastLines = life.lastLines();
    boolean expected =
        life.deathExpected() || (node instanceof LocalNode child && child.isStartedToEnd());
    int status = life.status().orElse(ProcessListener.UNTOLD);
    for (ProcessListener listener : listeners) {
      listener.exited(node, life.incarnation(), status, expected, lastLines);
    }
  }

  @Override
  public void close() {
    starting.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
    } finally {
      starting.writeLock().unlock();
    }
    // Whoever interrupted the run did not mean to leave its processes.
    boolean interrupted = Thread.interrupted();
    lives.forEach(ProcessLifetime::destroy);
    lives.forEach(life -> life.stop(Duration.ZERO));
    boolean allGone = lives.isEmpty() || endWhatIsLeft();
    releaseCores();
    children.forEach(node -> node.folder().removeTemporary());
    archives.sweep();
    addresses.close();
    warden.dismiss(allGone);
    awaitEvents();
    adopted.close();
    keepLogs();
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IllegalStateException e) {
      // The JVM is ending.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepLogs() {
    try {
      adopted.keepLogs(runDirectory.resolve("logs"));
    } catch (IOException e) {
      warnings.warn(
          "data-left",
          "cannot keep the logs of what daemons started: " + e,
          "Make room on the disk, or write access to " + runDirectory + ".");
    }
  }

  @Override
  public void discard(Set<String> kept) {
    try {
      NodeFolder.discard(runDirectory, kept);
    } catch (IOException e) {
      warnings.warn(
          "data-left",
          "cannot delete what the nodes left in " + runDirectory + ": " + e,
          "Delete it by hand.");
    }
  }

  @Override
  public void warn(String code, String message, String remedy) {
    warnings.warn(code, message, remedy);
  }

  private void releaseCores() {
    PinnedCores shares = pinned;
    try {
      if (shares != null) {
        shares.release();
      }
    } catch (ReboundException e) {
      warnings.warn("lab-pinned", String.valueOf(e.getMessage()), e.remedy());
    }
  }

  /** Leaves whoever ends the run in order the time to do so. */
  private void closeAtLast() {
    try {
      if (!lives.isEmpty() && !ended.await(ORDERLY_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        close();
      }
    } catch (InterruptedException e) {
      close();
    }
  }

  /** The children are gone; what they started may not be. */
  private boolean endWhatIsLeft() {
    String problem = "some are left after " + CLOSE_LIMIT.toSeconds() + " s";
    try {
      if (new RunProcesses(table, runId).end(Duration.ofMillis(100), CLOSE_LIMIT)) {
        return true;
      }
    } catch (IOException e) {
      problem = e.toString();
    }
    warnings.warn(
        "processes-left",
        "Not every process of run " + runId + " could be ended: " + problem,
        "Run `rebound clean`.");
    return false;
  }

  private void awaitEvents() {
    try {
      for (ProcessLifetime life : lives) {
        if (!life.alive()) {
          life.told().completeOnTimeout(null, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS).join();
        }
      }
      events.shutdown();
      events.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
