package dev.rebound.engine.jet;

import dev.rebound.engine.adapter.VersionRange;
import java.util.List;
import java.util.Map;

/**
 * A version of Hazelcast Jet, as far as the adapter must know it, read from {@code versions.yaml}
 * beside this class.
 *
 * @param classPath Maven coordinates of a member, without the job jar
 * @param jvm options that every member needs
 * @param ready text of a log that says that the member has joined
 * @param started text of Hazelcast's own log that says so, in a program that is not ours
 * @param droppedLate text of a log that says that an event was dropped because it came late
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record JetVersion(
    List<String> classPath,
    List<String> jvm,
    String ready,
    String started,
    String droppedLate,
    Map<String, String> complaints) {

  /** Finds the range that holds {@code version}; a ReboundException if none does. */
  static JetVersion of(String version) {
    VersionRange range =
        VersionRange.of(
            JetVersion.class, "jet", version, "Name a version from 5.4 on, for example 5.6.0.");
    return new JetVersion(
        range.coordinates("classPath"),
        range.texts("jvm"),
        range.text("ready"),
        range.text("started"),
        range.text("droppedLate"),
        range.pairs("complaints"));
  }
}
