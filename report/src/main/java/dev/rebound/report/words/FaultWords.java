package dev.rebound.report.words;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in words how long the things took that a fault brought about. Pure. */
public final class FaultWords {
  /** Before a figure that may be lower. */
  public static final String AT_MOST = "< ";

  private FaultWords() {}

  /** A span in words: {@code 1.2 s}, {@code over 30.0 s}, {@code no dip}, {@code unknown}. */
  public static String span(Results.Span span) {
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
  public static String load(Results.FaultResult fault) {
    Double load = fault.loadToCapacity();
    return load == null ? Words.NONE : (fault.loadAtMost() ? AT_MOST : "") + Words.share(load);
  }

  /** How long a service was away after a fault, a clause; empty where none was asked. */
  public static String away(Results.FaultResult fault) {
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
    boolean all = span(service).equals(wholly);
    boolean alone = spanBetween(instance).equals(spanBetween(service));
    String more =
        Stream.of(
                between(service).replaceAll("[()]", ""),
                failed,
                all ? "" : "wholly away " + wholly,
                alone ? "" : instance.detail() + " away " + spanBetween(instance))
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("; "));
    return "away " + span(service) + " (" + more + ")";
  }

  /** By what lengths of a fault are told; empty if by identity. */
  public static String by(Results.FaultResult fault) {
    String by = fault.by();
    return by == null ? "" : by.equals(Results.OffsetView.APPENDS) ? " by appends" : " by " + by;
  }

  /** A span with what it is known to lie between: {@code 1.2 s (1.1 – 1.6 s)}. */
  public static String spanBetween(Results.Span span) {
    return (span(span) + " " + between(span)).strip();
  }

  /** The bounds that a span is known to lie between; empty if its words say it already. */
  public static String between(Results.Span span) {
    double low = span.lowMillis();
    Long high = span.highMillis();
    return switch (span.state()) {
      case ENDED -> {
        if (high == null) {
          yield "(at least " + Words.atLeast(low) + ")";
        }
        // Bounds that read alike tell nothing beside the figure between them.
        boolean alike = Words.duration(low).equals(Words.duration((double) high));
        yield alike ? "" : "(" + Words.range(low, high) + ")";
      }
      case NO_DIP -> high == null ? "" : "(up to " + Words.atMost(high) + ")";
      case UNENDED, UNKNOWN -> "";
    };
  }

  /** When a step was reached by the first and by the last: {@code 0.8 s – 1.1 s}. */
  public static String step(Results.StepResult step) {
    String from = Words.duration(step.minMillis());
    String to = Words.duration(step.maxMillis());
    return from.equals(to) ? to : from + " – " + to;
  }

  /**
   * What is said of a fault beside its lengths, a sentence a line: of one that lasted, its healing
   * and who noticed it; and the other stretches below in its watch.
   */
  public static List<String> more(Results.FaultResult fault) {
    List<String> said = new ArrayList<>();
    Results.Lasted lasted = fault.lasted();
    if (lasted != null) {
      said.add(healed(lasted));
      said.add(noticed(lasted.noticed()));
      lasted.ended().forEach(ending -> said.add(ended(ending)));
    }
    if (fault.visible() != null) {
      said.add("by append times the outage was " + spanBetween(fault.processing()));
    }
    if (!fault.secondStops().isEmpty() || !fault.laterDips().isEmpty()) {
      said.add("disrupted for " + spanBetween(fault.disrupted()) + " in all");
    }
    fault.secondStops().forEach(dip -> said.add(dip("second stop", fault, dip)));
    fault.laterDips().forEach(dip -> said.add(dip("later dip", fault, dip)));
    return said;
  }

  private static String healed(Results.Lasted lasted) {
    Long millis = lasted.millis();
    String healed = millis == null ? "" : "healed after " + Words.duration(millis) + "; ";
    Results.Span recovery = lasted.recovery();
    return healed
        + switch (recovery.state()) {
          case ENDED -> "from then on caught up after " + spanBetween(recovery);
          case UNENDED ->
              "from then on not caught up within " + Words.atLeast((double) recovery.lowMillis());
          case NO_DIP -> "from then on nothing came late " + between(recovery);
          case UNKNOWN ->
              "when all was caught up from its healing on is not known: " + recovery.detail();
        };
  }

  private static String noticed(Results.Span noticed) {
    return switch (noticed.state()) {
      case ENDED -> "noticed after " + span(noticed) + " (" + noticed.detail() + ")";
      case UNENDED, NO_DIP -> "not noticed: " + noticed.detail();
      case UNKNOWN -> "whether it was noticed is not known: " + noticed.detail();
    };
  }

  private static String ended(Results.Ending ending) {
    return "%s ended by itself after %s%s, and was started again by %s"
        .formatted(
            ending.node(),
            Words.duration(ending.afterMillis()),
            ending.exitStatus() < 0 ? "" : " with status " + ending.exitStatus(),
            ending.again() ? "its restart policy" : "the healing");
  }

  private static String dip(String kind, Results.FaultResult fault, Results.Dip dip) {
    return "%s after %s%s on %s%s"
        .formatted(
            kind,
            Words.duration((dip.atMicros() - fault.atMicros()) / 1000),
            lasted(dip),
            Words.plural(dip.lanes(), "lane"),
            dip.cause().isEmpty() ? "" : ": " + dip.cause());
  }

  /** A gap that is hardly longer than those of the baseline has no length to tell. */
  private static String lasted(Results.Dip dip) {
    return dip.ended() && dip.millis() == 0
        ? " for a moment"
        : (dip.ended() ? " for " : " for over ") + Words.duration(dip.millis());
  }
}
