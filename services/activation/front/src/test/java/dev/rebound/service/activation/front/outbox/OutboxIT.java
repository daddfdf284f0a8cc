package dev.rebound.service.activation.front.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.front.Requests;
import dev.rebound.service.activation.front.kafka.RequestTopic;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The outbox and its relay on a real PostgreSQL. */
@Tag("process")
class OutboxIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ValidatorFactory VALIDATORS = Validation.buildDefaultValidatorFactory();

  /** As many threads as clients. */
  private static final Executor CLIENTS = work -> new Thread(work, "client").start();

  private static EmbeddedPostgres postgres;
  private static HikariDataSource connections;

  private final RequestJson json =
      new RequestJson(JsonMapper.builder().build(), VALIDATORS.getValidator());
  private JdbcClient database;
  private OutboxTable table;
  private OutboxSchema schema;
  private TableOutbox outbox;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    connections = new HikariDataSource();
    connections.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
    connections.setConnectionTimeout(2000);
  }

  @AfterAll
  static void stop() throws IOException {
    connections.close();
    postgres.close();
    VALIDATORS.close();
  }

  @BeforeEach
  void migrate() throws Exception {
    schema = new OutboxSchema();
    schema.migrate(
        Flyway.configure()
            .dataSource(connections)
            .locations("classpath:db/front")
            .schemas("front")
            .defaultSchema("front")
            .load());
    schema.ready().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    database = JdbcClient.create(connections);
    table = new OutboxTable(database);
    outbox = outbox(table, 1);
  }

  @AfterEach
  void empty() {
    database.sql("truncate front.outbox").update();
    schema.close();
  }

  @Test
  void acceptsBeforeItIsThereWithoutAnyEffect() {
    TableOutbox early = new TableOutbox(new OutboxGroups(table, 1), new OutboxSchema(), json);
    ActivationFailedException failure =
        catchThrowableOfType(
            ActivationFailedException.class, () -> early.accept(Requests.request("r-1")));
    assertThat(failure.effect()).isEqualTo(Effect.NONE);
    assertThat(rows()).isZero();
  }

  @Test
  void withoutADatabaseNothingHappened() {
    try (HikariDataSource closed = new HikariDataSource()) {
      closed.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/postgres?user=postgres");
      closed.setConnectionTimeout(250);
      closed.setInitializationFailTimeout(-1);
      TableOutbox away = outbox(new OutboxTable(JdbcClient.create(closed)), 1);
      ActivationFailedException failure =
          catchThrowableOfType(
              ActivationFailedException.class, () -> away.accept(Requests.request("r-1")));
      assertThat(failure.effect()).isEqualTo(Effect.NONE);
    }
  }

  @Test
  void requestsThatComeTogetherAreCommittedTogether() throws Exception {
    try (OutboxGroups groups = new OutboxGroups(table, 10)) {
      TableOutbox grouped = new TableOutbox(groups, schema, json);
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        ActivationRequest request = Requests.request("r-" + i);
        answers.add(CompletableFuture.supplyAsync(() -> grouped.accept(request), CLIENTS));
      }
      awaitWaiting(groups, 25);
      groups.start();
      for (int i = 0; i < 25; i++) {
        assertThat(answers.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo(Answer.accepted("r-" + i));
      }
    }
    assertThat(rows()).isEqualTo(25);
    assertThat(
            database
                .sql("select count(*) from front.outbox group by xmin::text order by 1")
                .query(Long.class)
                .list())
        .as("rows of each transaction")
        .containsExactly(5L, 10L, 10L);
  }

  @Test
  void aRowThatTheTableRefusesFailsAlone() throws Exception {
    database
        .sql("alter table front.outbox add constraint no_poison check (request_id <> 'poison')")
        .update();
    try (OutboxGroups groups = new OutboxGroups(table, 10)) {
      List<CompletableFuture<?>> added = new ArrayList<>();
      for (String id : List.of("r-1", "poison", "r-2")) {
        added.add(CompletableFuture.runAsync(() -> groups.add(id, "{}"), CLIENTS));
      }
      awaitWaiting(groups, 3);
      groups.start();
      added.get(0).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      added.get(2).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(added.get(1))
          .failsWithin(PATIENCE)
          .withThrowableThat()
          .withCauseInstanceOf(DataIntegrityViolationException.class);
      assertThat(rows()).isEqualTo(2);
    } finally {
      database.sql("alter table front.outbox drop constraint no_poison").update();
    }
  }

  @Test
  void withoutADatabaseNothingOfAGroupHappened() throws Exception {
    try (HikariDataSource closed = new HikariDataSource()) {
      closed.setJdbcUrl("jdbc:postgresql://127.0.0.1:1/postgres?user=postgres");
      closed.setConnectionTimeout(250);
      closed.setInitializationFailTimeout(-1);
      try (OutboxGroups groups = new OutboxGroups(new OutboxTable(JdbcClient.create(closed)), 2)) {
        TableOutbox away = new TableOutbox(groups, schema, json);
        List<CompletableFuture<ActivationFailedException>> failures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          ActivationRequest request = Requests.request("r-" + i);
          failures.add(
              CompletableFuture.supplyAsync(
                  () ->
                      catchThrowableOfType(
                          ActivationFailedException.class, () -> away.accept(request)),
                  CLIENTS));
        }
        awaitWaiting(groups, 5);
        groups.start();
        for (CompletableFuture<ActivationFailedException> failure : failures) {
          assertThat(failure.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).effect())
              .isEqualTo(Effect.NONE);
        }
      }
    }
  }

  @Test
  void rowsAreSentInTheirOrderAndRemovedOnceTheyAreAcknowledged() throws Exception {
    List<String> due = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      outbox.accept(Requests.request("r-" + i));
      due.add("r-" + i);
    }
    List<String> sent = new CopyOnWriteArrayList<>();
    try (OutboxRelay relay =
        relay(
            (id, request) -> {
              assertThat(json.read(request).identity()).isEqualTo(id);
              sent.add(id);
              return CompletableFuture.completedFuture("there");
            })) {
      relay.start();
      awaitRows(0);
    }
    assertThat(sent).isEqualTo(due);
  }

  @Test
  void whatIsNotAcknowledgedStaysAndIsSentAgain() throws Exception {
    for (int i = 0; i < 5; i++) {
      outbox.accept(Requests.request("r-" + i));
    }
    Set<String> failedOnce = ConcurrentHashMap.newKeySet();
    List<String> acknowledged = new CopyOnWriteArrayList<>();
    try (OutboxRelay relay =
        relay(
            (id, request) -> {
              if ("r-2".equals(id) && failedOnce.add(id)) {
                return CompletableFuture.failedFuture(new TimeoutException("gone"));
              }
              acknowledged.add(id);
              return CompletableFuture.completedFuture("there");
            })) {
      relay.start();
      awaitRows(0);
    }
    assertThat(acknowledged).containsExactly("r-0", "r-1", "r-3", "r-4", "r-2");
  }

  @Test
  void aProducerThatTakesNothingKeepsTheOrder() throws Exception {
    for (int i = 0; i < 5; i++) {
      outbox.accept(Requests.request("r-" + i));
    }
    Set<String> refusedOnce = ConcurrentHashMap.newKeySet();
    List<String> acknowledged = new CopyOnWriteArrayList<>();
    try (OutboxRelay relay =
        relay(
            (id, request) -> {
              if ("r-2".equals(id) && refusedOnce.add(id)) {
                throw new TimeoutException("topic unknown");
              }
              acknowledged.add(id);
              return CompletableFuture.completedFuture("there");
            })) {
      relay.start();
      awaitRows(0);
    }
    assertThat(acknowledged).containsExactly("r-0", "r-1", "r-2", "r-3", "r-4");
  }

  @Test
  void rowsThatOneRelayHoldsAreSkippedByAnother() {
    outbox.accept(Requests.request("r-0"));
    outbox.accept(Requests.request("r-1"));
    TransactionTemplate outer = transactions();
    outer.executeWithoutResult(
        status -> {
          assertThat(table.take(1)).extracting(OutboxTable.Row::requestId).containsExactly("r-0");
          TransactionTemplate another = transactions();
          another.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
          another.executeWithoutResult(
              inner ->
                  assertThat(table.take(10))
                      .extracting(OutboxTable.Row::requestId)
                      .containsExactly("r-1"));
        });
  }

  private TableOutbox outbox(OutboxTable rows, int group) {
    return new TableOutbox(new OutboxGroups(rows, group), schema, json);
  }

  private OutboxRelay relay(RequestTopic topic) {
    return new OutboxRelay(
        table,
        topic,
        transactions(),
        new OutboxSettings(
            1, 10, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(30)));
  }

  private static TransactionTemplate transactions() {
    return new TransactionTemplate(new JdbcTransactionManager(connections));
  }

  private long rows() {
    return database.sql("select count(*) from front.outbox").query(Long.class).single();
  }

  private static void awaitWaiting(OutboxGroups groups, int rows) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (groups.waiting() != rows && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertThat(groups.waiting()).isEqualTo(rows);
  }

  private void awaitRows(long count) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (rows() != count && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertThat(rows()).isEqualTo(count);
  }
}
