package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Listens in members' places, and carries bytes between those who connect and the members, by the
 * rules that there are. All of that is done by one thread; the methods for its owner may be called
 * by any other.
 *
 * <p>Its memory is bounded: a connection with nothing in force keeps what one reading brought, a
 * way under a rule up to 256 KB, or 4 MB if its bytes are to come later, and all together 128 MB,
 * beyond which a way takes no more than 16 KB.
 */
final class Relay implements AutoCloseable {
  /** The most that is read at once. */
  static final int READ_BYTES = 128 << 10;

  /** Room before what is read, for a begin that was too short the last time. */
  private static final int BEGUN_BYTES = 16;

  private static final int HELD_MAX = 256 << 10;
  private static final int DELAYED_MAX = 4 << 20;
  private static final int LEAST_MAX = 16 << 10;
  private static final long ALL_MAX = 128L << 20;

  /** Connections that wait to be accepted, if the system allows so many. */
  private static final int BACKLOG = 1024;

  private static final long ANSWER_SECONDS = 10;
  private static final long ACCEPT_AGAIN_NANOS = 10_000_000;

  /** A passage to look at again, and when. */
  private record Wake(long nanos, Passage passage) {}

  private record Listening(ServerSocketChannel channel, @Nullable Listen listen) {}

  /** A test word that is about to come, from a port known beforehand. */
  private record Expected(Client client, Listen listen) {}

