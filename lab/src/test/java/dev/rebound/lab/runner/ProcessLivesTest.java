package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.HeldMembers;
import dev.rebound.platform.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose end was unplanned, and whose was that of a fault. */
class ProcessLivesTest implements FakeNode.Lives {
  @TempDir Path folder;
  private final FakeTime time = new FakeTime();
  private final List<Entry> entries = new ArrayList<>();
  private final HeldMembers held = new HeldMembers();
  private final BlockingQueue<String> restarted = new LinkedBlockingQueue<>();
  private final FakeNode broker = new FakeNode("broker-1", "broker", time, this);
  private final FakeNode worker = new FakeNode("worker-1", "worker", time, this);
  private Journal journal;
  private Supervisor supervisor;
  private ProcessLives lives;

  @BeforeEach
  void start() throws IOException {
    journal = new Journal(folder.resolve("journal.jsonl"), time.clock(), time::nanos);
    journal.listen(entries::add);
    RestartPolicy never = new RestartPolicy(false, false);
    supervisor =
        new Supervisor(
            never,
            time::micros,
            node -> restarted.add(node.name()),
            (node, e) -> restarted.add(""));
    lives = new ProcessLives(journal, never, supervisor, held);
    lives.phase("faults");
    lives.started(broker, broker.current());
    lives.started(worker, worker.current());
  }

  @AfterEach
  void end() throws IOException {
    supervisor.close();
    journal.close();
  }

  @Override
  public void signalled(FakeNode node, Signal signal) {}

  @Override
  public void restarted(FakeNode node, boolean wipe, boolean newIdentity) {}

  private <E> List<E> events(Class<E> type) {
    journal.settle();
    return entries.stream().map(Entry::data).filter(type::isInstance).map(type::cast).toList();
  }

  private Event.ProcessExited ends(FakeNode node) {
    node.die();
    lives.exited(node, node.current(), 1, false, List.of("fenced, and halted"));
    List<Event.ProcessExited> exits = events(Event.ProcessExited.class);
    return exits.get(exits.size() - 1);
  }

  @Test
  void whoEndsWhileAFaultHoldsItEndedOfThat() {
    held.hold(2, worker, false);
    held.hold(3, broker, false);
    Event.ProcessExited exit = ends(broker);
    assertThat(exit.fault()).isEqualTo(3);
    assertThat(exit.expected()).isFalse();
    assertThat(exit.unplanned()).isFalse();
    assertThat(lives.unplanned()).isZero();
    assertThat(events(Event.DoubtRaised.class)).isEmpty();
    assertThat(events(Event.Progress.class))
        .extracting(Event.Progress::what)
        .containsExactly("broker-1 is started again when fault 3 is healed");
    assertThat(ends(worker).fault()).isEqualTo(2);
    assertThat(lives.nobodyLeft()).as("the healing brings it back").isEmpty();
  }

  @Test
  void whoEndsBeforeOrAfterThatEndedUnplanned() {
    held.hold(3, broker, false);
    held.release(3, broker);
    assertThat(ends(broker).unplanned()).isTrue();
    assertThat(ends(worker).fault()).isZero();
    assertThat(lives.unplanned()).isEqualTo(2);
    assertThat(events(Event.DoubtRaised.class))
        .extracting(Event.DoubtRaised::code)
        .containsExactly("unplanned-exit", "unplanned-exit");
  }

  @Test
  void anEndThatIsHeardOfOnceItIsHealedIsThatOfTheFaultAllTheSame() {
    held.hold(3, broker, false);
    broker.die();
    held.release(3, broker);
    assertThat(ends(broker).fault()).isEqualTo(3);
  }

  @Test
  void whoAFaultHasSupervisedIsStartedAgainAtOnceAndUntilTheEnd() throws InterruptedException {
    held.hold(3, broker, true);
    Event.ProcessExited exit = ends(broker);
    assertThat(exit.restart()).isEqualTo(1);
    assertThat(exit.fault()).isEqualTo(3);
    assertThat(restarted.poll(30, TimeUnit.SECONDS)).isEqualTo("broker-1");
    assertThat(broker.current().number()).isEqualTo(2);
    held.release(3, broker);
    exit = ends(broker);
    assertThat(exit.fault()).isZero();
    assertThat(exit.restart()).isEqualTo(2);
    assertThat(exit.unplanned()).isFalse();
    assertThat(events(Event.Progress.class).get(0).what())
        .isEqualTo("broker-1 is started again at once (restart 1)");
  }

  @Test
  void aDeathThatWasAskedForIsNoFaultsOwn() {
    held.hold(3, worker, true);
    worker.die();
    lives.exited(worker, worker.current(), 137, true, List.of());
    assertThat(events(Event.ProcessExited.class))
        .singleElement()
        .satisfies(exit -> assertThat(exit.fault()).isZero())
        .satisfies(exit -> assertThat(exit.restart()).isZero());
  }
}
