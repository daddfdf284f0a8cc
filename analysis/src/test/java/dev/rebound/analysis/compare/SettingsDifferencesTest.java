package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.JudgedClaim;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What two sides do not have alike is said before any figure of theirs. */
class SettingsDifferencesTest extends MadeUpComparison {
  /** Runs that recorded nothing of their means, so that their settings tell. */
  static List<ComparedRun> three(String engine, Map<String, String> settings, double around) {
    return with(SubjectMeans.UNKNOWN, MadeUpComparison.three(engine, settings, around));
  }

  private static final Map<String, String> MANY =
      settings(
          "engine.workers", "16",
          "engine.threads", "4",
          "engine.memory", "4GB",
          "engine.commit-interval", "100ms");
  private static final Map<String, String> FEW =
      settings(
          "engine.workers", "2",
          "engine.threads", "1",
          "engine.memory", "256MB",
          "engine.commit-interval", "30s");
  private static final String UNLIKE =
      "kill, quick, workers 16 against 2, threads 4 against 1, heap 4GB against 256MB, commit"
          + " interval 100ms against 30s: ";

  @Test
  void sixteenWorkersOfFourGigabytesDoNotBeatTwoSmallOnesWithoutAWord() {
    Comparison comparison = engines(MANY, FEW);
    assertThat(sentences(comparison))
        .containsExactly(
            UNLIKE
                + "Flink recovers 1.9 to 2.1 times faster than Kafka Streams (95 % interval; 3"
                + " runs, 6 faults each, not paired).");
    assertThat(comparison.claims())
        .singleElement()
        .satisfies(claim -> assertThat(claim.verdict()).isEqualTo("held"))
        .extracting(JudgedClaim::why)
        .asString()
        .startsWith(UNLIKE + "recovery time ");
  }

