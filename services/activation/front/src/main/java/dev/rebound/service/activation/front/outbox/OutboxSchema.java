package dev.rebound.service.activation.front.outbox;

import dev.rebound.service.activation.common.Background;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;

/**
 * Makes the outbox's table as soon as the database answers. The front does not wait for it: three
 * of its four ways need no database.
 */
final class OutboxSchema implements FlywayMigrationStrategy, AutoCloseable {
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private @Nullable Background migration;

  @Override
  public void migrate(Flyway flyway) {
    Background begun = new Background("outbox table", flyway::migrate, BETWEEN_TRIES);
    var unused = begun.done().thenRun(() -> ready.complete(null));
    migration = begun;
    begun.start();
  }

  boolean isReady() {
    return ready.isDone();
  }

  CompletableFuture<Void> ready() {
    return ready;
  }

  @Override
  public void close() {
    if (migration != null) {
      migration.close();
    }
  }
}
