package dev.rebound.engine.flink;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.VersionRange;
import dev.rebound.lab.experiment.EngineSection;
import java.util.List;
import java.util.Map;

/**
 * A version of Flink, as far as the adapter must know it, read from {@code versions.yaml} beside
 * this class, so that a new version is data and not code.
 *
 * @param classPath Maven coordinates of every process
 * @param connector more of them: Kafka source and sink
 * @param quick more of them, with {@code profile: quick}
 * @param rocksdb more of them, for state in RocksDB
 * @param exclusions left out of the resolved set
 * @param job name of the job jar; empty if this version only runs jars of a user's own
 * @param jvm options that every process needs
 * @param leadership texts of a JobManager's log, see {@link Leadership}
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record FlinkVersion(
    String version,
    List<String> classPath,
    List<String> connector,
    List<String> quick,
    List<String> rocksdb,
    List<String> exclusions,
    String job,
    List<String> jvm,
    Map<String, String> leadership,
    Map<String, String> complaints) {

  /** Finds the range that holds {@code version}; {@link ReboundException} if none. */
  static FlinkVersion of(String version) {
    VersionRange range =
        VersionRange.of(
            FlinkVersion.class,
            "flink",
            version,
            "Name a version from 2.2 on, for example 2.3.0, or 1.20 with a jar of your own.");
    return new FlinkVersion(
        version,
        range.coordinates("classPath"),
        range.coordinates("connector"),
        range.coordinates("quick"),
        range.coordinates("rocksdb"),
        range.texts("exclusions"),
        range.text("job"),
        range.texts("jvm"),
        range.pairs("leadership"),
        range.pairs("complaints"));
  }

  /**
   * Tells, at its place in the file, of a version that is not known, or that runs jars of a user's
   * own alone where there is none.
   *
   * @param version that the experiment names, or the usual one
   */
  static void check(EngineSection section, String version) {
    try {
      if (of(version).job().isEmpty() && !section.has("jar")) {
        section.wrong(
            "version",
            "engine.version: Rebound's own job does not run on Flink " + version,
            "Name a version from 2.2 on, for example 2.3.0, or a jar of your own with engine.jar.");
      }
    } catch (ReboundException e) {
      section.wrong("version", String.valueOf(e.getMessage()), e.remedy());
    }
  }

  /** Settings of a profile that lie in a file beside this class, in its order. */
  static Map<String, String> settings(String file) {
    return VersionRange.settings(FlinkVersion.class, file);
  }
}
