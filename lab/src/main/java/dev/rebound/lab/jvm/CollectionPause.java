package dev.rebound.lab.jvm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pause in which a JVM stood still to collect garbage, as its log says it: Serial, Parallel and
 * G1 collect in pauses; ZGC and Shenandoah work beside the program, and pause between the parts of
 * that work.
 *
 * @param endMillis wall clock, since the epoch
 * @param millis its length
 * @param kind {@code Young (Normal) (G1 Evacuation Pause)}, {@code Final Mark}, …
 */
public record CollectionPause(long endMillis, double millis, String kind) {
  /** Name of the file in a node's folder that a process of this pid logs to. */
  public static String file(long pid) {
    return "gc-" + pid + ".log";
  }

  private static final Pattern LINE =
      Pattern.compile(
          "\\[(\\d{1,15})ms] GC\\(\\d+\\) (?:[A-Za-z]: )?Pause (.+?)"
              + "(?: \\d+[BKMG]->\\d+[BKMG]\\(\\d+[BKMG]\\))? (\\d{1,12}\\.\\d+)ms");

  /** The pause that a line tells of; empty for any other line. */
  public static Optional<CollectionPause> of(String line) {
    Matcher pause = LINE.matcher(line);
    return pause.matches()
        ? Optional.of(
            new CollectionPause(
                Long.parseLong(pause.group(1)), Double.parseDouble(pause.group(3)), pause.group(2)))
        : Optional.empty();
  }
}
