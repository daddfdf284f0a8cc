package dev.rebound.workload;

/**
 * The order in which the events of a session must come, as a graph of states: token → login →
 * service uses → logout, and a token again.
 */
public final class SessionStep {
  /** The state of a session that has not begun, or has ended. */
  public static final int START = 0;

  private static final int IDENTIFIED = 1;
  private static final int LOGGED_IN = 2;

  /** {@link #after} of an event that must not come there. */
  public static final int INVALID = -1;

  private SessionStep() {}

  /** What happens in a session; as its number it is in a record. */
  public enum Event {
    TOKEN(0),
    LOGIN(1),
    USE(2),
    LOGOUT(3);

    private static final Event[] ALL = {TOKEN, LOGIN, USE, LOGOUT};

    private final int number;

    Event(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }

    /** The event of a number; {@link IllegalArgumentException} if there is none. */
    static Event of(int number) {
      if (number < 0 || number >= ALL.length) {
        throw new IllegalArgumentException("no event of a session has the number " + number);
      }
      return ALL[number];
    }
  }

  /** The state after an event; {@link #INVALID} if it must not come in this state. */
  public static int after(int state, Event event) {
    return switch (event) {
      case TOKEN -> state == START ? IDENTIFIED : INVALID;
      case LOGIN -> state == IDENTIFIED ? LOGGED_IN : INVALID;
      case USE -> state == LOGGED_IN ? LOGGED_IN : INVALID;
      case LOGOUT -> state == LOGGED_IN ? START : INVALID;
    };
  }
}