  private final Selector selector;
  private final Clients clients;
  private final Random random;
  private final long startNanos = System.nanoTime();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BEGUN_BYTES + READ_BYTES);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Wake> wakes =
      new PriorityQueue<>(Comparator.comparingLong(Wake::nanos));
  private final Map<Long, String> members = new HashMap<>();
  private final Map<Integer, Expected> expected = new HashMap<>();
  private final Set<Connection> connections = new LinkedHashSet<>();
  private final List<ServerSocketChannel> listening = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "relay");
  private List<RuleInForce> rules = List.of();
  private long queued;
  private int probePort;
  private volatile boolean closing;

  private Relay(Selector selector, SocketTable sockets, long seed) {
    this.selector = selector;
    this.clients = new Clients(sockets);
    this.random = new Random(seed);
  }

  /**
   * Listens, and carries from now on.
   *
   * @param sockets tells who connects
   * @param seed of what is drawn
   */
  static Relay open(List<Listen> listens, SocketTable sockets, long seed) {
    Relay relay;
    try {
      relay = new Relay(Selector.open(), sockets, seed);
    } catch (IOException e) {
      throw ReboundException.environment(
          "forwarder: cannot wait for sockets: " + e, "Raise the limit of open files.", e);
    }
    boolean listening = false;
    try {
      relay.probePort = relay.listen(0, null);
      listens.forEach(listen -> relay.listen(listen.port(), listen));
      listening = true;
    } finally {
      if (!listening) {
        relay.release();
      }
    }
    relay.clients.start();
    relay.thread.setDaemon(true);
    relay.thread.start();
    return relay;
  }

  private int listen(int port, @Nullable Listen listen) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      listening.add(channel);
      channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_ACCEPT, new Listening(channel, listen));
      return channel.socket().getLocalPort();
    } catch (IOException e) {
      throw ReboundException.environment(
          "forwarder: cannot listen at port " + port + ": " + e, "End the process that has it.", e);
    }
  }

  // For its owner.

  /** A life of a member begins: what this process and its children do counts as the member's. */
  void member(String name, long pid) {
    ask(
        () -> {
          members.put(pid, name);
          heedAll();
          return true;
        });
  }

  /** Puts a rule in force, for connections that there are and for those to come. */
  void add(Rule rule) {
    ask(
        () -> {
          List<RuleInForce> more = new ArrayList<>(rules);
          more.add(new RuleInForce(rule, nanos()));
          rules = List.copyOf(more);
          heedAll();
          return true;
        });
  }

  /** Removes the rules with a tag; returns how many requests they had answered or delayed. */
  long heal(String tag) {
    return ask(
        () -> {
          long requests = countedBy(tag);
          rules = rules.stream().filter(each -> !each.rule().tag().equals(tag)).toList();
          heedAll();
          return requests;
        });
  }

  /** How many requests the rules with a tag have answered or delayed. */
  long requests(String tag) {
    return ask(() -> countedBy(tag));
  }

  private long countedBy(String tag) {
    return rules.stream()
        .filter(each -> each.rule().tag().equals(tag))
        .mapToLong(RuleInForce::requests)
        .sum();
  }

  /** Resets what is open between them, whoever connected; returns how many that were. */
  int reset(Set<String> victims, Set<String> peers) {
    return ask(
        () -> {
          List<Connection> hit =
              carried()
                  .filter(
                      one ->
                          Rule.between(victims, peers, one.clientName(), one.serverName())
                              || Rule.between(victims, peers, one.serverName(), one.clientName()))
                  .toList();
          hit.forEach(Connection::reset);
          return hit.size();
        });
  }

  /** What there is between them, whoever connected. */
  LinkState state(Set<String> victims, Set<String> peers) {
    return ask(
        () -> {
          LinkState sum = LinkState.NONE;
          for (Connection one : carried().toList()) {
            if (Rule.between(victims, peers, one.clientName(), one.serverName())) {
              sum = one.addTo(sum, true);
            } else if (Rule.between(victims, peers, one.serverName(), one.clientName())) {
              sum = one.addTo(sum, false);
            }
          }
          return sum;
        });
  }

  /** What is open: the client's member and process, {@code ?} and 0 while unknown; the server. */
  List<String> connections() {
    return ask(
        () ->
            carried()
                .map(
                    one ->
                        Objects.requireNonNullElse(one.clientName(), "?")
                            + " "
                            + one.clientPid()
                            + " "
                            + one.serverName())
                .toList());
  }

  /** What members and others have open: test words are nobody's. */
  private Stream<Connection> carried() {
    return connections.stream().filter(one -> !one.isTestWord());
  }

  /**
   * The port to which a test word goes.
   *
   * @param from the port that it comes from
   * @param client whom it is to pass for
   * @param listen where it is to arrive, and in whose place
   */
  int expect(int from, String client, Listen listen) {
    return ask(
        () -> {
          expected.put(from, new Expected(new Client(List.of(), client), listen));
          return probePort;
        });
  }

  /** Has the relay's thread work something out. */
  private <T> T ask(Supplier<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    tell(
        () -> {
          try {
            answer.complete(work.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    try {
      return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw ReboundException.environment(
          "forwarder: no answer within " + ANSWER_SECONDS + " s: " + e, "Read its log.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReboundException.environment("forwarder: interrupted", "Try again.", e);
    }
  }

  private void tell(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  // Of its thread.

  private void run() {
    try {
      while (!closing) {
        selector.select(this::ready, patienceMillis());
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          guarded(task);
        }
        while (!wakes.isEmpty() && wakes.element().nanos() <= nanos()) {
          guarded(wakes.remove().passage()::wake);
        }
      }
    } catch (IOException e) {
      System.err.println("cannot wait for sockets any more: " + e);
    } finally {
      release();
    }
  }

  /** What fails with one connection must not end the others. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      System.err.println("the forwarder failed: " + e);
    }
  }

  /** How long nothing may come; 0 for as long as it takes. */
  private long patienceMillis() {
    Wake next = wakes.peek();
    return next == null ? 0 : Math.max(1, (next.nanos() - nanos() + 999_999) / 1_000_000);
  }

  private void ready(SelectionKey key) {
    if (key.attachment() instanceof Listening at) {
      accept(at);
    } else if (key.attachment() instanceof End end && key.isValid()) {
      try {
        end.connection().ready(end, key.readyOps());
      } catch (RuntimeException e) {
        System.err.println("a connection is reset, as the forwarder failed: " + e);
        end.connection().reset();
      }
    }
  }

  private void accept(Listening at) {
    SocketChannel channel = next(at.channel());
    while (channel != null) {
      accepted(channel, at.listen());
      channel = next(at.channel());
    }
  }

  private static @Nullable SocketChannel next(ServerSocketChannel channel) {
    try {
      return channel.accept();
    } catch (IOException e) {
      System.err.println("cannot accept a connection: " + e);
      LockSupport.parkNanos(ACCEPT_AGAIN_NANOS); // the next look would find the same
      return null;
    }
  }

  private void accepted(SocketChannel channel, @Nullable Listen at) {
    try {
      int from = ((InetSocketAddress) channel.getRemoteAddress()).getPort();
      Expected word = at == null ? expected.remove(from) : null;
      Listen listen = word == null ? at : word.listen();
      if (listen == null) {
        channel.close();
        return;
      }
      Connection connection = new Connection(this, listen, channel);
      connections.add(connection);
      if (word != null) {
        connection.known(word.client());
      } else {
        connection.heed();
        SocketTable.Ports ports = new SocketTable.Ports(from, listen.port());
        clients.find(ports, client -> tell(() -> connection.known(client)));
      }
    } catch (IOException e) {
      try {
        channel.close();
      } catch (IOException again) {
        // It is gone.
      }
    }
  }

  private void heedAll() {
    List.copyOf(connections).forEach(Connection::heed);
  }

  private void release() {
    List.copyOf(connections).forEach(Connection::close);
    try {
      for (ServerSocketChannel channel : listening) {
        channel.close();
      }
      selector.close();
    } catch (IOException e) {
      System.err.println("cannot close a socket: " + e);
    }
  }

  // For its connections.

  Selector selector() {
    return selector;
  }

  List<RuleInForce> rules() {
    return rules;
  }

  @Nullable String nameOf(Client client) {
    return client.among(members);
  }

  /** Nanoseconds since its begin. */
  long nanos() {
    return System.nanoTime() - startNanos;
  }

  /** Evenly between −1 and 1. */
  double draw() {
    return rules.isEmpty() ? 0 : 2 * random.nextDouble() - 1;
  }

  /** The buffer into which all is read, with a begin in it and so much room after that. */
  ByteBuffer buffer(ByteBuffer begun, int room) {
    return buffer.clear().put(begun.duplicate()).limit(begun.remaining() + room);
  }

  /** Counts bytes that are kept. */
  void queued(long more) {
    queued += more;
  }

  /** How many bytes a way may keep. */
  int bound(boolean delayed) {
    return queued >= ALL_MAX ? LEAST_MAX : delayed ? DELAYED_MAX : HELD_MAX;
  }

  void wake(Passage passage, long nanos) {
    wakes.add(new Wake(nanos, passage));
  }

  void gone(Connection connection) {
    connections.remove(connection);
  }

  /** Closes every connection. */
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    clients.close();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
