package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.BusyCheck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The library without a process: reading, and runs that cannot reach their brokers. */
@Timeout(60)
class ReboundTest {
  private static final String GOOD =
      """
      name: small
      engine: { name: flink, workers: 2 }
      load: { rate: 100/s }
      faults: [{ at: 1s, kill: worker }]
      """;

  /** A run of this begins, finds no broker in time, and starts no process. */
  private static final String NOWHERE =
      """
      name: nowhere
      kafka:
        bootstrap: 127.0.0.1:1
        client: { default.api.timeout.ms: "100", request.timeout.ms: "50" }
      engine: { name: external, run: "java -version", workers: 2 }
      workload: { name: events }
      load: { rate: 100/s }
      phases: { start: 400ms }
      """;

  @TempDir Path folder;

  @Test
  void aTextIsReadWithWhatIsSet() {
    List<Experiment> read =
        Rebound.text(GOOD).set("load.rate=500/s", "engine.workers=3").scale(2).read();
    assertThat(read).hasSize(1);
    assertThat(read.get(0).load().rate().perSecond()).isEqualTo(1000);
    assertThat(read.get(0).engine().workers()).isEqualTo(3);
    assertThat(Rebound.text(GOOD).plan(read.get(0)).processes()).isNotEmpty();
  }

  @Test
  void aListMakesAMatrix() {
    assertThat(Rebound.text(GOOD).set("engine.workers=[1, 2]").read())
        .extracting(Experiment::name)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @Test
  void anErrorInATextIsToldWithLineAndRemedyBeforeAnythingStarts() {
    ReboundException problem =
        catchThrowableOfType(
            ReboundException.class,
            () ->
                Rebound.text(GOOD.replace("workers: 2", "wrokers: 2"))
                    .runs(folder.resolve("runs"))
                    .run());
    assertThat(problem.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
    assertThat(problem).hasMessageContainingAll("text:2:", "wrokers", "Did you mean 'workers'");
    assertThat(problem.remedy()).isEqualTo("Correct this.");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  @Test
  void anErrorInAFileNamesTheFile() throws IOException {
    Path file = folder.resolve("e.yaml");
    Files.writeString(file, GOOD.replace("100/s", "100 furlongs"));
    assertThatThrownBy(() -> Rebound.experiment(file).start())
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(file + ":3:");
    Files.writeString(file, GOOD);
    assertThat(Rebound.experiment(folder).read()).hasSize(1);
    assertThatThrownBy(() -> Rebound.experiment(folder.resolve("none.yaml")).run())
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("none.yaml does not exist");
  }

  @Test
  void aSingleRunThatCannotBeCarriedOutThrowsAndItsEventsWereHeard() {
    List<Event> heard = new CopyOnWriteArrayList<>();
    AtomicReference<Boolean> ended = new AtomicReference<>(false);
    AtomicReference<ReboundException> thrown = new AtomicReference<>();
    String printed =
        printed(
            () ->
                thrown.set(
                    catchThrowableOfType(
                        ReboundException.class,
                        () ->
                            nowhere()
                                .listen(
                                    new JournalListener() {
                                      @Override
                                      public void on(Entry entry) {
                                        heard.add(entry.data());
                                      }

                                      @Override
                                      public void end() {
                                        ended.set(true);
                                      }
                                    })
                                .run())));
    assertThat(thrown.get()).hasMessageContaining("127.0.0.1:1 is not up");
    assertThat(thrown.get().remedy()).contains("kafka.bootstrap");
    assertThat(heard).hasAtLeastOneElementOfType(Event.RunStarted.class);
    assertThat(heard).hasAtLeastOneElementOfType(Event.PhaseEnded.class);
    assertThat(ended).hasValue(true);
    assertThat(printed).isEmpty();
  }

  @Test
  void aRunThatDidNotStartIsListedWithItsReason() throws IOException {
    assertThatThrownBy(() -> nowhere().run()).isInstanceOf(ReboundException.class);
    Path runs = folder.resolve("runs");
    assertThat(Files.readString(runs.resolve("index.html")))
        .contains("not started", "127.0.0.1:1 is not up", "report.html\">nowhere</a>");
    try (Stream<Path> files = Files.walk(runs)) {
      assertThat(files.filter(file -> file.endsWith("report.html")))
          .singleElement()
          .satisfies(
              report ->
                  assertThat(Files.readString(report)).contains("The run did not start: Kafka"));
    }
  }

  @Test
  void oneOfSeveralThatCannotBeCarriedOutDoesNotKeepTheOthers() {
    List<String> told = new ArrayList<>();
    Outcome outcome =
        nowhere()
            .set("repetitions=2")
            .listen(
                new RunListener() {
                  @Override
                  public void starting(Path run, Journal journal) {
                    told.add("starting");
                  }

                  @Override
                  public void failed(String experiment, ReboundException problem) {
                    told.add("failed " + experiment);
                  }
                })
            .run();
    assertThat(told).containsExactly("starting", "failed nowhere", "starting", "failed nowhere");
    assertThat(outcome.runs()).isEmpty();
    assertThat(outcome.failures()).hasSize(2);
    assertThat(outcome.interrupted()).isFalse();
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.toString()).contains("nowhere: Kafka at", "kafka.bootstrap");
    assertThatThrownBy(outcome::run).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void severalAreRunInTurnsSoThatAMachineThatChangesIsInEachOfThem() {
    List<String> told = new ArrayList<>();
    nowhere()
        .set("load.rate=[100/s, 200/s]")
        .set("repetitions=2")
        .listen(
            new RunListener() {
              @Override
              public void failed(String experiment, ReboundException problem) {
                told.add(experiment);
              }
            })
        .run();
    assertThat(told).hasSize(4);
    assertThat(told.subList(0, 2)).doesNotHaveDuplicates().isEqualTo(told.subList(2, 4));
  }

  @Test
  void afterAStopNoOtherRunBegins() {
    AtomicReference<Running> running = new AtomicReference<>();
    Object started = new Object();
    List<Path> begun = new ArrayList<>();
    synchronized (started) {
      running.set(
          nowhere()
              .set("repetitions=3")
              .listen(
                  new RunListener() {
                    @Override
                    public void starting(Path run, Journal journal) {
                      begun.add(run);
                      synchronized (started) {
                        running.get().stop();
                      }
                    }
                  })
              .start());
    }
    Outcome outcome = running.get().await();
    assertThat(begun).hasSize(1);
    assertThat(outcome.interrupted()).isTrue();
    assertThat(running.get().ended()).isTrue();
  }

  @Test
  void anInterruptionOfTheCallerStopsTheRunsAndStaysKnown() {
    Thread caller = Thread.currentThread();
    Outcome outcome =
        nowhere()
            .set("repetitions=3")
            .listen(
                entry -> {
                  if (entry.data() instanceof Event.RunStarted) {
                    caller.interrupt();
                  }
                })
            .run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome.interrupted()).isTrue();
    assertThat(outcome.failures()).hasSizeLessThan(3);
  }

  @Test
  void whoLeavesEarlyWaitsForTheEnd() {
    Running left = nowhere().start();
    try (left) {
      assertThat(left).isNotNull();
    }
    assertThat(left.ended()).isTrue();
    Outcome outcome = left.await();
    assertThat(outcome.interrupted()).isTrue();
    assertThat(outcome.runs()).isEmpty();
    assertThat(outcome.failures()).as("none if it was stopped before").hasSizeLessThan(2);
    assertThat(outcome.verdict()).as("nothing ran, which is no success").isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.toString()).contains("it was stopped");
  }

  private Rebound nowhere() {
    Rebound nowhere = Rebound.text(NOWHERE).runs(folder.resolve("runs"));
    nowhere.busy = new BusyCheck(Duration.ofMillis(1), false);
    return nowhere;
  }

  private static String printed(Runnable what) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      what.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
