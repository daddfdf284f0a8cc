package dev.rebound.oracle.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.OneGenerator;
import dev.rebound.oracle.due.SeenOutput;
import dev.rebound.workload.Match;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.SessionLogic;
import dev.rebound.workload.SessionLogic.What;
import dev.rebound.workload.SessionStep;
import dev.rebound.workload.SessionStep.Event;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final int RECORDS = 20_000;
  private static final int LANES = 4;
  private static final long START = 1_700_000_000_000_000L;

  private static Sessions sessions(int generators) {
    return new Sessions(
        WorkloadSpec.of(Sessions.KIND, 9)
            .with("sessions", 20)
            .with("session-events", 8)
            .with("invalid", 0.1)
            .with("receipts", 3)
            .with("generators", generators));
  }

  private static OneGenerator stored(Sessions sessions) {
    return new OneGenerator(sessions.placement(), LANES, RECORDS, START, 100);
  }

  @Test
  void eventsComeInOrderButForThoseThatAreInvalidByConstruction() {
    Sessions sessions = sessions(1);
    SessionReplay replay = new SessionReplay(sessions, stored(sessions));
    int[] owed = new int[What.values().length];
    for (long n = 0; n < RECORDS; n++) {
      assertThat(replay.owes(0, n)).as("record %d", n).isEqualTo(sessions.owes(0, n));
      owed[replay.owes(0, n).number()]++;
    }
    // Of eight events five are uses, of which a tenth is invalid, and one is a logout.
    assertThat(owed[What.ALERT.number()]).isBetween(1_100, 1_400);
    assertThat(owed[What.RECEIPT.number()]).isBetween(700, 960);
    assertThat(sessions.outputsPerRecord()).isCloseTo((5 * 0.1 + 1.0 / 3) / 8, within(1e-9));
  }

  @Test
  void sessionsDoNotEndAllAtOnce() {
    Sessions sessions = sessions(1);
    Set<Long> logouts = new HashSet<>();
    for (long n = 0; n < 8 * 20; n++) {
      if (sessions.event(0, n) == Event.LOGOUT) {
        logouts.add(n / 20);
      }
    }
    assertThat(logouts).hasSizeGreaterThan(2);
  }

  @Test
  void eachGeneratorHasPlacesOfItsOwn() {
    Sessions sessions = sessions(2);
    Set<Integer> first = new HashSet<>();
    Set<Integer> second = new HashSet<>();
    for (long n = 0; n < 100; n++) {
      first.add(sessions.keyOf(0, n));
      second.add(sessions.keyOf(1, n));
      assertThat(sessions.placement().partition(1, n, LANES))
          .isEqualTo(sessions.keyOf(1, n) % LANES);
    }
    assertThat(first).hasSize(10).doesNotContainAnyElementsOf(second);
    assertThat(second).hasSize(10);
    assertThatThrownBy(() -> sessions(3)).hasMessageContaining("20, of 3 generators");
    assertThat(
            Sessions.KIND
                .complaint(sessions(1).spec().with("generators", 3), LANES)
                .orElseThrow()
                .remedy())
        .contains("sessions: 21");
    assertThat(Sessions.KIND.complaint(sessions(1).spec(), 21)).isPresent();
  }

  @Test
  void aRecordSaysItsPlaceAndItsEvent() {
    Sessions sessions = sessions(1);
    byte[] record = new byte[sessions.recordBytes()];
    RecordFormat.header(
        record, RecordFormat.RecordKind.DATA, 0, sessions.payloadBytesMax(), 33, START);
    sessions.payload(0, 33, record, RecordFormat.HEADER_BYTES);
    List<Match> matches = new ArrayList<>();
    try (MatchFinder finder = new MatchFinder(sessions, LANES)) {
      finder.find(record, 1, matches::add);
    }
    assertThat(matches)
        .containsExactly(
            new Match(
                RecordFormat.RecordKind.DATA, 0, 13, 33, START, sessions.event(0, 33).number()));
    record[RecordFormat.HEADER_BYTES + Integer.BYTES] = 9;
    try (MatchFinder finder = new MatchFinder(sessions, LANES)) {
      assertThatThrownBy(() -> finder.find(record, 1, matches::add))
          .hasMessageContaining("no event of a session has the number 9");
    }
  }

  /** Where inputs lie in another order than they were sent in, that order counts. */
  @Test
  void whatIsDueFollowsFromTheOrderOfOffsets() {
    Sessions sessions = sessions(1);
    long token = 0;
    while (sessions.event(0, token) != Event.TOKEN
        || sessions.event(0, token + 20) != Event.LOGIN) {
      token++;
    }
    long first = token;
    Ledger swapped =
        new Ledger() {
          private final OneGenerator sent = stored(sessions);

          @Override
          public long offset(int generator, long sequence) {
            return sequence == first ? first + 20 : sequence == first + 20 ? first : sequence;
          }

          @Override
          public int generators() {
            return 1;
          }

          @Override
          public long records(int generator) {
            return sent.records(generator);
          }

          @Override
          public int lanes() {
            return LANES;
          }

          @Override
          public int lane(int generator, long sequence) {
            return sent.lane(generator, sequence);
          }

          @Override
          public boolean knows(int generator, long sequence) {
            return sent.knows(generator, sequence);
          }

          @Override
          public Fate fate(int generator, long sequence) {
            return Fate.STORED;
          }

          @Override
          public long intendedMicros(int generator, long sequence) {
            return sent.intendedMicros(generator, sequence);
          }
        };
    SessionReplay replay = new SessionReplay(sessions, swapped);
    assertThat(replay.owes(0, first + 20)).as("a login without a token").isEqualTo(What.ALERT);
    assertThat(replay.owes(0, first)).isEqualTo(What.NOTHING);
    assertThat(replay.owes(0, first + 40)).as("a use without a login").isEqualTo(What.ALERT);
  }

  @Test
  void anInputThatIsNotStoredChangesWhatIsDue() {
    Sessions sessions = sessions(1);
    long login = 0;
    while (sessions.event(0, login) != Event.LOGIN || sessions.owes(0, login) == What.ALERT) {
      login++;
    }
    OneGenerator ledger = stored(sessions);
    ledger.absent.add(login);
    SessionReplay replay = new SessionReplay(sessions, ledger);
    assertThat(replay.owes(0, login + 20)).isEqualTo(What.ALERT);
    assertThat(replay.doubted(0, login + 20)).isFalse();
    ledger.unknown.add(login);
    replay = new SessionReplay(sessions, ledger);
    assertThat(replay.doubted(0, login + 20)).isTrue();
    assertThat(replay.doubted(0, login - 20)).isFalse();
    try (Due due = Oracles.of(sessions).due(ledger)) {
      OutputRecord output =
          new OutputRecord(
              OutputRecord.OutputKind.MATCH,
              0,
              (int) (login % 20),
              login + 20,
              START,
              SessionLogic.word(What.ALERT.number(), 3),
              0,
              0,
              0,
              1,
              1);
      assertThat(due.find(new SeenOutput(output, 0))).isEqualTo(Due.NOT_JUDGED);
    }
  }

  @Test
  void theGraphOfStates() {
    List<List<Event>> may =
        List.of(List.of(Event.TOKEN), List.of(Event.LOGIN), List.of(Event.USE, Event.LOGOUT));
    int[] after = {1, 2, 2, SessionStep.START};
    for (int state = 0; state < may.size(); state++) {
      for (Event event : Event.values()) {
        assertThat(SessionStep.after(state, event))
            .isEqualTo(
                may.get(state).contains(event) ? after[event.number()] : SessionStep.INVALID);
      }
    }
  }
}
