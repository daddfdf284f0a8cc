package dev.rebound.lab.forwarder;

import dev.rebound.lab.forwarder.Rule.Harm;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to the forwarder, and the forwarder's own to the server in its name, which
 * it makes as soon as it knows that no rule is against it. Of the relay's thread.
 */
final class Connection {
  private final Relay relay;
  private final Listen listen;
  private final End client;
  private final Passage forth;
  private final Passage back;
  private final @Nullable KafkaExchange exchange;
  private @Nullable End server;
  private @Nullable Client who;
  private List<RuleInForce> answering = List.of();
  private boolean hung;
  private boolean closed;

  /** Takes over the socket of a client. Throws if it is gone. */
  Connection(Relay relay, Listen listen, SocketChannel accepted) throws IOException {
    this.relay = relay;
    this.listen = listen;
    this.forth = new Passage(this, relay);
    this.back = new Passage(this, relay);
    this.exchange = listen.kafka() ? new KafkaExchange(this, forth, back) : null;
    this.client = end(accepted);
    back.to(client);
  }

  private End end(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new End(this, channel, relay.selector());
  }

  /** The name of the member that connected; null of what is none, or is not known yet. */
  @Nullable String clientName() {
    return who == null ? null : relay.nameOf(who);
  }

  /** Whether it carries a test word of the lab's. */
  boolean isTestWord() {
    return who != null && who.name() != null;
  }

  String serverName() {
    return listen.node();
  }

  /** The client's process, or 0 while it is unknown. */
  long clientPid() {
    return who == null ? 0 : who.pid();
  }

  /** It has been found out who connected. */
  void known(Client found) {
    who = found;
    heed();
  }

  /** Takes note of the rules in force. */
  void heed() {
    if (closed) {
      return;
    }
    String one = clientName();
    String other = serverName();
    forth.heed(relay.rules(), one, other);
    back.heed(relay.rules(), other, one);
    answering = under(Harm.Answer.class);
    if (!under(Harm.Hang.class).isEmpty()) {
      hang();
    } else if (server == null && !under(Harm.Refuse.class).isEmpty()) {
      reset();
    } else {
      open();
    }
    forth.flush();
    back.flush();
    settle();
  }

  /** The rules of one kind, of those that are on both ways, that it is under. */
  private List<RuleInForce> under(Class<? extends Harm> kind) {
    return relay.rules().stream()
        .filter(each -> kind.isInstance(each.rule().harm()))
        .filter(each -> each.rule().onBytes(clientName(), serverName()))
        .toList();
  }

  /** Connects to the server, unless a rule is against it or may turn out to be. */
  private void open() {
    boolean waits = forth.held() || back.held() || (who == null && !relay.rules().isEmpty());
    if (server != null || closed || hung || waits) {
      return;
    }
    try {
      End made = connecting();
      server = made;
      forth.to(made);
    } catch (IOException e) {
      reset();
    }
  }

