package dev.rebound.report.words;

import dev.rebound.analysis.journal.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said of a run that has no results. Pure. */
public final class FailedRun {
  private FailedRun() {}

  /**
   * How it stands: interrupted, or not started.
   *
   * @param failed the last event of its journal; null if that does not say why
   */
  public static VerdictLabel standing(Event.@Nullable RunFailed failed) {
    return failed == null || failed.started() ? VerdictLabel.INTERRUPTED : VerdictLabel.NOT_STARTED;
  }

  /** Sentences for its page. */
  public static List<String> sentences(Event.@Nullable RunFailed failed) {
    if (failed == null) {
      return Headline.sentences(null);
    }
    List<String> said = new ArrayList<>();
    said.add(
        (failed.started() ? "The run ended before it was judged: " : "The run did not start: ")
            + failed.reason()
            + ".");
    if (!failed.remedy().isEmpty()) {
      said.add(failed.remedy());
    }
    if (failed.started()) {
      said.add(
          "What was measured until then is shown here; whether anything was lost is not known.");
    }
    return said;
  }
}
