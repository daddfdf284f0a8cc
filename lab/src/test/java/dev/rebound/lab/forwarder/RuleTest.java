package dev.rebound.lab.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.forwarder.Rule.Harm;
import dev.rebound.lab.forwarder.Rule.Way;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleTest {
  private static final Set<String> WORKERS = Set.of("worker-1", "worker-2");
  private static final Set<String> BROKER = Set.of("broker-1");

  private static Rule rule(Way way, Harm harm) {
    return new Rule("7", WORKERS, BROKER, way, harm);
  }

  private static Rule parsed(String text) {
    return Rule.parse(List.of(text.split(" ", -1)));
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (Rule rule :
        List.of(
            rule(Way.FORTH, new Harm.Hold()),
            rule(Way.BACK, new Harm.Slow(Duration.ofMillis(200), Duration.ofMillis(50), 9, null)),
            rule(
                Way.BOTH, new Harm.Slow(Duration.ofMillis(200), Duration.ZERO, 0, ApiKeys.END_TXN)),
            rule(Way.BOTH, new Harm.Hang()),
            rule(Way.BOTH, new Harm.Refuse()),
            rule(Way.BOTH, new Harm.Answer(ApiKeys.END_TXN, Errors.NOT_COORDINATOR)))) {
      assertThat(parsed(rule.text())).isEqualTo(rule);
    }
    assertThat(rule(Way.FORTH, new Harm.Hold()).text())
        .isEqualTo("7 worker-1,worker-2 broker-1 forth hold");
    assertThat(parsed("7 worker-1 * both refuse request=endtxn error=NOT_COORDINATOR").harm())
        .isEqualTo(new Harm.Answer(ApiKeys.END_TXN, Errors.NOT_COORDINATOR));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7 worker-1 broker-1 both",
        "7 worker-1 broker-1 sideways hold",
        "7 worker-1 broker-1 both explode",
        "7 worker-1 broker-1 both hold delay=5",
        "7 worker-1 broker-1 both slow delay=soon",
        "7 worker-1 broker-1 both slow delay=5 jitter=6",
        "7 worker-1 broker-1 both slow delay=5 delay=6",
        "7 worker-1 broker-1 both slow rate=-1",
        "7 worker-1 broker-1 both slow rate=5 request=EndTxn",
        "7 worker-1 broker-1 forth slow delay=5 request=EndTxn",
        "7 worker-1 broker-1 both refuse request=EndTxn",
        "7 worker-1 broker-1 both refuse request=BeginTxn error=NOT_COORDINATOR",
        "7 worker-1 broker-1 both refuse request=EndTxn error=BAD_LUCK",
        "7 worker-1 broker-1 both refuse request=EndTxn error=NONE",
        "7 worker-1 broker-1 forth hang",
        "7 worker-1, broker-1 both hold"
      })
  void whatMakesNoSenseIsRefused(String text) {
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(ReboundException.class)
        .hasMessageStartingWith("forwarder: ");
  }

  @Test
  void whoseBytesAreMeantIsSeenFromTheVictim() {
    Rule forth = rule(Way.FORTH, new Harm.Hold());
    assertThat(forth.onBytes("worker-1", "broker-1")).isTrue();
    assertThat(forth.onBytes("broker-1", "worker-1")).isFalse();
    Rule back = rule(Way.BACK, new Harm.Hold());
    assertThat(back.onBytes("worker-1", "broker-1")).isFalse();
    assertThat(back.onBytes("broker-1", "worker-1")).isTrue();
    Rule both = rule(Way.BOTH, new Harm.Hold());
    assertThat(both.onBytes("worker-1", "broker-1")).isTrue();
    assertThat(both.onBytes("broker-1", "worker-1")).isTrue();
    assertThat(both.onBytes("worker-1", "worker-2")).isFalse();
    assertThat(both.onBytes("worker-1", null)).isFalse();
    assertThat(parsed("7 broker-1 * both hold").onBytes(null, "broker-1")).isTrue();
  }

  @Test
  void aRequestIsKnownByItsName() {
    assertThat(Rule.request("EndTxn")).contains(ApiKeys.END_TXN);
    assertThat(Rule.request("initproducerid")).contains(ApiKeys.INIT_PRODUCER_ID);
    assertThat(Rule.request("BeginTxn")).isEmpty();
  }
}
