package dev.rebound.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program of one Java file, killed twice under load from a program. */
@Tag("process")
@Tag("thorough")
class MyProgramIT {
  private static final String PROGRAM = "../experiments/your-own-job/Forward.java";

  @Test
  void losesNothingWhenWorkersAreKilled() {
    List<Event> heard = new CopyOnWriteArrayList<>();

    Outcome outcome =
        Rebound.experiment(Path.of("../experiments/your-own-job/java.yaml"))
            .set("engine.run=java -cp " + Rebound.classPath() + " " + PROGRAM)
            .set("phases.warmup=3s", "phases.baseline=5s", "phases.faults=12s", "phases.settle=6s")
            .set("faults=[{ at: 2s, every: 6s, kill: worker, restart: { after: 1s } }]")
            .runs(Path.of("target/rebound"))
            .listen(entry -> heard.add(entry.data()))
            .run();

    assertThat(outcome.verdict()).as("%s", outcome).isNotEqualTo(Verdict.FAIL);
    assertThat(outcome.run().judged("lost")).as("%s", outcome).isEqualTo(Verdict.PASS);
    assertThat(heard)
        .filteredOn(event -> event instanceof Event.FaultConfirmed kill && kill.confirmed())
        .hasSize(2);

    Results results = outcome.results();
    assertThat(results.faults()).hasSize(2);
    assertThat(results.audits().get(0).distinct()).isGreaterThan(10_000);
    assertThat(results.metrics()).containsEntry("lost", 0.0);
    assertThat(outcome.report()).isRegularFile();
  }
}
