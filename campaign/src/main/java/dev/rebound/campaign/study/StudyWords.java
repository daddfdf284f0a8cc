package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The words on a study before it runs: its cells, its length and its needs. */
public final class StudyWords {
  private StudyWords() {}

  /**
   * The plan as printed.
   *
   * @param keep working data stays too
   */
  public static List<String> lines(
      StudyPlan plan, StudyRuns runs, StudyChoice choice, boolean keep) {
    List<String> lines = new ArrayList<>();
    Study study = plan.study();
    lines.add(
        "study " + study.name() + (study.question().isEmpty() ? "" : ": " + study.question()));
    Predicate<PlannedRun> chosen = choice.among(runs.runs());
    List<PlannedRun> left = runs.runs().stream().filter(PlannedRun::open).filter(chosen).toList();
    Map<String, List<PlannedRun>> cells = new LinkedHashMap<>();
    left.forEach(run -> cells.computeIfAbsent(run.cell().label(), c -> new ArrayList<>()).add(run));
    cells.forEach((label, some) -> lines.add("  " + label + ": " + counted(plan, runs, some)));
    plan.runs(1).stream()
        .filter(run -> !run.alsoFor().isEmpty() && chosen.test(run))
        .forEach(
            run ->
                lines.add(
                    "  the control of %s stands for %s too: without faults they are the same"
                        .formatted(run.cell().label(), String.join(", ", run.alsoFor()))));
    plan.runs(1).stream()
        .filter(run -> !run.differs().isEmpty() && chosen.test(run))
        .forEach(
            run ->
                lines.add(
                    "  the control of %s is the same with %s"
                        .formatted(run.cell().label(), Variants.words(run.differs()))));
    lines.add(
        left.size()
            + (left.size() == 1 ? " run: about " : " runs: about ")
            + Words.about(plan.expected(left, runs.runs()))
            + (choice.budget() == null
                ? ""
                : ", of which no more than " + Words.about(choice.budget()) + " now"));
    lines.add(
        (choice.repetitions() == study.repetitions()
                ? "in blocks"
                : "in %s (the study file says %s)"
                    .formatted(Words.plural(choice.repetitions(), "block"), study.repetitions()))
            + ", each with one run of every cell and its control in random order"
            + (study.precision() == null || runs.blocks() != null
                ? ""
                : String.format(
                    Locale.ROOT,
                    "; after the first, their number is fixed by what it takes to know each figure"
                        + " within %.0f %%",
                    study.precision() * 100)));
    lines.add("disk: " + disk(plan, left, keep));
    if (plan.scale() != 1) {
      lines.add("scaled: every rate is " + plan.scale() + " of its file's");
    }
    plan.overrides().forEach(override -> lines.add("set: " + override));
    if (!plan.shortened().isEmpty()) {
      lines.add("shortened: " + plan.shortened());
    }
    return lines;
  }

  private static String counted(StudyPlan plan, StudyRuns runs, List<PlannedRun> some) {
    List<String> parts = new ArrayList<>();
    for (boolean control : new boolean[] {false, true}) {
      List<PlannedRun> these = some.stream().filter(run -> run.control() == control).toList();
      if (!these.isEmpty()) {
        String word = control ? "control" : "run";
        parts.add(
            these.size()
                + " "
                + word
                + (these.size() == 1 ? " of about " : "s of about ")
                + Words.about(plan.expected(these.get(0), runs.runs())));
      }
    }
    return String.join(", ", parts);
  }

  private static String disk(StudyPlan plan, List<PlannedRun> left, boolean keep) {
    long largest = left.stream().mapToLong(run -> plan.cost(run).diskBytes()).max().orElse(0);
    long kept =
        left.stream()
            .mapToLong(run -> keep ? plan.cost(run).diskBytes() : plan.cost(run).keptBytes())
            .sum();
    return keep
        ? "about " + Words.bytes(kept) + ", as everything is kept"
        : "up to %s while a run lasts, removed after it; about %s stay"
            .formatted(Words.bytes(largest), Words.bytes(kept));
  }

  /** The disk space that is needed at once: everything that stays, and the largest run. */
  public static long diskBytes(StudyPlan plan, StudyRuns runs, StudyChoice choice, boolean keep) {
    long largest = 0;
    long kept = 0;
    Predicate<PlannedRun> chosen = choice.among(runs.runs());
    for (PlannedRun run : runs.runs()) {
      if (run.open() && chosen.test(run)) {
        StudyPlan.Cost cost = plan.cost(run);
        largest = Math.max(largest, cost.diskBytes());
        kept += keep ? cost.diskBytes() : cost.keptBytes();
      }
    }
    return keep ? kept : largest + kept;
  }
}
