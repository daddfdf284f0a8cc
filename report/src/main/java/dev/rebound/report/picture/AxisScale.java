package dev.rebound.report.picture;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Unit;
import dev.rebound.report.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The places of values along an axis. It begins at nothing, and is logarithmic where one value
 * would flatten the others. Pure.
 */
public final class AxisScale {
  /** From this ratio of the greatest figure to the least on, an axis is logarithmic. */
  private static final double WIDE = 8;

  /** An interval that reaches beyond so many times the greatest figure flattens them, too. */
  private static final double FAR = 3;

  /** An interval is drawn no farther than so many times beyond the figures. */
  private static final double DRAWN = 10;

  private static final double MARGIN = 1.1;
  private static final double ROUNDING = 1e-9;
  private static final int MARKS = 5;
  private static final double CLOSE = 0.5;
  private static final double TWO_DECADES = 1.7;
  private static final double THREE_DECADES = 3;

  private final boolean logarithmic;
  private final double least;
  private final double greatest;
  private final double length;

  private AxisScale(boolean logarithmic, double least, double greatest, double length) {
    this.logarithmic = logarithmic;
    this.least = least;
    this.greatest = greatest;
    this.length = length;
  }

  /** From nothing on. */
  public static AxisScale linear(double greatest, double length) {
    double most = greatest > 0 ? greatest : 1;
    double step = step(most);
    return new AxisScale(false, 0, Math.ceil(most / step - ROUNDING) * step, length);
  }

  public static AxisScale logarithmic(double least, double greatest, double length) {
    return new AxisScale(true, least, greatest, length);
  }

  /** For figures of which something is known, and their intervals. */
  public static AxisScale of(
      List<BoundedValue> figures, List<BoundedValue> intervals, double length) {
    List<Double> places = figures.stream().map(AxisScale::place).toList();
    double low = places.stream().mapToDouble(v -> v).min().orElse(0);
    double high = places.stream().mapToDouble(v -> v).max().orElse(1);
    double far =
        Stream.concat(figures.stream(), intervals.stream())
            .mapToDouble(BoundedValue::high)
            .filter(Double::isFinite)
            .max()
            .orElse(high);
    if (low <= 0 || (high / low < WIDE && far / high < FAR)) {
      return linear(Math.max(high, far), length);
    }
    double near =
        Stream.concat(figures.stream(), intervals.stream())
            .mapToDouble(BoundedValue::low)
            .filter(v -> v > 0)
            .min()
            .orElse(low);
    return logarithmic(
        Math.max(low / DRAWN, Math.min(low, near)) / MARGIN,
        Math.min(high * DRAWN, Math.max(high, far)) * MARGIN,
        length);
  }

  /** Where a figure stands: one of which only a bound is known, at that. */
  public static double place(BoundedValue value) {
    return value.low() == 0 && value.bounded() ? value.high() : middle(value);
  }

  /** Where a figure stands: in the middle of what it lies between, at the least if that is open. */
  public static double middle(BoundedValue value) {
    return value.bounded() ? (value.low() + value.high()) / 2 : value.low();
  }

  /** The place of a value; what lies beyond an end is put there. */
  public double at(double value) {
    double within = Math.max(least, Math.min(greatest, value));
    return logarithmic
        ? length * Math.log(within / least) / Math.log(greatest / least)
        : length * within / greatest;
  }

  public boolean isAbove(double value) {
    return value > greatest;
  }

  /** Nothing lies below nothing. */
  public boolean isBelow(double value) {
    return logarithmic && value < least;
  }

  public boolean isLogarithmic() {
    return logarithmic;
  }

  /** Values to be marked. */
  public List<Double> marks(String metric) {
    Unit unit = Figures.unit(metric);
    if (unit == Unit.BYTES || unit == Unit.BYTES_PER_SECOND) {
      return powersOfTwo();
    }
    List<Double> marks = new ArrayList<>();
    if (!logarithmic) {
      double step = step(greatest);
      for (int i = 0; i * step <= greatest * (1 + ROUNDING); i++) {
        marks.add(i * step);
      }
      return marks;
    }
    double decades = Math.log10(greatest / least);
    int every = (int) Math.max(1, Math.ceil(decades / (MARKS + 2)));
    int first = (int) Math.floor(Math.log10(least));
    for (int power = first; power <= first + decades + 2; power++) {
      for (double step : steps(decades)) {
        double value = step * Math.pow(10, power);
        if (value >= least && value <= greatest && Math.floorMod(power, every) == 0) {
          marks.add(value);
        }
      }
    }
    return marks;
  }

  private static double[] steps(double decades) {
    if (decades < CLOSE) {
      return new double[] {1, 1.5, 2, 3, 4, 5, 7};
    }
    if (decades < TWO_DECADES) {
      return new double[] {1, 2, 5};
    }
    return decades < THREE_DECADES ? new double[] {1, 3} : new double[] {1};
  }

  private List<Double> powersOfTwo() {
    List<Double> marks = new ArrayList<>();
    if (!logarithmic) {
      double step = Math.pow(2, Math.ceil(Math.log(greatest / MARKS) / Math.log(2)));
      for (int i = 0; i * step <= greatest; i++) {
        marks.add(i * step);
      }
      return marks;
    }
    double first = Math.ceil(Math.log(least) / Math.log(2) - ROUNDING);
    double last = Math.log(greatest) / Math.log(2) + ROUNDING;
    double every = Math.max(1, Math.ceil((last - first) / (MARKS + 1)));
    for (int i = 0; first + i * every <= last; i++) {
      marks.add(Math.pow(2, first + i * every));
    }
    return marks;
  }

  /** A round step that makes some {@link #MARKS} of a length. */
  private static double step(double length) {
    double rough = length / MARKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double step : new double[] {1, 2, 5}) {
      if (rough <= step * power) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /** What a mark says: of times no more than they need, so that it keeps to its place. */
  public static String said(String metric, double value) {
    boolean time = Metrics.find(metric).map(m -> m.unit() == Unit.MILLIS).orElse(false);
    if (!time) {
      return Figures.compared(metric, value);
    }
    return value == 0 ? "0" : value < 1000 ? number(value) + " ms" : number(value / 1000) + " s";
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceFirst("\\.?0+$", "");
  }
}
