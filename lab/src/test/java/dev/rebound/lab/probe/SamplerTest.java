package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SamplerTest {
  private final List<Event> events = new ArrayList<>();
  private long nanos;
  private final Sampler sampler = sampler(List.of(events::add));

  private Sampler sampler(List<Consumer<Event>> journals) {
    return new Sampler(
        journals,
        "baseline",
        Clock.fixed(Instant.ofEpochSecond(7), ZoneOffset.UTC),
        () -> nanos,
        Duration.ofSeconds(1));
  }

  private static final class FixedProbe implements Probe {
    private List<Series> series;
    private double[] values;
    private boolean closed;
    private boolean fails;

    FixedProbe(String metric, double... values) {
      this.series = List.of(new Series(metric, "unit", ""));
      this.values = values;
    }

    @Override
    public List<Series> series() {
      return series;
    }

    @Override
    public double[] read() {
      if (fails) {
        throw new IllegalStateException("planted");
      }
      return values;
    }

    @Override
    public Map<String, String> absent() {
      return Map.of("node.sent", "no ss");
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private void tickAfter(double seconds) {
    nanos += (long) (seconds * 1e9);
    sampler.sample();
  }

  private <T extends Event> List<T> all(Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private List<String> warnings() {
    return all(Event.DoubtRaised.class).stream().map(Event.DoubtRaised::code).toList();
  }

  private List<String> details() {
    return all(Event.DoubtRaised.class).stream().map(Event.DoubtRaised::message).toList();
  }

  @Test
  void seriesAreDeclaredWhenTheyChangeAndEveryTickHasTheirValues() {
    FixedProbe first = new FixedProbe("a", 1);
    sampler.add(first);
    tickAfter(1);
    tickAfter(1);
    sampler.add(new FixedProbe("b", Double.NaN));
    tickAfter(1);

    assertThat(all(Event.SeriesDeclared.class)).hasSize(2);
    assertThat(all(Event.Tick.class))
        .containsExactly(
            new Event.Tick(7_000_000, List.of(1.0)),
            new Event.Tick(7_000_000, List.of(1.0)),
            new Event.Tick(7_000_000, Arrays.asList(1.0, null)));
  }

  @Test
  void eachOfTwoJournalsIsToldWhatConcernsIt() {
    List<Event> second = new ArrayList<>();
    Sampler both = sampler(List.of(events::add, second::add));
    FixedProbe bad = new FixedProbe("bad", 4);
    bad.fails = true;
    both.add(new FixedProbe("of both", 1));
    both.add(new FixedProbe("of the first", 2), 0);
    both.add(new FixedProbe("of the second", 3), 1);
    both.add(bad, 1);
    both.sample();
    nanos += 3_000_000_000L;
    both.sample();

    assertThat(all(Event.SeriesDeclared.class).get(0).series())
        .extracting(Series::metric)
        .containsExactly("of both", "of the first");
    assertThat(all(Event.Tick.class)).extracting(Event.Tick::values).contains(List.of(1.0, 2.0));
    assertThat(warnings()).containsExactly("sampling-gap");
    assertThat(second)
        .filteredOn(Event.SeriesDeclared.class::isInstance)
        .singleElement()
        .satisfies(
            event ->
                assertThat(((Event.SeriesDeclared) event).series())
                    .extracting(Series::metric)
                    .containsExactly("of both", "of the second", "bad"));
    assertThat(second)
        .filteredOn(Event.Tick.class::isInstance)
        .contains(new Event.Tick(7_000_000, Arrays.asList(1.0, 3.0, null)));
    assertThat(second)
        .filteredOn(Event.DoubtRaised.class::isInstance)
        .extracting(event -> ((Event.DoubtRaised) event).code())
        .containsExactly("probe-failed", "sampling-gap");
  }

  @Test
  void whatIsAbsentIsSaidOnce() {
    sampler.add(new FixedProbe("a", 1));
    tickAfter(1);
    tickAfter(1);
    assertThat(all(Event.MetricAbsent.class))
        .containsExactly(new Event.MetricAbsent("node.sent", "no ss"));
  }

  @Test
  void aGapIsWarnedOfAndALateTickIsNot() {
    tickAfter(1);
    tickAfter(2.4);
    assertThat(warnings()).isEmpty();
    tickAfter(2.6);
    assertThat(warnings()).containsExactly("sampling-gap");
  }

  @Test
  void aProbeThatFailsLeavesTheOthersAlone() {
    FixedProbe bad = new FixedProbe("bad", 1);
    bad.fails = true;
    sampler.add(bad);
    sampler.add(new FixedProbe("good", 2));
    tickAfter(1);
    tickAfter(1);

    assertThat(warnings()).containsExactly("probe-failed");
    assertThat(all(Event.Tick.class).get(1).values()).containsExactly(null, 2.0);
  }

  @Test
  void aProbeThatFailsAtTheStartIsWarnedOfAgainUnderLoad() {
    FixedProbe bad = new FixedProbe("bad", 1);
    bad.fails = true;
    sampler.add(bad);
    tickAfter(1);
    bad.fails = false;
    sampler.phase("faults");
    tickAfter(1);
    bad.fails = true;
    tickAfter(1);
    tickAfter(1);
    assertThat(all(Event.DoubtRaised.class))
        .extracting(Event.DoubtRaised::phase)
        .containsExactly("start", "faults");
  }

  @Test
  void aBusyMachineIsWarnedOfOncePerQuietPhase() {
    FixedProbe host = new FixedProbe("x", 0.96);
    host.series = List.of(new Series(Series.HOST_CPU, "share", ""));
    sampler.add(host);
    sampler.phase("faults");
    for (int i = 0; i < 10; i++) {
      tickAfter(1);
    }
    assertThat(warnings()).isEmpty();
    sampler.phase("baseline");
    for (int i = 0; i < 4; i++) {
      tickAfter(1);
    }
    assertThat(warnings()).isEmpty();
    for (int i = 0; i < 10; i++) {
      tickAfter(1);
    }
    assertThat(warnings()).containsExactly("cpu-saturated");
  }

  @Test
  void programsThatAreNotOfTheRunAreNamedIfTheyTookAGoodPart() {
    FixedProbe host = new FixedProbe("x");
    host.series =
        List.of(
            new Series(Series.HOST_CPU, "share", ""),
            new Series(HostProbe.CORE_CPU, "share", "core0"),
            new Series(HostProbe.CORE_CPU, "share", "core1"),
            new Series(ProcessProbe.CPU, "cores", "worker-1"),
            new Series(ProcessProbe.CPU, "cores", "worker-2"));
    host.values = new double[] {1, 1, 1, 0.8, Double.NaN};
    sampler.add(host);
    busyIn("baseline");
    host.values = new double[] {1, 1, 1, 0.8, 0.9};
    busyIn("settle");

    assertThat(details())
        .containsExactly(
            "the machine's CPU was at 95 % or more for 5 s in phase baseline; 60 % of that was"
                + " taken by other programs than the run's",
            "the machine's CPU was at 95 % or more for 5 s in phase settle");
  }

  private void busyIn(String phase) {
    sampler.phase("between");
    tickAfter(1);
    sampler.phase(phase);
    for (int i = 0; i < 10; i++) {
      tickAfter(1);
    }
  }

  @Test
  void othersAreNamedBeforeTheBaselineOnceTheyBringSaturationNear() {
    MadeMachine machine = new MadeMachine();
    FixedProbe host = new FixedProbe("x", 0.5);
    host.series = List.of(new Series(Series.HOST_CPU, "share", ""));
    sampler.add(host);
    sampler.watch(machine.others(Set.of()));
    sampler.phase("warmup");
    for (int i = 0; i < 10; i++) {
      machine.uses(7, 1, "make", 900);
      crowded(machine);
    }
    assertThat(warnings()).as("there is room left").isEmpty();

    host.values = new double[] {0.9};
    for (int i = 0; i < 10; i++) {
      crowded(machine);
    }
    assertThat(warnings()).as("the run itself fills it").isEmpty();

    for (int i = 0; i < 20; i++) {
      machine.uses(7, 1, "make", 900);
      machine.busy(900);
      crowded(machine);
    }
    assertThat(warnings()).containsExactly("machine-busy");
    assertThat(details().get(0)).contains("nearly full", "0.9 of 2 cores: make (pid 7) 0.9");
  }

  private void crowded(MadeMachine machine) {
    machine.passes(1_000);
    tickAfter(1);
  }

  @Test
  void afterTheBaselineNobodyLooksForOthers() {
    MadeMachine machine = new MadeMachine();
    FixedProbe host = new FixedProbe("x", 0.9);
    host.series = List.of(new Series(Series.HOST_CPU, "share", ""));
    sampler.add(host);
    sampler.watch(machine.others(Set.of()));
    sampler.phase("faults");
    for (int i = 0; i < 20; i++) {
      machine.busy(1_500);
      crowded(machine);
    }
    assertThat(warnings()).isEmpty();
  }

  @Test
  void whereTheWarmupIsTheBaselineABusyMachineSpoilsIt() {
    Sampler other =
        new Sampler(
            List.of(events::add), "warmup", Clock.systemUTC(), () -> nanos, Duration.ofSeconds(1));
    FixedProbe host = new FixedProbe("x", 0.96);
    host.series = List.of(new Series(Series.HOST_CPU, "share", ""));
    other.add(host);
    other.phase("warmup");
    for (int i = 0; i < 10; i++) {
      nanos += 1_000_000_000L;
      other.sample();
    }
    assertThat(warnings()).containsExactly("cpu-saturated");
  }

  @Test
  void anEngineWithCoresOfItsOwnMayTakeAllOfThem() {
    FixedProbe host = new FixedProbe("x", 0.99);
    host.series =
        List.of(new Series(Series.HOST_CPU, "share", ""), new Series(Series.RIG_CPU, "share", ""));
    host.values = new double[] {0.99, 0.4};
    sampler.add(host);
    sampler.phase("baseline");
    for (int i = 0; i < 10; i++) {
      tickAfter(1);
    }
    assertThat(warnings()).isEmpty();

    host.values = new double[] {0.99, 0.97};
    for (int i = 0; i < 10; i++) {
      tickAfter(1);
    }
    assertThat(warnings()).containsExactly("cpu-saturated");
  }

  @Test
  void aPauseInTheBusynessStartsTheCountAgain() {
    FixedProbe host = new FixedProbe("x", 0.99);
    host.series = List.of(new Series(Series.HOST_CPU, "share", ""));
    sampler.add(host);
    sampler.phase("settle");
    for (int i = 0; i < 20; i++) {
      host.values = new double[] {i % 4 == 3 ? 0.5 : 0.99};
      tickAfter(1);
    }
    assertThat(warnings()).isEmpty();
  }

  @Test
  void itsThreadTicksAndClosingItClosesTheProbes() throws InterruptedException {
    CountDownLatch ticks = new CountDownLatch(3);
    Sampler live =
        new Sampler(
            List.of(
                event -> {
                  if (event instanceof Event.Tick) {
                    ticks.countDown();
                  }
                }),
            "baseline",
            Clock.systemUTC(),
            System::nanoTime,
            Duration.ofMillis(10));
    FixedProbe probe = new FixedProbe("a", 1);
    live.add(probe);
    live.start();

    assertThat(ticks.await(20, TimeUnit.SECONDS)).as("three ticks within 20 s").isTrue();
    live.close();
    assertThat(probe.closed).isTrue();
  }

  @Test
  void aJournalThatCannotBeWrittenEndsSamplingAndIsTold() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    Sampler live =
        new Sampler(
            List.of(
                event -> {
                  asked.countDown();
                  throw ReboundException.environment("disk full", "Free space.");
                }),
            "baseline",
            Clock.systemUTC(),
            System::nanoTime,
            Duration.ofMillis(10));
    live.start();
    assertThat(asked.await(20, TimeUnit.SECONDS)).as("a tick within 20 s").isTrue();
    live.close();
    assertThat(live.failure()).hasValueSatisfying(e -> assertThat(e).hasMessage("disk full"));
  }

  /** A run of which nobody knows what the rig did may not pass. */
  @Test
  void whatEndsTheThreadIsTold() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    Sampler live =
        new Sampler(
            List.of(event -> {}),
            "baseline",
            Clock.systemUTC(),
            System::nanoTime,
            Duration.ofMillis(10));
    live.add(
        new Probe() {
          @Override
          public List<Series> series() {
            asked.countDown();
            throw new NoClassDefFoundError("planted");
          }

          @Override
          public double[] read() {
            return new double[0];
          }
        });
    live.start();
    assertThat(asked.await(20, TimeUnit.SECONDS)).as("a tick within 20 s").isTrue();
    live.close();
    assertThat(live.failure())
        .hasValueSatisfying(
            e ->
                assertThat(e)
                    .hasMessage("sampling ended: java.lang.NoClassDefFoundError: planted"));
  }
}
