/**
 * Campaigns of runs: a {@link Campaign} decides what is done next by what became of everything
 * before. Runs are repeated, made up to a study, made until a promise is shown or refuted, or
 * followed by trials of other rates.
 */
@org.jspecify.annotations.NullMarked
package dev.rebound.campaign;
