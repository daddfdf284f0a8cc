package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.oracle.records.Events;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a table by their key, as a database tells of them. */
class KeyedTableTest {
  private static final String URL = "jdbc:made:" + KeyedTableTest.class.getSimpleName();
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Workload REQUESTS = Workloads.create(WorkloadSpec.of(Requests.KIND, 1));

  /** The answers of the database to one question after the other; none are left: the last one. */
  private final Deque<Object> answers = new ArrayDeque<>();

  private final List<Object> questions = new ArrayList<>();
  private final List<Long> asked = new ArrayList<>();
  private final Driver driver = proxy(Driver.class, this::ofDriver);

  @BeforeEach
  void register() throws SQLException {
    DriverManager.registerDriver(driver);
  }

  @AfterEach
  void deregister() throws SQLException {
    DriverManager.deregisterDriver(driver);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private @Nullable Object ofDriver(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "connect" ->
          URL.equals(arguments[0]) ? proxy(Connection.class, this::ofConnection) : null;
      case "equals" -> self == arguments[0];
      case "hashCode" -> 1;
      case "toString" -> URL;
      default -> throw new AssertionError(method.getName());
    };
  }

  private @Nullable Object ofConnection(Object self, Method method, Object[] arguments) {
    if (!method.getName().equals("prepareStatement")) {
      return null;
    }
    questions.add(arguments[0]);
    return proxy(PreparedStatement.class, this::ofStatement);
  }

  private @Nullable Object ofStatement(Object self, Method method, Object[] arguments)
      throws SQLException {
    if (method.getName().equals("setLong")) {
      asked.add((Long) arguments[1]);
    }
    if (!method.getName().equals("executeQuery")) {
      return null;
    }
    Object answer = answers.size() > 1 ? answers.remove() : answers.element();
    if (answer instanceof SQLException e) {
      throw e;
    }
    Deque<Object[]> rows = new ArrayDeque<>();
    for (Object row : (Object[]) answer) {
      rows.add((Object[]) row);
    }
    Object[][] current = new Object[1][];
    return proxy(
        ResultSet.class,
        (result, of, at) -> {
          if (of.getName().equals("next")) {
            current[0] = rows.poll();
            if (current[0] != null && current[0][0] instanceof SQLException e) {
              throw e;
            }
            return current[0] != null;
          }
          return of.getName().equals("close") ? null : current[0][(Integer) at[0] - 1];
        });
  }

  private static Object[] key(long transaction, int rows, String key) {
    return new Object[] {transaction, 1_000L, rows, key};
  }

  private static ToolSettings settings() {
    Properties p = new Properties();
    p.setProperty("database", URL);
    p.setProperty("copies", "those after");
    p.setProperty("all", "all");
    p.setProperty("strays", "strays");
    return new ToolSettings("test", p);
  }

  private static List<String> read(OutputSource source) throws IOException {
    List<String> read = new ArrayList<>();
    if (source.poll(SHORT) > 0) {
      source.each(
          (lane, position, append, headers, value, bytes) -> {
            byte[] key = headers.key();
            read.add(
                (key == null ? "-" : new String(key, StandardCharsets.UTF_8))
                    + "@"
                    + (position < 1L << 32 ? String.valueOf(position) : "nameless"));
          });
    }
    return read;
  }

  @Test
  void aRowThatIsChangedIsTheSameAndOneMoreOfItsKeyIsAnother() throws IOException {
    answers.add(new Object[] {key(9, 1, "7"), key(9, 2, "8")});
    answers.add(new Object[] {key(12, 1, "7"), key(12, 3, "8"), key(12, 1, "?")});
    answers.add(new Object[] {});
    try (OutputSource table = KeyedTable.of(settings(), REQUESTS)) {
      assertThat(read(table)).containsExactly("7@28", "8@32", "8@33");
      assertThat(read(table)).containsExactly("8@34", "?@nameless");
      assertThat(read(table)).isEmpty();
      assertThat(asked).startsWith(0L, 9L, 12L);
      assertThat(table.lagRecords()).isZero();
    }
  }

