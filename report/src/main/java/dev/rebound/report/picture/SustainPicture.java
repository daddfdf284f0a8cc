package dev.rebound.report.picture;

import dev.rebound.analysis.units.Words;
import dev.rebound.campaign.sustain.RateSearch.Bracket;
import dev.rebound.campaign.sustain.SustainResult;
import dev.rebound.campaign.sustain.Trial;
import dev.rebound.lab.runner.TrialTick;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A search for the sustained rate on one axis of time: the rates that were tried, by how much the
 * backlog grew, the latency, and the lag. Pure.
 */
public final class SustainPicture {
  private static final int LEFT = 74;
  private static final int RIGHT = 90;
  private static final int TOP = 22;
  private static final int BODY = 190;
  private static final int FOOT = 26;
  private static final int WIDTH = Chart.WIDTH - LEFT - RIGHT;
  private static final int TICKS = 12;
  private static final int[] STEPS = {30, 60, 120, 300, 600, 1200};

  /** A bar is drawn no higher than so many times its bound. */
  private static final int CUT = 4;

  private final Svg svg = new Svg();
  private final double end;
  private final String metric;
  private final AxisScale values;

  private SustainPicture(SustainResult found, String metric, double highest) {
    this.metric = metric;
    this.end = found.trials().stream().mapToDouble(SustainPicture::end).max().orElse(1);
    this.values = AxisScale.linear(highest, BODY);
    for (double mark : values.marks(metric)) {
      svg.path("grid", "M%d %.1fH%d", LEFT, y(mark), LEFT + WIDTH);
      svg.end("soft", LEFT - 8, y(mark) + 4, said(mark));
    }
    int every = STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0 && end / STEPS[i] < TICKS; i--) {
      every = STEPS[i];
    }
    for (int at = 0; at <= end; at += every) {
      svg.middle("soft", x(at), TOP + BODY + 18, Words.clock(at * 1000L));
    }
  }

  /** A chart for each of these: {@code rates}, {@code backlog}, {@code latency}, {@code lag}. */
  public static List<Chart> charts(SustainResult found) {
    return Stream.of(
            rates(found),
            bars(
                found,
                "backlog",
                "growth-share",
                found.backlogShareMax(),
                trial -> trial.judgement().backlogShare()),
            bars(
                found,
                "latency",
                "latency",
                (double) found.spec().p99().toMillis(),
                trial -> trial.judgement().p99Millis()),
            lag(found))
        .toList();
  }

  private static Chart rates(SustainResult found) {
    double most = found.trials().stream().mapToDouble(Trial::ratePerSecond).max().orElse(1);
    SustainPicture picture = new SustainPicture(found, "output.rate", most * 1.05);
    Bracket bracket = found.bracket();
    Double low = bracket.low();
    Double high = bracket.high();
    Double rate = bracket.rate();
    if (low != null && high != null) {
      double top = picture.y(high);
      picture.svg.rectangle("held area", LEFT, top, WIDTH, picture.y(low) - top);
    }
    if (rate != null) {
      picture.level("held", rate, Words.rate(rate));
    }
    found.trials().forEach(picture::rate);
    return picture.chart("rates", "Rates tried");
  }

  private void rate(Trial trial) {
    double from = x(trial.startedSeconds());
    double length = Math.max(6, x(end(trial)) - from);
    double y = y(trial.ratePerSecond());
    svg.hint(hint(trial)).rectangle(kind(trial) + " outcome", from, y - 5, length, 10);
    String mark =
        switch (trial.judgement().outcome()) {
          case SUSTAINED -> "✓";
          case NOT_SUSTAINED -> "✗";
          case RIG_LIMIT, UNCLEAR -> "?";
        };
    svg.middle(kind(trial) + " word", from + length / 2, y - 9, mark);
  }

  private static String hint(Trial trial) {
    return "trial %s: %s, %s"
        .formatted(trial.number(), Words.rate(trial.ratePerSecond()), trial.judgement().reason());
  }

  private static String kind(Trial trial) {
    return switch (trial.judgement().outcome()) {
      case SUSTAINED -> "held";
      case NOT_SUSTAINED -> "r";
      case RIG_LIMIT -> "b";
      case UNCLEAR -> "e";
    };
  }

  private static Chart bars(
      SustainResult found,
      String name,
      String metric,
      double bound,
      ToDoubleFunction<Trial> value) {
    SustainPicture picture = new SustainPicture(found, metric, bound * CUT);
    for (Trial trial : found.trials()) {
      double height = value.applyAsDouble(trial);
      if (!Double.isNaN(height)) {
        picture.bar(trial, height, bound);
      }
    }
    picture.level("r", bound, "≤ " + picture.said(bound));
    return picture.chart(name, name);
  }

  private void bar(Trial trial, double value, double bound) {
    double from = x(trial.startedSeconds());
    double length = Math.max(4, x(end(trial)) - from);
    double top = Math.min(y(Math.max(0, value)), y(0) - 2);
    String kind = value > bound ? "r" : kind(trial);
    svg.hint(hint(trial) + ", " + said(value));
    svg.rectangle(kind + " shade", from, top, length, y(0) - top);
    if (value > bound * CUT || value < 0) {
      svg.middle("soft", from + length / 2, top - 4, (value < 0 ? "↓ " : "↑ ") + said(value));
    }
  }

  private static Chart lag(SustainResult found) {
    double most =
        found.trials().stream()
            .flatMap(trial -> trial.ticks().stream())
            .mapToDouble(TrialTick::lagRecords)
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    SustainPicture picture = new SustainPicture(found, "lag", most);
    found.trials().forEach(picture::lag);
    return picture.chart("lag", "Lag");
  }

  /** A second whose lag could not be read leaves a gap. */
  private void lag(Trial trial) {
    List<TrialTick> stretch = new ArrayList<>();
    for (TrialTick tick : trial.ticks()) {
      if (Double.isFinite(tick.lagRecords())) {
        stretch.add(tick);
      } else {
        line(trial, stretch);
        stretch.clear();
      }
    }
    line(trial, stretch);
  }

  private void line(Trial trial, List<TrialTick> stretch) {
    if (!stretch.isEmpty()) {
      svg.path(
          "a figure",
          Svg.way(
              stretch,
              tick -> x(trial.startedSeconds() + tick.seconds()),
              tick -> y(tick.lagRecords())));
    }
  }

  private void level(String kind, double value, String words) {
    svg.path(kind + " dashed", "M%d %.1fH%d", LEFT, y(value), LEFT + WIDTH);
    svg.label("soft", LEFT + WIDTH + 6, y(value) + 4, words);
  }

  private Chart chart(String name, String title) {
    return new Chart(name, title, TOP + BODY + FOOT, svg.toString());
  }

  private String said(double value) {
    return metric.endsWith("share") ? Words.share(value) : AxisScale.said(metric, value);
  }

  /** A trial's seconds count from its first record; ticks before that have none. */
  private static double end(Trial trial) {
    List<TrialTick> ticks = trial.ticks();
    double length = ticks.isEmpty() ? trial.windowSeconds() : ticks.get(ticks.size() - 1).seconds();
    return trial.startedSeconds() + length;
  }

  private double x(double seconds) {
    return LEFT + WIDTH * seconds / end;
  }

  /** Place of a value; what lies beyond the top is put there. */
  private double y(double value) {
    return TOP + BODY - values.at(value);
  }
}
