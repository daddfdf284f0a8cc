package dev.rebound.lab.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.lab.fault.Pause;
import dev.rebound.lab.fault.Restart;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.FakeNode;
import dev.rebound.lab.runner.FakeTime;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NemesisTest implements BreakableMembers, FakeNode.Lives {
  private static final ScheduledFault.Schedule AT_ONCE =
      new ScheduledFault.Schedule(Duration.ZERO, null);
  private static final Restart AFTER_TWO_SECONDS = restart(Restart.Disk.KEPT);

  @TempDir Path folder;
  private final FakeTime time = new FakeTime();
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> restarted = new ArrayList<>();
  private final List<ReboundException> failures = new ArrayList<>();
  private List<FakeNode> workers = List.of();
  private Set<String> working = Set.of();
  private boolean needed = true;
  private Set<String> leading = Set.of();
  private Duration askedFor = Duration.ZERO;
  private boolean answered = true;
  private final List<String> asked = new ArrayList<>();
  private boolean restartsFail;
  private boolean restartsDie;
  private boolean signalsThrow;
  private String missing = "";
  private Journal journal;
  private FaultScope scope;

  @BeforeEach
  void start() throws IOException {
    journal = new Journal(folder.resolve("journal.jsonl"), time.clock(), time::nanos);
    journal.listen(entries::add);
    workers = workers(8);
    working = new TreeSet<>(List.of("worker-1", "worker-3", "worker-6"));
  }

  @AfterEach
  void end() throws IOException {
    journal.close();
  }

  private List<FakeNode> workers(int count) {
    List<FakeNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(new FakeNode("worker-" + i, "worker", time, this));
    }
    return nodes;
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
  public boolean needed(String role) {
    return needed;
  }

  @Override
  public Set<String> holdingWork(String role) {
    asked.add("work of " + role);
    return working;
  }

  @Override
  public NamedMembers only(String role, String which) {
    asked.add(which + " " + role);
    time.sleep(askedFor);
    return new NamedMembers(
        which.equals("leader") ? leading : Set.of("worker-4", "worker-7"), answered);
  }

  @Override
  public void restarted(Node node) {
    restarted.add(node.name());
  }

  @Override
  public Optional<String> missing(Node node) {
    return Optional.of(missing).filter(what -> !what.isEmpty());
  }

  @Override
  public void signalled(FakeNode node, Signal signal) {
    if (signalsThrow) {
      throw new IllegalStateException("not permitted");
    }
  }

  @Override
  public void restarted(FakeNode node, boolean wipe, boolean newIdentity) {
    if (restartsDie) {
      node.die();
    }
    if (restartsFail) {
      node.die();
      throw ReboundException.environment(node.name() + " fell", "Look.");
    }
    restarted.add(node.name() + (wipe ? " wiped" : " kept") + (newIdentity ? " new" : " same"));
  }

  private static Restart restart(Restart.Disk disk) {
    return new Restart(Duration.ofSeconds(2), disk, Restart.Identity.SAME);
  }

  private static ScheduledFault kill(int count, @Nullable Restart restart) {
    return new ScheduledFault("worker", AT_ONCE, new Kill(count, restart));
  }

  private static ScheduledFault pause(int count, int seconds) {
    return new ScheduledFault("worker", AT_ONCE, new Pause(count, Duration.ofSeconds(seconds)));
  }

  private final HeldMembers held = new HeldMembers();

  private Nemesis nemesis(long seed) {
    return new Nemesis(() -> this, journal, time, seed, Nemesis::onAThread, held);
  }

  private static FaultExecution inject(Nemesis nemesis, int number, ScheduledFault fault) {
    nemesis.inject(new FaultSchedule.Occurrence(number, Duration.ZERO, fault));
    return nemesis.executed().get(nemesis.executed().size() - 1);
  }

  private void heal(Nemesis nemesis, boolean all) {
    nemesis.heal(all, failures::add);
  }

  private <E> List<E> events(Class<E> type) {
    journal.settle();
    return entries.stream().map(Entry::data).filter(type::isInstance).map(type::cast).toList();
  }

  /** Whether a victim of the last fault was said to hold work. */
  private boolean heldWork() {
    List<Event.FaultStarted> started = events(Event.FaultStarted.class);
    return started.get(started.size() - 1).holdsWork().contains(true);
  }

  private FakeNode node(String name) {
    return workers.stream().filter(n -> n.name().equals(name)).findFirst().orElseThrow();
  }

  private List<List<String>> victims(long seed) {
    workers = workers(8);
    Nemesis nemesis = nemesis(seed);
    List<List<String>> victims = new ArrayList<>();
    for (int number = 1; number <= 5; number++) {
      victims.add(inject(nemesis, number, pause(2, 1)).names());
    }
    return victims;
  }

  private static ScheduledFault killAt(String line) {
    return new ScheduledFault(
        "worker",
        new ScheduledFault.Schedule(Duration.ZERO, null, Duration.ZERO, line),
        new Kill(1, AFTER_TWO_SECONDS));
  }

  /** As a runner does it: a step every now and then. */
  private void healUntilIdle(Nemesis nemesis) throws InterruptedException {
    for (int i = 0; i < 500 && nemesis.busy(); i++) {
      heal(nemesis, false);
      Thread.sleep(10);
    }
    assertThat(nemesis.busy()).isFalse();
  }

  @Test
  void aVictimIsHitOnceItPrintsALineNotBefore() throws InterruptedException {
    workers = workers(1);
    working = Set.of("worker-0");
    Nemesis nemesis = nemesis(1);
    node("worker-0").print("batch 1: half of it is written");
    FaultExecution fault = inject(nemesis, 1, killAt("half of it"));
    node("worker-0").print("batch 2 begins");
    Thread.sleep(50);
    heal(nemesis, false);
    assertThat(nemesis.busy()).isTrue();
    assertThat(node("worker-0").signals()).isEmpty();

    node("worker-0").print("batch 2: half of it is written");
    healUntilIdle(nemesis);
    assertThat(node("worker-0").signals()).containsExactly(Signal.KILL);
    assertThat(fault.confirmed()).isTrue();
    assertThat(events(Event.DoubtRaised.class)).isEmpty();
    time.sleep(Duration.ofSeconds(3));
    heal(nemesis, false);
    assertThat(restarted).containsExactly("worker-0 kept same", "worker-0");
  }

  @Test
  void aLineThatNeverComesIsAFaultThatDidNotHappen() {
    workers = workers(1);
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, killAt("never printed"));
    heal(nemesis, true);
    assertThat(nemesis.busy()).isFalse();
    assertThat(node("worker-0").signals()).isEmpty();
    assertThat(events(Event.FaultConfirmed.class))
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.confirmed()).isFalse();
              assertThat(hit.detail()).contains("no new line of its log had \"never printed\"");
            });
    assertThat(events(Event.DoubtRaised.class))
        .extracting(Event.DoubtRaised::code)
        .containsExactly("fault-not-confirmed");
  }

  @Test
  void theSameSeedChoosesTheSameVictims() {
    assertThat(victims(42)).isEqualTo(victims(42));
    Set<List<List<String>>> different = new HashSet<>();
    for (long seed = 0; seed < 10; seed++) {
      different.add(victims(seed));
    }
    assertThat(different).hasSizeGreaterThan(5);
  }

  @Test
  void victimsAreThoseThatHoldWorkAndOthersOnlyWhenThoseAreTooFew() {
    for (int number = 1; number <= 30; number++) {
      assertThat(inject(nemesis(number), number, pause(3, 1)).names())
          .containsExactlyInAnyOrderElementsOf(working);
    }
    FaultExecution five = inject(nemesis(1), 31, pause(5, 1));
    assertThat(five.names()).hasSize(5).containsAll(working);
    assertThat(heldWork()).isTrue();
  }

  @Test
  void everyNodeThatHoldsWorkIsChosenSoonerOrLater() {
    Set<String> chosen = new TreeSet<>();
    for (int number = 1; number <= 30; number++) {
      chosen.addAll(inject(nemesis(42), number, pause(1, 1)).names());
    }
    assertThat(chosen).isEqualTo(working);
  }

  @Test
  void aKillIsJournalledBeforeAndConfirmedAfter() {
    FaultExecution killed = inject(nemesis(1), 1, kill(1, null));
    Event.FaultStarted started = events(Event.FaultStarted.class).get(0);
    Event.FaultConfirmed confirmed = events(Event.FaultConfirmed.class).get(0);
    assertThat(started.victims()).isEqualTo(killed.names());
    assertThat(started.holdsWork()).containsExactly(true);
    assertThat(started.description()).contains("SIGKILL").contains(killed.names().get(0));
    assertThat(confirmed.confirmed()).isTrue();
    assertThat(confirmed.signalledMicros()).isEqualTo(killed.signalMicros());
    assertThat(killed.confirmed()).isTrue();
    assertThat(events(Event.DoubtRaised.class)).isEmpty();
    assertThat(node(killed.names().get(0)).alive()).isFalse();
  }

  @Test
  void aVictimIsRestartedWhenItsTimeHasComeAndNotBefore() {
    Nemesis nemesis = nemesis(1);
    FakeNode victim = node(inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS)).names().get(0));
    time.sleep(Duration.ofSeconds(1));
    heal(nemesis, false);
    assertThat(victim.alive()).isFalse();
    time.sleep(Duration.ofSeconds(1));
    heal(nemesis, false);
    assertThat(victim.alive()).as("counted from the death").isFalse();
    time.sleep(Duration.ofMillis(FakeNode.CONFIRMED_AFTER_MILLIS));
    heal(nemesis, false);
    assertThat(victim.alive()).isTrue();
    assertThat(restarted).containsExactly(victim.name() + " kept same", victim.name());
    assertThat(events(Event.FaultHealed.class))
        .singleElement()
        .satisfies(healed -> assertThat(healed.incarnation()).isEqualTo(2));
    assertThat(nemesis.nextHealingMicros()).isNull();
  }

  @Test
  void aDiskCanBeWipedAndAnIdentityNew() {
    Nemesis nemesis = nemesis(1);
    Restart anew = new Restart(Duration.ZERO, Restart.Disk.WIPED, Restart.Identity.NEW);
    inject(nemesis, 1, kill(1, anew));
    heal(nemesis, true);
    assertThat(restarted.get(0)).endsWith("wiped new");
  }

  @Test
  void withoutARestartTheVictimStaysDead() {
    Nemesis nemesis = nemesis(1);
    FakeNode victim = node(inject(nemesis, 1, kill(1, null)).names().get(0));
    assertThat(nemesis.nextHealingMicros()).isNull();
    time.sleep(Duration.ofSeconds(60));
    heal(nemesis, true);
    assertThat(victim.alive()).isFalse();
    assertThat(restarted).isEmpty();
  }

  @Test
  void theDeadAreNoVictims() {
    Nemesis nemesis = nemesis(1);
    Set<String> dead = new TreeSet<>();
    for (int number = 1; number <= 8; number++) {
      dead.addAll(inject(nemesis, number, kill(1, null)).names());
    }
    assertThat(dead).hasSize(8);
    FaultExecution nobody = inject(nemesis, 9, kill(1, null));
    assertThat(nobody.names()).isEmpty();
    assertThat(nobody.confirmed()).isFalse();
    assertThat(heldWork()).isFalse();
  }

  @Test
  void tooFewVictimsAreNotConfirmed() {
    workers = workers(2);
    assertThat(inject(nemesis(1), 1, kill(3, null)).confirmed()).isFalse();
    assertThat(events(Event.DoubtRaised.class))
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.code()).isEqualTo("fault-not-confirmed");
              assertThat(warning.message()).contains("only 2 living nodes");
            });
  }

  @Test
  void aSignalThatGoesNowhereIsNotConfirmed() {
    workers.forEach(FakeNode::deaf);
    Nemesis nemesis = nemesis(1);
    FaultExecution missed = inject(nemesis, 1, kill(2, AFTER_TWO_SECONDS));
    assertThat(missed.confirmed()).isFalse();
    assertThat(events(Event.FaultConfirmed.class)).allMatch(c -> !c.confirmed()).hasSize(2);
    assertThat(events(Event.DoubtRaised.class))
        .extracting(Event.DoubtRaised::code)
        .containsExactly("fault-not-confirmed");
    heal(nemesis, true);
    assertThat(restarted).as("whoever lives is not restarted").isEmpty();
  }

  @Test
  void thePausedAreResumedWhenTheirTimeHasCome() {
    Nemesis nemesis = nemesis(1);
    FakeNode victim = node(inject(nemesis, 1, pause(1, 3)).names().get(0));
    assertThat(victim.paused()).isTrue();
    assertThat(nemesis.nextHealingMicros()).isEqualTo(time.micros() + 3_000_000);
    time.sleep(Duration.ofSeconds(3));
    heal(nemesis, false);
    assertThat(victim.paused()).isFalse();
    assertThat(victim.signals()).containsExactly(Signal.PAUSE, Signal.RESUME);
  }

  @Test
  void thePausedAreWaitedForUntilTheyAreBackAtWork() {
    Nemesis nemesis = new Nemesis(() -> this, journal, time, 1, Runnable::run, held);
    String victim = inject(nemesis, 1, pause(1, 3)).names().get(0);
    assertThat(nemesis.missing()).as("it stands still, as it is to").isEmpty();
    missing = "the others do not have it";
    heal(nemesis, true);
    assertThat(nemesis.missing()).contains(victim + ": the others do not have it");
    assertThat(restarted).isEmpty();
    missing = "";
    assertThat(nemesis.missing()).isEmpty();
  }

  @Test
  void whoEndsByItselfWhileItIsHeldIsStartedAgainByTheHealing() {
    Nemesis nemesis = nemesis(1);
    FakeNode victim = node(inject(nemesis, 4, pause(1, 3)).names().get(0));
    Incarnation life = victim.current();
    time.sleep(Duration.ofSeconds(1));
    assertThat(held.endedOf(victim, life)).hasValue(4);
    victim.die();
    heal(nemesis, false);
    assertThat(restarted).as("the fault still lasts").isEmpty();

    time.sleep(Duration.ofSeconds(2));
    heal(nemesis, false);

    assertThat(restarted).containsExactly(victim.name() + " kept same", victim.name());
    assertThat(events(Event.FaultHealed.class))
        .singleElement()
        .satisfies(healed -> assertThat(healed.incarnation()).isEqualTo(2))
        .satisfies(
            healed ->
                assertThat(healed.detail()).startsWith("had ended by itself; restarted as pid "));
    assertThat(events(Event.DoubtRaised.class)).isEmpty();
    assertThat(held.endedOf(victim, life)).as("should nobody have heard of it yet").hasValue(4);
    assertThat(held.endedOf(victim, victim.current())).isEmpty();
  }

  @Test
  void whoWasStartedAgainMeanwhileIsLeftToThat() {
    Nemesis nemesis = nemesis(1);
    Pause pause = new Pause(1, Duration.ofSeconds(3), true);
    FakeNode victim =
        node(inject(nemesis, 1, new ScheduledFault("worker", AT_ONCE, pause)).names().get(0));
    assertThat(held.supervised(victim)).isTrue();
    victim.die();
    var unused = victim.restart(false, false);
    restarted.clear();

    heal(nemesis, true);

    assertThat(restarted).isEmpty();
    assertThat(events(Event.FaultHealed.class))
        .singleElement()
        .satisfies(
            healed ->
                assertThat(healed.detail())
                    .isEqualTo("had ended by itself; lives as pid " + victim.current().pid()));
  }

  @Test
  void whoAnotherFaultKilledMeanwhileIsLeftToThat() {
    workers = workers(1);
    working = Set.of("worker-0");
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, pause(1, 3));
    inject(nemesis, 2, kill(1, null));
    time.sleep(Duration.ofSeconds(4));
    heal(nemesis, false);
    assertThat(node("worker-0").alive()).isFalse();
    assertThat(restarted).isEmpty();
    assertThat(notHealed()).isEmpty();
    assertThat(events(Event.FaultHealed.class))
        .extracting(Event.FaultHealed::detail)
        .containsExactly("was ended by another fault");
  }

  @Test
  void aFaultThatLastsSaysSoAndADeathDoesNot() {
    inject(nemesis(1), 1, pause(1, 3));
    inject(nemesis(1), 2, kill(1, null));
    assertThat(events(Event.FaultStarted.class))
        .extracting(Event.FaultStarted::lasting)
        .containsExactly(new Event.Lasting(3000, true), null);
  }

  @Test
  void everyonePausedIsResumedAtTheEnd() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, pause(3, 600));
    inject(nemesis, 2, kill(2, AFTER_TWO_SECONDS));
    heal(nemesis, true);
    assertThat(workers).noneMatch(FakeNode::paused).allMatch(FakeNode::alive);
    assertThat(nemesis.nextHealingMicros()).isNull();
    assertThat(failures).isEmpty();
  }

  @Test
  void aNodeThatCannotBeHealedDoesNotKeepOthersFromBeingHealed() {
    restartsFail = true;
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(2, AFTER_TWO_SECONDS));
    inject(nemesis, 2, pause(1, 600));
    heal(nemesis, true);
    assertThat(failures).hasSize(2);
    assertThat(workers).noneMatch(FakeNode::paused);
  }

  @Test
  void theReturnOfEachVictimIsToldInOrder() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(2, AFTER_TWO_SECONDS));
    long signal = nemesis.executed().get(0).signalMicros();
    assertThat(nemesis.executed().get(0).returns()).isEmpty();

    heal(nemesis, true);

    FaultExecution injected = nemesis.executed().get(0);
    assertThat(injected.returns()).hasSize(2).isSorted().allMatch(at -> at >= signal);
    assertThat(nemesis.lastActMicros()).isEqualTo(injected.returns().get(1));
  }

  @Test
  void aVictimThatDoesNotComeBackHasNoReturn() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS));
    restartsFail = true;

    heal(nemesis, true);

    assertThat(nemesis.executed().get(0).returns()).isEmpty();
  }

  @Test
  void aFaultTellsWhomItHit() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(2, null));

    inject(nemesis, 2, kill(3, AFTER_TWO_SECONDS));
    assertThat(scope)
        .isEqualTo(new FaultScope(true, "worker", 6, 3, 1, 1, Duration.ofSeconds(2), true));
  }

  private FaultExecution injectTo(String which, Nemesis nemesis, int number, int count) {
    Kill kill = new Kill(count, AFTER_TWO_SECONDS);
    return inject(nemesis, number, new ScheduledFault("worker", AT_ONCE, kill, which));
  }

  @Test
  void theLeaderIsHitAndNobodyElseWhoeverHoldsWork() {
    leading = Set.of("worker-2");
    Nemesis nemesis = nemesis(1);

    assertThat(injectTo("followers", nemesis, 1, 2).names())
        .containsExactlyInAnyOrder("worker-4", "worker-7");
    assertThat(injectTo("leader", nemesis, 2, 1).names()).containsExactly("worker-2");
    assertThat(nemesis.executed()).allMatch(FaultExecution::confirmed);
    assertThat(events(Event.FaultStarted.class))
        .extracting(Event.FaultStarted::description)
        .last()
        .isEqualTo("kill (SIGKILL) worker-2 (leader of partition 0)");
  }

  @Test
  void whoeverIsNamedIsAtWorkAndNobodyIsAskedWhoElseIs() {
    injectTo("followers", nemesis(1), 1, 2);
    assertThat(heldWork()).isTrue();
    assertThat(asked).containsExactly("followers worker");
    workers = workers(8);
    needed = false;
    injectTo("followers", nemesis(1), 2, 2);
    assertThat(heldWork()).as("nothing of the run takes them").isFalse();
  }

  @Test
  void whereThereIsNoLeaderNobodyIsHitAndTheFaultIsNotConfirmed() {
    assertThat(injectTo("leader", nemesis(1), 1, 1).confirmed()).isFalse();
    assertThat(events(Event.FaultConfirmed.class)).isEmpty();
    assertThat(events(Event.DoubtRaised.class))
        .extracting(Event.DoubtRaised::message)
        .singleElement()
        .asString()
        .endsWith("could not be confirmed: no leader of partition 0 is known");
  }

  @Test
  void aFaultThatWaitedToBeToldWhoLeadsSaysSo() {
    leading = Set.of("worker-2");
    injectTo("leader", nemesis(1), 1, 1);
    assertThat(events(Event.DoubtRaised.class)).isEmpty();
    askedFor = Duration.ofMillis(1200);
    leading = Set.of("worker-3");
    injectTo("leader", nemesis(1), 2, 1);
    assertThat(events(Event.DoubtRaised.class))
        .singleElement()
        .satisfies(doubt -> assertThat(doubt.code()).isEqualTo("fault-otherwise"))
        .satisfies(
            doubt ->
                assertThat(doubt.message())
                    .contains("ms after its time: so long it took to be told who leads"));
  }

  @Test
  void aFaultThatHitsWhoeverLedBeforeSaysSo() {
    leading = Set.of("worker-2");
    answered = false;
    FaultExecution fault = injectTo("leader", nemesis(1), 1, 1);
    assertThat(fault.names()).containsExactly("worker-2");
    assertThat(fault.confirmed()).isTrue();
    assertThat(events(Event.DoubtRaised.class))
        .singleElement()
        .satisfies(doubt -> assertThat(doubt.code()).isEqualTo("fault-otherwise"))
        .satisfies(
            doubt ->
                assertThat(doubt.message())
                    .contains("hit whoever was known to before: no broker said in time"));
  }

  @Test
  void whoLeadsIsAskedBeforeWhereAFaultIsToHitIt() {
    Kill kill = new Kill(1, AFTER_TWO_SECONDS);
    nemesis(1)
        .prepare(
            List.of(
                pause(1, 3),
                new ScheduledFault("worker", AT_ONCE, kill, "leader"),
                new ScheduledFault("worker", AT_ONCE, kill)));
    assertThat(asked).containsExactly("leader worker");
  }

  private List<String> notHealed() {
    return events(Event.DoubtRaised.class).stream()
        .filter(warning -> warning.code().equals("not-healed"))
        .map(Event.DoubtRaised::message)
        .toList();
  }

  @Test
  void aVictimThatIsNotSeenToGoOnIsNotHealed() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, pause(1, 2));
    workers.forEach(FakeNode::deaf);

    heal(nemesis, true);

    assertThat(events(Event.FaultHealed.class)).isEmpty();
    assertThat(notHealed()).singleElement().asString().contains("fault 1", "not seen to go on");
    assertThat(nemesis.executed().get(0).returns()).isEmpty();
  }

  @Test
  void aVictimWhoseNewLifeIsOverAtOnceIsNotHealed() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS));
    restartsDie = true;

    heal(nemesis, true);

    assertThat(events(Event.FaultHealed.class)).isEmpty();
    assertThat(notHealed()).singleElement().asString().contains("no new process");
  }

  @Test
  void aVictimThatNeverDiedIsNotHealedByItsRestart() {
    workers.forEach(FakeNode::deaf);
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS));

    heal(nemesis, true);

    assertThat(events(Event.FaultHealed.class)).isEmpty();
    assertThat(notHealed()).singleElement().asString().contains("still lives");
  }

  @Test
  void aVictimThatDiesLateIsStartedAgainThen() {
    workers.forEach(FakeNode::deaf);
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS));
    FakeNode victim = node(events(Event.FaultConfirmed.class).get(0).node());
    time.sleep(Duration.ofSeconds(8));
    heal(nemesis, false);
    assertThat(restarted).isEmpty();
    assertThat(notHealed()).isEmpty();

    victim.dies();
    time.sleep(Duration.ofSeconds(1));
    heal(nemesis, false);

    assertThat(restarted).isNotEmpty();
    assertThat(notHealed()).isEmpty();
    assertThat(events(Event.FaultHealed.class)).hasSize(1);
  }

  @Test
  void aVictimThatItsDaemonWasQuickerToRestartIsHealed() {
    Nemesis nemesis = nemesis(1);
    inject(nemesis, 1, kill(1, AFTER_TWO_SECONDS));
    FakeNode victim = node(events(Event.FaultConfirmed.class).get(0).node());
    victim.restartedByItsDaemon();

    heal(nemesis, true);

    assertThat(notHealed()).isEmpty();
    assertThat(events(Event.FaultHealed.class))
        .singleElement()
        .satisfies(healed -> assertThat(healed.incarnation()).isEqualTo(2));
    assertThat(restarted).containsExactly(victim.name());
  }

  private List<String> otherwise() {
    return events(Event.DoubtRaised.class).stream()
        .filter(warning -> warning.code().equals("fault-otherwise"))
        .map(Event.DoubtRaised::message)
        .toList();
  }

  @Test
  void aVictimThatIsHealedBeforeItsTimeIsToldOf() {
    Nemesis nemesis = nemesis(1);
    String victim = inject(nemesis, 1, pause(1, 3)).names().get(0);
    time.sleep(Duration.ofMillis(2500));
    heal(nemesis, true);
    assertThat(otherwise()).as("as long as that takes").isEmpty();

    inject(nemesis, 2, pause(8, 3));
    time.sleep(Duration.ofMillis(500));
    heal(nemesis, true);
    assertThat(otherwise())
        .hasSize(8)
        .contains(
            "fault 2: "
                + victim
                + " was healed 2500 ms before its time: the phase, or the run, was over");
  }

  @Test
  void aVictimThatItsDaemonStartsAgainDoesNotStayDown() {
    workers.forEach(FakeNode::restartedByItsDaemon);
    inject(nemesis(1), 1, kill(1, AFTER_TWO_SECONDS));
    assertThat(otherwise()).isEmpty();
    String victim = inject(nemesis(1), 2, kill(1, null)).names().get(0);
    assertThat(otherwise())
        .containsExactly(
            "fault 2: " + victim + " was to stay down, and its daemon starts it again");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aVictimWhoseFaultThrowsIsNotConfirmedAndSaysWhy(int victims) {
    signalsThrow = true;
    FaultExecution fault = inject(nemesis(1), 1, kill(victims, AFTER_TWO_SECONDS));

    assertThat(fault.confirmed()).isFalse();
    assertThat(events(Event.FaultConfirmed.class))
        .hasSize(victims)
        .allMatch(c -> !c.confirmed() && c.detail().equals("the signal failed: not permitted"));
  }
}
