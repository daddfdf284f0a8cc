package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForeignBrokersTest {
  private static Optional<ForeignBrokers> in(String connection) {
    return ForeignBrokers.in(
        Stream.of(
            "INFO up",
            "WARN org.apache.kafka.clients.NetworkClient - [AdminClient clientId=a] Connection to"
                + " node "
                + connection
                + " could not be established. Node may not be available."));
  }

  @Test
  void anAddressInTheCodeIsToldWithItsPort() {
    ForeignBrokers found = in("-1 (localhost/127.0.0.1:9092)").orElseThrow();
    assertThat(found.problem()).contains("localhost:9092");
    assertThat(found.remedy()).contains("REBOUND_BOOTSTRAP", "kafka: { port: 9092 }");
  }

  @Test
  void anAddressWithoutANameIsToldAsItStands() {
    ForeignBrokers found = in("-1 (/127.0.0.1:9092)").orElseThrow();
    assertThat(found.problem()).contains("127.0.0.1:9092");
    assertThat(found.remedy()).contains("kafka: { port: 9092 }");
  }

  @Test
  void anotherHostCannotBeTheRuns() {
    ForeignBrokers found = in("-1 (kafka.example.org/10.0.0.1:9092)").orElseThrow();
    assertThat(found.remedy()).contains("REBOUND_BOOTSTRAP").doesNotContain("port");
  }

  @Test
  void aBrokerThatItKnewOfIsAnotherMatter() {
    assertThat(in("1 (localhost/127.0.0.1:9092)")).isEmpty();
  }
}
