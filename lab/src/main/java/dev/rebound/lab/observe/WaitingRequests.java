package dev.rebound.lab.observe;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the requests that a service has accepted and not done yet, or set aside. It looks where
 * requests come from before it looks where they go to, so that none slips by; the rows have to be
 * read afterwards.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * database, outbox        optional: JDBC address, and the query for the ids of requests that wait there
 * bootstrap, topic        where they go from there, keyed by their ids
 * committed               per partition of that topic, with commas: up to where it is processed
 * deadLetters             optional: topic of what was set aside, keyed likewise
 * waiting                 file to write, {@link PendingRequests} as JSON
 * limitMillis             for all of it; 60000
 * client.*, consumer.*    consumer settings, unchanged
 * </pre>
 *
 * Ids are those that {@link RecordIdHeader} makes; what has another one is none of this run's. Ends
 * with status 0 if it has found out everything, and writes nothing otherwise.
 */
public final class WaitingRequests {
  private static final int GENERATOR_SHIFT = 48;
  private static final Duration POLL = Duration.ofMillis(100);

  /** SQL states of a table, and of a schema, that is not there. */
  private static final Set<String> NO_TABLE = Set.of("42P01", "3F000");

  private final ToolSettings settings;
  private final long endNanos;

  private WaitingRequests(ToolSettings settings) {
    this.settings = settings;
    this.endNanos =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.whole("limitMillis", 60_000));
  }

  public static void main(String[] arguments) {
    ToolMain.run("waiting requests", arguments, settings -> new WaitingRequests(settings).run());
  }

  private void run() throws IOException, InterruptedException {
    Set<Long> outbox = settings.find("outbox") == null ? Set.of() : outbox();
    List<Long> committed =
        Stream.of(settings.text("committed").split(",", -1)).map(Long::parseLong).toList();
    Set<Long> topic = topic(settings.text("topic"), committed);
    String aside = settings.find("deadLetters");
    Set<Long> deadLetters = aside == null ? Set.of() : topic(aside, List.of());
    new ObjectMapper()
        .writeValue(
            settings.path("waiting").toFile(),
            new PendingRequests(PendingRequests.Knowledge.KNOWN, outbox, topic, deadLetters));
  }

  private Set<Long> outbox() throws InterruptedException {
    while (true) {
      try (Connection database = DatabaseLink.connect(settings.text(RowSource.DATABASE));
          Statement query = database.createStatement();
          ResultSet row = query.executeQuery(settings.text("outbox"))) {
        Set<Long> found = new HashSet<>();
        while (row.next()) {
          String id = row.getString(1);
          add(id == null ? null : id.getBytes(StandardCharsets.UTF_8), found);
        }
        return found;
      } catch (SQLException e) {
        if (NO_TABLE.contains(String.valueOf(e.getSQLState()))) {
          return Set.of();
        }
        require("the database: " + e.getMessage());
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private Set<Long> topic(String name, List<Long> from) {
    Set<Long> found = new HashSet<>();
    try (TopicReader reader = new TopicReader(settings, name, IsolationLevel.READ_UNCOMMITTED)) {
      reader.from(from);
      Map<TopicPartition, Long> ends =
          reader.offsets(false, () -> require("the brokers to say where topic " + name + " ends"));
      while (!reader.reached(ends)) {
        require("the end of topic " + name);
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          add(record.key(), found);
        }
      }
    }
    return found;
  }

  private void require(String awaited) {
    if (System.nanoTime() > endNanos) {
      throw ReboundException.environment(
          "waited %s s in all, at last for %s"
              .formatted(settings.whole("limitMillis", 60_000) / 1000, awaited),
          "Check that the brokers and the database run.");
    }
  }

  /** An id that is no tag says nothing. */
  static void add(byte @Nullable [] id, Set<Long> found) {
    byte[] output = RecordIdHeader.output(id);
    if (output != null) {
      OutputRecord request = OutputRecord.decode(output);
      found.add((long) request.generator() << GENERATOR_SHIFT | request.sequence());
    }
  }
}
