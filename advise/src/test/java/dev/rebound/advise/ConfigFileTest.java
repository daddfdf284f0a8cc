package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications that a file sets up, and the error for one that sets up nothing. */
class ConfigFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "producer.properties, bootstrap.servers=b:1, a producer",
    "my-consumer.properties, bootstrap.servers=b:1, a consumer",
    "client.properties, acks=all, a producer",
    "client.properties, group.id=g, a consumer",
    "client.properties, bootstrap.servers=b:1, a producer and a consumer",
    "producer-consumer.properties, acks=all, a producer and a consumer",
    "application.properties, spring.kafka.bootstrap-servers=b:1, a producer and a consumer",
    "application.properties, spring.kafka.producer.acks=all, a producer",
    "application.yaml, 'spring: {kafka: {listener: {type: batch}}}', a consumer",
    "application.yml, 'spring.kafka.consumer.group-id: g', a consumer",
  })
  void whatAFileSetsUpFollowsFromItsKeysOrItsName(String name, String text, String words) {
    assertThat(Advised.applications(name, text, Set.of()))
        .singleElement()
        .extracting(Application::words)
        .isEqualTo(words);
  }

  @Test
  void aRoleThatIsAskedForIsTheOneThatIsLookedAt() {
    assertThat(Advised.applications("client.properties", "acks=all", Set.of(Role.CONSUMER)))
        .singleElement()
        .satisfies(
            application -> {
              assertThat(application.producer()).isNull();
              assertThat(application.misplaced()).extracting(Setting::key).containsExactly("acks");
            });
  }

  @Test
  void aDefaultIsKafkasAndSaysOfWhichVersion() {
    Setting setting = producer("client.properties", "linger.ms=1").get("acks");
    assertThat(setting.value()).isEqualTo("all");
    assertThat(setting.where()).matches("default of kafka-clients 4\\.4\\.\\d+");
    assertThat(setting.written()).isFalse();
  }

  @Test
  void springsKeysBecomeKafkas() {
    Application application =
        Advised.applications(
                "application.yaml",
                """
                spring:
                  kafka:
                    bootstrap-servers: [one:9092, two:9092]
                    properties:
                      linger.ms: 7
                      "[receive.buffer.bytes]": 1048576
                    producer:
                      buffer-memory: 64MB
                      transactionIdPrefix: tx-
                      properties:
                        max:
                          block:
                            ms: 1234
                    consumer:
                      fetch_max_wait: PT2S
                      heartbeat-interval: 2s
                      enable-auto-commit: off
                      isolation-level: READ-COMMITTED
                      max-poll-interval: 5m
                      properties.max.poll.records: 9
                      max-poll-records: 10
                    listener:
                      ack-mode: MANUAL_IMMEDIATE
                      concurrency: 3
                """,
                Set.of())
            .get(0);
    Client producer = application.producer();
    assertThat(producer.text("bootstrap.servers")).isEqualTo("one:9092,two:9092");
    assertThat(producer.number("linger.ms", -1)).isEqualTo(7);
    assertThat(producer.number("buffer.memory", -1)).isEqualTo(64 << 20);
    assertThat(producer.number("max.block.ms", -1)).isEqualTo(1234);
    assertThat(producer.get("transactional.id").value()).isEqualTo("tx-");
    assertThat(producer.get("buffer.memory").where()).isEqualTo("application.yaml:8");
    Client consumer = application.consumer();
    assertThat(consumer.number("fetch.max.wait.ms", -1)).isEqualTo(2000);
    assertThat(consumer.number("heartbeat.interval.ms", -1)).isEqualTo(2000);
    assertThat(consumer.number("max.poll.interval.ms", -1)).isEqualTo(300_000);
    assertThat(consumer.number("receive.buffer.bytes", -1)).isEqualTo(1 << 20);
    assertThat(consumer.text("enable.auto.commit")).isEqualTo("false");
    assertThat(consumer.text("isolation.level")).isEqualTo("read_committed");
    assertThat(consumer.number("max.poll.records", -1))
        .as("properties win over the keys that have names")
        .isEqualTo(9);
    assertThat(application.listener().text("ack-mode")).isEqualTo("manual_immediate");
    assertThat(application.unknown()).isEmpty();
    assertThat(application.misplaced()).isEmpty();
  }

  @Test
  void springsOwnDefaultsHoldInItsFiles() {
    Application application =
        Advised.applications("application.properties", "spring.kafka.consumer.group-id=g", Set.of())
            .get(0);
    assertThat(application.consumer().is("enable.auto.commit", "true")).isFalse();
    assertThat(application.consumer().get("enable.auto.commit").where())
        .isEqualTo("default of Spring Kafka");
    assertThat(application.listener().text("ack-mode")).isEqualTo("batch");
  }

  @Test
  void aProfileIsLaidOverTheRestAndOnlyWhatIsItsOwnIsNew() {
    String yaml =
        """
        spring:
          kafka:
            producer:
              acks: 1
        ---
        spring:
          config.activate.on-profile: prod
          kafka:
            producer:
              acks: all
              retries: 0
        """;
    List<Application> both = Advised.applications("application.yaml", yaml, Set.of());
    assertThat(both)
        .extracting(Application::name)
        .containsExactly("application.yaml", "application.yaml (profile prod)");
    assertThat(both.get(1).producer().get("acks").where()).isEqualTo("application.yaml:10");
    assertThat(Advised.by("acks", "application.yaml", yaml, Circumstances.NONE)).hasSize(1);
    assertThat(Advised.by("retries", "application.yaml", yaml, Circumstances.NONE))
        .singleElement()
        .satisfies(finding -> assertThat(finding.found().where()).isEqualTo("application.yaml:11"));
  }

  @Test
  void whatIsAlikeInTwoProfilesIsOneFinding() {
    String text =
        """
        spring.kafka.producer.acks=1
        #---
        spring.config.activate.on-profile=prod
        spring.kafka.producer.client-id=p
        """;
    assertThat(Advised.by("acks", "application.properties", text, Circumstances.NONE))
        .singleElement()
        .satisfies(finding -> assertThat(finding.subjects()).hasSize(2));
  }

  @Test
  void theLineToWriteIsInTheFilesOwnWords() {
    assertThat(Advised.by("acks", "a.properties", "acks=1", Circumstances.NONE))
        .extracting(SettingFinding::write)
        .containsExactly("acks=all");
    assertThat(
            Advised.by(
                "auto-offset-reset",
                "a.yaml",
                "spring.kafka.consumer.group-id: g",
                Circumstances.NONE))
        .extracting(SettingFinding::write)
        .containsExactly("spring.kafka.consumer.auto-offset-reset: earliest");
    assertThat(
            Advised.by(
                "session-timeout",
                "a.properties",
                "spring.kafka.consumer.group-id=g",
                Circumstances.NONE))
        .extracting(SettingFinding::write)
        .containsExactly("spring.kafka.consumer.properties.session.timeout.ms=15000");
  }

  @Test
  void whatIsPutInFromOutsideIsTheDefaultOrUnknown() {
    Client producer =
        producer(
            "application.properties",
            """
            spring.kafka.producer.acks=${ACKS:1}
            spring.kafka.producer.retries=${RETRIES}
            spring.kafka.producer.client-id=${HOST:h}-${N:1}
            spring.kafka.producer.properties.linger.ms=@linger@
            """);
    assertThat(producer.text("acks")).isEqualTo("1");
    assertThat(producer.number("retries", -1)).isEqualTo(-1);
    assertThat(producer.text("client.id")).isEqualTo("h-1");
    assertThat(producer.get("linger.ms").value()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "notes.txt, 'Dear Sir, or Madam', 'is not mine: it holds no keys'",
    "empty.properties, '', it holds no keys",
    "log4j.properties, 'log4j.rootLogger=INFO', 'is not mine: it has 1 key, and none by which'",
    "application.yaml, 'server: {port: 8080}', is not mine",
    "slip.properties, 'ack=all', is not mine",
    "broken.yaml, 'spring:\n  kafka: [', 'broken.yaml:2'",
  })
  void whatIsNoKafkaConfigurationIsRefusedWithAReason(String name, String text, String message) {
    assertThatThrownBy(() -> Advised.applications(name, text, Set.of()))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
              assertThat(problem.remedy()).isNotBlank();
            })
        .hasMessageContaining(message);
  }

  @Test
  void ofASlipInTheOnlyKeyItIsSaidWhatWasMeant() {
    assertThatThrownBy(() -> Advised.applications("slip.properties", "\nack=all", Set.of()))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> assertThat(problem.remedy()).contains("line 2: did you mean 'acks'?"));
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    Path binary = Files.write(folder.resolve("b.properties"), new byte[] {'a', '\n', 0, 1});
    Path latin = Files.write(folder.resolve("l.yaml"), new byte[] {'a', (byte) 0xe9, ':', '1'});
    assertThatThrownBy(() -> ConfigFile.read(binary, Set.of()))
        .hasMessageContaining("b.properties: line 2 holds no text");
    assertThatThrownBy(() -> ConfigFile.read(latin, Set.of()))
        .hasMessageContaining("l.yaml: it is not text in UTF-8");
    assertThatThrownBy(() -> ConfigFile.read(folder.resolve("none.yaml"), Set.of()))
        .hasMessageContaining("none.yaml: there is no such file");
    assertThatThrownBy(() -> ConfigFile.read(folder, Set.of()))
        .hasMessageContaining("it is a folder");
  }

  private static Client producer(String name, String text) {
    return Advised.applications(name, text, Set.of()).get(0).producer();
  }

  /** To a client the line does not set acks, whatever an editor shows. */
  @Test
  void aByteOrderMarkIsNoPartOfAKey(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("kafka-client.properties");
    Files.writeString(file, "\ufeffacks=0\r\nlinger.ms=5\r\n", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ConfigFile.read(file, Set.of()))
        .hasMessageContaining(file + ":1: the file begins with a byte order mark");
  }

  /**
   * Aliases are counted by what they stand for, so that a few cannot stand for a billion values.
   */
  @Test
  void aliasesOfAliasesAreBounded() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String alias = "*a" + (i - 1);
      text.append(
          "a%s: &a%s [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(10, alias))));
    }
    assertThatThrownBy(() -> Advised.applications("laughs.yaml", text.toString(), Set.of()))
        .hasMessageContaining("laughs.yaml:", "100000 values");
  }

  @Test
  void whatIsMergedIsOverruledByWhatStandsBesideIt() {
    assertThat(
            Advised.by(
                "acks",
                "a.yaml",
                """
                x: &x { acks: 1, retries: 5 }
                spring.kafka.producer:
                  <<: *x
                  acks: all
                """,
                Circumstances.NONE))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a.json, '{\"bootstrap.servers\": \"b:1\", \"acks\": 1}', librdkafka",
    "a.properties, 'bootstrap.servers=b:1\nacks=1', 'Kafka''s Java client'",
    "a.properties, 'bootstrap.servers=b:1\nmessage.timeout.ms=1', librdkafka",
    "a.properties, 'bootstrap.servers=b:1\napplication.id=a', Kafka Streams",
    "a.yaml, 'spring.kafka.streams.application-id: a', 'Spring, Kafka Streams'",
    "a.yaml, 'spring.cloud.stream: {kafka.binder.brokers: b, bindings.x-in-0.group: g}', 'Spring Cloud Stream, Kafka binder'",
  })
  void theDialectIsToldFirst(String name, String text, String label) {
    assertThat(Advised.applications(name, text, Set.of()))
        .singleElement()
        .satisfies(
            application -> {
              assertThat(application.dialect().label()).isEqualTo(label);
              assertThat(application.told()).startsWith(name).contains(": " + label + ": ");
            });
  }
}
