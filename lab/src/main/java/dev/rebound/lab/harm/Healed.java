package dev.rebound.lab.harm;

/**
 * What became of healing a member.
 *
 * @param healed true if it was seen to be back
 * @param started true if a new life of it runs, false if it goes on with the one that it had
 * @param incarnation the life that it is in
 * @param detail what was seen; of one that is not back, what completes a sentence after its name
 */
public record Healed(boolean healed, boolean started, int incarnation, String detail) {
  /** It goes on with the life that it had. */
  static Healed resumed(int incarnation, String detail) {
    return new Healed(true, false, incarnation, detail);
  }

  /** A new life of it runs. */
  static Healed started(int incarnation, String detail) {
    return new Healed(true, true, incarnation, detail);
  }

  /** It was not seen to be back. */
  static Healed not(int incarnation, String detail) {
    return new Healed(false, false, incarnation, detail);
  }
}
