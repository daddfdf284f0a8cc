package dev.rebound.analysis.check;

import static dev.rebound.analysis.evidence.Guarantee.AT_LEAST_ONCE;
import static dev.rebound.analysis.evidence.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records counted by key, and what is planted in their counts. */
class GroupingTest extends KeyedTopic {
  private static final int PLACE = 900;

  GroupingTest() {
    super(WorkloadSpec.of(Grouping.KIND, 3).with("keys", 50));
  }

  private void job() {
    take(0, RECORDS);
    close();
  }

  /** The readout of the key of an output. */
  private int readout(OutputRecord output) {
    return RECORDS
        + outputs.subList(RECORDS, outputs.size()).stream()
            .map(OutputRecord::rule)
            .toList()
            .indexOf(output.rule());
  }

  @Test
  void eachRecordComesOutOnceWithTheCountOfItsKey() throws IOException {
    job();
    assertThat(outputs).hasSize(RECORDS + 50);
    assertThat(found(EXACTLY_ONCE)).isEmpty();
    assertThat(analysed(EXACTLY_ONCE).unjudged()).doesNotContainKeys("lost", "diverged");
  }

  @Test
  void oneThatIsLostOrComesTwiceIsFound() throws IOException {
    job();
    OutputRecord output = outputs.remove(PLACE);
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(example(EXACTLY_ONCE, FindingKind.LOST))
        .contains("sequence " + output.sequence() + ", key " + output.rule() + " (input");
    outputs.add(PLACE, output);
    outputs.add(PLACE, output);
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
  }

  @Test
  void aCountThatIsOffByOneIsFound() throws IOException {
    job();
    OutputRecord output = outputs.get(PLACE);
    outputs.set(PLACE, counting(output, output.count() + 1));
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
    assertThat(example(EXACTLY_ONCE, FindingKind.DIVERGED))
        .startsWith("key " + output.rule() + ": count " + (output.count() + 1) + " came twice");
  }

  @Test
  void soIsOneInTheEndWhateverIsPromised() throws IOException {
    job();
    int readout = readout(outputs.get(PLACE));
    long due = outputs.get(readout).count();
    outputs.set(readout, counting(outputs.get(readout), due - 1));
    assertThat(found(EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
    assertThat(found(AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
    assertThat(example(AT_LEAST_ONCE, FindingKind.DIVERGED))
        .contains("final count " + (due - 1) + ", due " + due);
  }

  @Test
  void whatIsCountedTwiceIsInExcessWhereThatMayBe() throws IOException {
    take(0, 1_000);
    take(950, RECORDS);
    close();
    assertThat(found(AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.DUPLICATED, 50L));
    assertThat(analysed(AT_LEAST_ONCE).metrics()).containsEntry("excess", 50.0);
    assertThat(found(EXACTLY_ONCE))
        .containsEntry(FindingKind.DUPLICATED, 50L)
        .containsKey(FindingKind.DIVERGED);
  }

  @Test
  void aKeyThatIsForgottenIsFound() throws IOException {
    take(0, 1_000);
    states.remove(7);
    take(1_000, RECORDS);
    close();
    assertThat(found(AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
  }
}
