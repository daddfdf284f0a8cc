package dev.rebound.engine.spark;

import dev.rebound.engine.adapter.VersionRange;
import java.util.List;
import java.util.Map;

/**
 * A version of Spark, as far as the adapter must know it, read from {@code versions.yaml} beside
 * this class.
 *
 * @param classPath Maven coordinates of every process, without the job jar
 * @param exclusions left out of what these bring along
 * @param jvm options that every process needs
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record SparkVersion(
    List<String> classPath,
    List<String> exclusions,
    List<String> jvm,
    Map<String, String> complaints) {

  /** Finds the range that holds {@code version}; a ReboundException if none does. */
  static SparkVersion of(String version) {
    VersionRange range =
        VersionRange.of(
            SparkVersion.class, "spark", version, "Name a version from 4.0 on, for example 4.2.0.");
    return new SparkVersion(
        range.coordinates("classPath"),
        range.texts("exclusions"),
        range.texts("jvm"),
        range.pairs("complaints"));
  }
}
