package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The engine of an experiment.
 *
 * @param name key of the engine map: {@code kafka-streams}, {@code flink}, {@code faulty}, …
 * @param version a published version, or empty for the adapter's default
 * @param workers number of worker processes that take part in the work
 * @param spares extra worker processes that stand ready (Flink); printed as the extra processes
 *     that they are
 * @param threads processing threads or slots per worker
 * @param profile one of {@link #PROFILES}: {@code quick} (set for quick recovery by whatever helps,
 *     code of Rebound's own included), {@code stock} (the engine's own defaults) or {@code tuned}
 *     (documented settings alone, which let every engine miss a silent worker after 6 s)
 * @param memory heap of one worker
 * @param commitInterval Kafka Streams' commit interval, Flink's checkpoint interval
 * @param state {@code memory} or {@code rocksdb}; empty for the adapter's default
 * @param options what only this engine knows, for example {@code protocol: streams}, {@code
 *     standbys: 1}, {@code bug: …}; a list as {@link ShellWords} join it
 * @param config to the engine, unchanged; wins over the profile
 * @param jvm extra JVM options of workers
 * @param java the JDK of the engine's processes: a major version, or a home; empty for the lab's
 */
@RecordBuilder
public record EngineSpec(
    String name,
    String version,
    int workers,
    int spares,
    int threads,
    Guarantee guarantee,
    String profile,
    Bytes memory,
    Duration commitInterval,
    String state,
    Map<String, String> options,
    Map<String, String> config,
    List<String> jvm,
    String java) {
  /** The key of the JDK of the engine's processes. */
  public static final String JAVA = "java";

  static final String QUICK = "quick";

  private static final String STOCK = "stock";
  private static final String TUNED = "tuned";

  /** The profiles that an engine can have. */
  public static final List<String> PROFILES = List.of(QUICK, STOCK, TUNED);

  /** Those of an engine that has no settings to be tuned by. */
  public static final List<String> UNTUNED = List.of(QUICK, STOCK);

  public boolean quick() {
    return profile.equals(QUICK);
  }

  public boolean tuned() {
    return profile.equals(TUNED);
  }

  /** What an option of this engine alone says; the other text where it says nothing. */
  public String option(String key, String otherwise) {
    return options.getOrDefault(key, otherwise);
  }

  /** The same of a flag. */
  public boolean flag(String key, boolean otherwise) {
    return Boolean.parseBoolean(option(key, Boolean.toString(otherwise)));
  }

  /** The same of a whole number. */
  public int count(String key, int otherwise) {
    return Integer.parseInt(option(key, Integer.toString(otherwise)));
  }

  /** The same of a length of time. */
  public Duration duration(String key, Duration otherwise) {
    String told = options.get(key);
    try {
      return told == null ? otherwise : Quantity.duration(told);
    } catch (Quantity.Malformed e) {
      throw new IllegalStateException("read as a duration before: " + told, e);
    }
  }

  /** The same with another value of what only this engine knows. */
  public EngineSpec with(String option, String value) {
    Map<String, String> changed = new TreeMap<>(options);
    changed.put(option, value);
    return EngineSpecBuilder.builder(this).options(changed).build();
  }

  /** The promise of a job on an engine whose guarantee says all of it. */
  public DeliveryGuarantee promiseOfGuarantee() {
    return DeliveryGuarantee.of(guarantee, commitInterval.toMillis());
  }
}
