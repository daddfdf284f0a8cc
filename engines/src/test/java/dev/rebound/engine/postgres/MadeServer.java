package dev.rebound.engine.postgres;

import dev.rebound.platform.Platform;
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

  /** A server's word that it takes a query. */
  static final byte[] READY = {'I'};

  private static final int TEXT = 25;

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
    for (String[] setting :
        new String[][] {
          {"server_version", "18.6"},
          {"client_encoding", "UTF8"},
          {"DateStyle", "ISO, MDY"},
          {"integer_datetimes", "on"},
          {"standard_conforming_strings", "on"}
        }) {
      say(out, 'S', text(setting));
    }
    say(out, 'K', new byte[8]);
    say(out, 'Z', READY);
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

  /** The columns of a row: texts. */
  static byte[] columns(String... names) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(names.length);
    for (String name : names) {
      out.write(text(name));
      out.writeInt(0); // of no table
      out.writeShort(0);
      out.writeInt(TEXT);
      out.writeShort(-1);
      out.writeInt(-1);
      out.writeShort(0);
    }
    return bytes.toByteArray();
  }

  /** A row. */
  static byte[] row(String... columns) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(columns.length);
    for (String column : columns) {
      byte[] text = column.getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
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
