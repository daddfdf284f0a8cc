package dev.rebound.engine.storm;

import dev.rebound.engine.adapter.VersionRange;
import java.util.List;
import java.util.Map;

/**
 * A version of Storm, as far as the adapter must know it, read from {@code versions.yaml} beside
 * this class.
 *
 * @param daemons Maven coordinates of Nimbus and supervisors
 * @param workers Maven coordinates of workers and of the client, without the job jar
 * @param exclusions what is left out of what both need
 * @param submitted what a client prints once its topology is there
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record StormVersion(
    List<String> daemons,
    List<String> workers,
    List<String> exclusions,
    String submitted,
    Map<String, String> complaints) {

  /** Finds the range that holds {@code version}; a ReboundException if none does. */
  static StormVersion of(String version) {
    VersionRange range =
        VersionRange.of(
            StormVersion.class,
            "storm",
            version,
            "Name a version from 2.8 on, for example 2.8.3; not all of 2.8.4 and 3.0.0 is on Maven"
                + " Central.");
    return new StormVersion(
        range.coordinates("daemons"),
        range.coordinates("workers"),
        range.texts("exclusions"),
        range.text("submitted"),
        range.pairs("complaints"));
  }
}
