package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Takes commands for a relay over a socket, as the package says. */
final class Control implements AutoCloseable {
  static final String OK = "ok";
  static final String ERROR = "error";

  private static final int BACKLOG = 5;

  private final Relay relay;
  private final String token;
  private final ServerSocket listening;
  private int sessions;
  private long quietSinceNanos = System.nanoTime();

  private Control(Relay relay, ServerSocket listening, String token) {
    this.relay = relay;
    this.listening = listening;
    this.token = token;
  }

  /**
   * Listens from now on.
   *
   * @param port at the loopback interface; 0 for any
   * @param token what whoever connects must know
   */
  static Control open(Relay relay, int port, String token) {
    try {
      ServerSocket listening = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
      Control control = new Control(relay, listening, token);
      daemon(control::accept, "control");
      return control;
    } catch (IOException e) {
      throw ReboundException.environment(
          "forwarder: cannot listen at port " + port + " for commands: " + e,
          "End the process that has it.",
          e);
    }
  }

  private static void daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Returns once nobody has been connected for so long, from the begin on. */
  synchronized void awaitAbandoned(Duration limit) throws InterruptedException {
    long left = limit.toMillis();
    while (sessions > 0 || left > 0) {
      wait(sessions > 0 ? 0 : left);
      left = limit.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - quietSinceNanos);
    }
  }

  private synchronized void count(int more) {
    sessions += more;
    quietSinceNanos = System.nanoTime();
    notifyAll();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        daemon(() -> serve(socket), "commands");
      } catch (IOException e) {
        if (!listening.isClosed()) {
          System.err.println("cannot take commands: " + e);
        }
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      if (!("token " + token).equals(in.readLine())) {
        out.println(ERROR + " forwarder: the first line is no token of this run");
        return;
      }
      count(1);
      try {
        out.println(OK);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          out.println(answer(line));
        }
      } finally {
        count(-1);
      }
    } catch (IOException e) {
      // Whoever it was is gone.
    }
  }

  private String answer(String line) {
    List<String> words = List.of(line.trim().split("\\s+", -1));
    try {
      return answer(words.get(0), words.subList(1, words.size()));
    } catch (ReboundException e) {
      return ERROR + " " + (e.getMessage() + ": " + e.remedy()).replaceAll("\\s+", " ");
    } catch (RuntimeException e) {
      return ERROR + " " + ("forwarder: " + line + ": " + e).replaceAll("\\s+", " ");
    }
  }

  private String answer(String command, List<String> words) {
    switch (command) {
      case "node" -> relay.member(word(words, 0), whole(words, 1));
      case "rule" -> relay.add(Rule.parse(words));
      case "heal" -> {
        return OK + " requests=" + relay.heal(word(words, 0));
      }
      case "requests" -> {
        return OK + " requests=" + relay.requests(word(words, 0));
      }
      case "reset" -> {
        return OK + " connections=" + relay.reset(names(words, 0), names(words, 1));
      }
      case "state" -> {
        return OK + " " + relay.state(names(words, 0), names(words, 1)).text();
      }
      case "probe" -> {
        Duration within = Duration.ofMillis(whole(words, 2));
        return OK + " " + TestWord.send(relay, word(words, 0), word(words, 1), within).text();
      }
      case "connections" -> {
        return relay.connections().stream()
            .map(one -> "connection " + one + "\n")
            .collect(Collectors.joining("", "", OK));
      }
      default -> throw wrong("no command '" + command + "'");
    }
    return OK;
  }

  private static String word(List<String> words, int at) {
    if (at >= words.size()) {
      throw wrong("word %d is missing after the command".formatted(at + 1));
    }
    return words.get(at);
  }

  private static Set<String> names(List<String> words, int at) {
    return Rule.names(word(words, at));
  }

  private static long whole(List<String> words, int at) {
    String word = word(words, at);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw ReboundException.badInput(
          "forwarder: " + word + " is no whole number", "Write digits alone.", e);
    }
  }

  private static ReboundException wrong(String what) {
    return ReboundException.badInput(
        "forwarder: " + what, "See the package " + Control.class.getPackageName() + ".");
  }

  /** Takes no more; who is connected is heard as long as it stays. */
  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      System.err.println("cannot close the socket for commands: " + e);
    }
  }
}
