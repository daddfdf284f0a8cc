package dev.rebound.analysis.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import org.junit.jupiter.api.Test;

/** A queue that fills while nothing flows, worked off by hand. */
class QueueModelTest {
  @Test
  void aBacklogIsGoneOnceTheCapacityLeftOverHasWorkedItOff() {
    // 300 records/s for 10 s are 3,000; at 400 records/s, 100 of them spare, that takes 30 s more.
    BoundedValue predicted = QueueModel.recovery(BoundedValue.of(10_000), BoundedValue.of(0.75), 0);
    assertThat(predicted.low()).isCloseTo(40_000, within(1e-6));
    assertThat(predicted.exact()).isTrue();
  }

  @Test
  void workDoneAgainWidensThePrediction() {
    // A commit interval of 2 s may have to be done again: at most 600 records, 6 s.
    BoundedValue predicted =
        QueueModel.recovery(BoundedValue.of(10_000), BoundedValue.of(0.75), 2000);
    assertThat(predicted.low()).isCloseTo(40_000, within(1e-6));
    assertThat(predicted.high()).isCloseTo(46_000, within(1e-6));
  }

  @Test
  void anIdleSystemIsBackAsSoonAsItFlows() {
    BoundedValue predicted =
        QueueModel.recovery(new BoundedValue(900, 1100), BoundedValue.of(0), 2000);
    assertThat(predicted).isEqualTo(new BoundedValue(900, 1100));
  }

  @Test
  void aFullSystemNeverIs() {
    assertThat(QueueModel.recovery(BoundedValue.of(10_000), BoundedValue.of(1), 0))
        .isEqualTo(BoundedValue.atLeast(10_000));
    assertThat(QueueModel.recovery(BoundedValue.of(10_000), BoundedValue.of(1.2), 0).bounded())
        .isFalse();
  }

  @Test
  void anOutageWithoutAnEndHasARecoveryWithoutOne() {
    assertThat(QueueModel.recovery(BoundedValue.atLeast(5_000), BoundedValue.of(0.5), 0))
        .isEqualTo(BoundedValue.atLeast(10_000));
  }

  @Test
  void aBoundOfTheCapacityIsOneOfTheTime() {
    BoundedValue predicted =
        QueueModel.recovery(BoundedValue.of(1000), new BoundedValue(0, 0.5), 0);
    assertThat(predicted).isEqualTo(new BoundedValue(1000, 2000));
    assertThat(QueueModel.recovery(BoundedValue.of(1000), new BoundedValue(0, 1), 0))
        .isEqualTo(BoundedValue.atLeast(1000));
  }
}
