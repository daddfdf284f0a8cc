package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped example of a program that is not ours and in no language of ours, through real
 * brokers and real kills. The one in Java is run as a library does, by {@code MyJobIT}.
 */
@Tag("process")
@Tag("thorough")
class ExternalProgramIT {
  private static final String FOLDER = "experiments/your-own-job/";
  private static final List<String> SHORTER =
      List.of(
          "phases.warmup=1s",
          "phases.baseline=4s",
          "phases.faults=29s",
          "phases.settle=5s",
          "faults=[{ at: 1s, every: 8s, kill: worker, restart: { after: 1s } }]");

  @TempDir Path runs;

  /** Python with confluent-kafka. */
  private static Map<String, String> python() throws IOException, InterruptedException {
    Path programs = BuildTools.python("python", "confluent-kafka==2.16.1");
    return Map.of("PATH", programs + ":" + System.getenv("PATH"));
  }

  @Test
  @Tag("python")
  void aPythonProgramThatCommitsLastLosesNothing() throws Exception {
    RealRun run = new RealRun(runs, FOLDER + "python.yaml", python(), SHORTER);
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.PASS);
  }

  @Test
  @Tag("python")
  void aPythonProgramThatCommitsFirstIsConvictedOfLosing() throws Exception {
    List<String> settings = new ArrayList<>(SHORTER);
    settings.add("engine.config={ COMMIT: first }");
    RealRun run = new RealRun(runs, FOLDER + "python.yaml", python(), settings);
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.finding(FindingKind.LOST).examples()).isNotEmpty();
  }
}
