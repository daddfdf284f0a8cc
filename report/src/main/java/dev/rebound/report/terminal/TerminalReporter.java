package dev.rebound.report.terminal;

import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.Series;
import dev.rebound.lab.runner.RunPlan;
import dev.rebound.report.words.Figures;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells a person at a terminal what happens in a run, as it happens: the plan, a live line per
 * phase, every fault with its confirmation, what the engine says, warnings on the rig.
 *
 * <p>On a terminal the live line is redrawn in place; elsewhere it becomes a plain line every 5 s.
 * Time is the journal's, so a replay prints what the run printed. Thread-safe.
 */
public final class TerminalReporter implements JournalListener {
  private static final long PLAIN_PERIOD_MICROS = 5_000_000;

  /** Ticks come once a second: in between nothing is missing. */
  private static final long BEAT_MICROS = 1_500_000;

  private static final long QUICK_MICROS = 3_000_000;

  private static final String DOWNLOADING = "downloading ";
  private static final int DRAWING_WIDTH = 16;
  private static final String OUTPUT_RATE = "output.rate";

  /** An engine's own words can be long; the journal keeps them whole. */
  private static final int DETAIL_CHARACTERS_MAX = 100;

  private final PrintStream out;
  private final TerminalOptions options;
  private final TerminalColours ink;
  private final boolean wholePlan;
  private final LongSupplier nanoTime;
  private final Map<String, Long> pids = new HashMap<>();
  private final Map<Integer, String> kinds = new HashMap<>();
  private final Map<String, Double> latest = new HashMap<>();
  private List<Series> series = List.of();
  private String phase = "";
  private String doing = "";
  private long phaseStartMicros;
  private long phaseLimitMillis;
  private final Set<String> told = new HashSet<>();
  private long startMicros;
  private long latestMicros;
  private long plainMicros;
  private long doingMicros;
  private long heardNanos;
  private boolean ended;
  private boolean shortened;
  private boolean drawn;
  private final LiveLine.Sparkline drawing = new LiveLine.Sparkline(DRAWING_WIDTH);

  /** One that prints a plan in short. */
  public TerminalReporter(PrintStream out, TerminalOptions options) {
    this(out, options, false);
  }

  /**
   * @param wholePlan print every line of a run's plan, not only those that say it in short
   */
  public TerminalReporter(PrintStream out, TerminalOptions options, boolean wholePlan) {
    this(out, options, wholePlan, System::nanoTime);
  }

