package dev.rebound.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.Restart;
import dev.rebound.lab.fault.RollingRedeployment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.FakeNode;
import dev.rebound.lab.runner.FakeTime;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of a fault that hits its victims in turns. */
class RollTest implements BreakableMembers, FakeNode.Lives {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration WITHIN = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final FakeTime time = new FakeTime();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> course = new ArrayList<>();
  private final List<ReboundException> failures = new ArrayList<>();
  private final Map<String, String> missing = new HashMap<>();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<FakeNode> workers = new ArrayList<>();
  private Journal journal;
  private FaultScope scope;

  @BeforeEach
  void start() throws IOException {
    journal = new Journal(folder.resolve("journal.jsonl"), time.clock(), time::nanos);
    journal.listen(entries::add);
    for (int i = 0; i < 3; i++) {
      workers.add(new FakeNode("worker-" + i, "worker", time, this));
    }
  }

  @AfterEach
  void end() throws IOException {
    journal.close();
  }

  @Override
  public List<Node> nodes(String role) {
    return List.copyOf(workers);
  }

  @Override
  public Set<Step> steps(FaultScope of) {
    scope = of;
    return Set.of();
  }

  @Override
  public Set<String> holdingWork(String role) {
    return Set.of("worker-1");
  }

  @Override
  public void restarted(Node node) {}

  @Override
  public Optional<String> missing(Node node) {
    return Optional.ofNullable(missing.get(node.name()));
  }

  @Override
  public void signalled(FakeNode node, Signal signal) {
    course.add(node.name() + " down");
  }

  @Override
  public void restarted(FakeNode node, boolean wipe, boolean newIdentity) {
    course.add(node.name() + " up");
  }

  private Nemesis nemesis(Executor aside) {
    return new Nemesis(() -> this, journal, time, 7, aside, new HeldMembers());
  }

  private static FaultExecution roll(Nemesis nemesis, int atOnce) {
    Restart restart = new Restart(Duration.ofSeconds(1), Restart.Disk.KEPT, Restart.Identity.SAME);
    ScheduledFault fault =
        new ScheduledFault(
            "worker",
            new ScheduledFault.Schedule(Duration.ZERO, null),
            new RollingRedeployment(atOnce, GRACE, WITHIN, restart));
    nemesis.inject(new FaultSchedule.Occurrence(1, Duration.ZERO, fault));
    return nemesis.executed().get(nemesis.executed().size() - 1);
  }

  /** Looks as the runner does, for so long. */
  private void pass(Nemesis nemesis, double seconds) {
    long end = time.micros() + (long) (seconds * 1e6);
    while (time.micros() < end) {
      nemesis.heal(false, failures::add);
      time.sleep(Duration.ofMillis(50));
    }
  }

  private <E> List<E> events(Class<E> type) {
    journal.settle();
    return entries.stream().map(Entry::data).filter(type::isInstance).map(type::cast).toList();
  }

  private List<String> warnings() {
    return events(Event.DoubtRaised.class).stream()
        .map(w -> w.code() + ": " + w.message())
        .toList();
  }

