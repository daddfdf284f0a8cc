package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells of one made-up run: what was made to happen, what is true, and what is printed. */
record SimulatedRunReport(SimulatedScenario world, AnalysisResult findings) {
  List<String> lines(List<ScoredLength> lengths, List<JudgedBound> passes) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Words.text(
            "%s, %d lanes, %d workers, %.0f records/s with %.2f outputs each over %d rules%s,"
                + " capacity %.2f x load, service %s, batches of %.0f ms",
            world.guarantee(),
            world.partitions(),
            world.workers(),
            world.rate(),
            world.selectivity(),
            world.rules(),
            world.skewed() ? " (skewed)" : "",
            world.capacity(),
            world.service(),
            world.fetchMicros() / 1e3));
    lines.add(
        Words.text(
            "commits every %.3f s (jitter %.2f%s%s), baseline %.3f to %.3f s, load ends at %.3f s",
            world.commits().intervalMicros() / 1e6,
            world.commits().jitter(),
            world.commits().shared() ? ", shared" : "",
            world.commits().visible() ? ", transactional" : "",
            world.baselineFrom() / 1e6,
            world.baselineTo() / 1e6,
            world.loadEnd() / 1e6));
    if (world.lost() > 0) {
      lines.add(
          Words.text(
              "loses %.4f of the outputs intended from %.3f to %.3f s",
              world.lost(), world.lostFrom() / 1e6, world.lostTo() / 1e6));
    }
    if (world.stepMicros() != 0) {
      lines.add(
          Words.text(
              "the clock is set by %.3f s at %.3f s",
              world.stepMicros() / 1e6, world.stepAt() / 1e6));
    }
    for (Standstill stop : world.stops()) {
      lines.add(
          Words.text(
              "  %-7s fault %d, %.3f to %s s, lanes %s%s%s",
              stop.cause().name().toLowerCase(Locale.ROOT),
              stop.fault() + 1,
              stop.from() / 1e6,
              stop.to() == Standstill.NEVER ? "ever" : Words.text("%.3f", stop.to() / 1e6),
              Long.toBinaryString(stop.lanes()),
              stop.speed() > 0 ? Words.text(", at %.2f x load", stop.speed()) : "",
              stop.kills() ? ", killed" : ""));
    }
    faults(lines, lengths);
    for (JudgedBound pass : passes) {
      if (pass.wrong()) {
        lines.add(Words.text("WRONG PASS of %s by %.0f ms", pass.metric(), pass.overMillis()));
      }
    }
    findings.unjudged().forEach((metric, why) -> lines.add("unjudged " + metric + ": " + why));
    return lines;
  }

  private void faults(List<String> lines, List<ScoredLength> lengths) {
    for (int f = 0; f < findings.faults().size(); f++) {
      FaultResult printed = findings.faults().get(f);
      int number = f + 1;
      lines.add(
          Words.text(
              "fault %d (%s) at %.3f s, returns %s%s",
              number,
              printed.kind(),
              world.faults().get(f).signal() / 1e6,
              world.faults().get(f).returns(),
              printed.lasted() == null ? "" : ", noticed " + printed.lasted().noticed().state()));
      lengths.stream().filter(s -> s.fault() == number).forEach(s -> lines.add(length(s)));
      printed.secondStops().forEach(dip -> lines.add(dip("second stop", dip)));
      printed.laterDips().forEach(dip -> lines.add(dip("later dip", dip)));
    }
  }

  private static String length(ScoredLength scored) {
    Span span = scored.printed();
    return Words.text(
        "  %s %-10s true %s; printed %s %d in [%d, %s] floor %d: %s",
        !scored.known() ? "?" : scored.holds() ? " " : "X",
        scored.quantity().word(),
        scored.truth(),
        span.state(),
        span.millis(),
        span.lowMillis(),
        span.highMillis() == null ? "any" : span.highMillis().toString(),
        span.floorMillis(),
        span.detail());
  }

  private String dip(String what, Dip dip) {
    return Words.text(
        "    %s at %.3f s for %.3f s, %d lanes such as %s%s: %s",
        what,
        (dip.atMicros() - world.startMicros()) / 1e6,
        dip.millis() / 1e3,
        dip.lanes(),
        dip.lane(),
        dip.ended() ? "" : ", not ended",
        dip.cause());
  }
}
