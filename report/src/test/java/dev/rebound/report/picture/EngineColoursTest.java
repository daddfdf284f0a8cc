package dev.rebound.report.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine has one colour, whatever stands beside it. */
class EngineColoursTest {
  @Test
  void anEngineHasTheSameColourInEveryPicture() {
    int[] six =
        EngineColours.of(List.of("Flink", "Jet", "Kafka Streams", "Spark", "Storm", "Trident"));
    assertThat(six).doesNotHaveDuplicates();
    assertThat(EngineColours.of(List.of("Kafka Streams, tuned", "kill 2 of 8, Flink 2.3.0, stock")))
        .containsExactly(six[2], six[0]);
    assertThat(EngineColours.of(List.of("Trident"))).containsExactly(six[5]);
  }

  @Test
  void whatIsNoEngineHasNoneOfTheirColours() {
    int[] mixed = EngineColours.of(List.of("Activation", "Flink", "Flink, quick"));
    assertThat(mixed).doesNotHaveDuplicates().contains(EngineColours.of(List.of("Flink"))[0]);
    assertThat(mixed[0]).isGreaterThan(5);
    assertThat(mixed[2]).isGreaterThan(5);
  }

  @Test
  void moreLinesThanColoursAreDrawnAllTheSame() {
    List<String> many = Collections.nCopies(EngineColours.COUNT + 3, "Activation");
    int[] colours = EngineColours.of(many);
    assertThat(colours).hasSize(many.size());
    assertThat(Arrays.stream(colours).max().orElseThrow()).isLessThan(EngineColours.COUNT);
  }
}