  private FakeNode node(String name) {
    return workers.stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void oneAfterTheOtherIsStoppedAndStartedAgainThoseAtWorkFirst() {
    Nemesis nemesis = nemesis(Runnable::run);
    List<String> victims = roll(nemesis, 1).names();
    assertThat(victims).hasSize(3).startsWith("worker-1");

    pass(nemesis, 10);

    List<String> expected = new ArrayList<>();
    victims.forEach(name -> expected.addAll(List.of(name + " down", name + " up")));
    assertThat(course).isEqualTo(expected);
    assertThat(nemesis.busy()).isFalse();
    assertThat(nemesis.nextHealingMicros()).isNull();
    assertThat(workers).allMatch(FakeNode::alive);
    assertThat(workers).allMatch(node -> node.signals().equals(List.of(Signal.TERMINATE)));
    assertThat(warnings()).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void itIsOneFaultFromTheFirstSignalToTheLastReturn() {
    Nemesis nemesis = nemesis(Runnable::run);
    long begin = time.micros();
    roll(nemesis, 1);
    pass(nemesis, 10);

    FaultExecution injected = nemesis.executed().get(0);
    assertThat(nemesis.executed()).hasSize(1);
    assertThat(injected.fault().kind().key()).isEqualTo("roll");
    assertThat(injected.confirmed()).isTrue();
    assertThat(injected.signalMicros()).isEqualTo(begin);
    assertThat(injected.returns()).hasSize(3).isSorted();
    assertThat(events(Event.FaultStarted.class).get(0).holdsWork()).contains(true);
    List<Long> hits =
        events(Event.FaultConfirmed.class).stream()
            .map(Event.FaultConfirmed::signalledMicros)
            .toList();
    assertThat(hits).hasSize(3).isSorted().startsWith(begin);
    assertThat(hits.get(1)).isGreaterThan(injected.returns().get(0));
    assertThat(events(Event.FaultOver.class)).hasSize(1);
    assertThat(entries.stream().map(entry -> entry.data().getClass().getSimpleName()).toList())
        .as("over after the last return")
        .containsSubsequence("FaultHealed", "FaultHealed", "FaultHealed", "FaultOver");
    assertThat(scope.victims()).as("at a time").isEqualTo(1);
    assertThat(scope.workingVictims()).isEqualTo(1);
    assertThat(scope.hitsAll()).isFalse();
    assertThat(events(Event.FaultStarted.class)).hasSize(1);
    assertThat(events(Event.FaultConfirmed.class)).allMatch(c -> c.confirmed()).hasSize(3);
    assertThat(events(Event.FaultHealed.class)).hasSize(3);
    assertThat(events(Event.Progress.class).get(2).what()).contains("all 3 were back at work");
  }

  @Test
  void severalGoAtATimeWhereThatIsAskedFor() {
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 2);
    pass(nemesis, 10);

    assertThat(course.subList(0, 2)).allMatch(line -> line.endsWith(" down"));
    assertThat(course.subList(2, 4)).allMatch(line -> line.endsWith(" up"));
    assertThat(course).hasSize(6);
    assertThat(nemesis.executed().get(0).confirmed()).isTrue();
  }

  @Test
  void theNextOneWaitsUntilTheLastIsBackAtWork() {
    missing.put("worker-1", "the job does not run");
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 10);
    assertThat(course).containsExactly("worker-1 down", "worker-1 up");
    assertThat(nemesis.busy()).isTrue();

    missing.clear();
    pass(nemesis, 0.6);

    assertThat(course).hasSize(3);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void nobodyWaitsWhileAMemberIsStopped() {
    Nemesis nemesis = nemesis(waiting::add);
    roll(nemesis, 1);
    pass(nemesis, 3);
    assertThat(course).isEmpty();
    assertThat(nemesis.busy()).isTrue();
    assertThat(nemesis.nextHealingMicros()).isGreaterThan(time.micros());
    assertThat(events(Event.FaultConfirmed.class)).isEmpty();

    waiting.remove().run();
    pass(nemesis, 1.2);

    assertThat(course).containsExactly("worker-1 down", "worker-1 up");
    assertThat(events(Event.FaultConfirmed.class)).hasSize(1);
  }

  @Test
  void aMemberThatDoesNotEndIsKilledAndThatIsTold() {
    workers.forEach(FakeNode::stubborn);
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 40);

    assertThat(nemesis.executed().get(0).confirmed()).isTrue();
    assertThat(events(Event.FaultConfirmed.class))
        .hasSize(3)
        .allMatch(
            c -> c.confirmed() && c.detail().contains("did not end within 10s of being asked to"));
    assertThat(warnings())
        .hasSize(3)
        .allMatch(w -> w.startsWith("fault-otherwise: fault 1: worker-") && w.endsWith("killed"));
  }

  @Test
  void aMemberThatIsNotBackInTimeEndsTheRollWithTheReason() {
    missing.put("worker-1", "the cluster does not know it");
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 30);

