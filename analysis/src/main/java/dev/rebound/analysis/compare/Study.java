package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Metrics;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parsed and checked {@code study.yaml}: which experiments answer a question together, what is to
 * be compared, and the published figures and claims to hold the results against.
 *
 * <p>Values are in the base unit of their metric (ms, records/s, bytes/s, counts), see {@link
 * Metrics}.
 *
 * @param name names the folder under {@code runs/}
 * @param question what the study is to answer; may be empty
 * @param source the publication that figures and claims come from; empty if there is none
 * @param seed decides the order of runs within each block
 * @param repetitions how many blocks, each with one run of every cell and its control, at least 1
 * @param precision half-width of a figure's interval that is wanted, as a share of it; the first
 *     block then decides how many blocks there are. Null if their number is fixed at once
 * @param folder that holds the study file and its experiments
 */
public record Study(
    String name,
    String question,
    String source,
    long seed,
    int repetitions,
    @Nullable Double precision,
    List<StudyMember> experiments,
    List<Contrast> compare,
    List<Trade> tradeOffs,
    List<Growth> scaling,
    List<PublishedValue> published,
    List<Claim> claims,
    Path folder) {

  /** Name of the file that makes a folder a study. */
  public static final String FILE = "study.yaml";

  /** The parts of a cell, as a comparison names them. */
  public static final List<String> PARTS = List.of("engine", "version", "profile", "scenario");

  /** How the values of a published figure were put together. */
  public static final List<String> STATISTICS = List.of("mean", "median", "min", "max");

  /**
   * An experiment file of the study; it may be a matrix.
   *
   * @param file name in the study's folder
   * @param scenario what it does to the engine: the first part of the cells that it makes
   */
  public record StudyMember(String file, String scenario) {}

  /**
   * A comparison that the report is to make, within blocks.
   *
   * @param metric one of {@link Metrics}
   * @param between in what the two sides differ, all else being equal: one of {@link #PARTS}, or a
   *     key of experiment files such as {@code engine.workers}
   */
  public record Contrast(String metric, String between) {}

  /**
   * A trade-off that the report is to draw: a point for each cell, or for two of different
   * scenarios that agree in all but these and their loads.
   *
   * @param metric what is wanted, one of {@link Metrics}
   * @param against what it costs, likewise
   * @param between {@code scenario} if it is told by runs of another scenario; else empty
   */
  public record Trade(String metric, String against, String between) {}

  /**
   * A rate that the report is to follow over a number, and to fit the Universal Scalability Law to.
   *
   * @param metric a rate, one of {@link Metrics}
   * @param over a key of experiment files whose values are numbers, such as {@code engine.workers}
   */
  public record Growth(String metric, String over) {}

  /**
   * A published figure, for the cells that it speaks of.
   *
   * @param metric one of {@link Metrics}
   * @param statistic {@code mean}, {@code median}, {@code min} or {@code max}
   * @param value in the metric's base unit
   * @param text the value as the file writes it, such as {@code 113s}
   * @param where in the publication; may be empty
   */
  public record PublishedValue(
      String metric,
      String statistic,
      CellSelector cells,
      double value,
      String text,
      String where) {}

  /**
   * A claim of the publication in testable form: one side's figure is less than the other's, or
   * that of one side lies within bounds.
   *
   * <p>Without an amount: held if the interval of their ratio (or difference) lies to the side that
   * is claimed, not held if it lies to the other, else not shown here. With {@code by}: held if the
   * interval of (than − less) excludes both half and twice the amount and lies between, not held if
   * it lies wholly outside of these, else not shown here. With {@code times} or {@code bounds}:
   * held if the interval of than ÷ less, or of the figure itself, lies within, not held if it lies
   * wholly outside, else not shown here. Less than three runs a side show nothing. A claim on
   * several cells or pairs of cells (in what it leaves open) is held if each holds it, and not held
   * if one does not. A claim has one of {@code by}, {@code times} and {@code bounds} at most.
   *
   * @param claim as the publication has it, in short
   * @param reading how it is made testable, where that is not plain; may be empty
   * @param where in the publication; may be empty
   * @param metric one of {@link Metrics}
   * @param less the cells that are said to have less
   * @param than the cells that are said to have more; of a claim with bounds the same as {@code
   *     less}
   * @param by how much more is claimed, in the metric's base unit; null if the claim has no such
   *     amount
   * @param times between which factors than ÷ less is claimed to lie; null likewise
   * @param bounds between which figures, in the metric's base unit, that of each cell is claimed to
   *     lie; null of a claim on two sides
   */
  public record Claim(
      String claim,
      String reading,
      String where,
      String metric,
      CellSelector less,
      CellSelector than,
      @Nullable Double by,
      @Nullable BoundedValue times,
      @Nullable BoundedValue bounds) {}
}
