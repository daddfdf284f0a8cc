package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The lab's end of the commands for a forwarder, which lives as long as this is open, and 30 s
 * more. Every call throws {@link ReboundException} if the forwarder refuses it, with what it said,
 * and if it does not answer. Thread-safe; one call at a time.
 */
public final class ForwarderControl implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  private final Address at;
  private final Socket socket;
  private final BufferedReader in;
  private final PrintWriter out;

  private ForwarderControl(Address at, Socket socket) throws IOException {
    this.at = at;
    this.socket = socket;
    this.in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Connects to a forwarder that listens.
   *
   * @param at where it takes commands
   * @param token as in its settings
   */
  public static ForwarderControl connect(Address at, String token) {
    Socket socket = new Socket();
    boolean connected = false;
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(at.host(), at.port()), (int) LIMIT.toMillis());
      ForwarderControl control = new ForwarderControl(at, socket);
      var unused = control.ask("token " + token, Duration.ZERO);
      connected = true;
      return control;
    } catch (IOException e) {
      throw unheard(at, "connecting", e);
    } finally {
      if (!connected) {
        close(socket);
      }
    }
  }

  /** A life of a member begins: what this process and its children do counts as the member's. */
  public void node(String name, long pid) {
    var unused = ask("node " + name + " " + pid, Duration.ZERO);
  }

  /** Puts a rule in force; connections that wait for nothing are under it when this returns. */
  public void rule(Rule rule) {
    var unused = ask("rule " + rule.text(), Duration.ZERO);
  }

  /** Removes the rules with a tag; returns how many requests they had answered or delayed. */
  public long heal(String tag) {
    return count("heal " + tag, "requests");
  }

  /** Resets what is open between them, whoever connected; returns how many that were. */
  public long reset(Set<String> victims, Set<String> peers) {
    return count("reset " + Rule.text(victims) + " " + Rule.text(peers), "connections");
  }

  /** What there is between them, whoever connected. */
  public LinkState state(Set<String> victims, Set<String> peers) {
    return LinkState.parse(
        ask("state " + Rule.text(victims) + " " + Rule.text(peers), Duration.ZERO));
  }

  /** How many requests the rules with a tag have answered or delayed so far. */
  public long requests(String tag) {
    return count("requests " + tag, "requests");
  }

  /** Sends a test word as if one had connected to the other, and waits as long as this for it. */
  public TestWord probe(String client, String server, Duration within) {
    return TestWord.parse(ask("probe " + client + " " + server + " " + within.toMillis(), within));
  }

  /**
   * What is open, a line each: {@code connection CLIENT PID SERVER}, with {@code ?} and 0 for a
   * client that is unknown.
   */
  public List<String> connections() {
    return lines("connections", Duration.ZERO);
  }

  private long count(String command, String key) {
    return Rule.whole(Rule.values(ask(command, Duration.ZERO)), key);
  }

  /** The words of the answer, without its first. */
  private List<String> ask(String command, Duration longer) {
    List<String> lines = lines(command, longer);
    return lines.isEmpty() ? List.of() : List.of(lines.get(0).split(" ", -1));
  }

  /** The lines of the answer; the last one without its first word, if there is more in it. */
  private synchronized List<String> lines(String command, Duration longer) {
    List<String> lines = new ArrayList<>();
    try {
      socket.setSoTimeout((int) LIMIT.plus(longer).toMillis());
      out.println(command);
      while (true) {
        String line = in.readLine();
        if (line == null) {
          throw new IOException("it has ended");
        }
        if (line.startsWith(Control.ERROR + " ")) {
          throw ReboundException.environment(
              line.substring(Control.ERROR.length() + 1), "Read the forwarder's log.");
        }
        if (line.equals(Control.OK)) {
          return lines;
        }
        if (line.startsWith(Control.OK + " ")) {
          lines.add(line.substring(Control.OK.length() + 1));
          return lines;
        }
        lines.add(line);
      }
    } catch (IOException e) {
      throw unheard(at, command, e);
    }
  }

  private static ReboundException unheard(Address at, String what, IOException e) {
    return ReboundException.environment(
        "The forwarder at %s does not answer (%s): %s".formatted(at, what.split(" ", 2)[0], e),
        "Read its log.",
        e);
  }

  /** Hangs up. */
  @Override
  public void close() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone.
    }
  }
}
