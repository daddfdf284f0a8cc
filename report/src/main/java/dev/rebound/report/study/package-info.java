/** Reports over many runs: what a comparison found, for terminal, page, CSV, JSON and Markdown. */
package dev.rebound.report.study;
