package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.Grep;
import java.util.List;

/** The oracle of lines that come out as they went in. */
public record GrepOracle(Grep workload) implements Oracle {
  @Override
  public List<NotJudged> notJudged() {
    return List.of(UnjudgedAspects.KEYS, UnjudgedAspects.PARTITIONS, UnjudgedAspects.ORDER);
  }

  @Override
  public Due due(Ledger ledger) {
    return new PerRecordDue(
        this,
        1,
        ledger,
        (exact, diverged) -> new ContentAudit(seen -> isItsLine(seen) ? null : "", diverged));
  }

  private boolean isItsLine(Observation seen) {
    return seen.evidenceLow() == Grep.hash(workload.line(seen.generator(), seen.sequence()));
  }
}
