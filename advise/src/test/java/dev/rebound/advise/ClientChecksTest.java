package dev.rebound.advise;

import static dev.rebound.advise.Severity.LOSES_DATA;
import static dev.rebound.advise.Severity.NOTE;
import static dev.rebound.advise.Severity.REPEATS_DATA;
import static dev.rebound.advise.Severity.SLOW_OR_BRITTLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.units.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each check of a client fires on what is wrong, and is silent on what is right. */
class ClientChecksTest {
  private static final Duration TWO_HOURS = Duration.ofHours(2);

  /**
   * One row of the table.
   *
   * @param file by whose name it is known whose settings they are
   */
  record Row(
      String check, Severity severity, String file, Circumstances given, String bad, String good) {
    @Override
    public String toString() {
      return check + ": " + bad.replace("\n", " ");
    }
  }

  /** Nobody here knows what it is in the end, so that nothing follows from it. */
  @ParameterizedTest
  @ValueSource(strings = {"delivery.timeout.ms=${env:D}", "retries=${R}", "retries={{ retries }}"})
  void whatComesFromOutsideIsToldAndNotJudged(String line) {
    assertThat(Advised.of("producer.properties", line, Advised.outage(TWO_HOURS)))
        .filteredOn(finding -> line.startsWith(finding.found().key()))
        .extracting(SettingFinding::check)
        .containsOnly("not-told");
  }

