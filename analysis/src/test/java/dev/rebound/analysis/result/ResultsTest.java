package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results.Away;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @TempDir Path folder;

  private Results read(@Nullable Span away) throws Exception {
    Span unknown = Span.unknown("");
    FaultResult fault =
        FaultResult.hit(1, "kill", "worker", List.of("w"), unknown, unknown)
            .away(new Away(4_200, true, 415, away, away))
            .build();
    Results written =
        Results.of("service", "service", "1")
            .metrics(Map.of("away.max", 4_200.0))
            .faults(List.of(fault))
            .build();
    ResultsFile.write(written, folder);
    assertThat(Files.readString(folder.resolve("results.json")).contains("\"instance\""))
        .isEqualTo(away != null);
    return ResultsFile.read(folder).orElseThrow();
  }

  @Test
  void whatAnEarlierVersionCallsAwayIsForHowLongNothingWasAccepted() throws Exception {
    Results earlier = read(null);
    assertThat(earlier.metrics()).containsExactly(Map.entry("away.wholly.max", 4_200.0));
    assertThat(Doubts.ofNumber("away.max", earlier).orElseThrow()).startsWith("an earlier version");
    Results now = read(Span.ended(4_200, 4_200, 4_200, 0, ""));
    assertThat(now.metrics()).containsExactly(Map.entry("away.max", 4_200.0));
    assertThat(now.unjudged()).isEmpty();
  }
}
