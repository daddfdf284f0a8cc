package dev.rebound.oracle.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NoInputs;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventsTest {
  private static final long INTENDED = 1_750_000_000_000_000L;
  private static final int KEYS = 8;

  private static Events events(String oracle) {
    return new Events(
        WorkloadSpec.of(Events.KIND, 1)
            .with("oracle", oracle)
            .with("keys", Integer.toString(KEYS)));
  }

  /** 100 records of one generator, all stored. */
  private static final class Hundred implements Ledger {
    @Override
    public int generators() {
      return 1;
    }

    @Override
    public long records(int generator) {
      return 100;
    }

    @Override
    public int lanes() {
      return 4;
    }

    @Override
    public int lane(int generator, long sequence) {
      return (int) (sequence % 4);
    }

    @Override
    public boolean knows(int generator, long sequence) {
      return generator == 0 && sequence >= 0 && sequence < 100;
    }

    @Override
    public Fate fate(int generator, long sequence) {
      return Fate.STORED;
    }

    @Override
    public long offset(int generator, long sequence) {
      return knows(generator, sequence) ? sequence / 4 : -1;
    }

    @Override
    public long intendedMicros(int generator, long sequence) {
      return INTENDED + sequence;
    }
  }

  private record Seen(long identityHigh, long identityLow, long evidenceHigh, long evidenceLow)
      implements Observation {
    static Seen of(long sequence, long count) {
      return new Seen(sequence, 0, count, 0);
    }
  }

  @Test
  void aValueSaysWhichItIs() {
    Events events = events("echo");
    byte[] value = events.value(3, 17, INTENDED);
    assertThat(value).hasSize(256);
    assertThat(new String(value, UTF_8))
        .startsWith("{\"id\":\"3:17:1750000000000000\",\"key\":\"k1\",\"n\":17,\"text\":\"xx")
        .endsWith("xx\"}");
    assertThat(events.key(3, 17)).isEqualTo("k1".getBytes(UTF_8));
    byte[] known = RecordIdHeader.output(null, value);
    assertThat(known).isNotNull();
    OutputRecord output = OutputRecord.decode(known);
    assertThat(output.generator()).isEqualTo(3);
    assertThat(output.sequence()).isEqualTo(17);
    assertThat(output.intendedMicros()).isEqualTo(INTENDED);
    assertThat(RecordIdHeader.output(null, "{\"n\":1}".getBytes(UTF_8))).isNull();
  }

  @Test
  void aHeaderThatContradictsTheValueIsTold() {
    Events events = events("echo");
    byte[] value = events.value(3, 17, INTENDED);
    byte[] right = RecordIdHeader.output(RecordIdHeader.of(3, 17, INTENDED), value);
    byte[] wrong = RecordIdHeader.output(RecordIdHeader.of(3, 18, INTENDED), value);
    assertThat(OutputRecord.decode(right).checksum()).isZero();
    assertThat(OutputRecord.decode(wrong).checksum()).isEqualTo(RecordIdHeader.CONTRADICTION);
    List<String> diverged = new ArrayList<>();
    try (Due due = events.due(new NoInputs(4))) {
      StateAudit audit = due.stateAudit(true, (lane, offset, words) -> diverged.add(words.get()));
      assertThat(audit.first(seen(18, 0))).isTrue();
      assertThat(audit.first(seen(18, RecordIdHeader.CONTRADICTION))).isFalse();
    }
  }

  /** A reader that keeps nothing of what an output says says nothing for it. */
  @Test
  void anOutputOfWhichNothingWasKeptIsNotTakenForTheSameAsItsInput() {
    Events events =
        new Events(
            WorkloadSpec.of(Events.KIND, 1)
                .with("oracle", "echo")
                .with("keys", Integer.toString(KEYS))
                .with("same", "value"));
    List<String> diverged = new ArrayList<>();
    try (Due due = events.due(new Hundred())) {
      StateAudit audit = due.stateAudit(true, (lane, offset, words) -> diverged.add(words.get()));
      assertThat(audit.first(seen(18, ContentEquality.SAME))).isTrue();
      for (long word : new long[] {0, -1, RecordIdHeader.CONTRADICTION}) {
        Observation unread = seen(18, word);
        assertThat(audit.first(unread)).isFalse();
        OutputLookup lookup = new OutputLookup(due);
        lookup.find(unread);
        audit.wrong(unread, lookup, () -> due.describe(unread));
      }
    }
    assertThat(diverged)
        .hasSize(3)
        .allSatisfy(words -> assertThat(words).startsWith("other content than its input's"))
        .first()
        .asString()
        .contains("nothing that tells was kept of it");
  }

  private static Observation seen(long sequence, long checksum) {
    return new Observation() {
      @Override
      public long identityHigh() {
        return sequence;
      }

      @Override
      public long identityLow() {
        return 0;
      }

      @Override
      public long evidenceHigh() {
        return 0;
      }

      @Override
      public long evidenceLow() {
        return checksum;
      }
    };
  }

  @Test
  void aCountIsReadFromTheValue() {
    byte[] output =
        RecordIdHeader.output(
            RecordIdHeader.of(0, 5, INTENDED), "{\"key\":\"k5\", \"count\": 42}".getBytes(UTF_8));
    assertThat(output).isNotNull();
    assertThat(OutputRecord.decode(output).count()).isEqualTo(42);
  }

  @Test
  void eachInputOwesOneOutput() {
    try (Due due = events("echo").due(new Hundred())) {
      assertThat(due.table().size()).isEqualTo(100);
      OutputLookup lookup = new OutputLookup(due);
      assertThat(lookup.find(Seen.of(99, 0))).isEqualTo(99);
      assertThat(lookup.find(Seen.of(100, 0))).isEqualTo(Due.NOT_DUE);
      assertThat(due.describe(Seen.of(7, 0))).startsWith("generator 0, sequence 7 (input");
    }
  }

  @Test
  void runningCountsAreHeldAgainstTheInputsOfTheirKey() {
    List<String> diverged = new ArrayList<>();
    try (Due due = events("count").due(new Hundred())) {
      StateAudit audit = due.stateAudit(true, (lane, offset, words) -> diverged.add(words.get()));
      OutputLookup lookup = new OutputLookup(due);
      for (long n = 0; n < 100; n++) {
        Seen seen = Seen.of(n, n == 50 ? n / KEYS : n / KEYS + 1);
        lookup.find(seen);
        if (!audit.first(seen)) {
          audit.wrong(seen, lookup, () -> due.describe(seen));
        }
      }
      assertThat(audit.judge(false).unjudged()).isNull();
    }
    assertThat(diverged).singleElement().asString().startsWith("key k2: count 6 came twice");
  }

  @Test
  void atLeastOnceCountsMustReachTheInputs() {
    List<String> diverged = new ArrayList<>();
    try (Due due = events("count").due(new Hundred())) {
      StateAudit audit = due.stateAudit(false, (lane, offset, words) -> diverged.add(words.get()));
      for (long n = 0; n < 100; n++) {
        audit.first(Seen.of(n, n % KEYS == 3 ? 1 : n / KEYS + 2));
      }
      assertThat(audit.judge(false).excess()).isEqualTo(7);
    }
    assertThat(diverged).containsExactly("key k3: counted up to 1 of 13 records");
  }

  /** The counts of a key's 13 records, in the order of output: record, count. */
  private static List<String> countedAs(long... recordsAndCounts) {
    List<String> diverged = new ArrayList<>();
    try (Due due = events("count").due(new Hundred())) {
      StateAudit audit = due.stateAudit(false, (lane, offset, words) -> diverged.add(words.get()));
      Set<Long> records = new HashSet<>();
      for (long n = 0; n < 100; n++) {
        if (n % KEYS != 3) {
          audit.first(Seen.of(n, n / KEYS + 1));
        }
      }
      for (int i = 0; i < recordsAndCounts.length; i += 2) {
        Seen seen = Seen.of(3 + (recordsAndCounts[i] - 1) * KEYS, recordsAndCounts[i + 1]);
        if (records.add(recordsAndCounts[i])) {
          audit.first(seen);
        } else {
          audit.again(seen);
        }
      }
      audit.judge(false);
    }
    return diverged;
  }

  @Test
  void atLeastOnceACountMayFallBackAndRiseAgainAsRecordsAreCountedAnew() {
    assertThat(
            countedAs(
                1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11,
                11, 12, 12, 13, 13))
        .as("replayed from an older state")
        .isEmpty();
    assertThat(countedAs(1, 1, 2, 2, 3, 3, 2, 4, 3, 5, 4, 6, 5, 7, 13, 15, 4, 6))
        .as("replayed with the newer state; one that was paused says an old count in the end")
        .isEmpty();
  }

  @Test
  void atLeastOnceForgottenStateIsNotHiddenByWhatWasReachedBefore() {
    assertThat(countedAs(1, 1, 2, 2, 3, 3, 2, 20, 3, 21, 4, 4, 12, 12, 13, 5))
        .containsExactly(
            "key k3: its last record came with count 5 of 13, after a count of 21: state was"
                + " forgotten");
    assertThat(countedAs(1, 1, 2, 2, 11, 11, 12, 12, 13, 13, 12, 1, 13, 2))
        .as("forgotten when all had been counted, and replayed")
        .containsExactly(
            "key k3: its last record came with count 2 of 13, after a count of 13: state was"
                + " forgotten");
  }

  @Test
  void atLeastOnceTheFinalCountIsNotKnownWithoutTheLastOutput() {
    assertThat(countedAs(1, 1, 2, 14)).isEmpty();
    assertThat(countedAs(1, 1, 2, 12)).isEmpty();
    assertThat(countedAs(1, 1, 2, 1))
        .as("there were two outputs")
        .containsExactly("key k3: counted up to 1 of 13 records");
  }

  @Test
  void whereNothingIsDeclaredNothingIsJudged() {
    try (Due due = events("none").due(new Hundred())) {
      assertThat(due.table().size()).isZero();
      assertThat(due.unjudged()).contains("oracle is none");
      assertThat(new OutputLookup(due).find(Seen.of(1, 0))).isEqualTo(Due.NOT_JUDGED);
    }
  }

  @Test
  void keysMustStayOnOnePartition() {
    assertThat(Events.KIND.complaint(events("echo").spec(), 4)).isEmpty();
    assertThat(Events.KIND.complaint(events("echo").spec(), 5))
        .hasValueSatisfying(wrong -> assertThat(wrong.remedy()).contains("keys: 10"));
  }
}
