package dev.rebound.platform.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Processes of earlier runs whose lab is dead, for the rare case that neither lab nor warden could
 * end them. Runs whose lab lives are never touched.
 */
public final class Leftovers {
  /**
   * @param runId the run that it was started for
   * @param node the node it was, or was started by; empty if it does not say
   */
  public record Leftover(String runId, String node, long pid) {}

  private Leftovers() {}

  /** Looks, and ends nothing. */
  public static List<Leftover> find() throws IOException {
    List<Leftover> leftovers = new ArrayList<>();
    for (ProcessTable.Carrier carrier : carriers(ProcessTable.ofThisSystem())) {
      leftovers.add(leftover(carrier));
    }
    return leftovers;
  }

  /** Sends SIGKILL to each, and says to which. */
  public static List<Leftover> end() throws IOException {
    List<Leftover> ended = new ArrayList<>();
    for (ProcessTable.Carrier carrier : carriers(ProcessTable.ofThisSystem())) {
      if (carrier.process().destroyForcibly()) {
        ended.add(leftover(carrier));
      }
    }
    return ended;
  }

  private static List<ProcessTable.Carrier> carriers(ProcessTable table) throws IOException {
    return table.carrying(entry -> entry.startsWith(Launch.RUN_ID + "=")).stream()
        .filter(carrier -> orphan(carrier.environment()))
        .toList();
  }

  /** True if the environment names a lab and that lab is dead. */
  static boolean orphan(List<String> environment) {
    String lab = value(environment, Launch.LAB);
    if (lab == null) {
      return false;
    }
    try {
      return !ProcessIdentity.parse(lab).alive();
    } catch (NumberFormatException notWrittenByALab) {
      return false;
    }
  }

  private static Leftover leftover(ProcessTable.Carrier carrier) {
    String runId = value(carrier.environment(), Launch.RUN_ID);
    String node = value(carrier.environment(), Launch.NODE);
    return new Leftover(
        runId == null ? "" : runId, node == null ? "" : node, carrier.process().pid());
  }

  private static @Nullable String value(List<String> environment, String name) {
    for (String entry : environment) {
      if (entry.startsWith(name + "=")) {
        return entry.substring(name.length() + 1);
      }
    }
    return null;
  }
}
