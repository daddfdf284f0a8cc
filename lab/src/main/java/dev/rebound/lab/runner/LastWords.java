package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.ReboundException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a run has no results, in one line: what was waited for in vain tells less than the last words
 * of the process that died.
 */
final class LastWords implements JournalListener {
  private static final Pattern THROWN =
      Pattern.compile("(?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error)\\b.*");

  private volatile String died = "";

  @Override
  public void on(Entry entry) {
    if (entry.data() instanceof Event.ProcessExited exit && !exit.expected() && died.isEmpty()) {
      died = of(exit.lastLines());
    }
  }

  /**
   * After a colon, the exception of the last lines of a log, the last cause first, or the last
   * line; nothing if that tells nothing.
   */
  static String of(List<String> lastLines) {
    String told = "";
    for (String line : lastLines) {
      Matcher thrown = THROWN.matcher(line);
      if (!isFrame(line) && thrown.find()) {
        told = thrown.group();
      }
    }
    if (told.isEmpty() && !lastLines.isEmpty()) {
      String last = lastLines.get(lastLines.size() - 1);
      told = isFrame(last) ? "" : last;
    }
    return told.isEmpty() ? "" : ": " + told.replaceAll("\\p{Cntrl}", " ").strip();
  }

  private static boolean isFrame(String line) {
    return line.stripLeading().startsWith("at ");
  }

  /**
   * The last event of a run without results.
   *
   * @param started whether its phase start was over
   */
  Event.RunFailed failed(boolean started, RuntimeException problem) {
    if (!(problem instanceof ReboundException known)) {
      return new Event.RunFailed(
          started, "internal error: " + problem, "Report it with what --verbose prints.");
    }
    List<String> lines = String.valueOf(known.getMessage()).lines().toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    // A process that was waited for is told with the last lines of its log.
    String reason = first.replaceFirst("[.;] [^.;]*:$", "");
    String own = first.endsWith(":") ? of(lines.subList(1, lines.size())) : "";
    String words = started || died.isEmpty() || THROWN.matcher(own).find() ? own : died;
    return new Event.RunFailed(
        started, reason.contains(words) ? reason : reason + words, known.remedy());
  }
}
