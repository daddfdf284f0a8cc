/**
 * The output for people and their programs: terminal, CSV files and the HTML report, all from its
 * journal and its results.
 *
 * <p>{@link RecordedRun} turns a journal into columns. {@link HtmlReport} puts template, style,
 * scripts and the run's data into one file that asks for nothing from a network; {@code report.js}
 * puts the page together, {@code card.js} draws a fault, {@code whole.js} the run. {@link RunStory}
 * and {@link FaultStory} write its sentences, {@link Glossary} explains its terms.
 */
package dev.rebound.report;
