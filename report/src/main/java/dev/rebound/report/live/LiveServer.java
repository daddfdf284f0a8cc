package dev.rebound.report.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rebound.base.ReboundException;
import dev.rebound.report.page.HtmlIndex;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.page.LivePage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Shows a folder of runs to browsers on this machine: a list of all runs, the report of each, drawn
 * as its journal grows, comparisons, and metrics. It only reads, listens on the loopback address
 * alone, answers nobody who calls it by another name, and lets no script run but its own.
 *
 * <p>Runs know nothing of it: it reads their files, so that no reader can hold one up. A reader
 * that does not take what it asked for is dropped.
 */
public final class LiveServer implements AutoCloseable {
  private static final int PORT_MAX = 65_535;
  private static final int THREADS = 24;

  /** So many readers may follow runs at a time. */
  static final int STREAMS = 12;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);
  private static final String RUNS = "/runs/";
  private static final String ASSETS = "/assets/";
  private static final String POLICY_END =
      "; img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final String OWN_SCRIPTS =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'" + POLICY_END;

  private final RunsFolder runs;
  private final @Nullable RunMeters meters;
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, daemons("rebound-live"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemons("rebound-live-clock"));
  private final SlowReaders patience;
  private final Semaphore streams = new Semaphore(STREAMS);
  private final AtomicInteger busy = new AtomicInteger();
  private volatile long streamEnded = System.nanoTime() - LAST_WORDS.toNanos();

  private LiveServer(
      RunsFolder runs, @Nullable RunMeters meters, HttpServer server, Duration patience) {
    this.runs = runs;
    this.meters = meters;
    this.server = server;
    this.patience = new SlowReaders(patience);
  }

  /** Makes threads that keep no process alive. */
  static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Starts to serve. Throws {@link ReboundException} if there is no such folder, or the port is
   * taken.
   *
   * @param folder of runs
   * @param port on the loopback address, 0 for any that is free
   * @param meters what {@code /metrics} tells; null for nothing
   */
  public static LiveServer start(Path folder, int port, @Nullable RunMeters meters) {
    return start(folder, port, meters, PATIENCE);
  }

  /**
   * The same with another limit.
   *
   * @param patience how long a reader may take for one part of what it asked for
   */
  static LiveServer start(Path folder, int port, @Nullable RunMeters meters, Duration patience) {
    if (port < 0 || port > PORT_MAX) {
      throw ReboundException.badInput(
          "there is no port " + port,
          "Name one from 1024 to " + PORT_MAX + ", or leave --port out.");
    }
    RunsFolder runs;
    try {
      runs = new RunsFolder(folder);
    } catch (IOException e) {
      throw ReboundException.badInput(
          "no such folder: " + folder, "Name a folder of runs, or run an experiment first.", e);
    }
    try {
      InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
      LiveServer live = new LiveServer(runs, meters, server, patience);
      server.createContext("/", live::handle);
      server.setExecutor(live.threads);
      server.start();
      var unused = live.clock.scheduleWithFixedDelay(live::poll, 1, 1, TimeUnit.SECONDS);
      return live;
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(),
          "Name another port with --port, or leave it out: one that is free is taken.",
          e);
    }
  }

  private void poll() {
    for (FollowedRun followed : runs.all()) {
      if (!followed.idle()) {
        try {
          followed.poll();
        } catch (RuntimeException e) {
          // A damaged journal: who asks for its page is told.
        }
      }
    }
  }

  /** Address of the list of runs. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** Address of a run's page; the list of runs for one that lies elsewhere. */
  public URI address(Path run) {
    return runs.address(run)
        .map(path -> URI.create(address() + RUNS.substring(1) + path))
        .orElse(address());
  }

  /** How many requests are being answered. */
  int busy() {
    return busy.get();
  }

  private void handle(HttpExchange exchange) {
    busy.incrementAndGet();
    Reply reply = new Reply(exchange, patience);
    try (exchange) {
      try {
        answer(reply);
      } catch (Refusal e) {
        reply.refuse(e);
      } catch (ReboundException e) {
        reply.refuse(new Refusal(422, e.getMessage() + ". " + e.remedy()));
      } catch (RuntimeException e) {
        reply.refuse(new Refusal(500, "internal error: " + e));
      }
    } catch (IOException e) {
      // The reader has gone, or was dropped; there is nobody to tell.
      return;
    } finally {
      busy.decrementAndGet();
    }
  }

  private void answer(Reply reply) throws IOException, Refusal {
    HttpExchange exchange = reply.exchange();
    reply.guard();
    int port = server.getAddress().getPort();
    if (!LocalAddress.isLocal(exchange.getRequestHeaders().get("Host"), port)) {
      throw new Refusal(421, "This server answers at http://127.0.0.1:" + port + "/ only.");
    }
    if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      throw new Refusal(405, "This server only reads.");
    }
    String path = String.valueOf(exchange.getRequestURI().getPath());
    if (path.equals("/")) {
      reply.page(HtmlIndex.served(runs.root()), OWN_SCRIPTS);
    } else if (path.equals("/runs/index.html") || path.equals(RUNS)) {
      reply.moved("/");
    } else if (path.equals("/runs/compare")) {
      compare(reply);
    } else if (path.equals("/metrics") && meters != null) {
      reply.send(meters.text().getBytes(StandardCharsets.UTF_8), RunMeters.CONTENT_TYPE);
    } else if (path.startsWith(ASSETS)) {
      asset(reply, path.substring(ASSETS.length()));
    } else if (path.startsWith(RUNS)) {
      run(reply, path.substring(RUNS.length()));
    } else {
      throw Refusal.nothing();
    }
  }

  private void asset(Reply reply, String name) throws IOException, Refusal {
    reply.send(
        LivePage.asset(name).orElseThrow(Refusal::nothing),
        name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8");
  }

  /** {@code demo/20261122-110351/} is a run's page, what follows belongs to it. */
  private void run(Reply reply, String path) throws IOException, Refusal {
    int last = path.lastIndexOf('/') + 1;
    String name = path.substring(last);
    Optional<Path> folder = runs.folder(last == 0 ? path : path.substring(0, last - 1));
    if (folder.isPresent() && name.isEmpty()) {
      FollowedRun followed = runs.follow(folder.get());
      followed.poll();
      long depth = path.chars().filter(c -> c == '/').count();
      reply.page(LivePage.of(followed.run(), "../".repeat((int) depth + 1)), OWN_SCRIPTS);
    } else if (folder.isPresent() && name.equals("data.json")) {
      reply.send(runs.follow(folder.get()).data(), "application/json");
    } else if (folder.isPresent() && name.equals("events")) {
      events(reply, runs.follow(folder.get()));
    } else if (folder.isPresent() && name.equals(HtmlReport.FILE)) {
      reply.moved("./");
    } else if (!name.isEmpty() && runs.folder(path).isPresent()) {
      reply.moved(LocalAddress.encoded(name) + "/");
    } else {
      reply.file(runs.file(path).orElseThrow(Refusal::nothing));
    }
  }

  private void events(Reply reply, FollowedRun followed) throws IOException, Refusal {
    if (reply.head() || !streams.tryAcquire()) {
      throw new Refusal(503, "Too many readers follow runs already: close some.");
    }
    try {
      EventStream.run(reply.exchange(), followed, patience);
    } finally {
      streamEnded = System.nanoTime();
      streams.release();
    }
  }

  private void compare(Reply reply) throws IOException, Refusal {
    List<Path> folders = new ArrayList<>();
    for (String run : LocalAddress.values(reply.exchange().getRequestURI().getRawQuery(), "run")) {
      folders.add(runs.folder(run).orElseThrow(Refusal::nothing));
    }
    if (folders.isEmpty()) {
      throw new Refusal(400, "No run is named: tick some in the list of runs.");
    }
    ComparedPage page = ComparedPage.of(folders, runs.root());
    reply.page(
        page.html(),
        "default-src 'none'; script-src %s; style-src 'unsafe-inline'%s"
            .formatted(page.scripts(), POLICY_END));
  }

  /**
   * Ends: every reader hears that nothing follows and has 3 s to fetch the last data; then all
   * connections are closed and all threads end. Without readers it ends at once.
   */
  @Override
  public void close() {
    clock.shutdownNow();
    // The run may have ended a moment ago, and its readers may be about to ask for the results.
    boolean watched = System.nanoTime() - streamEnded < LAST_WORDS.toNanos();
    for (FollowedRun followed : runs.all()) {
      watched |= !followed.idle();
      try {
        followed.close();
      } catch (RuntimeException e) {
        // A damaged journal: its readers are cut off.
      }
    }
    if (watched) {
      lastWords();
    }
    server.stop(0);
    threads.shutdownNow();
    patience.close();
  }

  /** Readers ask for the last data after they hear of the end, each on a new request. */
  private void lastWords() {
    long end = System.nanoTime() + LAST_WORDS.toNanos();
    int quiet = 0;
    try {
      while (quiet < 20 && System.nanoTime() < end) {
        Thread.sleep(50);
        quiet = busy() == 0 ? quiet + 1 : 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
