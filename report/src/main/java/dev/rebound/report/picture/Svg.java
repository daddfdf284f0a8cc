package dev.rebound.report.picture;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Marks and words of a picture, one after the other, as SVG. The classes are {@link #STYLE}'s. */
public final class Svg {
  /** Colours that are readable on paper, and on light and dark screens. */
  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #222 }
        .paper { fill: #fff } .title { font-weight: bold } .soft { fill: #555 } .grid { stroke: #ddd; fill: none }
        .a { stroke: #1b62a5; fill: #1b62a5 } .b { stroke: #b3470e; fill: #b3470e }
        .c { stroke: #2d7d2d; fill: #2d7d2d } .d { stroke: #7a3e9d; fill: #7a3e9d }
        .e { stroke: #6b6b6b; fill: #6b6b6b } .r { stroke: #b3261e; fill: #b3261e }
        .f { stroke: #b3316f; fill: #b3316f } .g { stroke: #8f6a00; fill: #8f6a00 } .h { stroke: #0e7f8c; fill: #0e7f8c }
        .interval { stroke-width: 12; stroke-opacity: .22; fill: none } .figure { stroke-width: 2; fill: none } .dashed { stroke-dasharray: 4 4; fill: none }
        .bar { stroke: none; fill-opacity: .45 } .lost { fill: #b3261e } .bounds { stroke-opacity: .6; fill: none } .open { fill: none } .paper-mark { fill: none; stroke: #555 }
        @media (prefers-color-scheme: dark) {
          text { fill: #ddd } .paper { fill: #16181d } .soft { fill: #aaa } .grid { stroke: #333 } .paper-mark { stroke: #aaa }
          .a { stroke: #7db8f0; fill: #7db8f0 } .b { stroke: #f0a070; fill: #f0a070 }
          .c { stroke: #8fd08f; fill: #8fd08f } .d { stroke: #cfa6e6; fill: #cfa6e6 }
          .e { stroke: #a5a5a5; fill: #a5a5a5 } .r { stroke: #f2a09a; fill: #f2a09a }
          .f { stroke: #f07fb4; fill: #f07fb4 } .g { stroke: #e6c35c; fill: #e6c35c } .h { stroke: #57c7d4; fill: #57c7d4 }
          .open { fill: none } .interval { fill: none } .bounds { fill: none } .dashed { fill: none } .figure { fill: none } .bar { stroke: none } .lost { fill: #f2a09a }
        }
        @media print { text { fill: #000 } .paper { fill: #fff } .grid { stroke: #ddd } }
      </style>
      """;

  private static final int LINE = 14;

  private final StringBuilder marks = new StringBuilder();
  private String hint = "";

  /** A file's content: these marks on paper of some size. */
  public static String file(String title, int width, int height, String marks) {
    return text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
            width, height)
        + "<title>"
        + escaped(title)
        + "</title>\n"
        + STYLE
        + text("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height)
        + marks.replaceAll(" data-hint=\"[^\"]*\"", "")
        + "</svg>\n";
  }

  /** The style of pictures in a page, which says it of them alone. */
  public static String style() {
    return ".drawn svg {\n" + STYLE.replaceAll("</?style>", "") + "}\n";
  }

  /** A picture that stands in a page, which finds it by its name. */
  public static String inPage(String name, String title, int width, int height, String marks) {
    return text(
            "<svg id=\"drawn-%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            name, width, height, quoted(title))
        + marks
        + "</svg>\n";
  }

  /** What a page says of the next mark to who points at it; a file says nothing. */
  public Svg hint(String words) {
    hint = words.isEmpty() ? "" : " data-hint=\"" + quoted(words) + "\"";
    return this;
  }

  private String hint() {
    String last = hint;
    hint = "";
    return last;
  }

  /** Marks in a part of the picture with measures of its own, beyond which nothing is drawn. */
  public void window(String box, double from, double span, int height, String marks) {
    this.marks.append(
        text(
            """
            <svg class="window" %s viewBox="%.1f 0 %.1f %d" preserveAspectRatio="none">
            %s</svg>
            """,
            box, from, span, height, marks));
  }

  /** Marks that belong together. */
  public void group(String attributes, Svg svg) {
    marks.append("<g ").append(attributes).append(">\n").append(svg).append("</g>\n");
  }

  /** Marks moved down. */
  public static String below(int top, String marks) {
    return text("<g transform=\"translate(0 %d)\">\n", top) + marks + "</g>\n";
  }

  /** The colour of one of {@link EngineColours}. */
  public static String colour(int number) {
    return String.valueOf("abcdghfe".charAt(number % EngineColours.COUNT));
  }

  public void label(String kind, double x, double y, String words) {
    words(kind, x, y, "", words);
  }

  /** Words in lines about a height. */
  public void lines(String kind, double x, double middle, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      label(kind, x, middle + 4 + LINE * (i - (lines.size() - 1) / 2.0), lines.get(i));
    }
  }

  public void middle(String kind, double x, double y, String words) {
    words(kind, x, y, " text-anchor=\"middle\"", words);
  }

  public void end(String kind, double x, double y, String words) {
    words(kind, x, y, " text-anchor=\"end\"", words);
  }

  private void words(String kind, double x, double y, String anchor, String words) {
    String of = kind.isEmpty() ? "" : " class=\"" + kind + "\"";
    marks.append(text("<text%s x=\"%.1f\" y=\"%.1f\"%s>", of, x, y, anchor));
    marks.append(escaped(words)).append("</text>\n");
  }

  public void path(String kind, String form, Object... places) {
    marks.append(text("<path class=\"%s\"%s d=\"%s\"/>\n", kind, hint(), text(form, places)));
  }

  /** The form of a path that goes straight from place to place. */
  public static <T> String way(List<T> places, ToDoubleFunction<T> x, ToDoubleFunction<T> y) {
    return places.stream()
        .map(place -> text("%.1f %.1f", x.applyAsDouble(place), y.applyAsDouble(place)))
        .collect(Collectors.joining("L", "M", ""));
  }

  public void circle(String kind, double x, double y, double radius) {
    marks.append(
        text(
            "<circle class=\"%s\"%s cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
            kind, hint(), x, y, radius));
  }

  public void rectangle(String kind, double x, double y, double width, double height) {
    marks.append(
        text(
            "<rect class=\"%s\"%s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
            kind, hint(), x, y, width, height));
  }

  /** A published figure. */
  public void diamond(double x, double y) {
    path("paper-mark", "M%.1f %.1fl5 5l-5 5l-5 -5z", x, y - 5);
  }

  /** The head of an arrow to the left or to the right, its point here: it goes on beyond. */
  public void arrow(String kind, double x, double y, boolean right) {
    path(kind, right ? "M%.1f %.1fl-6 -4v8z" : "M%.1f %.1fl6 -4v8z", x, y);
  }

  @Override
  public String toString() {
    return marks.toString();
  }

  private static String quoted(String words) {
    return escaped(words).replace("\"", "&quot;");
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
