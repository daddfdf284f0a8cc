package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.RuleWorkload;
import java.util.List;

/** The oracle of records that owe an output for each rule that they match. */
public record RuleOracle(RuleWorkload workload) implements Oracle {
  @Override
  public List<NotJudged> notJudged() {
    return List.of(UnjudgedAspects.STATE_TIMES, UnjudgedAspects.ORDER_ACROSS);
  }

  @Override
  public Due due(Ledger ledger) {
    return new PerRecordDue(this, workload.rules(), ledger);
  }
}
