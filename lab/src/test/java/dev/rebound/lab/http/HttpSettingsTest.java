package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.telemetry.ToolSettings;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {
  private static HttpSettings of(String... pairs) {
    Properties p = new Properties();
    p.setProperty("url", "http://127.0.0.1:8080/a");
    p.setProperty("generator", "2");
    for (int i = 0; i < pairs.length; i += 2) {
      p.setProperty(pairs[i], pairs[i + 1]);
    }
    return HttpSettings.of(new ToolSettings("test.properties", p));
  }

  @Test
  void anOpenModelHasARate() {
    HttpSettings settings = of("rate", "12.5");
    assertThat(settings.ratePerSecond()).isEqualTo(12.5);
    assertThat(settings.users()).isZero();
    assertThat(settings.generator()).isEqualTo(2);
    assertThat(settings.inFlightMax()).isEqualTo(1_000);
    assertThat(settings.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(of("rate", "1", "timeoutMillis", "700").connectTimeout())
        .isEqualTo(Duration.ofMillis(700));
    assertThat(of("rate", "1", "connections", "7").inFlightMax()).isEqualTo(7);
    assertThat(of("rate", "1", "http", "2").inFlightMax()).isEqualTo(100);
  }

  @Test
  void aClosedModelHasUsers() {
    HttpSettings settings = of("users", "40", "thinkMillis", "5");
    assertThat(settings.users()).isEqualTo(40);
    assertThat(settings.think()).isEqualTo(Duration.ofMillis(5));
    assertThat(settings.ratePerSecond()).isInfinite();
    assertThat(settings.inFlightMax()).isEqualTo(40);
    assertThat(of("users", "40", "connections", "7").inFlightMax()).isEqualTo(7);
  }

  @Test
  void severalTargetsAreTakenInTurn() {
    assertThat(of("rate", "1", "url", "http://a:1/x,https://b/y?z=1").targets())
        .containsExactly("http://a:1/x", "https://b/y?z=1");
  }

  @Test
  void headersAreLines() {
    assertThat(of("rate", "1").form().headers()).isEmpty();
    assertThat(of("rate", "1", "headers", "A: b\nC: d").form().headers())
        .containsExactly("A: b", "C: d");
  }
}
