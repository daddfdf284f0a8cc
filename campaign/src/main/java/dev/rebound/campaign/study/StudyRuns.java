package dev.rebound.campaign.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.compare.Study;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Build;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a study as planned and as far as they were executed: the content of {@code
 * study.json} in a study's folder, {@code runs/<study>/<timestamp>/}.
 *
 * <p>Beside it lie {@code study.yaml} and the experiment files as they were when the study began,
 * so that {@link StudyFile#load} reads the same study from there. It is written anew after every
 * change, by replacing the file.
 *
 * @param version of this format, 2
 * @param study its name
 * @param scale factor on every rate; 1 for none
 * @param shortened what {@code --short} made shorter, in words; empty if nothing
 * @param overrides what {@code --set} laid over every experiment
 * @param fingerprints per experiment the SHA-256 of what it sets itself, and of its data: what
 *     tells whether a study may go on
 * @param blocks how many blocks there are to be, fixed when the first was done; null until then
 * @param only what {@code --only} chose last, and so what makes a block whole; empty for every cell
 * @param noControls whether {@code --no-controls} left the controls out last
 * @param repetitions what {@code --repetitions} said last; null if it said nothing
 * @param runs in the order of execution: block by block
 */
@RecordBuilder
public record StudyRuns(
    int version,
    String study,
    double scale,
    String shortened,
    List<String> overrides,
    Map<String, String> fingerprints,
    @Nullable Integer blocks,
    List<String> only,
    boolean noControls,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer repetitions,
    List<PlannedRun> runs) {

  public StudyRuns {
    only = Objects.requireNonNullElse(only, List.of());
  }

  /** Name of the file. */
  public static final String FILE = "study.json";

  private static final int VERSION = 2;

  /** So many runs are told by name where a text names none, or several. */
  private static final int LABELS_NAMED = 40;

  public StudyRuns(
      String study,
      double scale,
      String shortened,
      List<String> overrides,
      Map<String, String> fingerprints,
      List<PlannedRun> runs) {
    this(
        VERSION,
        study,
        scale,
        shortened,
        overrides,
        fingerprints,
        null,
        List.of(),
        false,
        null,
        runs);
  }

  /** Runs that are done, controls or not. */
  public List<PlannedRun> done(boolean control) {
    return runs.stream().filter(run -> run.control() == control && run.done()).toList();
  }

  /** True if nothing is left to execute. */
  public boolean complete() {
    return runs.stream().noneMatch(PlannedRun::open);
  }

  /** The same with one run replaced by what became of it, found by its number. */
  public StudyRuns with(PlannedRun changed) {
    List<PlannedRun> all = new ArrayList<>(runs);
    all.replaceAll(run -> run.number() == changed.number() ? changed : run);
    return with(all);
  }

  StudyRuns with(List<PlannedRun> all) {
    return but().runs(List.copyOf(all)).build();
  }

  /** The same with the number of blocks fixed. */
  StudyRuns ofBlocks(int blocks) {
    return but().blocks(blocks).build();
  }

  /**
   * The same with what was chosen last.
   *
   * @param ofFile the study file's repetitions
   */
  StudyRuns chosen(StudyChoice choice, int ofFile) {
    return but()
        .only(choice.only())
        .noControls(!choice.controls())
        .repetitions(choice.repetitions() == ofFile ? null : (Integer) choice.repetitions())
        .build();
  }

  /** The same with what was fixed and chosen of a study that was begun. */
  StudyRuns chosenAs(StudyRuns begun) {
    return but()
        .blocks(begun.blocks)
        .only(begun.only)
        .noControls(begun.noControls)
        .repetitions(begun.repetitions)
        .build();
  }

  /** The same with these runs alone done, and every other one as if it had never been started. */
  public StudyRuns keeping(List<PlannedRun> done) {
    return with(runs.stream().map(run -> done.contains(run) ? run : run.anew()).toList());
  }

  /**
   * A run that is done, to be made again. Throws {@link ReboundException} if the text does not name
   * exactly one, or one that is not done or was made by another build: that one's block would not
   * count any more.
   *
   * @param folder of the study
   * @param text its label, or a part of it that no other run's label has
   * @param build of this Rebound
   */
  public PlannedRun toMakeAgain(Path folder, String text, String build) {
    PlannedRun run = labelled(text);
    if (!run.done()) {
      throw ReboundException.badInput(
          run.label() + " is not done: there is nothing to make again",
          "Leave --again out: the study goes on with what is not done.");
    }
    String made = Build.recorded(folder.resolve(run.folder()));
    if (!made.equals(build)) {
      throw ReboundException.badInput(
          ("%s was made with build %s of Rebound, and this is build %s: only runs of one build"
                  + " count together")
              .formatted(run.label(), Build.named(made), Build.named(build)),
          "Make it again with that build, or run all with this one (--fresh).");
    }
    return run;
  }

  /** What was chosen last. */
  public StudyChoice choice(Study of) {
    return new StudyChoice(only, of.repetitions(), null, !noControls);
  }

  private PlannedRun labelled(String text) {
    String part = text.toLowerCase(Locale.ROOT);
    List<PlannedRun> found =
        runs.stream().filter(run -> run.label().toLowerCase(Locale.ROOT).equals(part)).toList();
    if (found.isEmpty()) {
      found =
          runs.stream().filter(run -> run.label().toLowerCase(Locale.ROOT).contains(part)).toList();
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    throw found.isEmpty()
        ? ReboundException.badInput(
            "no run of the study is called '" + text + "'", "Its runs: " + labels(runs) + ".")
        : ReboundException.badInput(
            "'" + text + "' names " + found.size() + " runs of the study",
            "Name one of them in full: " + labels(found) + ".");
  }

  private static String labels(List<PlannedRun> some) {
    String named =
        some.stream().limit(LABELS_NAMED).map(PlannedRun::label).collect(Collectors.joining("; "));
    int more = some.size() - LABELS_NAMED;
    return more > 0 ? named + "; and " + more + " more" : named;
  }

  /** Whether a run is one of those that make its block whole. */
  public boolean belongs(PlannedRun run) {
    return new StudyChoice(only, Integer.MAX_VALUE, null, !noControls).among(runs).test(run);
  }

  private StudyRunsBuilder but() {
    return StudyRunsBuilder.builder(this).version(VERSION);
  }

  /** Reads a study's folder; empty if it holds no {@code study.json}. */
  public static Optional<StudyRuns> read(Path folder) {
    Path file = folder.resolve(FILE);
    JsonFile.requireKnown(file, VERSION);
    try {
      return JsonFile.read(file, StudyRuns.class);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          file, "Restore it, or start the study afresh with --fresh.", e);
    }
  }

  /** Those of a folder that holds {@code study.json}. */
  public static StudyRuns begun(Path folder) {
    return read(folder).orElseThrow();
  }

  /** Writes the study's folder's file; a reader sees the old content or the new. */
  public void write(Path folder) {
    Path file = folder.resolve(FILE);
    Path next = folder.resolve(FILE + ".next");
    try {
      JsonFile.write(next, this);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw ReboundException.unwritable(
          file, "Free disk space, then run the study again: it goes on where it stopped.", e);
    }
  }
}
