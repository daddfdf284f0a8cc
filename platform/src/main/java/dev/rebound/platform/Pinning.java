package dev.rebound.platform;

import dev.rebound.base.ReboundException;

/** A platform that can give processes cores of their own. */
public interface Pinning {
  /**
   * Has every process that is started from now on run on its share of the cores, and the lab itself
   * on the rig's until the platform closes. Throws {@link ReboundException} where that cannot be
   * done.
   *
   * @return what runs where, in words
   */
  String pin(CoresSpec asked);

  /** A platform, of which this is asked. Throws {@link ReboundException} if it cannot. */
  static Pinning on(Platform platform) {
    if (platform instanceof Pinning pinning) {
      return pinning;
    }
    throw ReboundException.environment(
        "cores: this platform does not pin processes to cores",
        "Remove cores from the experiment.");
  }
}
