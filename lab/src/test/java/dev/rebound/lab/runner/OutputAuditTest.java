package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputAuditTest {
  @TempDir Path folder;

  @Test
  void aTopicIsGivenAsMuchTimeAsItsSizeTakes() {
    assertThat(OutputAudit.limit(0)).isEqualTo(Duration.ofMinutes(10));
    assertThat(OutputAudit.limit(2L << 30)).isEqualTo(Duration.ofMinutes(10));
    assertThat(OutputAudit.limit(100L << 30)).isBetween(Duration.ofHours(2), Duration.ofHours(3));
  }

  @Test
  void whatAReadingSaysOfItsFailureIsTold() throws IOException {
    ObjectMapper json = new ObjectMapper();
    assertThat(OutputAudit.failure(json.readTree("{\"failed\":\"priced-0 begins at offset 3\"}")))
        .isEqualTo("priced-0 begins at offset 3");
    for (JsonNode untold : new JsonNode[] {json.readTree("{}"), MissingNode.getInstance()}) {
      assertThat(OutputAudit.failure(untold)).contains("it was not read to its end in time");
    }
  }

  @Test
  void transactionsThatNobodyPromisedAreADoubt() throws IOException {
    DeliveryGuarantee plain = DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 500);
    DeliveryGuarantee transactional = DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 500);
    assertThat(OutputAudit.transactions(plain, List.of(output(0, 1, 2, 3)))).isEmpty();
    assertThat(OutputAudit.transactions(transactional, List.of(output(0, 1, 3, 4)))).isEmpty();
    assertThat(OutputAudit.transactions(plain, List.of(output(0, 1, 3, 4))))
        .hasValueSatisfying(
            warning -> {
              assertThat(warning.code()).isEqualTo("transactions-not-promised");
              assertThat(warning.message()).contains("1 position", "at-least-once");
            });
  }

  private Path output(long... offsets) throws IOException {
    Path file = folder.resolve("reread");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (long offset : offsets) {
        writer.append(0, offset, 10, 20, new byte[1]);
      }
    }
    return file;
  }
}
