package dev.rebound.platform;

/**
 * A port of a program, as its plan declares it: whether the program can be told to bind one address
 * and to be known by another, so that something may stand between it and those who connect.
 *
 * @param name unique among those of its node
 * @param bound why it is known by the address that it binds, as a sentence without its end; empty
 *     if it can be told another one
 */
public record Port(String name, String bound) {
  /** One whose program can be told by which address it is known. */
  public static Port of(String name) {
    return new Port(name, "");
  }

  /** One whose program is known by the address that it binds, and why. */
  public static Port bound(String name, String why) {
    return new Port(name, why);
  }

  /** True if its program may bind another address than it is known by. */
  public boolean separable() {
    return bound.isEmpty();
  }
}
