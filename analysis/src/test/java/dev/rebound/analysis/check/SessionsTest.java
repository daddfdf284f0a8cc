package dev.rebound.analysis.check;

import static dev.rebound.analysis.evidence.Guarantee.AT_LEAST_ONCE;
import static dev.rebound.analysis.evidence.Guarantee.EXACTLY_ONCE;
import static dev.rebound.workload.RecordFormat.RecordKind.DATA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions that a job follows, and what is planted in their states and outputs. */
class SessionsTest extends KeyedTopic {
  private static final int SESSIONS = 12;
  private static final int HALF = RECORDS / 2;

  SessionsTest() {
    super(spec());
  }

  static WorkloadSpec spec() {
    return WorkloadSpec.of(Sessions.KIND, 3)
        .with("sessions", SESSIONS)
        .with("session-events", 10)
        .with("receipts", 2)
        .with("invalid", 0.1);
  }

  private void job() {
    take(0, RECORDS);
    close();
  }

  private int place(boolean alert) {
    int place = outputs.size() / 3;
    while (Sessions.alert(outputs.get(place)) != alert) {
      place++;
    }
    return place;
  }

  @Test
  void aJobWithoutAFaultOwesNothing() throws IOException {
    job();
    assertThat(outputs).hasSizeGreaterThan(200);
    assertThat(outputs.stream().filter(Sessions::alert)).hasSizeBetween(80, 200);
    assertThat(found(EXACTLY_ONCE)).isEmpty();
    assertThat(found(AT_LEAST_ONCE)).isEmpty();
    assertThat(analysed(EXACTLY_ONCE).unjudged()).doesNotContainKeys("lost", "diverged");
  }

  @Test
  void anAlertThatIsMissingOrComesTwiceIsFound() throws IOException {
    job();
    OutputRecord alert = outputs.remove(place(true));
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(found(AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(example(EXACTLY_ONCE, FindingKind.LOST))
        .startsWith("an alert on generator 0, sequence " + alert.sequence())
        .contains(", session " + alert.rule() + ", ");
    outputs.add(outputs.size() / 2, alert);
    outputs.add(outputs.size() / 2, alert);
    assertThat(found(EXACTLY_ONCE)).containsEntry(FindingKind.DUPLICATED, 1L);
    assertThat(found(AT_LEAST_ONCE)).doesNotContainKey(FindingKind.LOST);
  }

  @Test
  void soIsAReceipt() throws IOException {
    job();
    OutputRecord receipt = outputs.remove(place(false));
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(example(EXACTLY_ONCE, FindingKind.LOST))
        .startsWith("a receipt of generator 0, sequence " + receipt.sequence())
        .contains("logout");
  }

  /** The state is the job's; only the event is taken for another one. */
  private OutputRecord falseAlert(long sequence) {
    int session = (int) (sequence % SESSIONS);
    for (int event = 0; ; event++) {
      OutputRecord said =
          Workloads.logic(workload.spec())
              .apply(
                  states.get(session),
                  new Match(DATA, 0, session, sequence, sequence, event),
                  new KeyedLogic.Emitter(1, 1),
                  state -> {});
      if (said != null && Sessions.alert(said)) {
        return said;
      }
    }
  }

  @Test
  void aFalseAlertOfARightStateIsUnexpectedWhateverIsPromised() throws IOException {
    take(0, HALF);
    OutputRecord alert = falseAlert(HALF);
    int before = outputs.size();
    take(HALF, HALF + 1);
    assertThat(outputs).as("the event owes nothing").hasSize(before);
    outputs.add(alert);
    take(HALF + 1, RECORDS);
    close();
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.UNEXPECTED, 1L));
    assertThat(found(AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.UNEXPECTED, 1L));
  }

  @Test
  void aSessionThatIsForgottenMakesFalseAlerts() throws IOException {
    take(0, HALF);
    states.remove(5);
    take(HALF, RECORDS);
    close();
    assertThat(found(EXACTLY_ONCE))
        .containsKey(FindingKind.UNEXPECTED)
        .containsEntry(FindingKind.DIVERGED, 1L);
    assertThat(found(AT_LEAST_ONCE))
        .doesNotContainKey(FindingKind.UNEXPECTED)
        .containsEntry(FindingKind.DIVERGED, 1L);
    assertThat(example(EXACTLY_ONCE, FindingKind.DIVERGED)).startsWith("session 5: ");
    assertThat(example(EXACTLY_ONCE, FindingKind.UNEXPECTED)).contains("which was not due");
  }

  /** At-least-once is no leave to take events in another order, even if all is right in the end. */
  @Test
  void aFalseAlertOfEventsInAnotherOrderIsOfAWrongState() throws IOException {
    Map<FindingKind, Long> found = Map.of();
    for (int at = HALF; !found.containsKey(FindingKind.MISLED) && at < RECORDS - SESSIONS; at++) {
      outputs.clear();
      states.clear();
      take(0, at);
      take(at + SESSIONS, at + SESSIONS + 1);
      take(at, at + SESSIONS);
      take(at + SESSIONS + 1, RECORDS);
      close();
      found = found(AT_LEAST_ONCE);
    }

    assertThat(found).containsKey(FindingKind.MISLED).containsKey(FindingKind.DIVERGED);
  }

  @Test
  void eventsThatAreTakenTwiceMislead() throws IOException {
    take(0, HALF);
    take(HALF - 100, RECORDS);
    close();
    Map<FindingKind, Long> allowed = found(AT_LEAST_ONCE);
    assertThat(allowed)
        .containsKey(FindingKind.MISLED)
        .doesNotContainKeys(FindingKind.UNEXPECTED, FindingKind.DIVERGED, FindingKind.LOST);
    assertThat(analysed(AT_LEAST_ONCE).metrics())
        .containsEntry("excess", 100.0)
        .containsEntry("misled", (double) allowed.get(FindingKind.MISLED));
    assertThat(found(EXACTLY_ONCE))
        .containsKeys(FindingKind.UNEXPECTED, FindingKind.DIVERGED)
        .doesNotContainKey(FindingKind.MISLED);
  }

  @Test
  void whatASessionWithAnEventInDoubtOwesIsNotJudged() throws IOException {
    unanswered = HALF + 5;
    job();
    assertThat(found(EXACTLY_ONCE)).doesNotContainKeys(FindingKind.UNEXPECTED, FindingKind.LOST);
    assertThat(analysed(EXACTLY_ONCE).unjudged().get("lost")).contains("1 sessions");
  }
}
