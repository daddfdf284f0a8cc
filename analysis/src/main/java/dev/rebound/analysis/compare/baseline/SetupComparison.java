package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.baseline.Baseline.BaselineCell;
import dev.rebound.analysis.compare.run.ContentHash;
import dev.rebound.analysis.compare.run.ContentHash.Sameness;
import dev.rebound.analysis.compare.run.DataKeys;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the runs of a baseline and later ones were set up: alike, but for the program under test, or
 * they are not comparable. Pure.
 */
public record SetupComparison(BaselineCell then, BaselineCell now) {
  /** Settings that name what is under test: a regression is looked for between their values. */
  private static final Set<String> UNDER_TEST =
      Set.of(
          "engine.version",
          Variants.JAR,
          Variants.JAR_HASH,
          "engine.main",
          Variants.RUN,
          Variants.RUN_HASH,
          "engine.setup",
          "engine.setup-in",
          "engine.teardown",
          "engine.env-file",
          "engine.files",
          "engine.program-files");

  private static final int DIFFERENCES_TOLD = 4;

  /** Items of a list count from 1: {@code engine.setup.1}. */
  private static boolean isUnderTest(String key) {
    return UNDER_TEST.contains(key.replaceFirst("[.][0-9]+$", ""));
  }

  /** Why they cannot be held against each other, a clause; empty if they can. */
  public String apart() {
    if (then.settings().isEmpty() || now.settings().isEmpty()) {
      return "how it was set up is not known "
          + (now.settings().isEmpty() ? "now" : "in the baseline");
    }
    List<String> settings = settings();
    return settings.isEmpty() ? shortened() : "it was set up otherwise: " + told(settings);
  }

  /**
   * Faults of a shortened run come sooner after each other, on a program that ran for a shorter
   * time.
   */
  private String shortened() {
    boolean alike = then.shortened().size() == 1 && then.shortened().equals(now.shortened());
    return alike
        ? ""
        : "it was shortened otherwise: %s now, %s in the baseline"
            .formatted(shorter(now), shorter(then));
  }

  private static String shorter(BaselineCell side) {
    return String.join(
        " or ",
        side.shortened().stream().map(s -> s.isEmpty() ? "nothing" : "(" + s + ")").toList());
  }

  /** {@code load.rate 2000/s now, 1000/s in the baseline}. */
  private List<String> settings() {
    return differences().stream()
        .filter(key -> !isUnderTest(key))
        .filter(key -> !key.equals(Variants.DATA_HASH) || sameness(key) == Sameness.OTHER)
        .map(this::difference)
        .toList();
  }

  private Set<String> differences() {
    TreeSet<String> keys = new TreeSet<>(then.settings().keySet());
    keys.addAll(now.settings().keySet());
    keys.removeIf(
        key ->
            Objects.equals(then.settings().get(key), now.settings().get(key))
                || DataKeys.alike(key, then.settings(), now.settings()));
    return keys;
  }

  private String difference(String key) {
    return key + " " + value(now, key) + " now, " + value(then, key) + " in the baseline";
  }

  private static String value(BaselineCell side, String key) {
    return Objects.requireNonNullElse(side.settings().get(key), "not set");
  }

  private static String told(List<String> differences) {
    return differences.size() <= DIFFERENCES_TOLD
        ? String.join("; ", differences)
        : "%s; and %s more"
            .formatted(
                String.join("; ", differences.subList(0, DIFFERENCES_TOLD)),
                differences.size() - DIFFERENCES_TOLD);
  }

  /** What to know beside a verdict, sentences. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    differences().stream()
        .filter(SetupComparison::isUnderTest)
        .filter(key -> !Variants.HASHES.containsKey(key) || sameness(key) == Sameness.OTHER)
        .forEach(key -> notes.add("Under test: " + difference(key) + "."));
    notes.addAll(means(SubjectMeans.of(then.means()), SubjectMeans.of(now.means())));
    Variants.HASHES.forEach((key, what) -> notKnown(key, what, notes));
    List<String> phases = phases();
    if (!phases.isEmpty()) {
      notes.add("Phases are not of one length: " + String.join("; ", phases) + ".");
    }
    if (!then.builds().equals(now.builds())) {
      notes.add("The baseline was made with another build of Rebound.");
    }
    if (!then.machines().equals(now.machines())) {
      notes.add(
          "The machine is not the same in every word: %s now, %s in the baseline."
              .formatted(String.join("; ", now.machines()), String.join("; ", then.machines())));
    }
    leftOut("now", now.recovery(), notes);
    leftOut("in the baseline", then.recovery(), notes);
    return notes;
  }

  /** Of what both sides know. */
  private static List<String> means(SubjectMeans then, SubjectMeans now) {
    List<String> notes = new ArrayList<>();
    for (SubjectMeans.Mean mean : SubjectMeans.Mean.values()) {
      String value = now.of(mean).orElse("");
      String before = then.of(mean).orElse(value);
      if (!value.isEmpty() && !value.equals(before)) {
        notes.add(
            "It had otherwise: %s %s now, %s in the baseline."
                .formatted(mean.word(), value, before));
      }
    }
    return notes;
  }

  private void notKnown(String key, String what, List<String> notes) {
    if (sameness(key) == Sameness.NOT_KNOWN) {
      notes.add(
          "Whether the %s is the same as in the baseline is not known: %s."
              .formatted(what, hash(key, now).doubt(hash(key, then))));
    }
  }

  /** Of hashes; where one is not there, and the other says something, they are of others. */
  private Sameness sameness(String key) {
    boolean one = then.settings().containsKey(key);
    boolean other = now.settings().containsKey(key);
    Sameness said = hash(key, then).with(hash(key, now));
    if (one && other) {
      return said;
    }
    boolean told = !(hash(key, then).digits() + hash(key, now).digits()).isEmpty();
    return told ? Sameness.OTHER : one || other ? said : Sameness.SAME;
  }

  private static ContentHash hash(String key, BaselineCell side) {
    return ContentHash.read(side.settings().getOrDefault(key, ""));
  }

  /** {@code warmup 20s now, 40s in the baseline}, of what both sides know. */
  private List<String> phases() {
    List<String> phases = new ArrayList<>();
    now.phases()
        .forEach(
            (phase, length) -> {
              String before = then.phases().getOrDefault(phase, length);
              if (!before.equals(length)) {
                phases.add(phase + " " + length + " now, " + before + " in the baseline");
              }
            });
    return phases;
  }

  private static void leftOut(String when, Sample sample, List<String> notes) {
    sample.leftOut().forEach(left -> notes.add("Of the runs " + when + ", " + left + "."));
  }
}