  TerminalReporter(
      PrintStream out, TerminalOptions options, boolean wholePlan, LongSupplier nanoTime) {
    this.out = out;
    this.options = options;
    this.ink = new TerminalColours(options);
    this.wholePlan = wholePlan;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void on(Entry entry) {
    long now = entry.wallMicros();
    if (startMicros == 0) {
      startMicros = now;
    }
    latestMicros = now;
    heardNanos = nanoTime.getAsLong();
    Event event = entry.data();
    if (event instanceof Event.RunStarted e) {
      runStarted(e);
    } else if (event instanceof Event.Progress e) {
      progress(now, e);
    } else if (event instanceof Event.PhaseStarted e) {
      phase = e.phase();
      doing = "";
      phaseStartMicros = now;
      phaseLimitMillis = e.limitMillis();
      plainMicros = now;
      live(now);
    } else if (event instanceof Event.PhaseEnded e) {
      phaseEnded(now, e);
    } else if (event instanceof Event.SeriesDeclared e) {
      series = e.series();
    } else if (event instanceof Event.Tick e) {
      tick(now, e);
    } else {
      onOther(now, event);
    }
    out.flush();
  }

  /**
   * Tells that the run still goes on where its journal has said nothing for a while. A replay is
   * not asked for it, so that it prints what the run printed.
   */
  public synchronized void beat() {
    long quietMicros = (nanoTime.getAsLong() - heardNanos) / 1000;
    if (!ended && startMicros != 0 && quietMicros >= BEAT_MICROS) {
      live(latestMicros + quietMicros);
      out.flush();
    }
  }

  private void onOther(long now, Event event) {
    if (event instanceof Event.ProcessStarted e) {
      pids.put(e.node(), e.pid());
    } else if (event instanceof Event.ProcessExited e) {
      exited(now, e);
    } else if (event instanceof Event.FaultStarted e) {
      told.clear();
      faultStarted(now, e);
    } else if (event instanceof Event.FaultConfirmed e) {
      faultConfirmed(now, e);
    } else if (event instanceof Event.FaultHealed e) {
      line(now, ink.green(e.node() + " is back") + ink.faint(detail(e.detail())));
    } else if (event instanceof Event.EngineTransition e) {
      String step = e.step().word();
      if (!told.add(step + " " + e.node())) {
        // Engines repeat themselves, thread by thread; the journal keeps every word.
        return;
      }
      String who = e.node().isEmpty() ? "" : e.node() + " ";
      line(now, ink.faint("engine: " + who + step + detail(e.detail())));
    } else if (event instanceof Event.ControlOf e) {
      controlOf(e);
    } else if (event instanceof Event.MetricAbsent e) {
      line(now, ink.faint("not measured: " + e.metric() + ", " + e.reason()));
    } else if (event instanceof Event.DoubtRaised e && !e.code().equals(Doubt.ENGINE_COMPLAINT)) {
      // What an engine complains of is told with what the audit found.
      line(now, ink.yellow("warning: ") + e.message() + remedy(e.remedy()));
    }
  }

  private void runStarted(Event.RunStarted e) {
    shortened = !e.shortened().isEmpty();
    int lines = wholePlan ? e.plan().size() : Math.min(RunPlan.BRIEF_LINES, e.plan().size());
    e.plan().subList(0, lines).forEach(this::println);
    println("");
  }

  private void controlOf(Event.ControlOf e) {
    boolean faultless = e.differs().isEmpty();
    println(
        "control of "
            + e.experiment()
            + ", "
            + (faultless ? "without its faults" : "with " + Variants.words(e.differs())));
    println("");
  }

  private void progress(long now, Event.Progress e) {
    doing = e.what();
    doingMicros = now;
    if (options.live()) {
      live(now);
    } else if (!doing.startsWith(DOWNLOADING) || now - plainMicros >= PLAIN_PERIOD_MICROS) {
      line(now, doing);
    }
  }

  private void phaseEnded(long now, Event.PhaseEnded e) {
    long millis = (now - phaseStartMicros) / 1000;
    String took = e.phase() + ": " + Words.duration(millis);
    line(
        now,
        e.complete()
            ? took + ink.faint(detail(e.detail()))
            : ink.yellow(took + ", not complete") + detail(e.detail()));
    if (e.phase().equals(phase)) {
      phase = "";
      doing = "";
    }
  }

  private void exited(long now, Event.ProcessExited e) {
    if (e.expected()) {
      return;
    }
    line(
        now,
        (e.unplanned()
                ? ink.red("unplanned exit: " + e.node() + " ended with status " + e.exitStatus())
                : ink.yellow(
                    e.node()
                        + " ended by itself with status "
                        + e.exitStatus()
                        + (e.fault() == 0 ? "" : " while fault " + e.fault() + " held it")))
            + (e.lastLines().isEmpty() ? "" : "; its last lines:"));
    for (String last : e.lastLines()) {
      println("        " + ink.faint(last.replaceAll("\\p{Cntrl}", " ")));
    }
  }

  private void faultStarted(long now, Event.FaultStarted e) {
    kinds.put(e.fault(), e.kind());
    List<String> idle =
        IntStream.range(0, Math.min(e.victims().size(), e.holdsWork().size()))
            .filter(i -> !e.holdsWork().get(i))
            .mapToObj(e.victims()::get)
            .toList();
    line(
        now,
        ink.bold("fault " + e.fault() + ": " + e.kind() + " " + String.join(", ", e.victims()))
            + (idle.isEmpty()
                ? ""
                : ink.yellow(" (holds no work: " + String.join(", ", idle) + ")")));
  }

  private void faultConfirmed(long now, Event.FaultConfirmed e) {
    String what =
        "%s %s%s … "
            .formatted(
                kinds.getOrDefault(e.fault(), "fault"),
                e.node(),
                e.pid() == 0 ? "" : " (pid " + e.pid() + ")");
    line(
        now,
        e.confirmed()
            ? what + "confirmed after " + Words.duration(e.afterMillis()) + detail(e.detail())
            : what + ink.red("NOT CONFIRMED") + detail(e.detail()));
  }

  private void tick(long now, Event.Tick e) {
    latest.clear();
    int known = Math.min(series.size(), e.values().size());
    for (int i = 0; i < known; i++) {
      Double value = e.values().get(i);
      if (value != null && series.get(i).label().isEmpty()) {
        latest.put(series.get(i).metric(), value);
      }
    }
    drawing.add(latest.get(OUTPUT_RATE));
    live(now);
  }

  /** Redraws the live line, or prints one every 5 s where nothing can be redrawn. */
  private void live(long now) {
    if (phase.isEmpty() && doing.isEmpty()) {
      return;
    }
    if (options.live()) {
      String text = LiveLine.of(segments(now), options.columns() - 1);
      out.print("\r" + ink.plain(text) + "\u001b[K");
      drawn = true;
    } else if (now - plainMicros >= PLAIN_PERIOD_MICROS) {
      plainMicros = now;
      println(stamp(now) + LiveLine.of(segments(now), options.columns() - 8));
    }
  }

  private List<String> segments(long now) {
    List<String> segments = new ArrayList<>();
    long elapsed = Math.max(0, (now - phaseStartMicros) / 1000);
    if (phase.isEmpty()) {
      segments.add(doing);
      if (now - doingMicros >= QUICK_MICROS) {
        segments.add(Words.wholeSeconds((now - doingMicros) / 1000));
      }
      return segments;
    }
    // A shortened run goes on as soon as it has recovered from the last fault.
    boolean limited = shortened && phase.equals("faults");
    segments.add(LiveLine.clock(phase, elapsed, phaseLimitMillis, limited));
    if (!doing.isEmpty()) {
      segments.add(doing);
    }
    output(segments);
    value("lag", "lag", segments);
    value("p99", "latency.p99", segments);
    value("age", "frontier.age", segments);
    value("in", "input.rate", segments);
    return segments;
  }

  /** The rate of outputs, drawn where the terminal can; before the number, so that it stands. */
  private void output(List<String> segments) {
    String drawn = options.drawing() ? drawing.text() : "";
    if (drawn.isEmpty()) {
      value("out", OUTPUT_RATE, segments);
      return;
    }
    Double rate = latest.get(OUTPUT_RATE);
    segments.add(
        "out " + drawn + " " + (rate == null ? Words.NONE : Figures.metric(OUTPUT_RATE, rate)));
  }

  private void value(String name, String metric, List<String> segments) {
    Double value = latest.get(metric);
    if (value != null && !value.isNaN()) {
      segments.add(name + " " + Figures.metric(metric, value));
    }
  }

  /** Prints what a run found. Call it once, after the last event. */
  public synchronized void summary(@Nullable Results results, @Nullable Path report) {
    erase();
    TerminalSummary.lines(options, results, report).forEach(this::println);
    if (results != null && report != null) {
      JobsSummary.of(results, report, options).forEach(this::println);
    }
    out.flush();
  }

  @Override
  public synchronized void end() {
    ended = true;
    erase();
    out.flush();
  }

  private void line(long now, String text) {
    println(ink.faint(stamp(now)) + text);
    plainMicros = now;
    if (options.live()) {
      live(now);
    }
  }

  private String stamp(long now) {
    return String.format(Locale.ROOT, "%6s  ", Words.clock((now - startMicros) / 1000));
  }

  private void println(String text) {
    erase();
    out.print(ink.plain(text) + "\n");
  }

  private void erase() {
    if (drawn) {
      out.print("\r\u001b[K");
      drawn = false;
    }
  }

  private static String detail(String detail) {
    if (detail.length() > DETAIL_CHARACTERS_MAX) {
      return ", " + detail.substring(0, DETAIL_CHARACTERS_MAX) + " …";
    }
    return detail.isEmpty() ? "" : ", " + detail;
  }

  private String remedy(String remedy) {
    return remedy.isEmpty() ? "" : "\n" + " ".repeat(8) + ink.faint(remedy);
  }
}
