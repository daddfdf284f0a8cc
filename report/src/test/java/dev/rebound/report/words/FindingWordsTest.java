package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingWordsTest {
  @Test
  void copiesAreToldByFaultAndByWhatWasCommitted() {
    Finding copies =
        new Finding(FindingKind.DUPLICATED, 1300, true, Map.of("1", 1300L), List.of(), Map.of());
    assertThat(FindingWords.causes(copies)).isEqualTo("1,300 from fault 1");
    assertThat(
            FindingWords.causes(
                copies.by(Map.of("unread", 1L, "redelivered", 1296L, "beyond-commit", 3L))))
        .isEqualTo(
            "1,300 from fault 1; 1,296 redelivered, 3 beyond commit, 1 unknown (commits were not"
                + " read all the while)");
  }
}
