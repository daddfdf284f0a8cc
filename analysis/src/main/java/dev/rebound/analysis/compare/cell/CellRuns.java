package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Rate;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The runs of one cell, those with faults and those without.
 *
 * @param variant the settings that make the cell's variant, by dotted key
 * @param controlled of controls that differ from their runs in settings: those; else empty
 */
public record CellRuns(
    Cell cell,
    List<ComparedRun> runs,
    List<ComparedRun> controls,
    SortedMap<String, String> variant,
    Map<String, String> controlled) {

  /** Every setting that its runs share, by dotted key; empty if not known. */
  public Map<String, String> settings() {
    return Stream.concat(runs.stream(), controls.stream())
        .map(ComparedRun::settings)
        .filter(settings -> !settings.isEmpty())
        .findFirst()
        .orElse(Map.of());
  }

  /** Whether any of its runs had faults, or its experiment has some. */
  public boolean faulted() {
    return runs.stream().anyMatch(ComparedRun::faulted);
  }

  /** Whether a claim or figure speaks of it; of a control only if it names what that sets. */
  public boolean isChosenBy(CellSelector side) {
    return controlled.keySet().stream().allMatch(side::names)
        && side.chooses(cell.named(), unscaled());
  }

  /** The settings with the load as the file has it, before it was scaled. */
  private Map<String, String> unscaled() {
    Map<String, String> settings = new TreeMap<>(settings());
    double scale =
        Stream.concat(runs.stream(), controls.stream())
            .mapToDouble(run -> run.results().scale())
            .findFirst()
            .orElse(1);
    settings.computeIfPresent(DottedKeys.RATE, (key, rate) -> divided(rate, scale));
    return settings;
  }

  private static String divided(String rate, double scale) {
    try {
      double written = Quantity.rate(rate).perSecond() / scale;
      return Quantity.text(new Rate(Math.round(written * 1000) / 1000.0));
    } catch (Quantity.Malformed e) {
      return rate;
    }
  }
}
