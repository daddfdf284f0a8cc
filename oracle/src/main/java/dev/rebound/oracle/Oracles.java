package dev.rebound.oracle;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.oracle.session.SessionDue;
import dev.rebound.oracle.session.SessionReplay;
import dev.rebound.oracle.window.SessionWindowDue;
import dev.rebound.oracle.window.WindowFilling;
import dev.rebound.workload.FilterWorkload;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The oracles of workloads: of those that jobs of ours compute, and of those that are their own.
 */
public final class Oracles {
  private Oracles() {}

  /** The oracle of a workload that is none itself. */
  private record OfWorkload(int heldBytesPerRecord, Function<Ledger, Due> making)
      implements Oracle {
    @Override
    public Due due(Ledger ledger) {
      return making.apply(ledger);
    }
  }

  /** The oracle of a workload; {@link IllegalArgumentException} if it has none. */
  public static Oracle of(Workload workload) {
    if (workload instanceof Oracle own) {
      return own;
    }
    if (workload instanceof FixedWindow windows) {
      return new OfWorkload(0, ledger -> WindowFilling.due(windows, ledger));
    }
    if (workload instanceof SessionWindow sessions) {
      return new OfWorkload(0, ledger -> new SessionWindowDue(sessions, ledger));
    }
    if (workload instanceof Sessions sessions) {
      return new OfWorkload(
          SessionReplay.BYTES_PER_INPUT, ledger -> new SessionDue(sessions, ledger));
    }
    if (workload instanceof FilterWorkload filter) {
      return new OfWorkload(0, ledger -> filtered(filter, ledger));
    }
    if (workload instanceof RuleWorkload rules) {
      return new OfWorkload(0, ledger -> counted(rules, ledger));
    }
    throw new IllegalArgumentException(
        "nobody says what is due of " + workload.spec().name() + "; let it implement Oracle");
  }

  /** Records that come out as they went in. */
  private static Due filtered(FilterWorkload workload, Ledger ledger) {
    return new PerRecordDue(
        workload,
        ledger,
        List.of(UnjudgedAspects.KEYS, UnjudgedAspects.PARTITIONS, UnjudgedAspects.ORDER),
        (exact, diverged) ->
            new ContentAudit(
                ContentAudit.OF_INPUT,
                seen ->
                    seen.evidenceLow()
                            == FilterWorkload.hash(
                                workload.value(seen.generator(), seen.sequence()))
                        ? null
                        : "",
                diverged));
  }

  /** Records that owe an output for each rule that they match, or are all counted by key. */
  private static Due counted(RuleWorkload workload, Ledger ledger) {
    List<NotJudged> notJudged = new ArrayList<>();
    if (workload instanceof Grouping grouping && !grouping.emitsAll()) {
      notJudged.add(UnjudgedAspects.BETWEEN_READOUTS);
    }
    notJudged.addAll(List.of(UnjudgedAspects.STATE_TIMES, UnjudgedAspects.ORDER_ACROSS));
    return new PerRecordDue(
        workload,
        ledger,
        notJudged,
        null,
        null,
        workload instanceof Grouping grouping
            ? (generator, sequence, sink) -> sink.accept(grouping.keyOf(generator, sequence))
            : null);
  }
}
