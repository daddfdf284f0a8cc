package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Owner;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JournalEvidenceTest {
  private final JournalEvidence evidence = new JournalEvidence(List.of());
  private long n;

  private void hear(long wallMicros, Event event) {
    evidence.on(new Entry(1, ++n, wallMicros, wallMicros * 1000, event));
  }

  private void started(long at, String node, int incarnation, Owner owner) {
    hear(at, new Event.ProcessStarted(node, "worker", incarnation, 7, owner));
  }

  private void exited(long at, String node, int incarnation, int restart) {
    hear(
        at,
        new Event.ProcessExited(node, "worker", incarnation, 1, restart == 0, List.of(), restart));
  }

  private List<MemberLife> lives() {
    return evidence().lives();
  }

  private Evidence evidence() {
    return evidence
        .in(
            Evidence.of(
                TinyWorkload.of(2),
                DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
                1,
                List.of(),
                Path.of("observed")))
        .build();
  }

  private void paused(Event.@Nullable Lasting lasting) {
    List<String> victims = List.of("worker-1", "worker-2");
    hear(
        1000,
        new Event.FaultStarted(
            1, "pause", "worker", victims, List.of(true, true), "", null, null, lasting));
    hear(1010, new Event.FaultConfirmed(1, "worker-1", 1, 7, 1005, true, 3, ""));
    hear(1011, new Event.FaultConfirmed(1, "worker-2", 1, 8, 1006, true, 3, ""));
  }

  @Test
  void aFaultThatLastsIsHealedWithItsLastVictim() {
    paused(new Event.Lasting(3000, true));
    hear(4000, new Event.FaultHealed(1, "worker-1", 1, "", 3990));
    assertThat(evidence().faults().get(0).lasting())
        .isEqualTo(new Evidence.LastingTimes(0, true, List.of()));
    hear(5000, new Event.FaultHealed(1, "worker-2", 1, "", 4990));
    assertThat(evidence().faults().get(0).lasting())
        .isEqualTo(new Evidence.LastingTimes(4990, true, List.of()));
  }

  @Test
  void aJournalThatDoesNotSayThatAFaultLastsTellsNothingOfIt() {
    paused(null);
    hear(4000, new Event.FaultHealed(1, "worker-1", 1, "", 3990));
    hear(5000, new Event.FaultHealed(1, "worker-2", 1, "", 4990));
    assertThat(evidence().faults().get(0).lasting()).isNull();
  }

  @Test
  void whoEndedOfAFaultIsToldAndItsNextLifeBeganAfterThat() {
    started(100, "worker-1", 1, Owner.SUBJECT);
    started(110, "worker-2", 1, Owner.SUBJECT);
    paused(new Event.Lasting(3000, true));
    hear(2000, new Event.ProcessExited("worker-2", "worker", 1, 134, false, List.of(), 0, 1));
    hear(4000, new Event.FaultHealed(1, "worker-1", 1, "", 3990));
    started(4980, "worker-2", 2, Owner.SUBJECT);
    hear(5000, new Event.FaultHealed(1, "worker-2", 2, "", 4970));
    Evidence.LastingTimes lasting = evidence().faults().get(0).lasting();
    assertThat(lasting)
        .isEqualTo(
            new Evidence.LastingTimes(
                4970, true, List.of(new Evidence.EndedVictim("worker-2", 2000, 134, false))));
    assertThat(lives()).contains(new MemberLife("worker-2", 2000, 0));
  }

  /** When a process began, what is noted of its start tells too late. */
  @Test
  void aLifeBeganAfterTheOneBeforeItWasHit() {
    started(100, "worker-1", 1, Owner.SUBJECT);
    started(110, "worker-2", 1, Owner.SUBJECT);
    started(120, "broker-1", 1, Owner.SUPPORT);
    hear(
        1000,
        new Event.FaultStarted(
            1, "kill", "worker", List.of("worker-1"), List.of(), "", null, null));
    hear(1010, new Event.FaultConfirmed(1, "worker-1", 1, 7, 1005, true, 3, ""));
    exited(1020, "worker-1", 1, 0);
    started(2000, "worker-1", 2, Owner.SUBJECT);
    assertThat(lives())
        .containsExactly(
            new MemberLife("worker-1", 0, 1020),
            new MemberLife("worker-2", 0, 0),
            new MemberLife("worker-1", 1005, 0));
  }

  /** The death of one that a daemon starts may be noted once the next has begun. */
  @Test
  void aDeathTellsOfTheNextStartOnlyIfItIsWhatIsWaitedFor() {
    started(100, "worker-1", 1, Owner.SUBJECT);
    exited(1000, "worker-1", 1, 1);
    started(2000, "worker-1", 2, Owner.SUBJECT);
    exited(3000, "worker-1", 2, 0);
    started(3001, "worker-1", 3, Owner.SUBJECT);
    assertThat(lives())
        .containsExactly(
            new MemberLife("worker-1", 0, 1000),
            new MemberLife("worker-1", 1000, 3000),
            new MemberLife("worker-1", 1000, 0));
  }

  @Test
  void ofProcessesThatAnotherRunHasTooNothingIsKnown() {
    started(100, "worker-1", 1, Owner.SUBJECT);
    hear(200, new Event.SharesCluster("other", "../other"));
    assertThat(lives()).isEmpty();
  }
}
