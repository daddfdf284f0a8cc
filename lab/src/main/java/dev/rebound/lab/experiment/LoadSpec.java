package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Rate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The load: on a schedule, or flat out.
 *
 * @param rate of all generators together, after {@code --scale}; {@link Rate#MAX} for flat out
 * @param maxRecords flat out: how many records of all generators at most; 0 if the file leaves it
 *     to the plan
 * @param backlog flat out: whether all of them are sent before the job starts
 * @param generated flat out: whether the job's own source makes them, and nothing is sent
 * @param generators number of generator processes; each sends {@code rate / generators}
 * @param file {@code log-match}: the log whose lines are replayed; empty otherwise
 * @param producer producer settings, unchanged; win over {@code acks=all} and idempotence
 * @param http how requests are sent, where a service takes them
 * @param share what the rate was worked out from if the file gives it in percent; null otherwise
 */
public record LoadSpec(
    Rate rate,
    long maxRecords,
    boolean backlog,
    boolean generated,
    int generators,
    String file,
    Map<String, String> producer,
    HttpSpec http,
    Capacity.@Nullable Share share) {
  static final String MAX_RECORDS = "max-records";
  static final String BACKLOG = "backlog";
  static final String GENERATED = "generated";

  /** Key of what the rate was worked out from; no key of the file, so it is never written. */
  static final String SHARE = "share";

  /** True if generators send as fast as the brokers take it, and keep to no schedule. */
  public boolean flatOut() {
    return rate.isMax();
  }

  /** True if records wait for the job from its start on, and not the job for them. */
  public boolean workedOff() {
    return backlog || generated;
  }
}
