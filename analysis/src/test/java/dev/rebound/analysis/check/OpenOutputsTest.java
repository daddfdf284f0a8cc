package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenOutputsTest {
  private final OpenOutputs open = new OpenOutputs(List.of(5L, 7L, 0L), List.of(9L, 7L, 1L));

  @Test
  void partitionsWithRecordsBehindTheLastStableOffsetAreOpen() {
    assertThat(open.records(0)).isEqualTo(4);
    assertThat(open.records(1)).isZero();
    assertThat(open.records(3)).isZero();
    assertThat(open.openPartitions()).isEqualTo(2);
  }

  @Test
  void anOutputIsOpenFromTheLastStableOffsetOn() {
    open.note(1, 0, 4);
    open.note(2, 0, 5);
    open.note(3, 1, 8);
    open.note(4, 9, 0);
    assertThat(List.of(1L, 2L, 3L, 4L)).filteredOn(open::contains).containsExactly(2L);
  }
}
