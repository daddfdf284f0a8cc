package dev.rebound.bench;

import dev.rebound.lab.forwarder.Forwarder;
import dev.rebound.lab.forwarder.ForwarderControl;
import dev.rebound.lab.forwarder.Listen;
import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.PropertiesText;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

/**
 * What the forwarder costs where no rule is in force: {@code [pairs] [JVM options of the
 * forwarder]}. Round trips of 1 KB and bytes in bulk, directly and through a forwarder that is a
 * process of its own, in turns; prints each pair, and the medians.
 */
public final class ForwarderBench {
  private static final int WORD_BYTES = 1024;
  private static final int ROUNDS = 20_000;
  private static final int PIECE_BYTES = 64 << 10;
  private static final long BULK_BYTES = 1L << 30;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final int server;
  private final int forwarder;
  private final ProcessHandle process;

  private ForwarderBench(int server, int forwarder, ProcessHandle process) {
    this.server = server;
    this.forwarder = forwarder;
    this.process = process;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    List<String> options = List.of(args).subList(Math.min(1, args.length), args.length);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Path config = Files.createTempFile("forwarder", ".properties");
    Process process = null;
    try (ServerSocket server = new ServerSocket(0, 50, loopback)) {
      Thread serving = new Thread(() -> serve(server), "server");
      serving.setDaemon(true);
      serving.start();
      int control = unused();
      int port = unused();
      String token = UUID.randomUUID().toString();
      Address to = new Address(loopback.getHostAddress(), server.getLocalPort());
      process = start(config, control, token, new Listen(port, to, "server", false), options);
      try (ForwarderControl lab =
          ForwarderControl.connect(new Address(loopback.getHostAddress(), control), token)) {
        lab.node("client", ProcessHandle.current().pid());
        new ForwarderBench(server.getLocalPort(), port, process.toHandle()).run(pairs);
      }
    } finally {
      Files.delete(config);
      if (process != null) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  private static int unused() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Process start(
      Path config, int control, String token, Listen listen, List<String> options)
      throws IOException {
    Properties settings = Forwarder.settings(control, token, 42, List.of(listen));
    Map<String, String> values = new HashMap<>();
    settings.stringPropertyNames().forEach(key -> values.put(key, settings.getProperty(key)));
    Files.writeString(config, PropertiesText.of(values));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Forwarder.class.getName(), "--config", config.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said = process.inputReader();
    if (!Forwarder.READY.equals(said.readLine())) {
      throw new IOException("the forwarder has not started");
    }
    return process;
  }

  /** Sends back the words of a connection, or takes a bulk and says one byte. */
  private static void serve(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread one = new Thread(() -> serve(socket), "connection");
        one.setDaemon(true);
        one.start();
      }
    } catch (IOException e) {
      // The measurement is over.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      if (in.readBoolean()) {
        in.skipNBytes(BULK_BYTES);
        socket.getOutputStream().write(1);
      } else {
        byte[] word = new byte[WORD_BYTES];
        for (int i = 0; i < ROUNDS; i++) {
          in.readFully(word);
          socket.getOutputStream().write(word);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(int pairs) throws IOException {
    double[][] seen = new double[5][pairs];
    for (int i = -1; i < pairs; i++) {
      double direct = roundTripMicros(server);
      double through = roundTripMicros(forwarder);
      double directBulk = bulk(server);
      double before = cpuSeconds();
      double throughBulk = bulk(forwarder);
      double cpu = cpuSeconds() - before;
      if (i >= 0) { // the first pair is for compilers
        double[] pair = {direct, through, directBulk, throughBulk, cpu * 1e9 / BULK_BYTES};
        for (int j = 0; j < pair.length; j++) {
          seen[j][i] = pair[j];
        }
        print("pair " + (i + 1), pair);
      }
    }
    double[] medians = Arrays.stream(seen).mapToDouble(ForwarderBench::median).toArray();
    print("median", medians);
  }

  private static void print(String what, double[] values) {
    System.out.printf(
        Locale.ROOT,
        "%-8s round trip %.1f us, forwarded %.1f us; %.0f MB/s, forwarded %.0f MB/s, %.2f CPU-s/GB%n",
        what,
        values[0],
        values[1],
        values[2],
        values[3],
        values[4]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private double cpuSeconds() {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
  }

  private static Socket connect(int port, boolean bulk) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) LIMIT.toMillis());
    socket.getOutputStream().write(bulk ? 1 : 0);
    return socket;
  }

  /** The median of its round trips. */
  private static double roundTripMicros(int port) throws IOException {
    try (Socket socket = connect(port, false)) {
      byte[] word = new byte[WORD_BYTES];
      double[] micros = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        socket.getOutputStream().write(word);
        var unused = socket.getInputStream().readNBytes(word, 0, word.length);
        micros[i] = (System.nanoTime() - start) / 1e3;
      }
      return median(micros);
    }
  }

  /** MB per second. */
  private static double bulk(int port) throws IOException {
    try (Socket socket = connect(port, true)) {
      byte[] piece = new byte[PIECE_BYTES];
      long start = System.nanoTime();
      for (long sent = 0; sent < BULK_BYTES; sent += piece.length) {
        socket.getOutputStream().write(piece);
      }
      var unused = socket.getInputStream().read();
      return BULK_BYTES / 1e6 / ((System.nanoTime() - start) / 1e9);
    }
  }
}
