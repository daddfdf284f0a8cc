package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is started again after an end of its own, when, and how often. */
class SupervisorTest {
  private final BlockingQueue<Node> restarted = new LinkedBlockingQueue<>();
  private final BlockingQueue<RuntimeException> failures = new LinkedBlockingQueue<>();
  private long micros;
  private Supervisor supervisor = supervisor(true);

  private Supervisor supervisor(boolean always) {
    return new Supervisor(
        new RestartPolicy(always, false),
        () -> micros,
        restarted::add,
        (node, e) -> failures.add(e));
  }

  @AfterEach
  void close() {
    supervisor.close();
  }

  private static FakeNode worker() {
    return worker(null);
  }

  private static FakeNode worker(@Nullable ReboundException refused) {
    return new FakeNode(
        "worker-1",
        "worker",
        new FakeTime(),
        new FakeNode.Lives() {
          @Override
          public void signalled(FakeNode node, dev.rebound.platform.Signal signal) {}

          @Override
          public void restarted(FakeNode node, boolean wipe, boolean newIdentity) {
            if (refused != null) {
              throw refused;
            }
          }
        });
  }

  @Test
  void aWorkerThatEndedIsStartedAgainAfterAPause() throws InterruptedException {
    FakeNode worker = worker();
    assertThat(worker.owner()).isEqualTo(Owner.SUBJECT);
    Incarnation life = worker.current();
    worker.die();
    Supervisor.PlannedRestart planned = supervisor.ended(worker, life).orElseThrow();
    assertThat(planned).isEqualTo(new Supervisor.PlannedRestart(1, Duration.ofSeconds(1)));
    assertThat(supervisor.busy()).isTrue();
    assertThat(restarted.poll(30, TimeUnit.SECONDS)).isSameAs(worker);
    assertThat(worker.alive()).isTrue();
    assertThat(worker.current().number()).isEqualTo(2);
    assertThat(supervisor.busy()).isFalse();
  }

  @Test
  void whoCannotBeStartedAgainIsTold() throws InterruptedException {
    FakeNode worker = worker(ReboundException.environment("no room", "Free some."));
    Incarnation life = worker.current();
    worker.die();
    assertThat(supervisor.ended(worker, life)).isPresent();
    assertThat(failures.poll(30, TimeUnit.SECONDS)).hasMessageContaining("no room");
    assertThat(supervisor.busy()).isFalse();
  }

  @Test
  void aFaultThatHealedItFirstIsLeftAlone() throws InterruptedException {
    FakeNode worker = worker();
    Incarnation life = worker.current();
    worker.die();
    assertThat(supervisor.ended(worker, life)).isPresent();
    var unused = worker.restart(false, false);
    assertThat(restarted.poll(2, TimeUnit.SECONDS)).isNull();
    assertThat(worker.current().number()).isEqualTo(2);
  }

  @Test
  void thePauseGrowsAndInTheEndItStaysDown() {
    FakeNode worker = worker();
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      pauses.add(supervisor.ended(worker, worker.current()).orElseThrow().after().toSeconds());
    }
    assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
    assertThat(supervisor.ended(worker, worker.current())).isEmpty();
    micros = worker.current().startMicros() + 61_000_000;
    assertThat(supervisor.ended(worker, worker.current()))
        .as("it lived for a minute")
        .contains(new Supervisor.PlannedRestart(9, Duration.ofSeconds(1)));
  }

  @Test
  void whoAFaultHasSupervisedIsStartedAgainAtOnceTheFirstTime() throws InterruptedException {
    try (Supervisor never = supervisor(false)) {
      FakeNode worker = worker();
      Incarnation life = worker.current();
      List<Long> pauses = new ArrayList<>();
      worker.die();
      for (int i = 0; i < 8; i++) {
        pauses.add(never.endedUnderFault(worker, life).orElseThrow().after().toSeconds());
      }
      assertThat(pauses).containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 30L, 30L);
      assertThat(never.endedUnderFault(worker, life)).isEmpty();
      assertThat(restarted.poll(30, TimeUnit.SECONDS)).isSameAs(worker);
    }
  }

  @Test
  void nobodyIsStartedWithoutAPolicyOrOnceTheRunIsOver() {
    FakeNode worker = worker();
    try (Supervisor never = supervisor(false)) {
      assertThat(never.ended(worker, worker.current())).isEqualTo(Optional.empty());
    }
    supervisor.close();
    assertThat(supervisor.ended(worker, worker.current())).isEmpty();
  }
}
