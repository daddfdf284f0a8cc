package dev.rebound.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestFiguresTest {
  private static final long START = 1_800_000_000_000_000L;

  @TempDir Path folder;

  /** Times are milliseconds from the start. */
  private final class Written {
    private final Path file;
    private final RequestLog log;
    private long next;

    Written(String name, int generator) throws IOException {
      file = folder.resolve(name);
      log = RequestLog.create(file, generator, START, 10, 1);
    }

    private void request(
        double intended,
        double known,
        RequestOutcome outcome,
        RequestEnding ending,
        int status,
        int bytesIn) {
      log.due(next, micros(intended), 0, 100, true);
      if (ending != RequestEnding.NOT_CONNECTED) {
        log.handed(next, micros(intended));
      }
      log.ended(next++, micros(known), outcome, ending, status, bytesIn);
    }

    Written accepted(double intended, double known) {
      request(intended, known, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 201, 50);
      return this;
    }

    Written refused(double intended, double known) {
      request(intended, known, RequestOutcome.REFUSED, RequestEnding.NOT_CONNECTED, 0, 0);
      return this;
    }

    Written unknown(double intended, double known) {
      request(intended, known, RequestOutcome.UNKNOWN, RequestEnding.TIMED_OUT, 0, 0);
      return this;
    }

    Written hanging(double intended, boolean handed) {
      log.due(next, micros(intended), 0, 100, true);
      if (handed) {
        log.handed(next, micros(intended));
      }
      next++;
      return this;
    }

    Written notSent(double intended) {
      log.due(next++, micros(intended), 0, 100, false);
      return this;
    }

    Path close() throws IOException {
      log.close(next);
      return file;
    }
  }

  private static long micros(double millis) {
    return START + (long) (millis * 1000);
  }

  private static PhaseTimes phase(String name, double from, double to) {
    return new PhaseTimes(name, micros(from), micros(to));
  }

  /** Ten a second; from 1 s to 3 s all are refused, and what came just before hangs. */
  private Path outage() throws IOException {
    Written log = new Written("one", 0);
    for (int i = 0; i < 40; i++) {
      double at = i * 100;
      if (at >= 1_000 && at < 3_000) {
        log.refused(at, at + 1);
      } else if (at == 900) {
        log.unknown(at, at + 2_000);
      } else {
        log.accepted(at, at + 20 + i);
      }
    }
    return log.close();
  }

  @Test
  void anOutageShowsInCountsRatesAndAvailability() throws IOException {
    RequestFigures figures =
        RequestFigures.read(
            List.of(outage()), List.of(phase("baseline", 0, 1_000), phase("faults", 1_000, 4_000)));

    RequestSpan all = figures.all();
    assertThat(all.name()).isEqualTo("all");
    assertThat(all.startMicros()).isEqualTo(START);
    // the last was intended for then; that its answer came later makes the load no longer
    assertThat(all.endMicros()).isEqualTo(micros(3_900) + 1);
    assertThat(all.samples()).isEqualTo(40);
    assertThat(all.accepted()).isEqualTo(19);
    assertThat(all.refused()).isEqualTo(20);
    assertThat(all.unknown()).isEqualTo(1);
    assertThat(all.notSent()).isZero();
    assertThat(all.errorsPercent()).isEqualTo(52.5);
    assertThat(all.availability()).isEqualTo(19 / 40.0);
    assertThat(all.acceptedPerSecond()).isCloseTo(18 / 3.9, within(0.001));
    // what was refused was not handed over
    assertThat(all.bytesOutPerSecond()).isCloseTo(2_000 / 3.9, within(0.1));
    assertThat(all.bytesInPerSecond()).isCloseTo(18 * 50 / 3.9, within(0.1));
    assertThat(all.nothingAccepted()).isCloseTo(2 / 3.0, within(1e-9));

    RequestSpan baseline = figures.phases().get(0);
    assertThat(baseline.name()).isEqualTo("baseline");
    assertThat(baseline.samples()).isEqualTo(10);
    assertThat(baseline.errorsPercent()).isEqualTo(10);
    assertThat(baseline.acceptedPerSecond()).isEqualTo(9);
    assertThat(baseline.nothingAccepted()).isZero();
    RequestSpan faults = figures.phases().get(1);
    assertThat(faults.samples()).isEqualTo(30);
    assertThat(faults.accepted()).isEqualTo(10);
    assertThat(faults.nothingAccepted()).isCloseTo(2 / 3.0, within(1e-9));

    assertThat(figures.seconds()).hasSize(4);
    assertThat(figures.seconds())
        .extracting(RequestSecond::availability)
        .containsExactly(0.9, 0.0, 0.0, 1.0);
    assertThat(figures.seconds())
        .extracting(RequestSecond::acceptedIn)
        .containsExactly(9L, 0L, 0L, 10L);
    assertThat(figures.seconds())
        .extracting(RequestSecond::bytesOut)
        .containsExactly(1_000L, 0L, 0L, 1_000L);
    assertThat(figures.seconds().get(2).atMicros()).isEqualTo(START + 2_000_000);
    assertThat(figures.seconds().get(2).refused()).isEqualTo(10);
    assertThat(figures.seconds().get(2).latency().p99()).isNaN();
  }

  @Test
  void latencyRunsFromTheIntendedTimeAndOfAllRequestsOnlyWhereAsked() throws IOException {
    Written log = new Written("one", 0);
    for (int i = 1; i <= 100; i++) {
      log.accepted(i * 10, i * 10 + i);
    }
    log.unknown(1_010, 6_010);
    RequestLatency latency = RequestFigures.read(List.of(log.close()), List.of()).all().latency();

    assertThat(latency.count()).isEqualTo(100);
    assertThat(latency.mean()).isCloseTo(50.5, within(1e-9));
    assertThat(latency.p50()).isCloseTo(50, within(0.1));
    assertThat(latency.p90()).isCloseTo(90, within(0.1));
    assertThat(latency.p95()).isCloseTo(95, within(0.1));
    assertThat(latency.p99()).isCloseTo(99, within(0.1));
    assertThat(latency.max()).isEqualTo(100);
  }

  @Test
  void oneLateTimeoutMakesTheRateNoLower() throws IOException {
    Written log = new Written("one", 0);
    for (int i = 0; i < 100; i++) {
      if (i == 98) {
        log.unknown(i * 100, i * 100 + 30_000);
      } else {
        log.accepted(i * 100, i * 100 + 5);
      }
    }
    RequestFigures figures = RequestFigures.read(List.of(log.close()), List.of());
    assertThat(figures.all().acceptedPerSecond()).isCloseTo(10, within(0.2));
    assertThat(figures.seconds()).hasSize(40);
  }

  @Test
  void whatAKilledProcessLeftInFlightIsUnknownOnlyIfItWasHandedOver() throws IOException {
    Path file =
        new Written("one", 0)
            .accepted(0, 5)
            .hanging(100, true)
            .hanging(200, false)
            .notSent(300)
            .close();
    RequestSpan all = RequestFigures.read(List.of(file), List.of()).all();

    assertThat(all.samples()).isEqualTo(2);
    assertThat(all.unknown()).isEqualTo(1);
    assertThat(all.notSent()).isEqualTo(2);
    assertThat(all.failed()).isEqualTo(all.refused() + all.unknown() + 2);
    assertThat(all.due()).isEqualTo(all.samples() + 2);
    assertThat(all.availability()).isEqualTo(0.25);
  }

  @Test
  void logsOfSeveralProcessesAreTakenTogetherSecondBySecond() throws IOException {
    Path one = new Written("one", 0).accepted(0, 1_500).accepted(2_000, 2_010).close();
    Path two = new Written("two", 1).accepted(50, 60).refused(2_050, 2_051).close();
    RequestFigures figures = RequestFigures.read(List.of(one, two), List.of());

    assertThat(figures.all().samples()).isEqualTo(4);
    assertThat(figures.seconds()).extracting(RequestSecond::intended).containsExactly(2L, 0L, 2L);
    assertThat(figures.seconds()).extracting(RequestSecond::acceptedIn).containsExactly(1L, 1L, 1L);
    assertThat(figures.seconds().get(0).latency().max()).isEqualTo(1_500);
    assertThat(figures.seconds().get(1).availability()).isNaN();
    assertThat(figures.seconds().get(2).availability()).isEqualTo(0.5);
  }

  @Test
  void withoutRequestsThereAreNoFigures() throws IOException {
    Path file = new Written("one", 0).close();
    RequestFigures figures =
        RequestFigures.read(List.of(file), List.of(phase("baseline", 0, 5_000)));

    assertThat(figures.seconds()).isEmpty();
    assertThat(figures.all().samples()).isZero();
    assertThat(figures.all().errorsPercent()).isNaN();
    assertThat(figures.all().acceptedPerSecond()).isNaN();
    assertThat(figures.all().latency().p50()).isNaN();
    assertThat(figures.phases().get(0).nothingAccepted()).isEqualTo(1);
    assertThat(RequestFigures.of(new RequestLogs(List.of()), List.of()).seconds()).isEmpty();
  }

  @Test
  void aBadLogIsNamedAndTimesThatAreNoneAreRefused() throws IOException {
    Path noise = Files.write(folder.resolve("noise"), new byte[200]);
    assertThatThrownBy(() -> RequestFigures.read(List.of(noise), List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(noise.toString());

    Path file = new Written("far", 0).accepted(0, 1).accepted(40.0 * 86_400_000, 1).close();
    assertThatThrownBy(() -> RequestFigures.read(List.of(file), List.of()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("40 days apart");
  }
}
