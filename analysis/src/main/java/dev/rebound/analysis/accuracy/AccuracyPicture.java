package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reported against true, one panel per kind of length, on logarithmic axes: a bar for each interval
 * of a sample, and a dot for its number. A length on the diagonal is right. Readable on paper, and
 * on light and dark screens.
 */
public final class AccuracyPicture {
  private static final int SAMPLE = 450;
  private static final int SIDE = 320;
  private static final int GAP = 64;
  private static final int TOP = 44;
  private static final double LEAST = 100;
  private static final double MOST = 200_000;
  private static final double[] TICKS = {100, 1000, 10_000, 100_000};

  private static final String LEGEND =
      "Dot: what is printed. Bar: its interval, to the top where it has no end. Red: does not hold"
          + " the truth.";

  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #222 }
        .paper { fill: #fff } .title { font-weight: bold } .frame { fill: none; stroke: #888 } .grid { stroke: #ddd }
        .right { stroke: #888; stroke-dasharray: 4 3 }
        .holds { stroke: #2166ac; fill: #2166ac } .misses { stroke: #c51b1b; fill: #c51b1b }
        .bar { stroke-opacity: .45; fill: none }
        @media (prefers-color-scheme: dark) {
          text { fill: #ddd } .paper { fill: #16181d } .grid { stroke: #333 }
          .holds { stroke: #7db8f0; fill: #7db8f0 } .misses { stroke: #ff8080; fill: #ff8080 }
        }
        @media print {
          text { fill: #000 } .paper { fill: #fff } .grid { stroke: #ddd }
          .holds { stroke: #2166ac; fill: #2166ac } .misses { stroke: #c51b1b; fill: #c51b1b }
        }
      </style>
      """;

  private final StringBuilder svg = new StringBuilder();

  private AccuracyPicture() {}

  /** The picture as a file's content. */
  public static String of(List<ScoredLength> lengths) {
    AccuracyPicture picture = new AccuracyPicture();
    int width = 2 * SIDE + 3 * GAP;
    int height = 2 * SIDE + 2 * GAP + 2 * TOP;
    picture.svg.append(
        Words.text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
            width, height));
    picture.svg.append("\n<title>Printed lengths against true ones</title>\n");
    picture.svg.append(STYLE);
    picture.svg.append(
        Words.text("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height));
    picture.svg.append(Words.text("<text x=\"%d\" y=\"%d\">%s</text>\n", GAP, height - 18, LEGEND));
    int panel = 0;
    for (LengthKind quantity : LengthKind.values()) {
      int left = GAP + panel % 2 * (SIDE + GAP);
      int top = TOP + panel / 2 * (SIDE + GAP + TOP / 2);
      picture.panel(quantity, left, top, sample(lengths, quantity));
      panel++;
    }
    return picture.svg.append("</svg>\n").toString();
  }

  /**
   * The lengths that were printed with a true end, thinned out evenly; the same whatever the order.
   */
  private static List<ScoredLength> sample(List<ScoredLength> lengths, LengthKind quantity) {
    List<ScoredLength> all =
        lengths.stream()
            .filter(s -> s.quantity() == quantity && s.known() && !s.truth().endless())
            .sorted(
                Comparator.comparing(ScoredLength::seed)
                    .thenComparing(ScoredLength::scenario)
                    .thenComparing(ScoredLength::fault))
            .toList();
    List<ScoredLength> sample = new ArrayList<>();
    int every = Math.max(1, (all.size() + SAMPLE - 1) / SAMPLE);
    for (int i = 0; i < all.size(); i += every) {
      sample.add(all.get(i));
    }
    return sample;
  }

  private void panel(LengthKind quantity, int left, int top, List<ScoredLength> sample) {
    svg.append(Words.text("<g transform=\"translate(%d %d)\">\n", left, top));
    svg.append(Words.text("<rect class=\"frame\" width=\"%d\" height=\"%d\"/>\n", SIDE, SIDE));
    svg.append(
        Words.text(
            "<text class=\"title\" x=\"%d\" y=\"-10\" text-anchor=\"middle\">%s</text>\n",
            SIDE / 2, quantity.word()));
    for (double tick : TICKS) {
      double at = x(tick);
      String label = tick < 1000 ? "0.1 s" : Words.text("%.0f s", tick / 1000);
      if (tick > LEAST) {
        line("grid", at, 0, at, SIDE);
        line("grid", 0, SIDE - at, SIDE, SIDE - at);
      }
      svg.append(Words.text("<text x=\"%.0f\" y=\"%d\">%s</text>\n", at - 12, SIDE + 16, label));
      svg.append(
          Words.text(
              "<text x=\"-6\" y=\"%.0f\" text-anchor=\"end\">%s</text>\n", SIDE - at + 4, label));
    }
    svg.append(
        Words.text("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">true</text>\n", SIDE, SIDE + 32));
    svg.append("<text x=\"-6\" y=\"-10\" text-anchor=\"end\">printed</text>\n");
    line("right", 0, SIDE, SIDE, 0);
    sample.forEach(this::point);
    svg.append("</g>\n");
  }

  private void point(ScoredLength scored) {
    Span span = scored.printed();
    double at = x(scored.truth().nearest((double) span.millis()));
    String kind = scored.holds() ? "holds" : "misses";
    double high = Math.min(MOST, span.highOrInfinite());
    line(kind + " bar", at, SIDE - x((double) span.lowMillis()), at, SIDE - x(high));
    svg.append(
        Words.text(
            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"1.3\"/>\n",
            kind, at, SIDE - x((double) span.millis())));
  }

  private void line(String kind, double x1, double y1, double x2, double y2) {
    svg.append(
        Words.text("<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", kind, x1, y1, x2, y2));
  }

  /** Place on an axis; what is shorter than its start is put there. */
  private static double x(double millis) {
    double within = Math.max(LEAST, Math.min(MOST, millis));
    return SIDE * Math.log(within / LEAST) / Math.log(MOST / LEAST);
  }
}
