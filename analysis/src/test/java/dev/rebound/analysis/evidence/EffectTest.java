package dev.rebound.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Effect DELAY = new Effect("The link of %s was slow", "delay", false);

  private static FaultResult fault(String kind) {
    return FaultResult.hit(1, kind, "worker", List.of("w"), Span.unknown(""), Span.unknown(""))
        .build();
  }

  @Test
  void filesTellNothingOfAKindThatIsAsOldAsThey() throws JsonProcessingException {
    String json = JSON.writeValueAsString(fault("pause"));

    assertThat(json).doesNotContain("effect");
    assertThat(JSON.readValue(json, FaultResult.class).does().act("a"))
        .isEqualTo("a stood still (SIGSTOP)");
    assertThat(Effect.told("pause", Effect.of("pause"))).isNull();
  }

  @Test
  void anotherKindTellsWhatItDoes() throws JsonProcessingException {
    String told =
        JSON.writeValueAsString(fault("delay"))
            .replaceFirst("}$", ",\"effect\":" + JSON.writeValueAsString(DELAY) + "}");
    FaultResult read = JSON.readValue(told, FaultResult.class);

    assertThat(read.does()).isEqualTo(DELAY);
    assertThat(JSON.writeValueAsString(read)).isEqualTo(told);
    assertThat(read.toBuilder().build()).isEqualTo(read);
    assertThat(Effect.told("delay", DELAY)).isEqualTo(DELAY);
  }

  @Test
  void ofAKindThatNothingIsToldOfItsNameIs() {
    assertThat(Effect.of("freeze").act("a and b")).isEqualTo("A freeze hit a and b");
    assertThat(Effect.of("freeze").sign()).isEqualTo("freeze");
  }
}
