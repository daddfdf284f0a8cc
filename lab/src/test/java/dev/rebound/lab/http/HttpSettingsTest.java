package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
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
    assertThat(settings.users()).isNull();
    assertThat(settings.generator()).isEqualTo(2);
    assertThat(settings.inFlightMax()).isEqualTo(1_000);
    assertThat(settings.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(of("rate", "1", "connections", "7").inFlightMax()).isEqualTo(7);
    assertThat(of("rate", "1", "http", "2").inFlightMax()).isEqualTo(100);
    assertThat(of("rate", "1", "http", "2", "connections", "7").inFlightMax()).isEqualTo(100);
  }

  @Test
  void aClosedModelHasUsers() {
    HttpSettings settings =
        of("users", "40", "requestsPerUser", "100", "thinkMillis", "5", "rampMillis", "2000");
    assertThat(settings.users())
        .isEqualTo(
            new HttpSettings.ClosedUsers(40, 100, Duration.ofMillis(5), Duration.ofMillis(2000)));
    assertThat(settings.users().requests()).isEqualTo(4_000);
    assertThat(settings.ratePerSecond()).isInfinite();
    assertThat(settings.inFlightMax()).isEqualTo(40);
    assertThat(of("users", "3").users().requests()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void severalTargetsAreTakenInTurn() {
    assertThat(of("rate", "1", "url", "http://a:1/x, https://b/y?z=1").targets())
        .containsExactly("http://a:1/x", "https://b/y?z=1");
  }

  @Test
  void whatCannotBeIsToldOf() {
    refused("rate = 0 is no rate", "rate", "0");
    refused("rate = max is no rate", "rate", "max");
    refused("both rate and users", "rate", "1", "users", "1");
    refused("users = 0 is out of range", "users", "0");
    refused("requestsPerUser = 0", "users", "1", "requestsPerUser", "0");
    refused("timeoutMillis = 0", "rate", "1", "timeoutMillis", "0");
    refused("http = 3 is no version", "rate", "1", "http", "3");
    refused("url = ftp://a is no address", "rate", "1", "url", "ftp://a");
    refused("url =  is no address", "rate", "1", "url", "http://a/,");
    refused("url = http://a b is no address", "rate", "1", "url", "http://a b");
    refused("rate is missing");
  }

  private static void refused(String message, String... pairs) {
    assertThatThrownBy(() -> of(pairs))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(message);
  }
}
