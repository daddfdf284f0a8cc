package dev.rebound.analysis.check;

import java.util.List;

/** The kinds of findings, as files and expectations name them. */
public final class Kinds {
  public static final String LOST = "lost";
  public static final String DUPLICATED = "duplicated";
  public static final String REORDERED = "reordered";
  public static final String DIVERGED = "diverged";
  public static final String UNEXPECTED = "unexpected";
  public static final String UNCOMMITTED = "uncommitted";
  public static final String MISSED_LIVE = "missed-live";
  public static final String OPEN = "open";
  public static final String HANGING = "hanging";
  public static final String LOST_BY_KAFKA = "lost-by-kafka";
  public static final String DROPPED_LATE = "dropped-late";
  public static final String PENDING = "pending";

  /**
   * Findings of topics: rows of a table are written in no such order, and no topic of records is
   * read.
   */
  public static final List<String> NOT_OF_ROWS = List.of(REORDERED, OPEN, HANGING, LOST_BY_KAFKA);

  private Kinds() {}
}
