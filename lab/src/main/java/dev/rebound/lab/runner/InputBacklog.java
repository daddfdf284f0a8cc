package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Series;
import java.util.ArrayList;
import java.util.List;

/** By how much the records that lie in the input topic unprocessed became more under load. */
final class InputBacklog {
  /** How the name of a run's input topic ends. */
  static final String TOPIC_END = "-records";

  private final List<Integer> lags = new ArrayList<>();
  private double first = Double.NaN;
  private double last = Double.NaN;

  void declared(List<Series> series) {
    lags.clear();
    for (int i = 0; i < series.size(); i++) {
      Series s = series.get(i);
      if (s.metric().equals("lag.partition") && s.label().contains(TOPIC_END + "/")) {
        lags.add(i);
      }
    }
  }

  /** Takes a tick, under load or not; one without a lag of every partition tells nothing. */
  void tick(Event.Tick tick, boolean loaded) {
    double sum = lags.isEmpty() ? Double.NaN : 0;
    for (int lag : lags) {
      Double value = lag < tick.values().size() ? tick.values().get(lag) : null;
      sum += value == null ? Double.NaN : value;
    }
    if (Double.isNaN(sum)) {
      return;
    }
    if (loaded) {
      first = Double.isNaN(first) ? sum : first;
      last = sum;
    } else if (Double.isNaN(last)) {
      first = sum;
    }
  }

  /** From before the load to its last tick; not a number if nothing is known. */
  double grown() {
    return last - first;
  }
}
