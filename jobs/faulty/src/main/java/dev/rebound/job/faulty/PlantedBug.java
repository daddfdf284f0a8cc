package dev.rebound.job.faulty;

import dev.rebound.workload.Grouping;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.Workload;
import java.util.Arrays;
import java.util.List;

/** The mistakes that this job can make, each a classic one. */
enum PlantedBug {
  /** None: right within its guarantee. */
  NONE("none"),
  /** Commits offsets when records were read, and processes them later: a kill loses what waited. */
  COMMIT_FIRST("commit-first"),
  /** Writes outputs, and commits offsets later: a kill duplicates what was written in between. */
  PROCESS_FIRST("process-first"),
  /** Leaves out one match in N, but only for the first seconds after a restart. */
  DROP_AROUND_KILL("drop-around-kill", Of.RULES),
  /** Says of one key in N in the end that it has a record less. */
  COUNT_OFF_BY_ONE("count-off-by-one", Of.GROUPING),
  /** Has forgotten one session in N once states came back. */
  SESSION_FORGOTTEN("session-forgotten", Of.ANY_SESSIONS),
  /** Leaves out one alert in N. */
  ALERT_DROPPED("alert-dropped", Of.SESSIONS),
  /** After one visit in N, has the newest time run ahead: sessions that go on end early. */
  WATERMARK_AHEAD("watermark-ahead", Of.SESSION_WINDOW),
  /** Writes one window in N twice. */
  WINDOW_TWICE("window-twice", Of.WINDOWS),
  /** Closes one window in N before its last visit, which then gets a window of its own. */
  WINDOW_EARLY("window-early", Of.WINDOWS),
  /** Leaves the last visit out of one window in N. */
  VISIT_MISSING("visit-missing", Of.WINDOWS),
  /** Puts a visit into one window in N twice. */
  VISIT_TWICE("visit-twice", Of.WINDOWS),
  /** Writes one window in N together with the next one of another address, as that one's. */
  ADDRESSES_MERGED("addresses-merged", Of.WINDOWS),
  /** Says of one window in N that it has a visit more than it lists. */
  WRONG_COUNT("wrong-count", Of.WINDOWS),
  /** Says of one window in N that its oldest visit is a second older than it is. */
  WRONG_TIMES("wrong-times", Of.WINDOWS);

  /** The workloads that a mistake can be made with. */
  private enum Of {
    ALL,
    RULES,
    GROUPING,
    SESSIONS,
    ANY_SESSIONS,
    SESSION_WINDOW,
    WINDOWS;

    boolean has(Workload workload) {
      return switch (this) {
        case ALL -> true;
        case RULES -> !(workload instanceof VisitWindows || workload instanceof Sessions);
        case GROUPING -> workload instanceof Grouping;
        case SESSIONS -> workload instanceof Sessions;
        case ANY_SESSIONS -> workload instanceof Sessions || workload instanceof SessionWindow;
        case SESSION_WINDOW -> workload instanceof SessionWindow;
        case WINDOWS -> workload instanceof VisitWindows;
      };
    }
  }

  private final String text;
  private final Of of;

  PlantedBug(String text) {
    this(text, Of.ALL);
  }

  PlantedBug(String text, Of of) {
    this.text = text;
    this.of = of;
  }

  @Override
  public String toString() {
    return text;
  }

  /** True of mistakes that only windows can have; several can be made by turns. */
  boolean ofWindows() {
    return of == Of.WINDOWS;
  }

  /** {@link IllegalArgumentException} if a job of this workload cannot make it. */
  void require(Workload workload) {
    if (!of.has(workload)) {
      throw new IllegalArgumentException(
          "bug '" + this + "' is none that can be made with " + workload.spec().name());
    }
  }

  static String names() {
    return String.join(", ", Arrays.stream(values()).map(PlantedBug::toString).toList());
  }

  /** One, or several of windows with a plus sign between them. */
  static List<PlantedBug> listed(String names) {
    List<PlantedBug> bugs = Arrays.stream(names.split("\\+", -1)).map(PlantedBug::named).toList();
    if (bugs.size() > 1 && !bugs.stream().allMatch(PlantedBug::ofWindows)) {
      throw new IllegalArgumentException(
          "bugs '" + names + "': only those of windows can be made by turns");
    }
    return bugs;
  }

  private static PlantedBug named(String name) {
    return Arrays.stream(values())
        .filter(bug -> bug.text.equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("unknown bug '" + name + "'; known: " + names()));
  }
}
