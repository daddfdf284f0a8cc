package dev.rebound.report;

import java.util.List;

/**
 * The words on a run that is not judged yet, or never will be, in place of its verdict.
 *
 * @param verdict {@code running}, or {@code interrupted}
 * @param sentences most important first
 * @param provisional true while the audit is still to come
 */
record ProvisionalVerdict(String verdict, List<String> sentences, boolean provisional) {
  static final String RUNNING = "running";
}
