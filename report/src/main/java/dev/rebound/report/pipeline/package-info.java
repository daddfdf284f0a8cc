/** The files that a call leaves for the pipeline that it ran in: JUnit XML, Markdown, JSON. */
package dev.rebound.report.pipeline;
