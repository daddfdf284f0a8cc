package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a finding says that a client does not start, Kafka's own client does not. */
class RefusedSettingsTest {
  /** Nobody listens there, and nothing is sent. */
  private static final String NOWHERE = "127.0.0.1:1";

  /** The rows on Kafka's clients; Spring's are not on this class path. */
  static Stream<ClientChecksTest.Row> refused() {
    return ClientChecksTest.rows()
        .filter(row -> !row.file().startsWith("application"))
        .filter(
            row ->
                Advised.by(row.check(), row.file(), row.bad(), row.given()).stream()
                    .anyMatch(finding -> finding.risk().contains("does not start")));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void theClientRefusesThem(ClientChecksTest.Row row) {
    assertThatThrownBy(() -> start(row.file(), row.bad())).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void theClientTakesWhatIsRight(ClientChecksTest.Row row) {
    assertThatCode(() -> start(row.file(), row.good())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("dev.rebound.advise.ClientChecksTest#rows")
  void whateverIsToBeWrittenIsTaken(ClientChecksTest.Row row) {
    if (row.file().startsWith("application") || row.bad().contains("${")) {
      return;
    }
    StringBuilder text = new StringBuilder(row.bad());
    List<SettingFinding> before = Advised.of(row.file(), row.bad(), row.given());
    before.forEach(finding -> text.append('\n').append(finding.write()));
    if (before.stream().noneMatch(f -> f.write().isEmpty() && refuses(f))) {
      assertThatCode(() -> start(row.file(), text.toString())).doesNotThrowAnyException();
    }
  }

  private static boolean refuses(SettingFinding finding) {
    return finding.risk().contains("does not start");
  }

  @Test
  void thereAreSuchSettingsOfBothKinds() {
    assertThat(refused().map(ClientChecksTest.Row::file).distinct()).hasSizeGreaterThan(1);
  }

  private static void start(String file, String text) {
    Properties settings = new Properties();
    PropertiesLines.read(file, text).get(0).stream()
        .filter(key -> !key.key().isEmpty())
        .forEach(key -> settings.put(key.key(), key.value()));
    settings.put("bootstrap.servers", NOWHERE);
    if (file.startsWith("consumer")) {
      new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .close(CloseOptions.timeout(Duration.ZERO));
    } else {
      new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())
          .close(Duration.ZERO);
    }
  }
}