  private End connecting() throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.connect(listen.target());
      return end(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Something can be done at an end. */
  void ready(End end, int operations) {
    if (closed) {
      return;
    }
    if ((operations & SelectionKey.OP_CONNECT) != 0) {
      try {
        end.finishConnecting();
        forth.flush();
      } catch (IOException e) {
        reset();
      }
    }
    if ((operations & SelectionKey.OP_WRITE) != 0) {
      (end == client ? back : forth).flush();
    }
    if ((operations & SelectionKey.OP_READ) != 0 && end.open()) {
      read(end);
    }
    settle();
  }

  private void read(End end) {
    Passage passage = end == client ? forth : back;
    int room = passage.room();
    if (room == 0) {
      return;
    }
    ByteBuffer bytes = relay.buffer(passage.begun(), room);
    int count;
    try {
      count = end.read(bytes);
    } catch (IOException e) {
      broken(end);
      return;
    }
    if (count < 0) {
      if (exchange != null && end != client) {
        exchange.giveAll();
      }
      passage.finish();
    } else if (count > 0) {
      bytes.flip();
      if (exchange == null) {
        passage.take(bytes);
      } else if (end == client) {
        exchange.requests(bytes);
        passage.keepBegun(bytes);
      } else {
        exchange.answers(bytes);
        passage.keepBegun(bytes);
      }
    }
  }

  /** Passes on what may go now on one of its ways. */
  void flush(Passage passage) {
    if (!closed) {
      passage.flush();
      settle();
    }
  }

  /** One of its programs has reset it, or is gone. */
  void broken(End end) {
    end.close();
    if (server == null) {
      close();
    } else if (end == client) {
      back.drop();
      forth.reset();
    } else {
      forth.drop();
      back.reset();
    }
    settle();
  }

  /** Resets it at both ends. */
  void reset() {
    client.reset();
    if (server != null) {
      server.reset();
    }
    close();
  }

  /** From now on nothing that is sent comes through, and no end is told of. */
  private void hang() {
    hung = true;
    forth.drop();
    back.drop();
  }

  /** Waits for what can come next, and closes what is over. */
  private void settle() {
    boolean forthOver = forth.ended() || (server == null && forth.finished() && !connects());
    if (forthOver && (server == null || back.ended())) {
      close();
      return;
    }
    client.listenFor(operations(forth, back));
    if (server != null) {
      server.listenFor(server.connected() ? operations(back, forth) : SelectionKey.OP_CONNECT);
    }
  }

  /** True unless a rule keeps it from the server: a client that gives up meanwhile is forgotten. */
  private boolean connects() {
    return !hung && !forth.held() && !back.held();
  }

  private static int operations(Passage out, Passage in) {
    return (out.room() > 0 ? SelectionKey.OP_READ : 0) | (in.blocked() ? SelectionKey.OP_WRITE : 0);
  }

  /** Closes what is still open of it. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    client.close();
    if (server != null) {
      server.close();
    }
    forth.drop();
    back.drop();
    relay.gone(this);
  }

  /** The last request that begins in bytes that are passed on now. */
  void passed(long request) {
    if (exchange != null && request != Passage.NONE) {
      exchange.passed(request);
    }
  }

  /** Counts a request with the rules that delay it; false if there are none. */
  boolean countDelayed(ApiKeys request) {
    boolean delays = false;
    for (RuleInForce one : relay.rules()) {
      if (one.rule().harm() instanceof Harm.Slow slow
          && slow.request() == request
          && one.rule().onBytes(clientName(), serverName())) {
        one.countRequest();
        delays = true;
      }
    }
    return delays;
  }

  /** True if a rule refuses such requests. */
  boolean refuses(ApiKeys request) {
    return refusing(request) != null;
  }

  private @Nullable RuleInForce refusing(ApiKeys request) {
    for (RuleInForce one : answering) {
      if (one.rule().harm() instanceof Harm.Answer answer && answer.request() == request) {
        return one;
      }
    }
    return null;
  }

  /**
   * Answers a request in the server's place; false if that cannot be, or is no longer asked for.
   */
  boolean refused(ApiKeys request, ByteBuffer frame) {
    RuleInForce rule = refusing(request);
    if (exchange == null
        || rule == null
        || !(rule.rule().harm() instanceof Harm.Answer answer)
        || !exchange.answer(frame, answer.error())) {
      return false;
    }
    rule.countRequest();
    return true;
  }

  /** Adds what there is of it to a sum, as the victims of some of its rules see it. */
  LinkState addTo(LinkState sum, boolean clientIsVictim) {
    long ofClient = forth.heldBytes();
    long ofServer = back.heldBytes();
    return sum.plus(
        new LinkState(
            1,
            hung ? 1 : 0,
            clientIsVictim ? ofClient : ofServer,
            clientIsVictim ? ofServer : ofClient,
            forth.waitingBytes() + back.waitingBytes(),
            exchange != null && !exchange.readable() ? 1 : 0));
  }
}
