package dev.rebound.lab.compare;

import dev.rebound.lab.compare.Brief.Claim;
import dev.rebound.lab.compare.Comparison.JudgedClaim;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

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
      for (Cells.Members more : cells) {
        if (!less.cell().equals(more.cell())
            && claim.less().matches(less.cell())
            && claim.more().matches(more.cell())
            && comparable(claim, less.cell(), more.cell())) {
          verdicts.add(pair(claim, less, more, why));
        }
      }
    }
    String verdict =
        verdicts.contains(NOT_HELD)
            ? NOT_HELD
            : verdicts.isEmpty() || verdicts.contains(NOT_SHOWN) ? NOT_SHOWN : HELD;
    return new JudgedClaim(
        claim.text(), verdict, why.isEmpty() ? "no runs of both sides" : String.join("; ", why));
  }

  /** What a claim leaves open must be the same on both sides. */
  private static boolean comparable(Claim claim, Cell less, Cell more) {
    return (!(claim.less().scenario().isEmpty() && claim.more().scenario().isEmpty())
            || less.scenario().equals(more.scenario()))
        && (!(claim.less().engine().isEmpty() && claim.more().engine().isEmpty())
            || less.engine().equals(more.engine()))
        && (!(claim.less().profile().isEmpty() && claim.more().profile().isEmpty())
            || less.profile().equals(more.profile()));
  }

  private String pair(Claim claim, Cells.Members less, Cells.Members more, List<String> why) {
    Sample small = Samples.of(claim.metric(), less.runs());
    Sample great = Samples.of(claim.metric(), more.runs());
    String which = less.cell().scenario() + ", " + less.cell().profile() + ": ";
    if (small.count() == 0 || great.count() == 0) {
      why.add(which + claim.metric() + " was not measured");
      return NOT_SHOWN;
    }
    Estimate ratio = bootstrap.ratio(great, small);
    Value interval = ratio.interval();
    if (interval == null) {
      why.add(which + ratio.note());
      return NOT_SHOWN;
    }
    why.add(
        which
            + String.format(
                Locale.ROOT,
                "%s %s ÷ %s is %s to %s",
                claim.metric(),
                name(more.cell(), less.cell()),
                name(less.cell(), more.cell()),
                Double.isInfinite(interval.low())
                    ? "beyond any number"
                    : Sentences.factor(interval.low(), RoundingMode.FLOOR),
                Double.isInfinite(interval.high())
                    ? "more"
                    : Sentences.factor(interval.high(), RoundingMode.CEILING)));
    if (interval.low() > 1 && interval.low() >= claim.factor()) {
      return HELD;
    }
    return interval.high() < Math.max(1, claim.factor()) ? NOT_HELD : NOT_SHOWN;
  }

  private static String name(Cell cell, Cell other) {
    if (!cell.engine().equals(other.engine())) {
      return Cell.engineName(cell.engine());
    }
    return cell.scenario().equals(other.scenario()) ? cell.profile() : cell.scenario();
  }
}
