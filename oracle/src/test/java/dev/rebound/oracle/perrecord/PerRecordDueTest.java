package dev.rebound.oracle.perrecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerRecordDueTest {
  private static final int PARTITIONS = 7;
  private static final int RECORDS = 1_000;
  private static final long START = 1_700_000_000_000_000L;

  private final RuleMatch workload = new RuleMatch(WorkloadSpec.ruleMatch(1));

  /**
   * Two generators, the second with one record more. Each has 100 records that were not stored, so
   * that whole blocks are empty; record 450 was lost, and of record 460 nothing is known.
   */
  private record TwoGenerators(Placement placement) implements Ledger {
    TwoGenerators() {
      this(Placement.IN_TURN);
    }

    @Override
    public int lanes() {
      return PARTITIONS;
    }

    @Override
    public int lane(int generator, long sequence) {
      return placement.partition(generator, sequence, PARTITIONS);
    }

    @Override
    public int generators() {
      return 2;
    }

    @Override
    public long records(int generator) {
      return (long) RECORDS + generator;
    }

    @Override
    public boolean knows(int generator, long sequence) {
      return generator < 2 && sequence >= 0 && sequence < records(generator);
    }

    @Override
    public Fate fate(int generator, long sequence) {
      if (sequence == 450) {
        return Fate.LOST;
      }
      if (sequence == 460) {
        return Fate.UNKNOWN;
      }
      return sequence < 400 || sequence >= 500 ? Fate.STORED : Fate.NOT_STORED;
    }

    @Override
    public long offset(int generator, long sequence) {
      boolean stored = knows(generator, sequence) && fate(generator, sequence) == Fate.STORED;
      return stored ? sequence / PARTITIONS : -1;
    }

    @Override
    public long intendedMicros(int generator, long sequence) {
      return START + sequence * 1000;
    }
  }

  private record Seen(long identityHigh, long identityLow, long evidenceHigh, long evidenceLow)
      implements Observation {
    static Seen of(int generator, long sequence, int rule) {
      return new Seen(sequence, (long) generator << 32 | rule, 0, 0);
    }
  }

  private List<Integer> rules(int generator, long sequence) {
    List<Integer> rules = new ArrayList<>();
    try (Matcher matcher = workload.newMatcher()) {
      matcher.expected(generator, sequence, rules::add);
    }
    return rules;
  }

  private Due due() {
    return Oracles.of(workload).due(new TwoGenerators());
  }

  @Test
  void aWalkVisitsTheStoredRecordsThatMatchAndNoOthers() {
    Ledger ledger = new TwoGenerators();
    try (Due due = due()) {
      long number = 0;
      for (int g = 0; g < due.table().strands(); g++) {
        assertThat(due.table().firstOf(g)).isEqualTo(number);
        DueInputWalk walk = due.table().walk(g);
        for (long sequence = 0; sequence < ledger.records(g); sequence++) {
          int matches = ledger.offset(g, sequence) < 0 ? 0 : rules(g, sequence).size();
          if (matches > 0) {
            assertThat(walk.next()).isTrue();
            assertThat(walk.start()).isEqualTo(number);
            number += matches;
            assertThat(walk.end()).isEqualTo(number);
            assertThat(walk.inputLane()).isEqualTo((int) (sequence % PARTITIONS));
            assertThat(walk.inputOffset()).isEqualTo(sequence / PARTITIONS);
            assertThat(walk.dueMicros()).isEqualTo(START + sequence * 1000);
          }
        }
        assertThat(walk.next()).isFalse();
        assertThat(walk.next()).isFalse();
      }
      assertThat(due.table().size()).isEqualTo(number);
      assertThat(due.table().firstOf(due.table().strands())).isEqualTo(number);
    }
  }

  @Test
  void theLedgerSaysWhereRecordsGo() {
    Ledger ledger =
        new TwoGenerators(
            (generator, sequence, partitions) -> (int) ((sequence / 3 + generator) % partitions));
    try (Due due = Oracles.of(workload).due(ledger)) {
      OutputLookup lookup = new OutputLookup(due);
      for (int g = 0; g < due.table().strands(); g++) {
        DueInputWalk walk = due.table().walk(g);
        for (long sequence = 0; sequence < ledger.records(g); sequence++) {
          List<Integer> rules = ledger.offset(g, sequence) < 0 ? List.of() : rules(g, sequence);
          if (!rules.isEmpty()) {
            assertThat(walk.next()).isTrue();
            int lane = (int) ((sequence / 3 + g) % PARTITIONS);
            assertThat(walk.inputLane()).isEqualTo(lane);
            assertThat(lookup.find(Seen.of(g, sequence, rules.get(0)))).isEqualTo(walk.start());
            assertThat(lookup.inputLane()).isEqualTo(lane);
            assertThat(due.describe(walk.start())).contains("(input partition " + lane);
          }
        }
      }
    }
  }

  @Test
  void anOutputIsFoundByItsIdentityAndByItsNumber() {
    Ledger ledger = new TwoGenerators();
    try (Due due = due()) {
      OutputLookup lookup = new OutputLookup(due);
      long number = 0;
      for (int g = 0; g < 2; g++) {
        for (long sequence = 0; sequence < ledger.records(g); sequence++) {
          for (int rule :
              ledger.offset(g, sequence) < 0 ? List.<Integer>of() : rules(g, sequence)) {
            assertThat(lookup.find(Seen.of(g, sequence, rule))).isEqualTo(number);
            assertThat(lookup.inputLane()).isEqualTo((int) (sequence % PARTITIONS));
            assertThat(lookup.inputOffset()).isEqualTo(sequence / PARTITIONS);
            assertThat(lookup.dueMicros()).isEqualTo(START + sequence * 1000);
            assertThat(due.table().outputLane(number)).isEqualTo(rule % PARTITIONS);
            assertThat(due.describe(number))
                .isEqualTo(due.describe(Seen.of(g, sequence, rule)))
                .startsWith("generator " + g + ", sequence " + sequence + ", rule " + rule + " (");
            number++;
          }
        }
      }
    }
  }

  @Test
  void whatIsNotDueSaysWhy() {
    try (Due due = due()) {
      OutputLookup lookup = new OutputLookup(due);
      int never = 0;
      while (rules(0, 5).contains(never)) {
        never++;
      }
      assertThat(lookup.find(Seen.of(0, 5, never))).isEqualTo(Due.NOT_DUE);
      assertThat(lookup.inputOffset()).isZero();
      for (long absurd : new long[] {-1, RECORDS, 1L << 48, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(lookup.find(Seen.of(0, absurd, 3))).isEqualTo(Due.NOT_DUE);
        assertThat(lookup.inputOffset()).isEqualTo(-1);
      }
      assertThat(lookup.find(Seen.of(9, 5, never))).isEqualTo(Due.NOT_DUE);
    }
    Workload all = new RuleMatch(RuleMatch.spec(1, 2, 2, "uniform", "indexed", 64));
    try (Due due = Oracles.of(all).due(new TwoGenerators())) {
      OutputLookup lookup = new OutputLookup(due);
      assertThat(lookup.find(Seen.of(0, 440, 1))).isEqualTo(Due.NOT_DUE);
      assertThat(lookup.find(Seen.of(0, 450, 1))).isEqualTo(Due.LOST_INPUT);
      assertThat(lookup.find(Seen.of(0, 460, 1))).isEqualTo(Due.UNKNOWN_INPUT);
      assertThat(lookup.inputLane()).isZero();
    }
  }

  @Test
  void aWalkFindsTheRecordOfAnOutputWhateverLiesBetween() {
    try (Due due = due()) {
      for (int g = 0; g < due.table().strands(); g++) {
        for (int step : new int[] {1, 2, 37, 200}) {
          DueInputWalk walk = due.table().walk(g);
          long until = due.table().firstOf(g + 1);
          for (long i = due.table().firstOf(g); i < until; i += step) {
            walk.seek(i);
            assertThat(i).isBetween(walk.start(), walk.end() - 1);
          }
          walk.seek(until - 1);
          assertThat(walk.end()).isEqualTo(until);
        }
      }
      for (long n = 0; n < RECORDS; n += 7) {
        DueInputWalk walk = due.table().walk(1, START + n * 1000);
        assertThat(walk).isNotNull();
        long first = n;
        while (rules(1, first).isEmpty() || (first >= 400 && first < 500)) {
          first++;
        }
        assertThat(walk.input()).isEqualTo(RecordId.of(1, first));
      }
      assertThat(due.table().walk(1, START + (RECORDS + 1) * 1000L)).isNull();
      DueInputWalk walk = due.table().walk(0);
      assertThatThrownBy(() -> walk.seek(due.table().size()))
          .hasMessageContaining("not of strand 0");
    }
  }
}
