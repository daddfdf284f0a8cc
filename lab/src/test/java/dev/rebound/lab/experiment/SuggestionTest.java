package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> KNOWN = List.of("rate", "record-bytes", "seed");

  @Test
  void aSlipIsMendedAndAnythingElseIsToldWhatThereIs() {
    assertThat(Suggestion.remedy("rat", KNOWN)).isEqualTo("Did you mean 'rate'?");
    assertThat(Suggestion.remedy("moonlight", KNOWN))
        .isEqualTo("Known here: rate, record-bytes, seed.");
    assertThat(Suggestion.meant("moonlight", KNOWN)).isEmpty();
  }

  @Test
  void aWordThatWasRenamedIsToldItsNameOfToday() {
    Map<String, String> renamed = Map.of("size", "record-bytes", "rat", "rates");
    assertThat(Suggestion.meant("size", KNOWN, renamed))
        .contains("It is called 'record-bytes' now.");
    assertThat(Suggestion.meant("rat", KNOWN, renamed))
        .as("its name of today belongs elsewhere")
        .contains("Did you mean 'rate'?");
  }
}
