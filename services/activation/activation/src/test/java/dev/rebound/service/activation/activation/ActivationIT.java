package dev.rebound.service.activation.activation;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rebound.service.activation.activation.ActivationSettings.Acknowledge;
import dev.rebound.service.activation.activation.ActivationSettings.OnFailure;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Problems;
import dev.rebound.service.activation.common.RequestJson;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import tools.jackson.databind.json.JsonMapper;

/** Saving, idempotence, effects, and what becomes of records, on a real PostgreSQL. */
@Tag("process")
class ActivationIT {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final ValidatorFactory VALIDATORS = Validation.buildDefaultValidatorFactory();

  @TempDir static Path folder;
  private static EmbeddedPostgres postgres;
  private static HikariDataSource connections;
  private static JdbcClient database;

  private final RequestJson json =
      new RequestJson(JsonMapper.builder().build(), VALIDATORS.getValidator());
  private final List<String> setAside = new ArrayList<>();
  private boolean deadLetterTopicIsAway;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    connections = connections(postgres.getJdbcUrl("postgres", "postgres"));
    database = JdbcClient.create(connections);
    Flyway.configure()
        .dataSource(connections)
        .locations("classpath:db/activation")
        .load()
        .migrate();
  }

  @AfterAll
  static void stop() throws IOException {
    connections.close();
    postgres.close();
    VALIDATORS.close();
  }

  @AfterEach
  void empty() {
    database.sql("truncate activations, effects").update();
  }

  @Test
  void aRequestIsSavedWhole() {
    Activations activations = activations(true);
    assertThat(activations.save(Requests.request("r-1"), Source.REST)).isTrue();
    assertThat(activations.find("r-1")).contains(Requests.request("r-1"));
    assertThat(activations.find("r-2")).isEmpty();
    assertThat(effects()).containsExactly("r-1 u-0-17 rest");
  }

  @Test
  void aRepetitionChangesNothing() {
    Activations activations = activations(true);
    activations.save(Requests.request("r-1", "first"), Source.KAFKA);
    assertThat(activations.save(Requests.request("r-1", "second"), Source.REST)).isFalse();
    assertThat(activations.find("r-1").orElseThrow().user().userName()).isEqualTo("first");
    assertThat(effects()).containsExactly("r-1 first kafka");
  }

  @Test
  void theMistakeIsToCarryOutARepetition() {
    Activations activations = activations(false);
    activations.save(Requests.request("r-1", "first"), Source.KAFKA);
    assertThat(activations.save(Requests.request("r-1", "second"), Source.REST)).isTrue();
    assertThat(activations.find("r-1").orElseThrow().user().userName()).isEqualTo("second");
    assertThat(effects()).containsExactly("r-1 first kafka", "r-1 second rest");
  }

  @Test
  void aRecordIsAcknowledgedOnceItIsSaved() {
    Acknowledged acknowledged = deliver(listener(rightSettings()), record("r-1"));
    assertThat(acknowledged.calls).containsExactly("acknowledged with r-1");
    assertThat(setAside).isEmpty();
  }

  @Test
  void theMistakeIsToAcknowledgeBefore() {
    Acknowledged acknowledged =
        deliver(listener(settings(Acknowledge.BEFORE_SAVE, OnFailure.NACK, true)), record("r-1"));
    assertThat(acknowledged.calls).containsExactly("acknowledged with ");
    assertThat(effects()).containsExactly("r-1 u-0-17 kafka");
  }

  @Test
  void bytesThatAreNoRequestAreSetAsideAtOnce() {
    Acknowledged acknowledged =
        deliver(listener(rightSettings()), record(0, "no JSON".getBytes(StandardCharsets.UTF_8)));
    assertThat(acknowledged.calls).containsExactly("acknowledged with ");
    assertThat(setAside).containsExactly("activations-0@0");
  }

  @Test
  void aRecordThatCannotBeSetAsideComesAgain() {
    deadLetterTopicIsAway = true;
    ActivationListener listener = listener(rightSettings());
    byte[] bytes = "no JSON".getBytes(StandardCharsets.UTF_8);
    assertThat(deliver(listener, record(0, bytes)).calls).containsExactly("nacked for PT1S");
    deadLetterTopicIsAway = false;
    assertThat(deliver(listener, record(0, bytes)).calls).containsExactly("acknowledged with ");
  }

  @Test
  void aRecordThatFailsByItselfIsSetAsideAfterItsTries() {
    withARuleThatRefuses(
        () -> {
          ActivationListener listener = listener(rightSettings());
          ConsumerRecord<byte[], byte[]> poison = record(0, bytes("r-1", "poison"));
          assertThat(deliver(listener, poison).calls).containsExactly("nacked for PT1S");
          assertThat(deliver(listener, poison).calls).containsExactly("nacked for PT1S");
          assertThat(setAside).isEmpty();
          assertThat(deliver(listener, poison).calls).containsExactly("acknowledged with ");
          assertThat(setAside).containsExactly("activations-0@0");
          assertThat(deliver(listener, record(1, bytes("r-2", "well"))).calls)
              .containsExactly("acknowledged with r-2");
        });
  }

  @Test
  void theMistakeIsToSwallowAFailure() {
    withARuleThatRefuses(
        () -> {
          ActivationListener listener =
              listener(settings(Acknowledge.AFTER_SAVE, OnFailure.SWALLOW, true));
          assertThat(deliver(listener, record(0, bytes("r-1", "poison"))).calls)
              .containsExactly("acknowledged with ");
          assertThat(setAside).isEmpty();
          assertThat(effects()).isEmpty();
        });
  }

  @Test
  void requestsAreSavedTogether() {
    Activations activations = activations(true);
    activations.save(Requests.request("r-1", "first"), Source.REST);
    List<ActivationRequest> requests =
        List.of(
            Requests.request("r-2", "Ana \"{,}\" \\ Țepeș"),
            Requests.request("r-1", "again"),
            Requests.request("r-3", "well"),
            Requests.request("r-3", "twice"));
    assertThat(activations.saveAll(requests, Source.KAFKA)).as("new ones").isEqualTo(2);
    assertThat(activations.find("r-2")).contains(requests.get(0));
    assertThat(activations.find("r-3")).contains(requests.get(2));
    assertThat(effects())
        .containsExactly("r-1 first rest", "r-2 Ana \"{,}\" \\ Țepeș kafka", "r-3 well kafka");
    assertThat(activations.saveAll(requests, Source.KAFKA)).as("new ones").isZero();
  }

  @Test
  void aBatchIsAcknowledgedOnceAllOfItIsSaved() {
    Acknowledged acknowledged =
        deliver(
            listener(rightSettings()),
            List.of(record(0, bytes("r-1", "one")), record(1, bytes("r-2", "two"))));
    assertThat(acknowledged.calls).containsExactly("acknowledged with r-1,r-2");
    assertThat(setAside).isEmpty();
  }

  @Test
  void theMistakeIsToAcknowledgeABatchBefore() {
    Acknowledged acknowledged =
        deliver(
            listener(settings(Acknowledge.BEFORE_SAVE, OnFailure.NACK, true)),
            List.of(record("r-1")));
    assertThat(acknowledged.calls).containsExactly("acknowledged with ");
    assertThat(effects()).containsExactly("r-1 u-0-17 kafka");
  }

  @Test
  void whatIsNoRequestLeavesItsBatchWithoutTheOthers() {
    Acknowledged acknowledged =
        deliver(
            listener(rightSettings()),
            List.of(
                record(0, bytes("r-1", "one")),
                record(1, "no JSON".getBytes(StandardCharsets.UTF_8)),
                record(2, bytes("r-2", "two"))));
    assertThat(acknowledged.calls).containsExactly("acknowledged with r-1,r-2");
    assertThat(setAside).containsExactly("activations-0@1");
  }

  @Test
  void aRecordThatFailsByItselfIsSetAsideAndItsBatchIsNot() {
    withARuleThatRefuses(
        () -> {
          ActivationListener listener = listener(rightSettings());
          ConsumerRecord<byte[], byte[]> poison = record(1, bytes("r-2", "poison"));
          ConsumerRecord<byte[], byte[]> after = record(2, bytes("r-3", "after"));
          List<ConsumerRecord<byte[], byte[]>> again = List.of(poison, after);
          assertThat(
                  deliver(listener, List.of(record(0, bytes("r-1", "before")), poison, after))
                      .calls)
              .containsExactly("nacked at 1 for PT1S");
          assertThat(effects()).containsExactly("r-1 before kafka");
          assertThat(deliver(listener, again).calls).containsExactly("nacked at 0 for PT1S");
          assertThat(setAside).isEmpty();
          assertThat(deliver(listener, again).calls).containsExactly("acknowledged with r-1,r-3");
          assertThat(setAside).containsExactly("activations-0@1");
        });
  }

  @Test
  void theMistakeIsToCarryOutARepetitionWithinABatch() {
    Acknowledged acknowledged =
        deliver(
            listener(settings(Acknowledge.AFTER_SAVE, OnFailure.NACK, false)),
            List.of(record(0, bytes("r-1", "first")), record(1, bytes("r-1", "second"))));
    assertThat(acknowledged.calls).containsExactly("acknowledged with r-1");
    assertThat(effects()).containsExactly("r-1 first kafka", "r-1 second kafka");
  }

  @Test
  void aBatchWaitsForTheDatabase() {
    List<ConsumerRecord<byte[], byte[]>> records =
        List.of(record(0, bytes("r-1", "one")), record(1, bytes("r-2", "two")));
    try (HikariDataSource away =
        connections("jdbc:postgresql://127.0.0.1:1/postgres?user=postgres")) {
      ActivationListener listener = listener(JdbcClient.create(away), rightSettings());
      for (int i = 0; i < 4; i++) {
        assertThat(deliver(listener, records).calls).containsExactly("nacked at 0 for PT1S");
      }
      assertThat(setAside).as("more failures than tries").isEmpty();
      assertThat(
              deliver(
                      listener(
                          JdbcClient.create(away),
                          settings(Acknowledge.AFTER_SAVE, OnFailure.SWALLOW, true)),
                      records)
                  .calls)
          .as("the mistake")
          .containsExactly("acknowledged with ");
    }
  }

  @Test
  void anOutageOfTheDatabaseIsWaitedForHoweverLongItTakes() throws Exception {
    int port;
    Path data = folder.resolve("outage");
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder().setDataDirectory(data.toFile()).setCleanDataDirectory(false);
    try (HikariDataSource pool = new HikariDataSource()) {
      ActivationListener listener;
      try (EmbeddedPostgres first = builder.start()) {
        port = first.getPort();
        pool.setJdbcUrl(first.getJdbcUrl("postgres", "postgres"));
        pool.setConnectionTimeout(250);
        Flyway.configure().dataSource(pool).locations("classpath:db/activation").load().migrate();
        listener =
            new ActivationListener(
                new Activations(JdbcClient.create(pool), rightSettings()),
                json,
                this::setAside,
                rightSettings().consumer());
      }
      for (int i = 0; i < 10; i++) {
        assertThat(deliver(listener, record("r-1")).calls).containsExactly("nacked for PT1S");
      }
      assertThat(setAside).as("more failures than tries").isEmpty();
      try (EmbeddedPostgres second = builder.setPort(port).start()) {
        assertThat(second.getPort()).isEqualTo(port);
        // The pool notices only by and by.
        Acknowledged last = deliver(listener, record("r-1"));
        for (int i = 0; i < 100 && last.calls.contains("nacked for PT1S"); i++) {
          Thread.sleep(200);
          last = deliver(listener, record("r-1"));
        }
        assertThat(
                JdbcClient.create(pool).sql("select request_id from effects").query().listOfRows())
            .hasSize(1);
      }
    }
  }

  @Test
  void theServiceAnswersOverHttp() throws Exception {
    MockMvcTester service = service(activations(true));
    String body = new String(bytes("r-1", "Ana/1"), StandardCharsets.UTF_8);
    for (int i = 0; i < 2; i++) {
      assertThat(
              service
                  .post()
                  .uri("/activations")
                  .contentType(MediaType.APPLICATION_JSON)
                  .content(body))
          .hasStatus(201)
          .hasHeader("Location", "/activations/r-1")
          .bodyText()
          .isEqualTo("{\"requestId\":\"r-1\",\"status\":\"activated\"}");
    }
    assertThat(effects()).containsExactly("r-1 Ana/1 rest");
    assertThat(service.get().uri("/activations/r-1")).hasStatus(200).bodyText().isEqualTo(body);
    assertThat(service.get().uri("/activations/r-2"))
        .hasStatus(404)
        .hasHeader("Activation-Effect", "none");
    assertThat(
            service
                .post()
                .uri("/activations")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{}"))
        .hasStatus(400)
        .hasHeader("Activation-Effect", "none");
  }

  @Test
  void whoTakesNoJsonIsRefusedBeforeAnythingIsDone() {
    assertThat(
            service(activations(true))
                .post()
                .uri("/activations")
                .contentType(MediaType.APPLICATION_JSON)
                .accept(MediaType.APPLICATION_PDF)
                .content(new String(bytes("r-1", "Ana"), StandardCharsets.UTF_8)))
        .hasStatus(406)
        .hasHeader("Activation-Effect", "none");
    assertThat(effects()).isEmpty();
  }

  @Test
  void withoutADatabaseTheServiceSaysThatNothingHappened() {
    try (HikariDataSource away =
        connections("jdbc:postgresql://127.0.0.1:1/postgres?user=postgres")) {
      MockMvcTester service = service(new Activations(JdbcClient.create(away), rightSettings()));
      assertThat(
              service
                  .post()
                  .uri("/activations")
                  .contentType(MediaType.APPLICATION_JSON)
                  .content(new String(bytes("r-1", "Ana"), StandardCharsets.UTF_8)))
          .hasStatus(503)
          .hasHeader("Activation-Effect", "none");
    }
  }

  private static HikariDataSource connections(String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setConnectionTimeout(500);
    pool.setInitializationFailTimeout(-1);
    return pool;
  }

  private static MockMvcTester service(Activations activations) {
    return MockMvcTester.create(
        MockMvcBuilders.standaloneSetup(new ActivationEndpoints(activations))
            .setControllerAdvice(new Problems())
            .build());
  }

  private static Activations activations(boolean idempotent) {
    return new Activations(database, settings(Acknowledge.AFTER_SAVE, OnFailure.NACK, idempotent));
  }

  private ActivationListener listener(ActivationSettings settings) {
    return listener(database, settings);
  }

  private ActivationListener listener(JdbcClient client, ActivationSettings settings) {
    return new ActivationListener(
        new Activations(client, settings), json, this::setAside, settings.consumer());
  }

  private static ActivationSettings rightSettings() {
    return settings(Acknowledge.AFTER_SAVE, OnFailure.NACK, true);
  }

  private static ActivationSettings settings(
      Acknowledge acknowledge, OnFailure onFailure, boolean idempotent) {
    return new ActivationSettings(
        idempotent, new ActivationSettings.Consumer(1, true, acknowledge, onFailure, PAUSE, 3));
  }

  private void setAside(ConsumerRecord<byte[], byte[]> record, Exception reason) {
    if (deadLetterTopicIsAway) {
      throw new IllegalStateException("no broker", reason);
    }
    setAside.add(record.topic() + "-" + record.partition() + "@" + record.offset());
  }

  private ConsumerRecord<byte[], byte[]> record(String requestId) {
    return record(0, bytes(requestId, "u-0-17"));
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, byte[] value) {
    return new ConsumerRecord<>("activations", 0, offset, new byte[0], value);
  }

  private byte[] bytes(String requestId, String userName) {
    ActivationRequest request = Requests.request(requestId, userName);
    return json.write(request);
  }

  private static Acknowledged deliver(
      ActivationListener listener, ConsumerRecord<byte[], byte[]> record) {
    Acknowledged acknowledged = new Acknowledged();
    listener.receive(record, acknowledged);
    return acknowledged;
  }

  private static Acknowledged deliver(
      ActivationListener listener, List<ConsumerRecord<byte[], byte[]>> batch) {
    Acknowledged acknowledged = new Acknowledged();
    listener.receiveAll(batch, acknowledged);
    return acknowledged;
  }

  /** A failure of a record's own, which no validation foresees. */
  private static void withARuleThatRefuses(Runnable test) {
    database
        .sql("alter table activations add constraint no_poison check (user_name <> 'poison')")
        .update();
    try {
      test.run();
    } finally {
      database.sql("alter table activations drop constraint no_poison").update();
    }
  }

  private static List<String> effects() {
    return database
        .sql("select request_id, user_name, source from effects order by transaction_id, effect_id")
        .query((row, n) -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3))
        .list();
  }

  /** A listener's acknowledgements, each with what was saved when it was made. */
  private static final class Acknowledged implements Acknowledgment {
    private final List<String> calls = new ArrayList<>();

    @Override
    public void acknowledge() {
      calls.add(
          "acknowledged with "
              + String.join(
                  ",",
                  database
                      .sql("select request_id from activations order by request_id")
                      .query(String.class)
                      .list()));
    }

    @Override
    public void nack(Duration sleep) {
      calls.add("nacked for " + sleep);
    }

    @Override
    public void nack(int index, Duration sleep) {
      calls.add("nacked at " + index + " for " + sleep);
    }
  }
}
