package dev.rebound.platform;

import java.util.function.BiConsumer;

/** A platform whose Java processes a debugger can be connected to. */
public interface Debugging {
  /**
   * Opens the Java processes of a role that are started from now on to debuggers of the lab's
   * machine.
   *
   * @param told hears of each node, once it has an address, and of that
   */
  void debug(String role, BiConsumer<String, Platform.Address> told);
}
