package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Endpoint;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.Signal;
import dev.rebound.lab.platform.Tail;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeadershipTest {
  private static final String GRANTED =
      " [main] INFO runner.DefaultDispatcherRunner - DefaultDispatcherRunner was granted leadership"
          + " with leader id 1. Creating new SessionDispatcherLeaderProcess.";
  private static final String REVOKED =
      " [main] INFO runner.DefaultDispatcherRunner - DefaultDispatcherRunner was revoked the"
          + " leadership with leader id 1. Stopping the SessionDispatcherLeaderProcess.";

  /** A line of each job that starts: it says nothing of the JobManagers. */
  private static final String OF_A_JOB =
      " [main] INFO jobmaster.JobMasterServiceLeadershipRunner - JobMasterServiceLeadershipRunner for"
          + " job 1b was granted leadership with leader id 2. Creating new JobMasterServiceProcess.";

  private final JobManager first = new JobManager("jobmanager-1");
  private final JobManager second = new JobManager("jobmanager-2");
  private final Leadership two = of(first, second);

  private static Leadership of(Node... nodes) {
    return new Leadership(List.of(nodes), FlinkVersion.of("2.3.0").leadership());
  }

  private static String at(int second, String what) {
    return "2026-01-01T00:00:%02d.000Z".formatted(second) + what;
  }

  private static long micros(int second) {
    return Instant.parse("2026-01-01T00:00:%02dZ".formatted(second)).getEpochSecond() * 1_000_000;
  }

  @Test
  void whoWasGrantedLeadershipLastLeads() {
    assertThat(two.leader()).isEmpty();
    assertThat(two.spokesman()).as("one that lives").isSameAs(first);

    second.log.add(at(1, GRANTED));
    assertThat(two.leader()).containsSame(second);
    assertThat(two.spokesman()).isSameAs(second);

    first.log.add(at(2, GRANTED));
    assertThat(two.leader()).containsSame(first);
  }

  @Test
  void leadershipEndsWithALifeAndWithItsLoss() {
    first.log.add(at(1, GRANTED));
    first.alive = false;
    assertThat(two.leader()).isEmpty();
    assertThat(two.spokesman()).isSameAs(second);

    first.alive = true;
    first.life = new Incarnation(2, 1, micros(5));
    assertThat(two.leader()).as("a new life was granted nothing yet").isEmpty();

    second.log.add(at(6, GRANTED));
    second.log.add(at(7, REVOKED));
    assertThat(two.leader()).isEmpty();
  }

  @Test
  void aNewLeaderIsToldOnceWithTheTimeOfItsLog() {
    first.log.add(at(1, GRANTED));
    assertThat(two.news()).hasSize(1);
    assertThat(two.news()).isEmpty();

    second.log.add("torn" + GRANTED);
    first.log.add(at(3, OF_A_JOB));
    assertThat(two.news()).as("a job that starts").isEmpty();
    second.log.add(at(4, GRANTED));
    assertThat(two.leader()).containsSame(second);
    assertThat(two.news())
        .containsExactly(
            new Transition(micros(4), Step.DETECTED, "jobmanager-2", "was granted leadership"));
  }

  @Test
  void oneAloneLeadsAsLongAsItLives() {
    Leadership one = of(first);
    first.log.add(at(1, GRANTED));

    assertThat(one.leader()).containsSame(first);
    assertThat(one.news()).isEmpty();
    first.alive = false;
    assertThat(one.leader()).isEmpty();
    assertThat(one.spokesman()).isSameAs(first);
  }

  /** Has a name, a life and a log. */
  private static final class JobManager implements Node {
    private final String name;
    private final List<String> log = new ArrayList<>();
    private boolean alive = true;
    private Incarnation life = new Incarnation(1, 1, micros(0));

    JobManager(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String role() {
      return FlinkEngine.JOB_MANAGER;
    }

    @Override
    public Owner owner() {
      return Owner.SUBJECT;
    }

    @Override
    public Incarnation current() {
      return life;
    }

    @Override
    public boolean alive() {
      return alive;
    }

    @Override
    public Tail follow(String file) {
      return () -> {
        List<String> lines = List.copyOf(log);
        log.clear();
        return lines;
      };
    }

    @Override
    public Confirmation signal(Signal signal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Incarnation restart(boolean wipe, boolean newIdentity) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void awaitReady(Duration limit) {}

    @Override
    public void stop(Duration grace) {}

    @Override
    public Endpoint endpoint(String port) {
      return Endpoint.of(new Platform.Address("127.0.0.1", 1));
    }

    @Override
    public Optional<Path> fetch(String file) {
      return Optional.empty();
    }

    @Override
    public void put(String file, InputStream content) {}

    @Override
    public List<String> list(String folder) {
      return List.of();
    }
  }
}
