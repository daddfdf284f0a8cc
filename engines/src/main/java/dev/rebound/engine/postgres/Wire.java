package dev.rebound.engine.postgres;

import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.time.Deadline;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a PostgreSQL server that trusts whoever connects: it runs simple queries, by a
 * few messages of version 3.0 of the frontend/backend protocol, so that the lab needs no driver.
 *
 * <p>Every call ends within the time that it is given. What the server refuses is an {@link
 * IOException} with its own words; so is whatever else goes wrong, and the connection is of no use
 * then. For one thread.
 */
final class Wire implements AutoCloseable {
  /** The user and the database that a new server has. */
  static final String USER = "postgres";

  private static final int PROTOCOL_3_0 = 3 << 16;
  private static final int TRUSTED = 0;
  private static final int LONGEST = 16 << 20;
  private static final int NULL = -1;

  private final Socket socket;
  private final Bounded bounded;
  private final DataInputStream in;

  private static final class Message {
    private final char type;
    private final byte[] body;

    Message(char type, byte[] body) {
      this.type = type;
      this.body = body;
    }

    char type() {
      return type;
    }

    DataInputStream content() {
      return new DataInputStream(new ByteArrayInputStream(body));
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** Gives up reading when the time is over, however few bytes come at a time. */
  private static final class Bounded extends FilterInputStream {
    private final Socket socket;
    private Deadline by;

    Bounded(Socket socket, Deadline by) throws IOException {
      super(socket.getInputStream());
      this.socket = socket;
      this.by = by;
    }

    private void bound() throws IOException {
      long left = by.left().toMillis();
      if (left <= 0) {
        throw new SocketTimeoutException("no answer in time");
      }
      socket.setSoTimeout(Math.toIntExact(left));
    }

    @Override
    public int read() throws IOException {
      bound();
      return super.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      bound();
      return super.read(into, offset, length);
    }
  }

  private Wire(Socket socket, Deadline by) throws IOException {
    this.socket = socket;
    this.bounded = new Bounded(socket, by);
    this.in = new DataInputStream(new BufferedInputStream(bounded));
  }

  /** Connects, and returns once the server is ready for a query. */
  static Wire open(Platform.Address at, Duration limit) throws IOException {
    Deadline by = Deadline.after(limit);
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(at.host(), at.port()), Math.toIntExact(limit.toMillis()));
      socket.setTcpNoDelay(true);
      Wire wire = new Wire(socket, by);
      wire.begin();
      return wire;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private void begin() throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("user", USER);
    parameters.put("database", USER);
    parameters.put("application_name", "rebound");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeInt(PROTOCOL_3_0);
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      text(out, parameter.getKey());
      text(out, parameter.getValue());
    }
    out.writeByte(0);
    // The first message alone has no type.
    send(null, body.toByteArray());
    for (Message message = read(); message.type() != 'Z'; message = read()) {
      if (message.type() == 'E') {
        throw new IOException(error(message));
      } else if (message.type() == 'R' && message.content().readInt() != TRUSTED) {
        throw new IOException("the server asks for a password");
      }
    }
  }

  /**
   * The rows of one query, or of the last of several; a column that is null is null.
   *
   * @param limit for all of it
   */
  List<List<@Nullable String>> query(String sql, Duration limit) throws IOException {
    bounded.by = Deadline.after(limit);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    text(new DataOutputStream(body), sql);
    send('Q', body.toByteArray());
    List<List<@Nullable String>> rows = new ArrayList<>();
    String refused = null;
    Message message = readAfter(null);
    while (message.type() != 'Z') {
      switch (message.type()) {
        case 'T' -> rows.clear();
        case 'D' -> rows.add(row(message));
        case 'E' -> refused = error(message);
        default -> {
          // Notices, settings, and the end of a command.
        }
      }
      message = readAfter(refused);
    }
    if (refused != null) {
      throw new IOException(refused);
    }
    return rows;
  }

  /** The server's own words come before the end of the connection that follows them. */
  private Message readAfter(@Nullable String refused) throws IOException {
    try {
      return read();
    } catch (EOFException e) {
      throw refused == null ? e : new IOException(refused, e);
    }
  }

  private static List<@Nullable String> row(Message message) throws IOException {
    DataInputStream content = message.content();
    List<@Nullable String> row = new ArrayList<>();
    int columns = content.readUnsignedShort();
    for (int i = 0; i < columns; i++) {
      int length = content.readInt();
      row.add(
          length == NULL ? null : new String(content.readNBytes(length), StandardCharsets.UTF_8));
    }
    return row;
  }

  private void send(@Nullable Character type, byte[] body) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(message);
    if (type != null) {
      out.writeByte(type);
    }
    out.writeInt(Integer.BYTES + body.length);
    out.write(body);
    // Short enough for what the system holds of it, so that not even a stopped server blocks this.
    socket.getOutputStream().write(message.toByteArray());
  }

  private Message read() throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException("the server ended the connection");
    }
    int length = in.readInt();
    if (length < Integer.BYTES || length > LONGEST) {
      throw new IOException("what answers does not speak PostgreSQL's protocol");
    }
    byte[] body = new byte[length - Integer.BYTES];
    in.readFully(body);
    return new Message((char) type, body);
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.writeByte(0);
  }

  /** What the server says of an error: its message, and its code in parentheses. */
  private static String error(Message message) {
    Map<Character, String> fields = new LinkedHashMap<>();
    for (String field : message.text().split("\0", -1)) {
      if (!field.isEmpty()) {
        fields.putIfAbsent(field.charAt(0), field.substring(1));
      }
    }
    return fields.getOrDefault('M', "an error without words")
        + " ("
        + fields.getOrDefault('C', "no code")
        + ")";
  }

  /** Ends the connection, in order where that is possible. */
  @Override
  public void close() throws IOException {
    try {
      send('X', new byte[0]);
    } catch (IOException e) {
      // The server has ended it already.
    } finally {
      socket.close();
    }
  }
}
