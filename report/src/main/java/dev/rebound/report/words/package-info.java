/** Sentences and figures on a run, whoever prints them. */
package dev.rebound.report.words;
