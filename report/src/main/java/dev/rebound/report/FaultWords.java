package dev.rebound.report;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;

/** Says in words how long the things took that a fault brought about. Pure. */
public final class FaultWords {
  /** Before a figure that may be lower. */
  public static final String AT_MOST = "< ";

  private FaultWords() {}

  /** A span in words: {@code 1.2 s}, {@code over 30.0 s}, {@code no dip}, {@code unknown}. */
  static String span(Results.Span span) {
    return switch (span.state()) {
      case ENDED -> Words.duration(span.millis());
      case UNENDED -> "over " + Words.atLeast((double) span.lowMillis());
      case NO_DIP, UNKNOWN -> span.state().toString();
    };
  }

  /** The outage of a fault with its bounds and, without identities, by what it is told. */
  public static String outage(Results.FaultResult fault) {
    return spanBetween(fault.outage()) + by(fault);
  }

  /** The recovery time of a fault, likewise. */
  public static String recovery(Results.FaultResult fault) {
    return spanBetween(fault.recovery()) + by(fault);
  }

  /** Load ÷ capacity after a fault, {@code <} where it may be lower; a dash where it has none. */
  static String load(Results.FaultResult fault) {
    Double load = fault.loadToCapacity();
    return load == null ? Words.NONE : (fault.loadAtMost() ? AT_MOST : "") + Words.share(load);
  }

  /** How long a service was away after a fault, a clause; empty where none was asked. */
  static String away(Results.FaultResult fault) {
    Results.Away away = fault.away();
    if (away == null) {
      return "";
    }
    String wholly =
        away.ended()
            ? Words.duration(away.millis())
            : "over " + Words.atLeast((double) away.millis());
    String failed = Words.plural(away.failed(), "request") + " not accepted";
    Results.Span service = away.service();
    Results.Span instance = away.instance();
    if (service == null || instance == null) {
      return "wholly away " + wholly + " (" + failed + ")";
    }
    List<String> more = new ArrayList<>();
    if (!between(service).isEmpty()) {
      more.add(between(service).replaceAll("[()]", ""));
    }
    more.add(failed);
    if (!span(service).equals(wholly)) {
      more.add("wholly away " + wholly);
    }
    if (!spanBetween(instance).equals(spanBetween(service))) {
      more.add(instance.detail() + " away " + spanBetween(instance));
    }
    return "away " + span(service) + " (" + String.join("; ", more) + ")";
  }

  /** By what lengths of a fault are told; empty if by identity. */
  static String by(Results.FaultResult fault) {
    String by = fault.by();
    return by == null ? "" : by.equals(Results.OffsetView.APPENDS) ? " by appends" : " by " + by;
  }

  /** A span with what it is known to lie between: {@code 1.2 s (1.1 – 1.6 s)}. */
  static String spanBetween(Results.Span span) {
    return (span(span) + " " + between(span)).strip();
  }

  /** The bounds that a span is known to lie between; empty if its words say it already. */
  static String between(Results.Span span) {
    Long high = span.highMillis();
    return switch (span.state()) {
      case ENDED ->
          high == null
              ? "(at least " + Words.atLeast((double) span.lowMillis()) + ")"
              : alike((double) span.lowMillis(), (double) high)
                  ? ""
                  : "(" + Words.range((double) span.lowMillis(), (double) high) + ")";
      case NO_DIP -> high == null ? "" : "(up to " + Words.atMost(high) + ")";
      case UNENDED, UNKNOWN -> "";
    };
  }

  /** True of bounds that read alike, and tell nothing beside the figure between them. */
  static boolean alike(double low, double high) {
    return Words.duration(low).equals(Words.duration(high));
  }

  /** The other stretches below in a fault's watch, a sentence a line. */
  static List<String> dips(Results.FaultResult fault) {
    List<String> said = new ArrayList<>();
    boolean more = !fault.secondStops().isEmpty() || !fault.laterDips().isEmpty();
    Results.Span visible = fault.visible();
    if (visible != null) {
      said.add("by append times the outage was " + spanBetween(fault.processing()));
    }
    if (more) {
      said.add("disrupted for " + spanBetween(fault.disrupted()) + " in all");
    }
    fault.secondStops().forEach(dip -> said.add(dip("second stop", fault, dip)));
    fault.laterDips().forEach(dip -> said.add(dip("later dip", fault, dip)));
    return said;
  }

  private static String dip(String kind, Results.FaultResult fault, Results.Dip dip) {
    return kind
        + " after "
        + Words.duration((dip.atMicros() - fault.atMicros()) / 1000)
        + lasted(dip)
        + " on "
        + Words.plural(dip.lanes(), "lane")
        + (dip.cause().isEmpty() ? "" : ": " + dip.cause());
  }

  /** A gap that is hardly longer than those of the baseline has no length to tell. */
  private static String lasted(Results.Dip dip) {
    if (dip.ended() && dip.millis() == 0) {
      return " for a moment";
    }
    return (dip.ended() ? " for " : " for over ") + Words.duration(dip.millis());
  }
}
