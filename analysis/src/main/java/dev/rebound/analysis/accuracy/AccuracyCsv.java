package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.units.Words;
import java.util.List;

/** Every printed length beside its truth, as lines of a CSV file. */
public final class AccuracyCsv {
  /** Names of the columns. */
  public static final String HEADER =
      "scenario,seed,fault,length,state,printed_ms,low_ms,high_ms,floor_ms,true_ms,cut_off_ms,holds,narrow";

  private AccuracyCsv() {}

  /** One line, without its end. */
  public static String of(ScoredLength s) {
    List<Double> ends = s.truth().from();
    return Words.text(
        "%s,%d,%d,%s,%s,%d,%d,%s,%d,%s,%s,%s,%s",
        s.scenario().word(),
        s.seed(),
        s.fault(),
        s.quantity().word(),
        s.printed().state(),
        s.printed().millis(),
        s.printed().lowMillis(),
        s.printed().highMillis() == null ? "" : s.printed().highMillis(),
        s.printed().floorMillis(),
        String.join("|", ends.stream().map(end -> Long.toString(Math.round(end))).toList()),
        s.truth().atLeast() == null ? "" : Math.round(s.truth().atLeast()),
        s.known() ? s.holds() : "",
        s.narrow());
  }
}
