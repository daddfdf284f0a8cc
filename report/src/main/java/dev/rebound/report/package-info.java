/**
 * The output for people and their programs, all from a run's journal and its results. {@code run}
 * reads a run's folder, {@code words} writes sentences and figures; {@code terminal}, {@code csv},
 * {@code pipeline} and {@code page} are what shows them, {@code live} serves pages, {@code study}
 * tells of many runs, and {@code picture} draws.
 *
 * <p>A page is one file that asks for nothing from a network: template, style, scripts, pictures
 * and data. What many runs come to is drawn here, once, for files and pages alike. What one run did
 * is drawn where it is read, by {@code plot.js}: it grows while it is watched, and its reader
 * chooses among hundreds of series. {@code report.js} puts a run's page together, {@code card.js}
 * draws a fault, {@code whole.js} the run.
 */
package dev.rebound.report;
