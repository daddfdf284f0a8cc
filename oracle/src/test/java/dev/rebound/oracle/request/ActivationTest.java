package dev.rebound.oracle.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.NoInputs;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivationTest {
  private static final Activation ACTIVATION = new Activation(WorkloadSpec.of(Activation.KIND, 42));
  private static final long SENT = 1_790_000_000_000_000L;

  private static List<String> row(int generator, long sequence) {
    List<String> row = new ArrayList<>();
    row.add(new String(RecordIdHeader.of(generator, sequence, SENT), UTF_8));
    row.add(ActivationRequest.name(generator, sequence));
    row.addAll(ACTIVATION.request(generator, sequence).columns());
    return row;
  }

  private static List<OutputRecord> outputs(List<String> row) {
    List<OutputRecord> outputs = new ArrayList<>();
    ACTIVATION.outputs(
        name -> null, RowText.of(row), bytes -> outputs.add(OutputRecord.decode(bytes)));
    return outputs;
  }

  @Test
  void aRequestNamesItsUserAndFitsItsBound() {
    for (long n = 0; n < 5_000; n++) {
      byte[] body = ACTIVATION.body(3, n, SENT);
      assertThat(body.length).isLessThan(ACTIVATION.recordBytes());
      assertThat(new String(body, UTF_8))
          .contains("\"requestId\":\"3:" + n + ":" + SENT + "\"", "\"userName\":\"u-3-" + n + "\"");
    }
  }

  @Test
  void aRowSaysWhichRequestItIsOfWhateverItsId() {
    List<String> row = row(2, 77);
    OutputRecord output = outputs(row).get(0);
    assertThat(output.generator()).isEqualTo(2);
    assertThat(output.sequence()).isEqualTo(77);
    assertThat(output.intendedMicros()).isEqualTo(SENT);
    row.set(0, "made-up-by-the-front");
    assertThat(outputs(row)).singleElement().matches(o -> o.sequence() == 77);
    row.set(1, "somebody");
    assertThat(outputs(row)).isEmpty();
    assertThat(outputs(row.subList(0, 5))).isEmpty();
  }

  @Test
  void anotherContentIsFound() {
    List<String> findings = new ArrayList<>();
    try (Due due = ACTIVATION.due(new NoInputs(1))) {
      StateAudit audit = due.stateAudit(true, (lane, offset, words) -> findings.add(words.get()));
      assertThat(audit.first(observed(row(0, 5)))).isTrue();
      assertThat(audit.inTheEnd(observed(row(0, 5)))).isTrue();
      for (int column = 2; column < 2 + ActivationRequest.COLUMNS; column++) {
        List<String> other = row(0, 5);
        other.set(column, other.get(column) + "x");
        assertThat(audit.first(observed(other))).as("column %d", column).isFalse();
        assertThat(audit.inTheEnd(observed(other))).as("column %d", column).isFalse();
        other.set(column, "");
        assertThat(audit.inTheEnd(observed(other))).as("column %d gone", column).isFalse();
      }
      audit.wrong(observed(row(0, 5)), new OutputLookup(due), () -> "row of u-0-5");
    }
    assertThat(findings).singleElement().asString().contains("u-0-5");
  }

  private static Observation observed(List<String> row) {
    OutputRecord output = outputs(row).get(0);
    return new Observation() {
      @Override
      public long identityHigh() {
        return output.sequence();
      }

      @Override
      public long identityLow() {
        return (long) output.generator() << 32;
      }

      @Override
      public long evidenceHigh() {
        return output.count();
      }

      @Override
      public long evidenceLow() {
        return output.checksum();
      }
    };
  }
}