  @Test
  void anAnswerThatBreaksOffIsAskedForAgain() throws IOException {
    answers.add(
        new Object[] {key(9, 1, "7"), new Object[] {new SQLException("connection lost", "08006")}});
    answers.add(new Object[] {key(9, 1, "7")});
    answers.add(new Object[] {});
    try (OutputSource table = KeyedTable.of(settings(), REQUESTS)) {
      List<String> read = new ArrayList<>();
      for (int poll = 0; read.isEmpty() && poll < 100; poll++) {
        read.addAll(read(table));
      }
      assertThat(read).containsExactly("7@28");
    }
  }

  @Test
  void inTheEndTheRowsWithoutAKeyComeLast() throws IOException {
    answers.add(new Object[] {key(9, 1, "7")});
    answers.add(new Object[] {});
    try (OutputSource table = KeyedTable.whole(settings(), REQUESTS)) {
      assertThat(read(table)).containsExactly("7@28");
      assertThat(table.reachedEnd()).isFalse();
      assertThat(read(table)).isEmpty();
      answers.clear();
      answers.add(new Object[] {new Object[] {"a row without"}});
      answers.add(new Object[] {});
      assertThat(table.reachedEnd()).as("what has no key is read first").isFalse();
      assertThat(read(table)).containsExactly("-@nameless");
      assertThat(read(table)).isEmpty();
      assertThat(table.reachedEnd()).isTrue();
      assertThat(asked).as("no transaction bounds it").isEmpty();
      assertThat(questions).contains("strays").doesNotContain("those after");
    }
  }

  @Test
  void inTheEndARowThatHoldsSomethingElseComesOnceMore() throws IOException {
    answers.add(
        new Object[] {
          new Object[] {9L, 1_000L, 1, "7", "7", "7"}, new Object[] {9L, 1_000L, 2, "8", "0", "8"}
        });
    answers.add(new Object[] {});
    Properties told = new Properties();
    told.setProperty("database", URL);
    told.setProperty("all", "all");
    told.setProperty("strays", "strays");
    told.setProperty("workload.row", "amount=${n}");
    try (OutputSource table = KeyedTable.whole(new ToolSettings("test", told), REQUESTS)) {
      assertThat(read(table)).containsExactly("7@28", "8@32", "8@nameless", "8@33");
    }
  }

  @Test
  void theRowOfARecordHasItsTagAndSaysAllItsColumns() throws IOException {
    String key = "1:7:1700000000000000";
    String rows = "{\"n\":1}\u001e{\"n\":9}\u001e{\"n\":2}";
    answers.add(new Object[] {new Object[] {9L, 1_000L, 3, key, rows}});
    answers.add(new Object[] {});
    Workload events = Workloads.create(WorkloadSpec.of(Events.KIND, 1));
    List<String> read = new ArrayList<>();
    try (OutputSource table = KeyedTable.whole(settings(), events)) {
      assertThat(table.poll(SHORT)).isEqualTo(3);
      table.each(
          (lane, position, append, headers, value, bytes) -> {
            assertThat(headers.last(RecordIdHeader.HEADER)).asString().isEqualTo(key);
            events.outputs(
                headers,
                value,
                output ->
                    read.add(
                        OutputRecord.decode(output).sequence() + "@" + (position - (1L << 34))));
            read.add(value == null ? "" : new String(value, StandardCharsets.UTF_8));
          });
    }
    assertThat(read)
        .as("no record of another generator stands there")
        .containsExactly("7@28", "{\"n\":1}", "7@29", "{\"n\":9}", "7@30", "{\"n\":2}");
  }

  @Test
  void aTableMayBeYetToComeButNotInTheEnd() throws IOException {
    answers.add(new SQLException("relation \"orders\" does not exist", "42P01"));
    try (OutputSource table = KeyedTable.of(settings(), REQUESTS)) {
      assertThat(read(table)).isEmpty();
      assertThat(table.lagRecords()).isOne();
    }
    try (OutputSource table = KeyedTable.whole(settings(), REQUESTS)) {
      assertThatThrownBy(() -> read(table))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("no such table in the end");
    }
  }

  @Test
  void aColumnThatIsNotThereIsToldAtOnce() throws IOException {
    answers.add(new SQLException("column t.id does not exist", "42703"));
    try (OutputSource table = KeyedTable.of(settings(), REQUESTS)) {
      assertThatThrownBy(() -> read(table))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("column t.id does not exist");
    }
  }
}