  static Stream<Row> rows() {
    Circumstances none = Circumstances.NONE;
    Circumstances outage = Advised.outage(TWO_HOURS);
    Circumstances busy = Advised.load(20_000, 1024);
    Circumstances slow = new Circumstances(null, null, null, Duration.ofSeconds(1), 0);
    Circumstances large = new Circumstances(null, null, new Bytes(2 << 20), null, 0);
    return Stream.of(
        producer("acks", LOSES_DATA, none, "acks=0", "acks=all"),
        producer("acks", LOSES_DATA, none, "acks=1", "acks=-1"),
        producer("retries", LOSES_DATA, none, "retries=0", "retries=2147483647"),
        producer("retries", LOSES_DATA, none, "retries=3", "retries=3\nacks=0"),
        producer("retries", LOSES_DATA, none, "retries=100", "retries=130"),
        producer(
            "delivery-timeout",
            LOSES_DATA,
            outage,
            "delivery.timeout.ms=120000",
            "delivery.timeout.ms=7230005"),
        producer(
            "delivery-timeout",
            NOTE,
            none,
            "delivery.timeout.ms=60000",
            "delivery.timeout.ms=120000"),
        producer(
            "delivery-timeout",
            SLOW_OR_BRITTLE,
            none,
            "delivery.timeout.ms=30000\nlinger.ms=5",
            "delivery.timeout.ms=130000\nlinger.ms=5"),
        producer(
            "idempotence",
            REPEATS_DATA,
            none,
            "enable.idempotence=false",
            "enable.idempotence=true"),
        producer("idempotence", REPEATS_DATA, none, "acks=1", "acks=all"),
        producer(
            "idempotence",
            REPEATS_DATA,
            none,
            "enable.idempotence=false\nretries=1",
            "enable.idempotence=false\nretries=0"),
        producer(
            "idempotence-conflict",
            SLOW_OR_BRITTLE,
            none,
            "enable.idempotence=true\nacks=1",
            "enable.idempotence=true\nacks=all"),
        producer(
            "idempotence-conflict",
            SLOW_OR_BRITTLE,
            none,
            "enable.idempotence=true\nretries=0",
            "enable.idempotence=true\nretries=1"),
        producer(
            "idempotence-conflict",
            SLOW_OR_BRITTLE,
            none,
            "max.in.flight.requests.per.connection=6",
            "max.in.flight.requests.per.connection=5"),
        producer(
            "idempotence-conflict",
            SLOW_OR_BRITTLE,
            none,
            "transactional.id=t\nenable.idempotence=false",
            "transactional.id=t"),
        producer(
            "idempotence-conflict",
            SLOW_OR_BRITTLE,
            none,
            "transactional.id=t\nacks=1",
            "transactional.id=t\nacks=all"),
        producer(
            "order",
            SLOW_OR_BRITTLE,
            none,
            "enable.idempotence=false",
            "enable.idempotence=false\nmax.in.flight.requests.per.connection=1"),
        producer("order", SLOW_OR_BRITTLE, none, "acks=1", "acks=0"),
        producer(
            "transaction-timeout",
            SLOW_OR_BRITTLE,
            none,
            "transactional.id=t\ntransaction.timeout.ms=3600000",
            "transactional.id=t\ntransaction.timeout.ms=600000"),
        producer("buffer", NOTE, busy, "buffer.memory=33554432", "buffer.memory=3355443200"),
        producer(
            "buffer",
            LOSES_DATA,
            Advised.all(Duration.ofMinutes(1), 1000, 1024),
            "buffer.memory=33554432",
            "buffer.memory=67108864"),
        producer("max-block", SLOW_OR_BRITTLE, none, "max.block.ms=0", "max.block.ms=5000"),
        producer("max-block", SLOW_OR_BRITTLE, none, "max.block.ms=3600000", "max.block.ms=60000"),
        producer(
            "record-size",
            LOSES_DATA,
            large,
            "max.request.size=1048576",
            "max.request.size=4194304"),
        producer("batching", SLOW_OR_BRITTLE, none, "batch.size=0", "batch.size=65536"),
        producer(
            "batching",
            SLOW_OR_BRITTLE,
            none,
            "batch.size=65536\nbuffer.memory=32768",
            "batch.size=65536\nbuffer.memory=67108864"),
        producer("batching", SLOW_OR_BRITTLE, none, "linger.ms=5000", "linger.ms=20"),
        producer("batching", NOTE, none, "linger.ms=0", "linger.ms=5"),
        producer("compression", NOTE, busy, "compression.type=none", "compression.type=lz4"),
        producer(
            "send-buffer", SLOW_OR_BRITTLE, none, "send.buffer.bytes=8192", "send.buffer.bytes=-1"),
        producer(
            "send-buffer", NOTE, none, "send.buffer.bytes=33554432", "send.buffer.bytes=1048576"),
        consumer(
            "receive-buffer",
            SLOW_OR_BRITTLE,
            none,
            "receive.buffer.bytes=8192",
            "receive.buffer.bytes=1048576"),
        consumer("receive-buffer", NOTE, none, "group.id=g", "receive.buffer.bytes=-1"),
        consumer(
            "receive-buffer",
            NOTE,
            none,
            "receive.buffer.bytes=33554432",
            "receive.buffer.bytes=16777216"),
        consumer("auto-commit", LOSES_DATA, none, "group.id=g", "auto.offset.reset=earliest"),
        consumer(
            "auto-commit",
            LOSES_DATA,
            none,
            "group.id=g\nenable.auto.commit=true",
            "group.id=g\nenable.auto.commit=false"),
        consumer(
            "auto-commit",
            SLOW_OR_BRITTLE,
            none,
            "enable.auto.commit=true",
            "enable.auto.commit=false"),
        consumer("auto-offset-reset", LOSES_DATA, none, "group.id=g", "auto.offset.reset=earliest"),
        consumer(
            "auto-offset-reset",
            SLOW_OR_BRITTLE,
            none,
            "auto.offset.reset=none",
            "auto.offset.reset=earliest"),
        consumer(
            "auto-offset-reset",
            LOSES_DATA,
            outage,
            "auto.offset.reset=by_duration:PT1H",
            "auto.offset.reset=by_duration:P1D"),
        consumer("isolation-level", NOTE, none, "group.id=g", "isolation.level=read_committed"),
        both(
            "isolation-level",
            REPEATS_DATA,
            "transactional.id=t\ngroup.id=g",
            "transactional.id=t\ngroup.id=g\nisolation.level=read_committed"),
        producer("isolation-level", NOTE, none, "transactional.id=t", "acks=all"),
        consumer(
            "heartbeat",
            SLOW_OR_BRITTLE,
            none,
            "session.timeout.ms=6000",
            "session.timeout.ms=6000\nheartbeat.interval.ms=2000"),
        consumer(
            "heartbeat",
            SLOW_OR_BRITTLE,
            none,
            "group.id=g\nheartbeat.interval.ms=45000",
            "group.id=g\nheartbeat.interval.ms=15000"),
        consumer("session-timeout", NOTE, none, "group.id=g", "session.timeout.ms=15000"),
        consumer(
            "session-timeout",
            SLOW_OR_BRITTLE,
            none,
            "session.timeout.ms=3000\nheartbeat.interval.ms=1000",
            "session.timeout.ms=6000\nheartbeat.interval.ms=1000"),
        consumer(
            "session-timeout",
            SLOW_OR_BRITTLE,
            none,
            "session.timeout.ms=300000",
            "group.protocol=consumer"),
        consumer(
            "group-protocol",
            SLOW_OR_BRITTLE,
            none,
            "group.protocol=consumer\nsession.timeout.ms=15000",
            "group.protocol=classic\nsession.timeout.ms=15000"),
        consumer("max-poll", REPEATS_DATA, slow, "max.poll.records=500", "max.poll.records=100"),
        consumer(
            "max-poll",
            SLOW_OR_BRITTLE,
            none,
            "max.poll.interval.ms=5000",
            "max.poll.interval.ms=60000"),
        consumer(
            "max-poll",
            SLOW_OR_BRITTLE,
            none,
            "max.poll.interval.ms=86400000",
            "max.poll.interval.ms=600000"),
        consumer("group-instance-id", NOTE, none, "group.instance.id=one", "group.id=g"),
        consumer(
            "fetch", SLOW_OR_BRITTLE, none, "fetch.max.wait.ms=30000", "fetch.max.wait.ms=1000"),
        consumer(
            "fetch",
            SLOW_OR_BRITTLE,
            none,
            "fetch.max.wait.ms=5000\nfetch.min.bytes=1048576",
            "fetch.max.wait.ms=500\nfetch.min.bytes=1048576"),
        consumer("fetch", NOTE, none, "fetch.max.bytes=65536", "fetch.max.bytes=1048576"),
        spring(
            "listener-errors",
            LOSES_DATA,
            "spring.kafka.consumer.group-id=g",
            "spring.kafka.listener.ack-mode=manual"),
        spring(
            "listener-errors",
            LOSES_DATA,
            "spring.kafka.listener.ack-mode=RECORD",
            "spring.kafka.listener.ack-mode=MANUAL_IMMEDIATE"),
        spring(
            "ack-mode",
            REPEATS_DATA,
            "spring.kafka.listener.ack-mode=count-time",
            "spring.kafka.listener.ack-mode=batch"),
        spring(
            "ack-mode",
            NOTE,
            "spring.kafka.listener.ackMode=manual",
            "spring.kafka.listener.ackMode=record"),
        spring(
            "ack-mode",
            SLOW_OR_BRITTLE,
            "spring.kafka.listener.ack-mode=manual\nspring.kafka.consumer.enable-auto-commit=true",
            "spring.kafka.consumer.enable-auto-commit=true"),
        producer("unknown-key", SLOW_OR_BRITTLE, none, "ack=all\nretries=1", "acks=all\nretries=1"),
        producer(
            "unknown-key",
            SLOW_OR_BRITTLE,
            none,
            "request.required.acks=1\nbuffer.memory=33554432",
            "schema.registry.url=http://localhost:8081\nbuffer.memory=33554432"),
        spring(
            "unknown-key",
            SLOW_OR_BRITTLE,
            "spring.kafka.consumer.auto-ofset-reset=earliest",
            "spring.kafka.consumer.autoOffsetReset=earliest"),
        spring(
            "unknown-key",
            SLOW_OR_BRITTLE,
            "spring.kafka.producer.properties.linger.sm=5",
            "spring.kafka.producer.properties.linger.ms=5"),
        producer(
            "misplaced-key", SLOW_OR_BRITTLE, none, "acks=all\nmax.poll.records=5", "acks=all"),
        producer("overruled-key", SLOW_OR_BRITTLE, none, "acks=1\nacks=all", "acks=all\nacks=all"),
        producer("refused-value", SLOW_OR_BRITTLE, none, "acks=2", "acks=all"),
        producer("refused-value", SLOW_OR_BRITTLE, none, "linger.ms=five", "linger.ms=5"),
        consumer(
            "refused-value",
            SLOW_OR_BRITTLE,
            none,
            "auto.offset.reset=first",
            "auto.offset.reset=earliest"),
        spring(
            "refused-value",
            SLOW_OR_BRITTLE,
            "spring.kafka.consumer.fetch-max-wait=5 parsecs",
            "spring.kafka.consumer.fetch-max-wait=500ms"),
        spring(
            "refused-value",
            SLOW_OR_BRITTLE,
            "spring.kafka.listener.ack-mode=manul",
            "spring.kafka.listener.ack-mode=manual-immediate"),
        producer("not-told", NOTE, none, "acks=${env:ACKS}", "bootstrap.servers=${env:KAFKA}"),
        spring(
            "not-told",
            NOTE,
            "spring.kafka.producer.acks=${ACKS}",
            "spring.kafka.producer.acks=${ACKS:all}"));
  }

