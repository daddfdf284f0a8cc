package dev.rebound.service.activation.activation;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class TriesTest {
  private final Tries tries = new Tries();

  @Test
  void countsEachRecordForItself() {
    assertThat(tries.failed(record(0, 7))).isEqualTo(1);
    assertThat(tries.failed(record(0, 7))).isEqualTo(2);
    assertThat(tries.failed(record(1, 7))).as("another partition").isEqualTo(1);
    assertThat(tries.failed(record(0, 7))).isEqualTo(3);
    assertThat(tries.failed(record(0, 8))).as("a later record").isEqualTo(1);
    assertThat(tries.failed(record(0, 8))).isEqualTo(2);
  }

  @Test
  void aRecordThatIsDealtWithIsForgotten() {
    tries.failed(record(0, 7));
    tries.failed(record(1, 3));
    tries.forget(record(0, 7));
    assertThat(tries.failed(record(0, 7))).isEqualTo(1);
    assertThat(tries.failed(record(1, 3))).isEqualTo(2);
  }

  private static ConsumerRecord<byte[], byte[]> record(int partition, long offset) {
    return new ConsumerRecord<>("activations", partition, offset, new byte[0], new byte[0]);
  }
}
