/**
 * Which runs count together, and which cells are held against each other. Pure.
 *
 * <p>{@link Cells} sorts runs into {@link CellRuns}, {@link CellSelector} chooses among them.
 * {@link RunBlocks} finds runs made side by side. {@link SettingsMatch} says which cells agree in
 * all but what a comparison names, {@link SettingsDifferences} what sets two apart beside that.
 */
package dev.rebound.analysis.compare.cell;