    assertThat(course).containsExactly("worker-1 down", "worker-1 up");
    assertThat(nemesis.busy()).isFalse();
    assertThat(nemesis.executed().get(0).confirmed()).isFalse();
    assertThat(warnings()).hasSize(2);
    assertThat(warnings().get(0))
        .startsWith("not-healed: fault 1: worker-1 was not back at work within 20s")
        .endsWith("the cluster does not know it");
    assertThat(warnings().get(1))
        .startsWith("fault-not-confirmed")
        .contains("was not carried out in full", "2 of 3 were left alone");
  }

  @Test
  void aMemberThatIsNeverReadyEndsTheRollWithTheReason() {
    node("worker-1")
        .neverReady(ReboundException.environment("ended with status 1\nits last lines", "Look."));
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 5);

    assertThat(course).hasSize(2);
    assertThat(warnings().get(0)).endsWith("is not back at work: ended with status 1");
    assertThat(warnings().get(1)).contains("not carried out in full");
  }

  @Test
  void aMemberThatDiesOnItsWayBackEndsTheRoll() {
    missing.put("worker-1", "it has only begun");
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 3);
    node("worker-1").die();
    pass(nemesis, 1);

    assertThat(warnings().get(0)).endsWith("worker-1 ended again before it was back at work");
    assertThat(nemesis.busy()).isFalse();
  }

  @Test
  void aMemberThatIsDeadWhenItsTurnComesIsStartedAgainAndTheRollIsNotConfirmed() {
    Nemesis nemesis = nemesis(Runnable::run);
    List<String> victims = roll(nemesis, 1).names();
    node(victims.get(2)).die();
    pass(nemesis, 10);

    assertThat(workers).allMatch(FakeNode::alive);
    assertThat(nemesis.executed().get(0).confirmed()).isFalse();
    assertThat(events(Event.FaultConfirmed.class).get(2).detail()).contains("dead already");
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("fault-not-confirmed")
        .contains("could not be confirmed");
  }

  @Test
  void whatWasBegunIsHealedWhenItIsCutShortAndNobodyElseIsHit() {
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 0.2);
    assertThat(course).containsExactly("worker-1 down");

    nemesis.heal(true, failures::add);

    assertThat(course).containsExactly("worker-1 down", "worker-1 up");
    assertThat(workers).allMatch(FakeNode::alive);
    assertThat(nemesis.busy()).isFalse();
    assertThat(nemesis.executed().get(0).confirmed()).isFalse();
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("fault-not-confirmed")
        .endsWith("was not carried out in full: 0 of 3 were back at work when its time was over");
    nemesis.heal(true, failures::add);
    assertThat(warnings()).as("told once").hasSize(1);
  }

  @Test
  void whatIsJustBeingStoppedWhenItIsCutShortIsStartedAgain() throws InterruptedException {
    Nemesis nemesis = nemesis(waiting::add);
    roll(nemesis, 1);
    Thread stopping = new Thread(waiting.remove());
    stopping.start();

    nemesis.heal(true, failures::add);
    stopping.join();

    assertThat(course).containsExactly("worker-1 down", "worker-1 up");
    assertThat(workers).allMatch(FakeNode::alive);
  }

  @Test
  void aRollThatIsOverIsNotCutShort() {
    Nemesis nemesis = nemesis(Runnable::run);
    roll(nemesis, 1);
    pass(nemesis, 10);
    nemesis.heal(true, failures::add);

    assertThat(warnings()).isEmpty();
    assertThat(nemesis.executed().get(0).confirmed()).isTrue();
  }

  @Test
  void whereNobodyLivesThereIsNothingToRoll() {
    workers.forEach(FakeNode::die);
    Nemesis nemesis = nemesis(Runnable::run);

    assertThat(roll(nemesis, 1).confirmed()).isFalse();
    assertThat(nemesis.busy()).isFalse();
    assertThat(warnings()).singleElement().asString().contains("only 0 living nodes");
  }

  @Test
  void whoIsDownByAnEarlierFaultIsNoVictimAndComesBackAsThatSays() {
    Nemesis nemesis = nemesis(Runnable::run);
    Restart late = new Restart(Duration.ofSeconds(4), Restart.Disk.KEPT, Restart.Identity.SAME);
    ScheduledFault kill =
        new ScheduledFault(
            "worker", new ScheduledFault.Schedule(Duration.ZERO, null), new Kill(1, late));
    nemesis.inject(new FaultSchedule.Occurrence(2, Duration.ZERO, kill));

    assertThat(roll(nemesis, 1).names()).hasSize(2).doesNotContain("worker-1");
    pass(nemesis, 10);

    assertThat(workers).allMatch(FakeNode::alive);
    assertThat(course).contains("worker-1 up").hasSize(6);
    assertThat(warnings()).isEmpty();
  }
}
