package dev.rebound.engine.postgres;

import dev.rebound.lab.platform.Platform;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that answers one connection as a test says. */
final class MadeServer implements AutoCloseable {
  /** The session with somebody who has connected; the connection ends with it. */
  interface Session {
    void serve(DataInputStream in, DataOutputStream out) throws Exception;
  }

  private final ServerSocket socket;
  private final Thread thread;

  MadeServer(Session session) throws IOException {
    socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    thread = new Thread(() -> serve(session), "made-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Session session) {
    try (Socket connection = socket.accept()) {
      session.serve(
          new DataInputStream(connection.getInputStream()),
          new DataOutputStream(connection.getOutputStream()));
    } catch (Exception e) {
      // The test has seen enough, and closed its end.
    }
  }

  Platform.Address address() {
    return new Platform.Address("127.0.0.1", socket.getLocalPort());
  }

  /** Reads what a client begins with, and says that it is ready. */
  static String welcome(DataInputStream in, DataOutputStream out) throws IOException {
    byte[] first = new byte[in.readInt() - 4];
    in.readFully(first);
    say(out, 'R', integer(0));
    say(out, 'S', text("server_version", "18.6"));
    say(out, 'K', new byte[8]);
    say(out, 'Z', text("I"));
    return new String(first, StandardCharsets.UTF_8);
  }

  /** Reads a message of a client's. */
  static String heard(DataInputStream in) throws IOException {
    char type = (char) in.readUnsignedByte();
    byte[] body = new byte[in.readInt() - 4];
    in.readFully(body);
    return type + new String(body, StandardCharsets.UTF_8);
  }

  static void say(DataOutputStream out, char type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeInt(4 + body.length);
    out.write(body);
    out.flush();
  }

  static byte[] integer(int value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeInt(value);
    return bytes.toByteArray();
  }

  /** Texts, each with the zero that ends it. */
  static byte[] text(String... texts) {
    return (String.join("\0", texts) + "\0").getBytes(StandardCharsets.UTF_8);
  }

  /** A row; null is null. */
  static byte[] row(String... columns) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(columns.length);
    for (String column : columns) {
      if (column == null) {
        out.writeInt(-1);
      } else {
        byte[] text = column.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.write(text);
      }
    }
    return bytes.toByteArray();
  }

  /** An error as a server tells it. */
  static byte[] error(String severity, String code, String words) {
    return text("S" + severity, "C" + code, "M" + words, "");
  }

  @Override
  public void close() throws IOException {
    socket.close();
    thread.interrupt();
  }
}
