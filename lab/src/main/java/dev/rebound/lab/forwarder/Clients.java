package dev.rebound.lab.forwarder;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Finds out who connected, by a thread of its own: those that come while it looks are looked for at
 * once.
 */
final class Clients implements AutoCloseable {
  private record Wanted(SocketTable.Ports ports, Consumer<Client> told) {}

  private final SocketTable sockets;
  private final BlockingQueue<Wanted> wanted = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "clients");

  Clients(SocketTable sockets) {
    this.sockets = sockets;
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Tells who it is once that is known, or that it is not to be known. */
  void find(SocketTable.Ports ports, Consumer<Client> told) {
    wanted.add(new Wanted(ports, told));
  }

  private void run() {
    List<Wanted> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(wanted.take());
        wanted.drainTo(batch);
        tell(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void tell(List<Wanted> batch) {
    Set<SocketTable.Ports> ports = new HashSet<>();
    batch.forEach(one -> ports.add(one.ports()));
    Map<SocketTable.Ports, Long> pids = Map.of();
    try {
      pids = sockets.pids(ports);
    } catch (ClosedByInterruptException e) {
      return; // closed
    } catch (IOException | RuntimeException e) {
      System.err.println("cannot tell who connected: " + e);
    }
    for (Wanted one : batch) {
      Long pid = pids.get(one.ports());
      one.told().accept(pid == null ? new Client(List.of(), null) : Client.process(pid));
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