  @Test
  void aPlainComparisonSaysItToo() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", FEW, 2000));
    runs.addAll(three("kafka-streams", MANY, 4000));
    assertThat(sentences(compare(runs)))
        .allMatch(sentence -> sentence.startsWith("kill, quick, workers 2 against 16, threads 1"))
        .allMatch(sentence -> sentence.contains("commit interval 30s against 100ms: "));
  }

  @Test
  void ofFilesTheEndsOfTheirPathsAreToldAndWhatIsEmptyIsNotSet() {
    List<ComparedRun> runs =
        new ArrayList<>(
            three("flink", changed(FEW, "workload.from", "/home/me/a/in/orders.csv"), 2000));
    runs.addAll(
        three(
            "kafka-streams",
            changed(changed(FEW, "workload.from", "/home/me/b/more/orders.csv"), "kafka.input", ""),
            4000));
    assertThat(sentences(compare(runs)))
        .isNotEmpty()
        .allMatch(text -> text.contains("workload.from in/orders.csv against more/orders.csv"))
        .noneMatch(text -> text.contains("kafka.input  ") || text.contains("/home"));
  }

  @Test
  void enginesThatHaveTheSameAreComparedWithoutAWord() {
    assertThat(sentences(engines(FEW, FEW)))
        .singleElement()
        .asString()
        .startsWith("kill, quick: Flink recovers ");
  }

  @Test
  void whatWasRecordedGoesBeforeWhatTheFileAsksFor() {
    SubjectMeans slots =
        means("heap", "700MB", "memory", "2GB", "collector", "Serial", "spares", "4");
    SubjectMeans none = means("heap", "256MB", "memory", "1GB", "collector", "G1", "spares", "0");
    List<ComparedRun> runs = with(slots, three("flink", FEW, 2000));
    runs.addAll(with(none, three("kafka-streams", FEW, 4000)));
    assertThat(sentences(between("engine", runs)))
        .singleElement()
        .asString()
        .startsWith(
            "kill, quick, heap 700MB against 256MB, memory in all 2GB against 1GB, collector Serial"
                + " against G1, spare slots 4 against 0: Flink recovers ");
  }

  @Test
  void ofAnEngineUnderTwoJavasOrOnOtherCoresItIsSaid() {
    List<ComparedRun> runs = with(means("jdk", "17", "cores", "2"), three("flink", MANY, 2000));
    runs.addAll(with(means("jdk", "21", "cores", "8"), three("flink", FEW, 4000)));
    assertThat(sentences(compare(runs)))
        .hasSize(2)
        .allMatch(text -> text.startsWith("kill, JDK 17 against 21, cores 2 against 8: "));
    runs.subList(0, 1).clear();
    runs.addAll(with(means("jdk", "21", "cores", "2"), three("flink", MANY, 2000)));
    assertThat(sentences(compare(runs)))
        .as("some runs of a cell")
        .allMatch(text -> text.startsWith("kill, JDK 17 or 21 against 21, cores 2 against 8: "));
  }

  @Test
  void theCollectorAndTheJdkThatWereRecordedAreSaidOnce() {
    List<ComparedRun> runs =
        with(means("collector", "G1", "jdk", "17.0.15"), three("flink", FEW, 2000));
    runs.addAll(
        with(means("collector", "G1", "jdk", "17.0.15"), three("kafka-streams", FEW, 4000)));
    assertThat(between("engine", runs).conditions())
        .contains("collectors: G1 on 17.0.15 (Flink, Kafka Streams)");
    runs.addAll(with(means("collector", "Z", "jdk", "25.0.3"), three("spark", MANY, 2000)));
    assertThat(between("engine", runs).conditions())
        .contains("collectors: G1 on 17.0.15 (Flink, Kafka Streams); Z on 25.0.3 (Spark)");
  }

  @Test
  void runsOfAProgramOfWhichNotAllWasSeenMayBeOfAnotherBuild() {
    String why = "what run.sh loads or starts is not followed";
    Map<String, String> settings = new TreeMap<>(FEW);
    settings.put(Variants.RUN, "./run.sh");
    settings.put(Variants.RUN_HASH, "a1, not all was seen: " + why);
    assertThat(compare(three("external", settings, 2000)).conditions())
        .containsExactly("whether all runs are of the same program is not known: " + why);
    settings.put(Variants.RUN_HASH, "a1");
    assertThat(compare(three("external", settings, 2000)).conditions()).isEmpty();
  }

  @Test
  void whatIsNotKnownOfEnginesIsSaidOnceAndNotAssumed() {
    List<ComparedRun> runs = with(means("jdk", "17", "cores", "2"), three("flink", FEW, 2000));
    runs.addAll(with(means("jdk", "17"), three("kafka-streams", FEW, 4000)));
    Comparison comparison = between("engine", runs);
    assertThat(sentences(comparison)).singleElement().asString().startsWith("kill, quick: Flink");
    assertThat(comparison.conditions())
        .containsExactly(
            "not known, and so not compared between engines: memory in all, collector, spare slots,"
                + " standbys (Flink, Kafka Streams); cores (Kafka Streams)");
    assertThat(compare(three("flink", FEW, 2000)).conditions()).as("one engine").isEmpty();
  }

  @Test
  void howOftenAProgramCommitsIsKnownOnlyIfTheFileSaysSo() {
    for (String interval : List.of(SubjectMeans.COMMIT_INTERVAL_UNWRITTEN, "3s")) {
      Map<String, String> alike = changed(FEW, "engine.commit-interval", interval);
      List<ComparedRun> runs =
          with(
              means("commit-interval", interval),
              three("external", changed(alike, Variants.RUN, "./run.sh"), 2000));
      runs.addAll(three("flink", alike, 4000));
      assertThat(String.join("; ", between("engine", runs).conditions()).contains("commit"))
          .as(interval)
          .isEqualTo(interval.equals(SubjectMeans.COMMIT_INTERVAL_UNWRITTEN));
    }
  }

  @Test
  void ofAMatrixOfWorkersEnginesAreComparedAtTheSameNumber() {
    List<ComparedRun> runs = new ArrayList<>();
    for (String engine : List.of("flink", "kafka-streams")) {
      for (int workers : List.of(2, 16)) {
        double around = (engine.equals("flink") ? 2000 : 3000) + workers;
        runs.addAll(three(engine, changed(FEW, "engine.workers", "" + workers), around));
      }
    }
    Comparison comparison = between("engine", runs);
    assertThat(sentences(comparison))
        .hasSize(2)
        .noneMatch(text -> text.contains("against"))
        .anyMatch(text -> text.startsWith("kill, quick, workers 16: Flink recovers"));
  }

  @Test
  void twoVersionsOfOneEngineThatWereSetUpOtherwiseAreNotComparedInSilence() {
    for (String between : List.of("version", "profile", "scenario")) {
      List<ComparedRun> runs = new ArrayList<>(three("flink", FEW, 2000));
      for (ComparedRun run : three("flink", changed(FEW, "engine.workers", "16"), 4000)) {
        runs.add(other(between, run));
      }
      assertThat(sentences(between(between, runs)))
          .as(between)
          .singleElement()
          .asString()
          .contains("workers 2 against 16: ");
      assertThat(sentences(compare(runs))).allMatch(text -> text.contains("workers 2 against 16:"));
    }
  }

  @Test
  void aRunOfWhichNoSettingIsKnownCountsWithNone() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", FEW, 2000));
    runs.addAll(three("flink", Map.of(), 4000));
    assertThat(compare(runs).cells())
        .extracting(cell -> cell.cell().variant() + " " + cell.runs().size())
        .containsExactly(" 3", "settings not known 3");
    assertThat(compare(three("flink", Map.of(), 4000)).cells())
        .extracting(cell -> cell.cell().variant())
        .containsExactly("");
  }

  private static ComparedRun other(String part, ComparedRun run) {
    Map<String, String> settings = new TreeMap<>(run.settings());
    settings.put("engine." + part, "other");
    return switch (part) {
      case "version" ->
          MadeUp.run(run.results().toBuilder().engineVersion("other").build(), settings);
      case "profile" ->
          MadeUp.run(run.results().toBuilder().profile("other").build(), settings)
              .inNameOf("kill", settings, Map.of());
      default -> run.inNameOf("other", run.settings(), Map.of());
    };
  }

  private static Comparison engines(Map<String, String> flink, Map<String, String> streams) {
    List<ComparedRun> runs = new ArrayList<>(three("flink", flink, 2000));
    runs.addAll(three("kafka-streams", streams, 4000));
    Study.Claim claim =
        claim(
            "recovery",
            new CellSelector("", "flink", "", ""),
            new CellSelector("", "kafka-streams", "", ""),
            null);
    List<Study.Contrast> contrasts = List.of(new Study.Contrast("recovery", "engine"));
    return COMPARER.compare(
        runs,
        new ComparisonRequest("t", "", "", "", contrasts, List.of(), List.of(), List.of(claim)),
        List.of());
  }

  static Comparison between(String key, List<ComparedRun> runs) {
    return COMPARER.compare(runs, brief(List.of(new Study.Contrast("recovery", key))), List.of());
  }

  static List<String> sentences(Comparison comparison) {
    return comparison.differences().stream().map(Difference::sentence).toList();
  }

  private static List<ComparedRun> with(SubjectMeans means, List<ComparedRun> runs) {
    return new ArrayList<>(runs.stream().map(run -> run.having(means)).toList());
  }

  private static SubjectMeans means(String... known) {
    return SubjectMeans.of(settings(known));
  }

  static Map<String, String> changed(Map<String, String> settings, String key, String value) {
    Map<String, String> changed = new TreeMap<>(settings);
    changed.put(key, value);
    return changed;
  }

  static Map<String, String> settings(String... pairs) {
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return settings;
  }
}
