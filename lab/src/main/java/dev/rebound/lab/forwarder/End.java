package dev.rebound.lab.forwarder;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** The socket to one of the two programs that a connection is between. Of the relay's thread. */
final class End {
  private final Connection connection;
  private final SocketChannel channel;
  private final SelectionKey key;
  private boolean connected;
  private int awaited;

  /** Takes over a socket, which may still be connecting. */
  End(Connection connection, SocketChannel channel, Selector selector) throws IOException {
    this.connection = connection;
    this.channel = channel;
    this.connected = channel.isConnected();
    this.key = channel.register(selector, 0);
    key.attach(this);
  }

  Connection connection() {
    return connection;
  }

  boolean connected() {
    return connected;
  }

  boolean open() {
    return channel.isOpen();
  }

  /** The connecting that was begun is over. Throws if nobody listens. */
  void finishConnecting() throws IOException {
    connected = channel.finishConnect();
  }

  /** Says what is waited for, as {@link SelectionKey} counts it. */
  void listenFor(int operations) {
    if (awaited != operations && key.isValid()) {
      awaited = operations;
      key.interestOps(operations);
    }
  }

  /** As {@link SocketChannel#read(ByteBuffer)} does. */
  int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  /** Writes what the system takes now. */
  void write(ByteBuffer bytes) throws IOException {
    channel.write(bytes);
  }

  /** Says that nothing more comes. */
  void finish() {
    try {
      channel.shutdownOutput();
    } catch (IOException e) {
      // It is gone: reading from it tells.
    }
  }

  /** Closes the socket so that its program finds the connection reset. */
  void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      // It is gone, or was never there.
    }
    close();
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing is left to be lost.
    }
  }
}
