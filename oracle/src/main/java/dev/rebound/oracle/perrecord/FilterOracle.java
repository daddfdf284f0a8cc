package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.FilterWorkload;
import java.util.List;

/** The oracle of records that come out as they went in. */
public record FilterOracle(FilterWorkload workload) implements Oracle {
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
        (exact, diverged) -> new ContentAudit(seen -> isAsSent(seen) ? null : "", diverged));
  }

  private boolean isAsSent(Observation seen) {
    return seen.evidenceLow()
        == FilterWorkload.hash(workload.value(seen.generator(), seen.sequence()));
  }
}
