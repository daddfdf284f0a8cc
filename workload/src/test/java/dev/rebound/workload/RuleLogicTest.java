package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleLogicTest {
  private static Match data(long sequence) {
    return new Match(RecordFormat.RecordKind.DATA, 2, 5, sequence, sequence * 10, 0);
  }

  @Test
  void everyMatchIsEmittedWithTheRunningState() {
    RuleLogic logic = new RuleLogic(100);
    List<byte[]> kept = new ArrayList<>();
    KeyedLogic.Emitter emitter = new KeyedLogic.Emitter(7, 3);
    assertThat(logic.apply(null, data(1), emitter, kept::add).count()).isEqualTo(1);
    OutputRecord second = logic.apply(kept.get(0), data(4), emitter, kept::add);
    assertThat(kept).hasSize(2).allMatch(state -> state.length == 100);
    assertThat(second)
        .isEqualTo(
            new OutputRecord(
                OutputRecord.OutputKind.MATCH,
                2,
                5,
                4,
                40,
                2,
                RuleState.identityHash(2, 1, 5) + RuleState.identityHash(2, 4, 5),
                10,
                40,
                7,
                3));
  }

  @Test
  void aClosingRecordReadsOutAndChangesNothing() {
    RuleState state = RuleState.EMPTY.step(2, 1, 5, 10);
    List<byte[]> kept = new ArrayList<>();
    OutputRecord output =
        new RuleLogic(0)
            .apply(
                state.encode(0),
                new Match(RecordFormat.RecordKind.CLOSING, 0, 5, 1, 99, 0),
                new KeyedLogic.Emitter(0, 1),
                kept::add);
    assertThat(kept).isEmpty();
    assertThat(output)
        .isEqualTo(
            new OutputRecord(
                OutputRecord.OutputKind.READOUT, 0, 5, 1, 99, 1, state.checksum(), 10, 10, 0, 1));
  }

  @Test
  void closingRecordsOfAllPartitionsReadOutEveryRuleOnce() {
    Workload workload = Workloads.create(WorkloadSpec.ruleMatch(1));
    List<Integer> rules = new ArrayList<>();
    try (MatchFinder finder = new MatchFinder(workload, 7)) {
      for (int partition = 0; partition < 7; partition++) {
        byte[] closing = new byte[RecordFormat.HEADER_BYTES];
        RecordFormat.header(closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, 1);
        finder.find(closing, partition, match -> rules.add(match.rule()));
      }
    }
    assertThat(rules).hasSize(1000).doesNotHaveDuplicates();
  }

  @Test
  void dataRecordsGiveTheirMatchesWithTheirIdentity() {
    Workload workload = Workloads.create(RuleMatch.spec(1, 4, 4, "uniform", "indexed", 64));
    byte[] record = new byte[64];
    RecordFormat.header(record, RecordFormat.RecordKind.DATA, 9, 40, 11, 12);
    List<Match> matches = new ArrayList<>();
    try (MatchFinder finder = new MatchFinder(workload, 2)) {
      finder.find(record, 0, matches::add);
    }
    assertThat(matches).hasSize(4);
    assertThat(matches.get(3)).isEqualTo(new Match(RecordFormat.RecordKind.DATA, 9, 3, 11, 12, 0));
  }

  @Test
  void noPartitionsAreRefused() {
    assertThatThrownBy(() -> new MatchFinder(Workloads.create(WorkloadSpec.ruleMatch(1)), 0))
        .hasMessageContaining("choose at least 1");
  }
}
