package dev.rebound.analysis.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.compare.statistics.Value;
import org.junit.jupiter.api.Test;

/** A queue that fills while nothing flows, worked off by hand. */
class QueueModelTest {
  @Test
  void aBacklogIsGoneOnceTheCapacityLeftOverHasWorkedItOff() {
    // 300 records/s for 10 s are 3,000; at 400 records/s, 100 of them spare, that takes 30 s more.
    Value predicted = QueueModel.recovery(Value.of(10_000), Value.of(0.75), 0);
    assertThat(predicted.low()).isCloseTo(40_000, within(1e-6));
    assertThat(predicted.exact()).isTrue();
  }

  @Test
  void workDoneAgainWidensThePrediction() {
    // A commit interval of 2 s may have to be done again: at most 600 records, 6 s.
    Value predicted = QueueModel.recovery(Value.of(10_000), Value.of(0.75), 2000);
    assertThat(predicted.low()).isCloseTo(40_000, within(1e-6));
    assertThat(predicted.high()).isCloseTo(46_000, within(1e-6));
  }

  @Test
  void anIdleSystemIsBackAsSoonAsItFlows() {
    Value predicted = QueueModel.recovery(new Value(900, 1100), Value.of(0), 2000);
    assertThat(predicted).isEqualTo(new Value(900, 1100));
  }

  @Test
  void aFullSystemNeverIs() {
    assertThat(QueueModel.recovery(Value.of(10_000), Value.of(1), 0))
        .isEqualTo(Value.atLeast(10_000));
    assertThat(QueueModel.recovery(Value.of(10_000), Value.of(1.2), 0).bounded()).isFalse();
  }

  @Test
  void anOutageWithoutAnEndHasARecoveryWithoutOne() {
    assertThat(QueueModel.recovery(Value.atLeast(5_000), Value.of(0.5), 0))
        .isEqualTo(Value.atLeast(10_000));
  }

  @Test
  void aBoundOfTheCapacityIsOneOfTheTime() {
    Value predicted = QueueModel.recovery(Value.of(1000), new Value(0, 0.5), 0);
    assertThat(predicted).isEqualTo(new Value(1000, 2000));
    assertThat(QueueModel.recovery(Value.of(1000), new Value(0, 1), 0))
        .isEqualTo(Value.atLeast(1000));
  }
}
