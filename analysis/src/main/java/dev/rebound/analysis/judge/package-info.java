/**
 * The judge of a run: its journal and its evidence in, figures, doubts and a verdict out. A run
 * under way, one that is checked again, and one whose lab was killed are judged by the same {@link
 * dev.rebound.analysis.judge.RunJudge}.
 */
@org.jspecify.annotations.NullMarked
package dev.rebound.analysis.judge;
