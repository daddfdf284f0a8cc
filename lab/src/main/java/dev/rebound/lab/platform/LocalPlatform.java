package dev.rebound.lab.platform;

import dev.rebound.lab.LabException;
import dev.rebound.lab.artifact.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as child processes of the lab, each with its own folder under {@code nodes/} and its log
 * under {@code logs/} of the run directory.
 *
 * <p>Nothing outlives the lab: {@link #close} kills and looks whether anything is left, a hook of
 * the JVM does so if nobody closed, and the {@link Warden}, a process of its own, if the lab was
 * killed. Thread-safe.
 */
public final class LocalPlatform implements Platform {
  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
  private static final Duration ORDERLY_LIMIT = Duration.ofSeconds(30);

  private final Path runDirectory;
  private final String runId;
  private final Clock clock;
  private final ClassPath classPath;
  private final ClassArchives archives = ClassArchives.ofUser();
  private final WarningListener warnings;
  private final ProcessTable table = ProcessTable.ofThisSystem();
  private final Addresses addresses = new Addresses();
  private final Identity lab = labIdentity();
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final List<LocalNode> nodes = new CopyOnWriteArrayList<>();
  private final List<Life> lives = new CopyOnWriteArrayList<>();
  private final List<ProcessListener> listeners = new CopyOnWriteArrayList<>();
  private final ExecutorService events =
      Executors.newSingleThreadExecutor(task -> daemon(task, "platform-events"));
  // Readers start processes; the writer closes. So nothing starts after the last look.
  private final ReadWriteLock starting = new ReentrantReadWriteLock();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread lastResort = new Thread(this::closeAtLast, "platform-last-resort");
  private final WardenProcess warden;
  private volatile @Nullable Cores cores;
  private boolean closed;

  /**
   * @param runDirectory must exist or be creatable; everything lies in it
   * @param runId unique; in the environment of every process
   * @param home Rebound's home, where the job jars lie
   */
  public LocalPlatform(
      Path runDirectory,
      String runId,
      Clock clock,
      Path home,
      Artifacts artifacts,
      WarningListener warnings) {
    this.runDirectory = runDirectory.toAbsolutePath().normalize();
    this.runId = runId;
    this.clock = clock;
    this.classPath = new ClassPath(home.toAbsolutePath().normalize(), artifacts);
    this.warnings = warnings;
    this.warden = new WardenProcess(runId, lab, this.runDirectory, warnings);
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  @Override
  public void pin(Cores shares) {
    shares.moveLab();
    cores = shares;
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
  public Node start(ProcessSpec spec) {
    if (!NODE_NAME.matcher(spec.node()).matches()) {
      throw new IllegalArgumentException("not a node name: " + spec.node());
    }
    warden.begin();
    List<Path> files = classPath.files(spec.program());
    if (!names.add(spec.node())) {
      throw new IllegalStateException(spec.node() + " was started before; restart it instead");
    }
    boolean started = false;
    try {
      LocalNode node = new LocalNode(this, spec, files, NodeFolder.of(runDirectory, spec.node()));
      started = true;
      nodes.add(node);
      watch(node, node.life());
      return node;
    } finally {
      if (!started) {
        names.remove(spec.node());
      }
    }
  }

  @Override
  public Path jobJar(String name) {
    return classPath.job(name);
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
  Life launch(ProcessSpec spec, List<Path> files, NodeFolder folder, int number, String identity) {
    Path shared = shared();
    Cores pinned = cores;
    Launch launch =
        Launch.of(
            spec,
            files,
            new Placeholders(folder.directory(), folder.data(), shared, number, identity),
            folder.directory(),
            number,
            Path.of(System.getProperty("java.home")),
            runId,
            lab,
            pinned == null ? List.of() : pinned.prefix(spec.owner()));
    folder.prepare(
        launch.files(),
        "=== %s, incarnation %d, %s ===".formatted(spec.node(), number, clock.instant()));
    warden.awaitReady();
    starting.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the platform is closed; " + spec.node() + " cannot start");
      }
      addresses.hand(spec.node());
      long logOffset = LogTail.length(folder.log());
      long startMicros = Life.micros(clock);
      List<String> command = archives.complete(spec.program(), files, launch.command());
      Process process = process(command, launch, folder);
      Life life =
          new Life(
              new Incarnation(number, process.pid(), startMicros),
              process,
              logOffset,
              table,
              clock);
      lives.add(life);
      return life;
    } finally {
      starting.readLock().unlock();
    }
  }

  @Override
  public int shareClasses(Duration limit, BooleanSupplier stop, IntConsumer absent) {
    return archives.share(nodes, limit, stop, absent);
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

  private static Process process(List<String> command, Launch launch, NodeFolder folder) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.directory().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    builder.environment().putAll(launch.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "Cannot start a process in " + folder.directory() + ": " + e.getMessage(),
          "Free memory, disk or process slots; the log would be " + folder.log() + ".",
          e);
    }
  }

  /** Tells the listeners of a start and, later, of its end. */
  void watch(LocalNode node, Life life) {
    events.execute(() -> listeners.forEach(listener -> listener.started(node, life.incarnation())));
    CompletableFuture<Void> unusedTold =
        life.process()
            .onExit()
            .thenAcceptAsync(process -> exited(node, life, process.exitValue()), events)
            .whenComplete((nothing, failure) -> life.told().complete(null));
  }

  private void exited(LocalNode node, Life life, int status) {
    List<String> lastLines =
        LogTail.lastLines(node.folder().log(), life.logOffset(), LocalNode.LAST_LINES);
    boolean expected = life.deathExpected(status);
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
    releaseLab();
    // Whoever interrupted the run did not mean to leave its processes.
    boolean interrupted = Thread.interrupted();
    lives.forEach(Life::destroy);
    lives.forEach(life -> life.stop(Duration.ZERO));
    boolean allGone = lives.isEmpty() || endWhatIsLeft();
    nodes.forEach(node -> node.folder().removeTemporary());
    archives.sweep();
    addresses.close();
    warden.dismiss(allGone);
    awaitEvents();
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

  private void releaseLab() {
    Cores pinned = cores;
    try {
      if (pinned != null) {
        pinned.releaseLab();
      }
    } catch (LabException e) {
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
      for (Life life : lives) {
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

  private static Identity labIdentity() {
    Identity identity = Identity.of(ProcessHandle.current());
    if (identity == null) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "This system does not tell the start time of a process",
          "Run Rebound on Linux or macOS.");
    }
    return identity;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
