package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code experiments/grep.yaml} on both engines, through real brokers and with a real kill: a job
 * without state whose records are known by a header passes an audit of every line.
 */
@Tag("process")
class GrepRunsIT {
  @TempDir Path runs;

  @Test
  void linesThatMatchComeOnceEach() throws Exception {
    RealRun run =
        new RealRun(
            runs,
            "experiments/grep.yaml",
            Map.of(),
            List.of("phases.warmup=3s", "phases.baseline=5s", "phases.faults=20s"));
    assertThat(run.results()).as("%s", run.log()).hasSize(2);
    for (Results results : run.results()) {
      Results.Audit audit = results.audits().get(0);
      assertThat(audit.expected()).isGreaterThan(1_000);
      assertThat(audit.distinct()).as("%s", run.log()).isEqualTo(audit.expected());
      assertThat(audit.findings())
          .filteredOn(finding -> !finding.allowed())
          .allSatisfy(finding -> assertThat(finding.count()).as("%s", finding).isZero());
    }
  }
}
