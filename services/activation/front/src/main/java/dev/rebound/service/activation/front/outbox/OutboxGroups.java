package dev.rebound.service.activation.front.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Adds rows to the outbox, those that come while others are being committed together in the next
 * transaction. Each is committed when its {@link #add} returns.
 */
final class OutboxGroups implements AutoCloseable {
  private final OutboxTable table;
  private final int most;
  private final BlockingQueue<NewRow> waiting = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::commitGroups, "outbox-groups");

  private volatile boolean closed;

  private record NewRow(String requestId, String request, CompletableFuture<Void> committed) {}

  /**
   * @param most rows of one transaction; with 1 each has its own, on the thread that adds it
   */
  OutboxGroups(OutboxTable table, int most) {
    this.table = table;
    this.most = most;
    thread.setDaemon(true);
  }

  void start() {
    if (most > 1) {
      thread.start();
    }
  }

  /** How many wait for a transaction. */
  int waiting() {
    return waiting.size();
  }

  /** Throws what the transaction threw, in which the row was to be; also once it is closed. */
  void add(String requestId, String request) {
    if (most <= 1) {
      table.add(requestId, request);
      return;
    }
    NewRow row = new NewRow(requestId, request, new CompletableFuture<>());
    waiting.add(row);
    if (closed) {
      failAll(stopped());
    }
    try {
      row.committed.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /** Gives up. */
  @Override
  public void close() {
    thread.interrupt();
  }

  private void commitGroups() {
    try {
      while (true) {
        List<NewRow> group = new ArrayList<>();
        group.add(waiting.take());
        waiting.drainTo(group, most - 1);
        commit(group);
      }
    } catch (InterruptedException e) {
      closed = true;
      failAll(stopped());
    }
  }

  private static IllegalStateException stopped() {
    return new IllegalStateException("the front stops");
  }

  private void commit(List<NewRow> group) {
    try {
      table.addAll(
          group.stream().map(NewRow::requestId).toList(),
          group.stream().map(NewRow::request).toList());
    } catch (DataIntegrityViolationException e) {
      if (group.size() == 1) {
        group.get(0).committed.completeExceptionally(e);
      } else {
        // One that the table does not take must not take the others with it: none was committed.
        group.forEach(row -> commit(List.of(row)));
      }
      return;
    } catch (CannotGetJdbcConnectionException e) {
      group.forEach(row -> row.committed.completeExceptionally(e));
      // Whoever has come meanwhile has waited for the same connection.
      failAll(e);
      return;
    } catch (RuntimeException | Error e) {
      // Whatever it was, those who wait are told, and the next ones are tried.
      group.forEach(row -> row.committed.completeExceptionally(e));
      return;
    }
    group.forEach(row -> row.committed.complete(null));
  }

  private void failAll(RuntimeException e) {
    List<NewRow> left = new ArrayList<>();
    waiting.drainTo(left);
    left.forEach(row -> row.committed.completeExceptionally(e));
  }
}
