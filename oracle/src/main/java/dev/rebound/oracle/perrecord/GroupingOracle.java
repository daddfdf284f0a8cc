package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.Grouping;
import java.util.List;

/** The oracle of records that are all counted by key, of which some come out. */
public record GroupingOracle(Grouping workload) implements Oracle {
  @Override
  public List<NotJudged> notJudged() {
    return workload.emitsAll()
        ? List.of(UnjudgedAspects.STATE_TIMES, UnjudgedAspects.ORDER_ACROSS)
        : List.of(
            UnjudgedAspects.BETWEEN_READOUTS,
            UnjudgedAspects.STATE_TIMES,
            UnjudgedAspects.ORDER_ACROSS);
  }

  @Override
  public Due due(Ledger ledger) {
    return PerRecordDue.counting(
        this,
        workload.rules(),
        ledger,
        (generator, sequence, sink) -> sink.accept(workload.keyOf(generator, sequence)));
  }
}
