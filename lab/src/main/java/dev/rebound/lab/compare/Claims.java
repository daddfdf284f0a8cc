package dev.rebound.lab.compare;

import dev.rebound.lab.compare.Comparison.JudgedClaim;
import dev.rebound.lab.study.Side;
import dev.rebound.lab.study.Study.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Judges claims: each pair of cells that a claim speaks of must show it. Held if every pair shows
 * what is claimed, not held if one shows the contrary, else not shown here. Pure.
 */
final class Claims {
  static final String HELD = "held";
  static final String NOT_HELD = "not held";
  static final String NOT_SHOWN = "not shown here";

  private final Bootstrap bootstrap;
  private final List<Cells.Members> cells;

  Claims(Bootstrap bootstrap, List<Cells.Members> cells) {
    this.bootstrap = bootstrap;
    this.cells = cells;
  }

  List<JudgedClaim> judge(List<Claim> claims) {
    return claims.stream().map(this::judge).toList();
  }

  private JudgedClaim judge(Claim claim) {
    TreeSet<String> verdicts = new TreeSet<>();
    List<String> why = new ArrayList<>();
    for (Cells.Members less : cells) {
      for (Cells.Members than : cells) {
        if (!less.cell().equals(than.cell())
            && claim.less().matches(less.cell().inStudy())
            && claim.than().matches(than.cell().inStudy())
            && comparable(claim, less.cell(), than.cell())) {
          verdicts.add(pair(claim, less, than, why));
        }
      }
    }
    String verdict =
        verdicts.contains(NOT_HELD)
            ? NOT_HELD
            : verdicts.isEmpty() || verdicts.contains(NOT_SHOWN) ? NOT_SHOWN : HELD;
    return new JudgedClaim(
        claim.claim(),
        claim.reading(),
        claim.where(),
        verdict,
        why.isEmpty() ? "no runs of both sides" : String.join("; ", why));
  }

  /** What a claim leaves open on both sides must be the same. */
  private static boolean comparable(Claim claim, Cell less, Cell than) {
    return same(claim, Side::scenario, less.scenario(), than.scenario())
        && same(claim, Side::engine, less.engine(), than.engine())
        && (!less.engine().equals(than.engine())
            || same(claim, Side::version, less.version(), than.version()))
        && same(claim, Side::profile, less.profile(), than.profile())
        && less.guarantee().equals(than.guarantee())
        && (!less.engine().equals(than.engine()) || less.variant().equals(than.variant()));
  }

  private static boolean same(Claim claim, Function<Side, String> part, String less, String than) {
    boolean open = part.apply(claim.less()).isEmpty() && part.apply(claim.than()).isEmpty();
    return !open || less.equals(than);
  }

  private String pair(Claim claim, Cells.Members less, Cells.Members than, List<String> why) {
    Sample small = Samples.of(claim.metric(), less.runs());
    Sample great = Samples.of(claim.metric(), than.runs());
    String which = which(less.cell(), than.cell());
    String noun = MetricWords.noun(claim.metric());
    if (small.count() == 0 || great.count() == 0) {
      why.add(which + noun + " was not measured on both sides");
      return NOT_SHOWN;
    }
    Estimate difference = bootstrap.difference(great, small);
    Value interval = difference.interval();
    String medians =
        which
            + noun
            + " "
            + MetricWords.figure(claim.metric(), small.median())
            + " against "
            + MetricWords.figure(claim.metric(), great.median());
    if (interval == null) {
      why.add(medians + "; " + difference.note());
      return NOT_SHOWN;
    }
    why.add(
        medians
            + ", difference "
            + MetricWords.interval(claim.metric(), interval)
            + (difference.note().isEmpty() ? "" : " (" + difference.note() + ")"));
    double apart = Math.abs(great.median().low() - small.median().low());
    long resolution =
        claim.metric().equals(Sentences.OUTAGE)
            ? Math.max(
                CellReading.outageResolutionMillis(less.runs()),
                CellReading.outageResolutionMillis(than.runs()))
            : 0;
    if (apart <= resolution && resolution > 0) {
      why.add(
          "that is no more than the resolution of "
              + MetricWords.figure(claim.metric(), Value.of((double) resolution)));
      return NOT_SHOWN;
    }
    return verdict(claim, interval);
  }

  static String verdict(Claim claim, Value interval) {
    Double by = claim.by();
    if (by == null) {
      return interval.low() > 0 ? HELD : interval.high() < 0 ? NOT_HELD : NOT_SHOWN;
    }
    if (interval.high() < by || interval.low() > by) {
      return NOT_HELD;
    }
    return interval.low() > 0 ? HELD : NOT_SHOWN;
  }

  /** What tells this pair from the others of the claim. */
  private static String which(Cell less, Cell than) {
    List<String> shared = new ArrayList<>();
    if (less.scenario().equals(than.scenario())) {
      shared.add(less.scenario());
    }
    if (less.engine().equals(than.engine())) {
      shared.add(Cell.engineName(less.engine()));
    }
    if (less.profile().equals(than.profile())) {
      shared.add(less.profile());
    }
    return shared.isEmpty() ? "" : String.join(", ", shared) + ": ";
  }
}