  private static Row producer(
      String check, Severity severity, Circumstances given, String bad, String good) {
    return new Row(check, severity, "producer.properties", given, bad, good);
  }

  private static Row consumer(
      String check, Severity severity, Circumstances given, String bad, String good) {
    return new Row(check, severity, "consumer.properties", given, bad, good);
  }

  private static Row both(String check, Severity severity, String bad, String good) {
    return new Row(check, severity, "client.properties", Circumstances.NONE, bad, good);
  }

  private static Row spring(String check, Severity severity, String bad, String good) {
    return new Row(check, severity, "application.properties", Circumstances.NONE, bad, good);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsWrongIsFound(Row row) {
    assertThat(Advised.by(row.check(), row.file(), row.bad(), row.given()))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(row.severity());
              assertThat(finding.why()).isNotBlank();
              assertThat(finding.risk()).isNotBlank();
              assertThat(finding.write() + finding.besides()).isNotBlank();
              assertThat(finding.found().where()).isNotBlank();
            });
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsRightIsPassedOver(Row row) {
    assertThat(Advised.by(row.check(), row.file(), row.good(), row.given())).isEmpty();
  }

  /** The line to write is taken at its word: written behind the others, it mends what it is for. */
  @ParameterizedTest
  @MethodSource("rows")
  void theLineToWriteMendsIt(Row row) {
    List<SettingFinding> before = Advised.by(row.check(), row.file(), row.bad(), row.given());
    for (SettingFinding finding : before) {
      if (finding.write().isEmpty() || finding.check().endsWith("-key")) {
        continue;
      }
      assertThat(
              Advised.by(row.check(), row.file(), row.bad() + "\n" + finding.write(), row.given()))
          .noneMatch(one -> one.severity().compareTo(Severity.REPEATS_DATA) <= 0)
          .noneMatch(one -> one.severity() == finding.severity());
    }
  }

  @Test
  void everyCheckOfAClientStandsInTheTable() {
    Set<String> shown = rows().map(Row::check).collect(Collectors.toSet());
    assertThat(Checks.names()).containsAll(shown);
    shown.addAll(CorpusTest.checks());
    assertThat(shown)
        .containsAll(Checks.applications().stream().map(Checks.NamedCheck::name).toList());
  }

  @Test
  void aProducerAndAConsumerThatAreSetWellHaveNothingToBeAdvisedOn() {
    assertThat(
            Advised.of(
                """
                acks=all
                enable.idempotence=true
                delivery.timeout.ms=7230005
                group.id=activation
                enable.auto.commit=false
                auto.offset.reset=earliest
                isolation.level=read_committed
                receive.buffer.bytes=1048576
                session.timeout.ms=15000
                """))
        .isEmpty();
  }
}
