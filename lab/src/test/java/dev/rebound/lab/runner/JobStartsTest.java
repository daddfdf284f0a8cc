package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Series;
import dev.rebound.lab.journal.Journal;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job that has not got over its start leaves in its journal. */
class JobStartsTest {
  @TempDir Path folder;

  /** What is told of a job with windows of a minute, after two ticks at this frontier age. */
  private List<Event> told(double ageMillis) throws IOException {
    FixedWindow windows =
        new FixedWindow(
            WorkloadSpec.of(FixedWindow.KIND, 1).with("window", "time").with("length-ms", 60_000));
    List<Event> heard = new ArrayList<>();
    try (Journal journal = new Journal(folder.resolve("journal.jsonl"), Clock.systemUTC())) {
      JobStarts starts = new JobStarts();
      starts.add(journal, DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 1000), windows);
      journal.append(new Event.SeriesDeclared(List.of(new Series("frontier.age", "ms", ""))));
      journal.append(new Event.Tick(1_000_000, List.of(ageMillis)));
      journal.append(new Event.Tick(2_000_000, List.of(ageMillis)));
      assertThat(starts.reason()).isPresent();
      journal.listen(entry -> heard.add(entry.data()));
      starts.tell();
    }
    return heard;
  }

  @Test
  void aJobThatIsBehindIsDoubted() throws IOException {
    assertThat(told(70_000))
        .singleElement()
        .isInstanceOfSatisfying(
            Event.DoubtRaised.class, doubt -> assertThat(doubt.code()).isEqualTo("late-start"));
  }

  @Test
  void whatCouldNotBeJudgedIsToldAndNotDoubted() throws IOException {
    assertThat(told(30_000))
        .singleElement()
        .isInstanceOfSatisfying(
            Event.Progress.class,
            progress ->
                assertThat(progress.what())
                    .contains("could not be told", "and the baseline began"));
  }

  /** The journal is ahead of what was heard, as far as this goes. */
  @Test
  void aStartThatCannotBeFollowedIsNotOver() throws IOException {
    JobStarts starts = new JobStarts();
    try (Journal journal = new Journal(folder.resolve("journal.jsonl"), Clock.systemUTC())) {
      starts.add(
          journal,
          DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 1000),
          new FixedWindow(WorkloadSpec.of(FixedWindow.KIND, 1)));
      assertThat(starts.reason()).isEmpty();
    }
    assertThat(starts.reason())
        .hasValueSatisfying(left -> assertThat(left).contains("not worked out in time"));
  }
}
