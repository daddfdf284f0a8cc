package dev.rebound.oracle.perrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.NoInputs;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.AsciiNumbers;
import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.Grep;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrepTest {
  private static Grep grep(String pattern) {
    return new Grep(WorkloadSpec.of(Grep.KIND, 42).with("pattern", pattern));
  }

  private static String line(Grep grep, long sequence) {
    byte[] line = grep.value(0, sequence);
    assertThat(line.length).isLessThanOrEqualTo(grep.recordBytes());
    return new String(line, UTF_8);
  }

  @Test
  void whatAJobFindsIsWhatIsDue() {
    Grep grep = grep("ERROR|client 7 ");
    int found = 0;
    try (Matcher matcher = grep.newMatcher()) {
      for (int n = 0; n < 10_000; n++) {
        String line = line(grep, n);
        List<Integer> inJob = new ArrayList<>();
        List<Integer> due = new ArrayList<>();
        matcher.match(line.getBytes(UTF_8), inJob::add);
        matcher.expected(0, n, due::add);
        boolean matches = line.startsWith("ERROR") || line.contains("client 7 ");
        assertThat(inJob).isEqualTo(matches ? List.of(0) : List.of()).isEqualTo(due);
        found += matches ? 1 : 0;
      }
    }
    assertThat(found).isBetween(400, 700);
    assertThat(grep.outputsPerRecord()).isEqualTo(found / 10_000.0);
  }

  @Test
  void outputsHaveNoPlaceAndNoState() {
    assertThat(grep("WARN").shape()).isEqualTo(WorkloadKind.Shape.IN_PLACE);
    try (Due due = Oracles.of(grep(".")).due(new NoInputs(4))) {
      assertThat(due.table().outputLanes()).isZero();
      assertThat(due.table().inputLanes()).isEqualTo(4);
    }
  }

  @Test
  void theBytesOfALineAreHeldAgainstItsInput() {
    Grep grep = grep(".");
    byte[] line = grep.value(0, 7);
    byte[] other = line.clone();
    other[3] ^= 1;
    try (Due due = Oracles.of(grep).due(new NoInputs(4))) {
      StateAudit audit = due.stateAudit(false, (lane, offset, words) -> {});
      assertThat(audit.first(seen(grep, line))).isTrue();
      assertThat(audit.again(seen(grep, other))).isFalse();
      assertThat(audit.first(seen(grep, null))).isFalse();
      assertThat(audit.judge(false).unjudged()).isNull();
    }
  }

  /** An output with record 7's header, as it is kept. */
  private static Observation seen(Grep grep, byte[] value) {
    OutputRecord[] output = new OutputRecord[1];
    grep.outputs(
        name -> RecordIdHeader.of(0, 7, 1_700_000_000_000_000L),
        value,
        bytes -> output[0] = OutputRecord.decode(bytes));
    return new Observation() {
      @Override
      public long identityHigh() {
        return output[0].sequence();
      }

      @Override
      public long identityLow() {
        return 0;
      }

      @Override
      public long evidenceHigh() {
        return output[0].count();
      }

      @Override
      public long evidenceLow() {
        return output[0].checksum();
      }
    };
  }

  @Test
  void aLineIsWrittenAsItAlwaysWas() {
    assertThat(line(grep("."), 0))
        .matches("(ERROR|WARN|INFO) request [0-9a-f]+ of client \\d+ took \\d+ ms");
    byte[][] written = new byte[2][];
    GeneratedLane lane = new GeneratedLane(3, 4, 100);
    lane.write(
        grep("."),
        5,
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            written[0] = new byte[length];
            return written[0];
          }

          @Override
          public void key(byte[] key) {
            throw new AssertionError("a line has no key");
          }

          @Override
          public void header(String name, byte[] value) {
            written[1] = value;
          }
        });
    assertThat(new String(written[0], UTF_8)).isEqualTo(line(grep("."), 23));
    assertThat(new String(written[1], UTF_8)).isEqualTo("0:23:0");
  }

  @Test
  void numbersAreWrittenAsJavaDoes() {
    for (long number :
        new long[] {0, 7, 10, 99, 100, 65_535, 1L << 48, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      byte[] target = new byte[AsciiNumbers.MAX + 1];
      int end = AsciiNumbers.decimal(number, target, 1);
      assertThat(new String(target, 1, end - 1, UTF_8)).isEqualTo(Long.toString(number));
      end = AsciiNumbers.hex(number, target, 1);
      assertThat(new String(target, 1, end - 1, UTF_8)).isEqualTo(Long.toHexString(number));
    }
  }

  @Test
  void aWrongPatternSaysWhere() {
    assertThatThrownBy(() -> grep("a(b")).hasMessageContaining("no regular expression");
    assertThat(Grep.KIND.complaint(WorkloadSpec.of(Grep.KIND, 1).with("pattern", "a(b"), 4))
        .hasValueSatisfying(
            wrong -> {
              assertThat(wrong.option()).isEqualTo("pattern");
              assertThat(wrong.problem()).contains("Unclosed group");
            });
  }

  @Test
  void aTagSurvives() {
    byte[] output =
        RecordIdHeader.output(RecordIdHeader.of(3, 123_456_789_012L, 1_700_000_000_000_000L));
    assertThat(output).isNotNull();
    OutputRecord decoded = OutputRecord.decode(output);
    assertThat(decoded.generator()).isEqualTo(3);
    assertThat(decoded.sequence()).isEqualTo(123_456_789_012L);
    assertThat(decoded.intendedMicros()).isEqualTo(1_700_000_000_000_000L);
    byte[] input = RecordIdHeader.input(RecordIdHeader.of(3, 5, 7));
    assertThat(input).isNotNull();
    assertThat(RecordFormat.sequence(input)).isEqualTo(5);
  }

  @Test
  void whatIsNoTagIsNone() {
    for (String wrong :
        List.of(
            "",
            "1:2",
            "1:2:3:4",
            "1::3",
            ":1:2",
            "1:2:",
            "a:1:2",
            "-1:2:3",
            "70000:1:2",
            "1:2:3456789012345678901",
            "1:2:3 ")) {
      assertThat(RecordIdHeader.output(wrong.getBytes(UTF_8))).as(wrong).isNull();
    }
    assertThat(RecordIdHeader.output(null)).isNull();
    assertThat(RecordIdHeader.input(new byte[] {(byte) 0x80})).isNull();
  }
}
