package dev.rebound.analysis.judge;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How fast the engine works off a backlog that lay there before its job began, or what the job's
 * source makes, and what CPU it takes for that: from a tenth to nine tenths of its outputs, so that
 * neither the start nor the end counts. By whole seconds, and by when outputs were appended,
 * whenever readers see them; of several output topics, by those of the first of which outputs are
 * due by themselves. Where nine tenths of what is due did not come, in any topic, or a fault lies
 * in the stretch or before it, there is no rate.
 *
 * <p>Where no output is due by itself, as where they are updates of keys, the job's lag tells how
 * far it is: from nine tenths to one tenth of what it was. What lies in topics of the job's own is
 * part of it, so that a record counts once it is through all of the job. The lag falls by steps,
 * one a commit: too few of them tell no rate.
 */
final class BacklogMeasures {
  private static final double FROM = 0.1;
  private static final double TO = 0.9;

  /** A shorter stretch tells no rate by whole seconds. */
  private static final int SECONDS_MIN = 5;

  /** The least share of the stretch in which the engine's CPU was read. */
  private static final double READ_MIN = 0.8;

  /** The least share of the backlog that a stretch of lags counts. */
  private static final double COUNTED_MIN = 0.5;

  /** Fewer different lags in a stretch are too few steps. */
  private static final int LAGS_MIN = 5;

  private static final String FAULTED =
      "a fault lies in the stretch or before it, and the job may have stood still or been slower"
          + " for it";

  private static final String AT_ONCE =
      "the backlog was worked off within a second: raise load.max-records";

  /** What the engine's members used until an instant, since the one before; empty if unread. */
  private record UsedCpu(long atMicros, double seconds, double cpuSeconds) {}

  /** What was left to do at an instant. */
  private record Left(long atMicros, double records) {}

  /** What share of the rig's cores was in use until an instant. */
  private record RigShare(long atMicros, double share) {}

  private final List<UsedCpu> used = new ArrayList<>();
  private final List<Left> left = new ArrayList<>();
  private final List<RigShare> rig = new ArrayList<>();

  /** The engine's members, each with whether its CPU was ever read. */
  private final Map<String, Boolean> read = new HashMap<>();

  /** Notes whether a member's CPU was read at a tick. */
  void member(String node, boolean known) {
    read.merge(node, known, Boolean::logicalOr);
  }

  /**
   * The engine's members used so many cores in all; of a member that was not read, none.
   *
   * @param seconds since the tick before
   * @param lag of the job, records; null if it was not read
   */
  void tick(long atMicros, double seconds, double cores, @Nullable Double lag) {
    used.add(new UsedCpu(atMicros, seconds, cores * seconds));
    if (lag != null) {
      left.add(new Left(atMicros, lag));
    }
  }

  /** Such a share of the cores that the engine does not have was in use. */
  void rig(long atMicros, double share) {
    rig.add(new RigShare(atMicros, share));
  }

  /** The rate and its cost, or why there are none. */
  Measures measures(AnalysisResult findings) {
    if (findings.outputsPerRecord() <= 0) {
      return byLag(findings);
    }
    List<Timeline.Second> seconds = findings.timeline().seconds();
    long all = seconds.stream().mapToLong(BacklogMeasures::appended).sum();
    if (all == 0) {
      return unknown("nothing came that was due");
    }
    long due = seconds.stream().mapToLong(Timeline.Second::due).sum();
    if (all < TO * due) {
      return unknown(undone(all, due));
    }
    for (Results.Audit audit : findings.audits()) {
      if (audit.judged() && audit.topic() != null && audit.distinct() < TO * audit.expected()) {
        return unknown(audit.topic() + ": " + undone(audit.distinct(), audit.expected()));
      }
    }
    long step = findings.timeline().stepSeconds() * 1_000_000L;
    long came = 0;
    long cameBefore = -1;
    long from = 0;
    for (Timeline.Second second : seconds) {
      came += appended(second);
      long end = second.atMicros() + step;
      if (cameBefore < 0 && came >= FROM * all) {
        cameBefore = came;
        from = end;
      } else if (cameBefore >= 0 && came >= TO * all) {
        return faulted(findings, end)
            ? unknown(FAULTED)
            : between(from, end, (came - cameBefore) / findings.outputsPerRecord());
      }
    }
    return unknown(AT_ONCE);
  }

  private static String undone(long came, long due) {
    return Words.text(
        "%,d of %,d outputs came, and a tenth to nine tenths of those are no stretch of all the"
            + " work",
        came, due);
  }

  /** A lag that grows again between two commits does not undo what was done. */
  private Measures byLag(AnalysisResult findings) {
    if (left.isEmpty()) {
      return unknown(
          "no output is due by itself, and the job does not tell how far it is: let it commit to"
              + " its group");
    }
    double all = left.get(0).records();
    if (all <= 0) {
      return unknown(AT_ONCE);
    }
    Left from = null;
    Set<Double> lags = new HashSet<>();
    for (Left now : left) {
      if (from == null && now.records() > (1 - FROM) * all) {
        continue;
      }
      lags.add(now.records());
      if (from == null) {
        from = now;
      } else if (now.records() <= (1 - TO) * all) {
        if (faulted(findings, now.atMicros())) {
          return unknown(FAULTED);
        }
        double inputs = from.records() - now.records();
        return inputs < COUNTED_MIN * all || lags.size() < LAGS_MIN
            ? unknown(
                "commits are too far apart to tell: let the job commit more often, or raise"
                    + " load.max-records")
            : between(from.atMicros(), now.atMicros(), inputs);
      }
    }
    return from == null
        ? unknown("nine tenths of the backlog were still there in the end")
        : unknown("a tenth of the backlog was still there in the end");
  }

  /** How long one that began before is felt nobody tells where lengths are not told either. */
  private static boolean faulted(AnalysisResult findings, long until) {
    return findings.faults().stream().anyMatch(fault -> fault.atMicros() < until);
  }

  private static long appended(Timeline.Second second) {
    return second.append() == null ? 0 : second.append().count();
  }

  private Measures between(long from, long until, double inputs) {
    double length = (until - from) / 1e6;
    if (length < SECONDS_MIN) {
      return unknown(
          "the backlog was worked off within %s s, which is too short to tell: raise load.max-records"
              .formatted(Math.round(length)));
    }
    Map<String, Double> metrics = new HashMap<>();
    metrics.put(Metrics.BACKLOG_RATE, inputs / length);
    rig.stream()
        .filter(r -> r.atMicros() > from && r.atMicros() <= until)
        .mapToDouble(RigShare::share)
        .average()
        .ifPresent(share -> metrics.put(Metrics.BACKLOG_RIG, share));
    List<UsedCpu> meanwhile =
        used.stream().filter(u -> u.atMicros() > from && u.atMicros() <= until).toList();
    double seconds = meanwhile.stream().mapToDouble(UsedCpu::seconds).sum();
    double cpu = meanwhile.stream().mapToDouble(UsedCpu::cpuSeconds).sum();
    if (seconds < READ_MIN * length || cpu <= 0 || read.containsValue(false)) {
      return new Measures(
          metrics, Map.of(Metrics.COST, "the engine's CPU was not read for all of that time"));
    }
    metrics.put(Metrics.COST, cpu / seconds * length / inputs * 1e6);
    return new Measures(metrics, Map.of());
  }

  private static Measures unknown(String why) {
    return new Measures(Map.of(), Map.of(Metrics.BACKLOG_RATE, why, Metrics.COST, why));
  }
}
