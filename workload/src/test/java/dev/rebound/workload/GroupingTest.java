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
    grouping.payload(1, sequence, record, RecordFormat.HEADER_BYTES);
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
    assertThat(Grouping.KIND.complaint(grouping(5, "uniform").spec(), 8)).isPresent();
    assertThat(Grouping.KIND.complaint(grouping(8, "uniform").spec(), 8)).isEmpty();
  }

  @Test
  void oneRecordInSoManyComesOutAndAllAreCounted() {
    Grouping all = new Grouping(WorkloadSpec.of(Grouping.KIND, 5).with("keys", 10));
    Grouping some = new Grouping(all.spec().with("output-every", 20));
    KeyedLogic logic = Workloads.logic(some.spec());
    byte[][] states = new byte[10][];
    int[] owed = new int[1];
    for (long n = 0; n < 2_000; n++) {
      List<Integer> due = new ArrayList<>();
      some.owed().expected(0, n, due::add);
      int key = all.keyOf(0, n);
      Match match = new Match(RecordFormat.RecordKind.DATA, 0, key, n, 0, 0);
      OutputRecord output =
          logic.apply(states[key], match, new KeyedLogic.Emitter(1, 1), next -> states[key] = next);
      assertThat(due).isEqualTo(output == null ? List.of() : List.of(key));
      owed[0] += due.size();
    }
    assertThat(owed[0]).isBetween(60, 140);
    assertThat(some.outputsPerRecord()).isEqualTo(0.05);
    assertThat(some.shuffledPerRecord()).isEqualTo(1);
    long counted = 0;
    for (byte[] state : states) {
      counted += RuleState.decode(state).count();
    }
    assertThat(counted).isEqualTo(2_000);
  }

  @Test
  void byDefaultEachRecordComesOut() {
    ExpectedOutputs owed = grouping(10, "uniform").owed();
    for (long n = 0; n < 100; n++) {
      List<Integer> due = new ArrayList<>();
      owed.expected(0, n, due::add);
      assertThat(due).hasSize(1);
    }
  }
}
