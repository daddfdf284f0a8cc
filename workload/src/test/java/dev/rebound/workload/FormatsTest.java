package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Every byte layout reads back what was written, and refuses what it is not. */
class FormatsTest {
  @Property
  void aRecordHeaderReadsBackWhatWasWritten(
      @ForAll RecordFormat.RecordKind kind,
      @ForAll @IntRange(max = 65535) int generator,
      @ForAll @IntRange int payloadBytes,
      @ForAll long sequence,
      @ForAll long intendedMicros) {
    byte[] record = new byte[40];
    Arrays.fill(record, (byte) 0x55);
    RecordFormat.header(record, kind, generator, payloadBytes, sequence, intendedMicros);
    assertThat(RecordFormat.kind(record)).isEqualTo(kind);
    assertThat(RecordFormat.generator(record)).isEqualTo(generator);
    assertThat(RecordFormat.payloadBytes(record)).isEqualTo(payloadBytes);
    assertThat(RecordFormat.sequence(record)).isEqualTo(sequence);
    assertThat(RecordFormat.intendedMicros(record)).isEqualTo(intendedMicros);
    assertThat(Arrays.copyOfRange(record, 24, 40)).containsOnly(0x55);
  }

  @Example
  void whatIsNoRecordIsRefused() {
    assertThatThrownBy(() -> RecordFormat.kind(new byte[0])).hasMessageContaining("absent");
    assertThatThrownBy(() -> RecordFormat.kind(new byte[23])).hasMessageContaining("23 bytes");
    byte[] other = new byte[24];
    other[0] = 2;
    assertThatThrownBy(() -> RecordFormat.kind(other)).hasMessageContaining("first byte 2");
    other[0] = 1;
    other[1] = 9;
    assertThatThrownBy(() -> RecordFormat.kind(other)).hasMessageContaining("kind 9");
  }

  @Property
  void anOutputReadsBackWhatWasWritten(
      @ForAll OutputRecord.OutputKind kind,
      @ForAll @IntRange(max = 65535) int generator,
      @ForAll int rule,
      @ForAll long sequence,
      @ForAll long count,
      @ForAll long checksum,
      @ForAll long micros,
      @ForAll int node) {
    OutputRecord output =
        new OutputRecord(
            kind, generator, rule, sequence, micros, count, checksum, micros - 1, ~micros, node, 3);
    assertThat(output.encode()).hasSize(OutputRecord.BYTES);
    assertThat(OutputRecord.decode(output.encode())).isEqualTo(output);
  }

  @Property
  void aMatchReadsBackWhatWasWritten(
      @ForAll RecordFormat.RecordKind kind,
      @ForAll @IntRange(max = 65535) int generator,
      @ForAll int rule,
      @ForAll long sequence,
      @ForAll long micros,
      @ForAll @IntRange(max = Match.DETAILS - 1) int detail) {
    Match match = new Match(kind, generator, rule, sequence, micros, detail);
    assertThat(match.encode()).hasSize(Match.BYTES);
    assertThat(Match.decode(match.encode())).isEqualTo(match);
  }

  @Example
  void whatIsNoOutputOrMatchIsRefused() {
    assertThatThrownBy(() -> OutputRecord.decode(new byte[64]))
        .hasMessageContaining("not an output");
    assertThatThrownBy(() -> OutputRecord.decode(new byte[63])).hasMessageContaining("63 bytes");
    assertThatThrownBy(() -> Match.decode(new byte[23])).hasMessageContaining("23 bytes");
    byte[] match = new Match(RecordFormat.RecordKind.DATA, 0, 0, 0, 0, 0).encode();
    match[1] = -1;
    assertThatThrownBy(() -> Match.decode(match)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void aStateReadsBackWhatWasWrittenWhateverItsPadding(
      @ForAll long count, @ForAll long checksum, @ForAll @IntRange(max = 300) int stateBytes) {
    RuleState state = new RuleState(count, checksum, 5, 6);
    assertThat(state.encode(stateBytes)).hasSize(Math.max(32, stateBytes));
    assertThat(RuleState.decode(state.encode(stateBytes))).isEqualTo(state);
  }

  @Property
  void theOrderOfMatchesDoesNotMatterToTheState(
      @ForAll @IntRange(min = 1, max = 50) int matches,
      @ForAll @LongRange(min = 0, max = 1L << 40) long start,
      @ForAll long shuffle) {
    List<Long> sequences = new ArrayList<>();
    for (int i = 0; i < matches; i++) {
      sequences.add(start + i);
    }
    RuleState inOrder = run(sequences);
    Collections.shuffle(sequences, new Random(shuffle));
    assertThat(run(sequences)).isEqualTo(inOrder);
    assertThat(inOrder.count()).isEqualTo(matches);
    assertThat(inOrder.firstMicros()).isEqualTo(start * 10);
    assertThat(inOrder.lastMicros()).isEqualTo((start + matches - 1) * 10);
  }

  private static RuleState run(List<Long> sequences) {
    RuleState state = RuleState.EMPTY;
    for (long sequence : sequences) {
      state = state.step(1, sequence, 7, sequence * 10);
    }
    return state;
  }

  @Property
  void aMatchTakenTwiceShowsInCountAndChecksum(
      @ForAll @IntRange(max = 65535) int generator, @ForAll long sequence, @ForAll int rule) {
    RuleState once = RuleState.EMPTY.step(generator, sequence, rule, 1);
    RuleState twice = once.step(generator, sequence, rule, 1);
    assertThat(twice.count()).isEqualTo(2);
    assertThat(twice.checksum()).isNotEqualTo(once.checksum());
  }

  @Example
  void identityHashesAreThoseOfFormatVersion1() {
    assertThat(RuleState.identityHash(0, 0, 0)).isEqualTo(-6411193824288604561L);
    assertThat(RuleState.identityHash(1, 2, 3)).isEqualTo(3640641959960628774L);
  }
}
