package dev.rebound.service.activation.common;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Looks through the causes of a failure, the failure itself being the first. */
public final class FirstCause {
  /** Longer chains than this are taken for circles. */
  private static final int LONGEST = 20;

  private FirstCause() {}

  public static boolean is(Throwable failure, Predicate<Throwable> kind) {
    return chain(failure).anyMatch(kind);
  }

  /** The cause at the bottom, in one line. */
  public static String inWords(Throwable failure) {
    Throwable root = chain(failure).reduce((first, second) -> second).orElse(failure);
    String words = Optional.ofNullable(root.getMessage()).orElse("").strip();
    int end = words.indexOf('\n');
    String line = end < 0 ? words : words.substring(0, end);
    String kind = root.getClass().getSimpleName();
    return line.isEmpty() ? kind : kind + ": " + line;
  }

  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause).limit(LONGEST);
  }
}
