package dev.rebound.engine;

import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections to one address on to another. */
final class Forwarder implements AutoCloseable {
  private final Address to;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * @param port that it takes connections on, or 0 for any
   */
  Forwarder(int port, Address to) throws IOException {
    this.to = to;
    this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    start("forwarder-" + to.port(), this::accept);
  }

  Address address() {
    return new Address(server.getInetAddress().getHostAddress(), server.getLocalPort());
  }

  /** How many were passed on. */
  int connections() {
    return connections.get();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket outer = server.accept();
        open.add(outer);
        start("forward-" + to.port(), () -> connect(outer));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket outer) {
    Socket inner = new Socket();
    open.add(inner);
    try {
      inner.connect(new InetSocketAddress(to.host(), to.port()));
      connections.incrementAndGet();
      start("forward-in-" + to.port(), () -> pass(outer, inner));
      pass(inner, outer);
    } catch (IOException e) {
      close(outer); // nobody is there
      close(inner);
    }
  }

  /** Both ends are closed once one direction has ended: nobody here sends on after an end. */
  private void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[64 << 10];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException e) {
      // one of them is gone
    } finally {
      close(from);
      close(to);
    }
  }

  private void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // as good as closed
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // as good as closed
    }
    open.forEach(this::close);
  }
}
