package dev.rebound.lab.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that go and come back. They are below those that a system gives to clients, or
 * a client that tries while the server is away may be given the port, and be connected to itself.
 */
public final class Ports {
  private Ports() {}

  /** One that nobody has right now. */
  public static int unused() throws IOException {
    IOException last = new IOException("no port was tried");
    for (int attempt = 0; attempt < 100; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }
}
