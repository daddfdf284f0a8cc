package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsTest {
  @Test
  void whatLooksLikeASecretIsNotWrittenDown() {
    for (String name :
        List.of(
            "DB_PASSWORD",
            "PGPASSWORD",
            "API_KEY",
            "AWS_ACCESS_KEY_ID",
            "AUTH_TOKEN",
            "CLIENT_SECRET",
            "sasl.jaas.config",
            "s3.secret-key",
            "ssl.key.password")) {
      assertThat(Secrets.masked(name, "hunter2")).as(name).isEqualTo(Secrets.MASK);
    }
    for (String value :
        List.of(
            "jdbc:postgresql://me:hunter2@db/orders",
            "postgres://:hunter2@db",
            "user=me password=hunter2",
            "jdbc:x://db/orders?user=me&PASSWORD=hunter2",
            "first line\npwd = hunter2")) {
      assertThat(Secrets.masked("URL", value)).as(value).isEqualTo(Secrets.MASK);
    }
  }

  @Test
  void anythingElseIs() {
    assertThat(Secrets.masked("LOG_LEVEL", "info")).isEqualTo("info");
    assertThat(Secrets.masked("DB_URL", "jdbc:postgresql://db:5432/orders?user=me"))
        .contains("5432");
    assertThat(Secrets.masked("key.serializer", "x.Y")).isEqualTo("x.Y");
    assertThat(Secrets.masked("SPRING_KAFKA_CONSUMER_KEY_DESERIALIZER", "x.Y")).isEqualTo("x.Y");
    assertThat(Secrets.masked("API_KEY", "")).isEmpty();
  }
}
