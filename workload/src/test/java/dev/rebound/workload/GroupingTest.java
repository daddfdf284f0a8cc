package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingTest {
  private static Grouping grouping(int keys, String skew) {
    return new Grouping(WorkloadSpec.of(Grouping.KIND, 5).with("keys", keys).with("skew", skew));
  }

  private static byte[] record(Grouping grouping, long sequence) {
    byte[] record = new byte[grouping.recordBytes()];
    RecordFormat.header(
        record, RecordFormat.RecordKind.DATA, 1, grouping.payloadBytesMax(), sequence, 7);
    grouping.payload(1, sequence, 7, record, RecordFormat.HEADER_BYTES);
    return record;
  }

  @Test
  void aRecordHasTheKeyThatItOwesAnOutputFor() {
    Grouping grouping = grouping(100, "uniform");
    int[] counts = new int[100];
    try (MatchFinder finder = new MatchFinder(grouping, 4);
        Matcher expected = grouping.newMatcher()) {
      for (long n = 0; n < 10_000; n++) {
        List<Integer> found = new ArrayList<>();
        finder.find(record(grouping, n), 0, match -> found.add(match.rule()));
        List<Integer> owed = new ArrayList<>();
        expected.expected(1, n, owed::add);
        assertThat(found).isEqualTo(owed).hasSize(1);
        counts[found.get(0)]++;
      }
    }
    for (int count : counts) {
      assertThat(count).isBetween(50, 160);
    }
  }

  @Test
  void keysMayBeUneven() {
    Grouping grouping = grouping(100, "zipf:1");
    int first = 0;
    for (long n = 0; n < 10_000; n++) {
      first += grouping.keyOf(0, n) == 0 ? 1 : 0;
    }
    assertThat(first).isBetween(1_700, 2_200);
  }

  @Test
  void whatHasNoKeyIsNoRecord() {
    try (MatchFinder finder = new MatchFinder(grouping(5, "uniform"), 4)) {
      byte[] record = record(grouping(500, "uniform"), 0);
      record[RecordFormat.HEADER_BYTES + 3] = 99;
      assertThatThrownBy(() -> finder.find(record, 0, match -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("keys are from 0 to 4");
    }
  }

  @Test
  void fewerKeysThanPartitionsAreRefused() {
    assertThat(Grouping.KIND.check().complaint(grouping(5, "uniform").spec(), 8)).isPresent();
    assertThat(Grouping.KIND.check().complaint(grouping(8, "uniform").spec(), 8)).isEmpty();
  }
}
