package dev.rebound.lab.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochSecond(1_700_000_000L, 5_000), ZoneOffset.UTC);

  /** One event of each kind. */
  private static final List<Event> EVENTS =
      List.of(
          new Event.RunStarted(
              "id", "demo", "flink", "2.3.0", false, 1, "name: demo\n", List.of("plan"), 0.05, ""),
          new Event.ControlOf("demo", Map.of("engine.guarantee", "none")),
          new Event.SharesCluster("demo-beside", "beside"),
          new Event.Progress("Über Broker"),
          new Event.PhaseStarted("warmup", 1000),
          new Event.PhaseEnded("warmup", true, ""),
          new Event.ProcessStarted("worker-0", "worker", 1, 4711, Owner.SUBJECT),
          new Event.ProcessExited("worker-0", "worker", 1, 137, true, List.of("last line")),
          new Event.ProcessExited("worker-0", "worker", 2, 1, false, List.of(), 1, 2),
          new Event.FaultStarted(
              1, "kill", "worker", List.of("worker-0"), List.of(true), "kill worker-0", null, null),
          new Event.FaultStarted(
              2,
              "delay",
              "worker",
              List.of("worker-0"),
              List.of(true),
              "delay (200 ms) worker-0",
              new Effect("The link of %s was slow", "delay", false),
              null),
          new Event.FaultStarted(
              3,
              "pause",
              "worker",
              List.of("worker-0"),
              List.of(true),
              "pause (SIGSTOP) worker-0",
              null,
              null,
              new Event.Lasting(3000, false)),
          new Event.FaultConfirmed(1, "worker-0", 1, 4711, 5L, true, 3, "exit status 137"),
          new Event.FaultHealed(1, "worker-0", 2, "restarted", 6L),
          new Event.FaultOver(1),
          new Event.EngineTransition(7, Step.DETECTED, "worker-1", "gone"),
          new Event.SeriesDeclared(List.of(new Series("lag", "records", ""))),
          new Event.MetricAbsent("node.net", "no counters here"),
          new Event.Tick(9, Arrays.asList(1.5, null)),
          new Event.DoubtRaised("sampling-gap", "2 s", "Use fewer workers."),
          new Event.FileWritten("data/x.bin", 64, "ab"),
          new Event.ExpectationJudged("lost", "0", null, Verdict.UNKNOWN, "not known"),
          new Event.RunEnded(Verdict.UNKNOWN, true, Map.of("faults", "1")),
          new Event.RunFailed(false, "worker-1 ended with status 1", "Read its log."));

  @TempDir Path folder;
  private Path file;

  @Test
  void anotherJournalTakesWhatItIsToTakeAndNothingElse() throws IOException {
    List<Entry> first = new ArrayList<>();
    List<Entry> second = new ArrayList<>();
    try (Journal other = new Journal(folder.resolve("other.jsonl"), CLOCK);
        Journal journal = new Journal(folder.resolve("first.jsonl"), CLOCK)) {
      journal.listen(first::add);
      other.listen(second::add);
      journal.append(new Event.PhaseStarted("start", 1));
      journal.copy(other, event -> event instanceof Event.PhaseStarted);
      journal.append(new Event.PhaseStarted("warmup", 1));
      journal.append(new Event.Progress("of the first alone"));
      other.append(new Event.Progress("of the other alone"));
      journal.copyNoMore();
      journal.append(new Event.PhaseStarted("check", 1));
      journal.settle();
      other.settle();
    }
    assertThat(first).hasSize(4);
    assertThat(second)
        .extracting(Entry::data)
        .containsExactly(
            new Event.PhaseStarted("warmup", 1), new Event.Progress("of the other alone"));
    assertThat(second).extracting(Entry::n).containsExactly(1L, 2L);
  }

  @Test
  void aDiskThatTakesNothingIsToldOnceAndRemembered() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "this system has no /dev/full");
    try (Journal journal = new Journal(full, CLOCK)) {
      assertThat(journal.failure()).isEmpty();
      assertThatThrownBy(() -> journal.append(new Event.Progress("x")))
          .isInstanceOf(ReboundException.class)
          .hasMessageStartingWith("cannot write /dev/full");
      assertThatCode(() -> journal.append(new Event.Progress("y"))).doesNotThrowAnyException();
      assertThat(journal.failure()).isPresent();
    }
  }

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("journal.jsonl");
  }

  private void write(List<Event> events) throws IOException {
    try (Journal journal = new Journal(file, CLOCK)) {
      events.forEach(journal::append);
    }
  }

  private List<Entry> replay() {
    List<Entry> entries = new ArrayList<>();
    JournalFile.replay(file, entries::add);
    return entries;
  }

  @Test
  void whatWasAppendedIsReplayed() throws IOException {
    write(EVENTS);
    List<Entry> entries = replay();
    assertThat(entries).extracting(Entry::data).containsExactlyElementsOf(EVENTS);
    assertThat(entries.get(0).n()).isEqualTo(1);
    assertThat(entries.get(16).n()).isEqualTo(17);
    assertThat(entries).allSatisfy(e -> assertThat(e.v()).isEqualTo(1));
    assertThat(entries.get(0).wallMicros()).isEqualTo(1_700_000_000_000_005L);
    assertThat(Files.readAllLines(file)).hasSize(EVENTS.size());
  }

  @Test
  void everyKindOfEventIsTried() {
    assertThat(EVENTS.stream().map(Object::getClass).distinct().toList())
        .hasSameSizeAs(Event.class.getPermittedSubclasses());
  }

  @Test
  void listenersHearEveryEntryAndTheEnd() throws IOException {
    List<Object> heard = new ArrayList<>();
    Journal journal = new Journal(file, CLOCK);
    try (journal) {
      journal.listen(
          new JournalListener() {
            @Override
            public void on(Entry entry) {
              heard.add(entry.data());
            }

            @Override
            public void end() {
              heard.add("end");
            }
          });
      journal.append(new Event.Progress("one"));
    }
    journal.append(new Event.Progress("too late"));
    assertThat(heard).containsExactly(new Event.Progress("one"), "end");
    assertThat(replay()).hasSize(1);
  }

  @Test
  void anEntryIsWrittenBeforeAnybodyHearsOfIt() throws Exception {
    List<List<String>> written = new ArrayList<>();
    try (Journal journal = new Journal(file, CLOCK)) {
      journal.listen(
          entry -> {
            try {
              written.add(Files.readAllLines(file));
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
      journal.append(new Event.Progress("one"));
      journal.settle();
    }
    assertThat(written).hasSize(1);
    assertThat(written.get(0)).hasSize(1);
    assertThat(written.get(0).get(0)).contains("one");
  }

  @Test
  void aListenerThatThrowsIsDroppedWithAWarningAndLosesNothingForOthers() throws IOException {
    List<Event> heard = new ArrayList<>();
    JournalListener bad =
        entry -> {
          throw new IllegalStateException("broken pipe");
        };
    JournalListener good = entry -> heard.add(entry.data());
    try (Journal journal = new Journal(file, CLOCK)) {
      journal.listen(bad);
      journal.listen(good);
      journal.append(new Event.Progress("one"));
      assertThat(journal.settle(bad)).as("it hears no more").isFalse();
      journal.append(new Event.Progress("two"));
    }
    assertThat(heard).contains(new Event.Progress("one"), new Event.Progress("two"));
    assertThat(replay())
        .extracting(Entry::data)
        .contains(new Event.Progress("one"), new Event.Progress("two"))
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        Event.DoubtRaised.class,
                        warning -> {
                          assertThat(warning.code()).isEqualTo("listener-failed");
                          assertThat(warning.message()).contains("broken pipe");
                        }));
  }

  @Test
  void aSlowListenerHoldsUpNobodyAndHearsAllInOrderBeforeTheEnd() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Long> slow = new ArrayList<>();
    List<Long> quick = new ArrayList<>();
    JournalListener waiting =
        entry -> {
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          slow.add(entry.n());
        };
    JournalListener prompt = entry -> quick.add(entry.n());
    try (Journal journal = new Journal(file, CLOCK)) {
      journal.listen(waiting);
      journal.listen(prompt);
      for (int i = 0; i < 100; i++) {
        journal.append(new Event.Progress("x"));
      }
      assertThat(journal.settle(prompt)).isTrue();
      assertThat(quick).hasSize(100).isSorted();
      assertThat(Files.readAllLines(file)).hasSize(100);
      go.countDown();
    }
    assertThat(slow).as("all of them at the end").hasSize(100).isSorted();
  }

  @Test
  void manyThreadsAppendAndEachListenerHearsTheOrderOfTheFile() throws Exception {
    List<Long> heard = new ArrayList<>();
    try (Journal journal = new Journal(file, CLOCK)) {
      journal.listen(entry -> heard.add(entry.n()));
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int i = 0; i < 250; i++) {
                    journal.append(new Event.Progress("x"));
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(heard).hasSize(1000).isSorted();
    assertThat(replay()).extracting(Entry::n).isEqualTo(heard);
  }

  @Test
  void aTornLastLineIsLeftOutWhereverItWasTorn() throws IOException {
    write(List.of(new Event.Progress("one"), new Event.Progress("zwölf Bröker")));
    byte[] whole = Files.readAllBytes(file);
    int firstLine = Files.readAllLines(file).get(0).getBytes(StandardCharsets.UTF_8).length + 1;
    for (int length = firstLine; length < whole.length - 1; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(replay()).as("cut after %d bytes", length).hasSize(1);
    }
  }

  @Test
  void aTornLineInTheMiddleIsAnErrorThatNamesIt() throws IOException {
    write(List.of(new Event.Progress("one"), new Event.Progress("two"), new Event.Progress("x")));
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(1, lines.get(1).substring(0, 20));
    Files.write(file, lines);
    assertThatThrownBy(this::replay)
        .isInstanceOfSatisfying(
            ReboundException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
              assertThat(e).hasMessageContaining("journal.jsonl, line 2:");
              assertThat(e.remedy()).isNotEmpty();
            });
  }

  @Test
  void anEmptyLineInTheMiddleAndOneOfNullAreErrorsToo() throws IOException {
    for (String bad : List.of("", "null", "[]", "7", "{\"v\":1,\"data\":{\"event\":\"?\"}}")) {
      write(List.of(new Event.Progress("one"), new Event.Progress("two")));
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      lines.add(1, bad);
      Files.write(file, lines);
      assertThatThrownBy(this::replay)
          .as("'%s'", bad)
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("line 2:");
    }
  }

  @Test
  void aMissingJournalIsAnErrorForPeople() {
    assertThatThrownBy(this::replay)
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("journal.jsonl");
  }

  @Test
  void keysOfLaterVersionsAreNoError() throws IOException {
    Files.writeString(
        file,
        "{\"v\":1,\"n\":1,\"wallMicros\":1,\"monoNanos\":1,\"later\":2,"
            + "\"data\":{\"event\":\"progress\",\"what\":\"x\",\"also\":true}}\n");
    assertThat(replay()).extracting(Entry::data).containsExactly(new Event.Progress("x"));
  }
}
