package dev.rebound.service.activation.front.outbox;

import dev.rebound.service.activation.common.FirstCause;
import dev.rebound.service.activation.front.kafka.RequestTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Hands the rows of the outbox to the topic, in their order, and removes each once the broker has
 * acknowledged it: at least once, for a row whose removal fails is sent again.
 */
final class OutboxRelay implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

  private static final Duration STOPPING = Duration.ofSeconds(5);

  private final OutboxTable table;
  private final RequestTopic topic;
  private final TransactionOperations transactions;
  private final OutboxSettings settings;
  private final Thread thread = new Thread(this::relay, "outbox-relay");
  private boolean failing;

  OutboxRelay(
      OutboxTable table,
      RequestTopic topic,
      TransactionOperations transactions,
      OutboxSettings settings) {
    this.table = table;
    this.topic = topic;
    this.transactions = transactions;
    this.settings = settings;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Gives up what it is doing; rows that were not removed are sent after the next start. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(STOPPING.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void relay() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Batch batch = next();
        if (batch.failure() != null) {
          if (!failing) {
            log.warn("outbox: waiting: {}", batch.failure());
          }
          failing = true;
          Thread.sleep(settings.pause().toMillis());
          continue;
        }
        if (failing) {
          log.info("outbox: goes on");
          failing = false;
        }
        if (batch.isLast()) {
          Thread.sleep(settings.poll().toMillis());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The next rows; after a failure one alone, for what is not acknowledged in time is sent again,
   * and may reach the topic each time.
   */
  private Batch next() throws InterruptedException {
    try {
      int limit = failing ? 1 : settings.batch();
      Batch batch = transactions.execute(status -> handOver(limit));
      return batch == null ? Batch.failed("no transaction") : batch;
    } catch (RuntimeException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while rows were handed over");
      }
      return Batch.failed(FirstCause.inWords(e));
    }
  }

  /** Within a transaction that holds the rows. */
  private Batch handOver(int limit) {
    List<OutboxTable.Row> rows = table.take(limit);
    List<CompletableFuture<?>> sent = new ArrayList<>();
    @Nullable String failure = null;
    for (OutboxTable.Row row : rows) {
      try {
        sent.add(topic.send(row.requestId(), row.request().getBytes(StandardCharsets.UTF_8)));
      } catch (RuntimeException e) {
        // The producer takes none: the later ones wait for their turn.
        failure = FirstCause.inWords(e);
        break;
      }
    }
    long end = System.nanoTime() + settings.acknowledgementTimeout().toNanos();
    List<Long> acknowledged = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.get(i).get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        acknowledged.add(rows.get(i).id());
      } catch (ExecutionException e) {
        failure = FirstCause.inWords(e);
      } catch (TimeoutException e) {
        failure = "the broker acknowledges nothing";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = "the front stops";
        break;
      }
    }
    if (!acknowledged.isEmpty()) {
      table.remove(acknowledged);
    }
    return new Batch(rows.size() < limit, failure);
  }

  /** The outcome of some rows: whether there were no more, and what went wrong, if anything. */
  private record Batch(boolean isLast, @Nullable String failure) {
    static Batch failed(String why) {
      return new Batch(true, why);
    }
  }
}
