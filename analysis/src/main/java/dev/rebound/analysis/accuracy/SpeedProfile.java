package dev.rebound.analysis.accuracy;

import java.util.List;

/** How fast the server of one lane works over time, as a share of its capacity. */
final class SpeedProfile {
  private final long[] from;
  private final double[] speed;
  private int at;

  SpeedProfile(List<Standstill> stops, double capacity) {
    long[] turns =
        stops.stream()
            .flatMapToLong(s -> java.util.stream.LongStream.of(s.from(), s.to()))
            .sorted()
            .distinct()
            .toArray();
    from = new long[turns.length + 1];
    speed = new double[turns.length + 1];
    from[0] = Long.MIN_VALUE;
    speed[0] = 1;
    for (int i = 0; i < turns.length; i++) {
      from[i + 1] = turns[i];
      speed[i + 1] = 1;
      for (Standstill stop : stops) {
        if (stop.from() <= turns[i] && turns[i] < stop.to()) {
          speed[i + 1] = Math.min(speed[i + 1], stop.speed() / capacity);
        }
      }
    }
  }

  /**
   * When work that takes so long at full speed is done; {@link Standstill#NEVER} if it never is.
   */
  long done(long start, double workMicros) {
    while (at > 0 && from[at] > start) {
      at--;
    }
    while (at + 1 < from.length && from[at + 1] <= start) {
      at++;
    }
    double left = workMicros;
    long now = start;
    for (int i = at; i < from.length; i++) {
      long until = i + 1 < from.length ? from[i + 1] : Standstill.NEVER;
      double able = (until - now) * speed[i];
      if (able >= left && until < Standstill.NEVER) {
        return now + (long) Math.ceil(left / speed[i]);
      }
      if (until >= Standstill.NEVER) {
        return speed[i] > 0 ? now + (long) Math.ceil(left / speed[i]) : Standstill.NEVER;
      }
      left -= able;
      now = until;
    }
    return Standstill.NEVER;
  }
}
