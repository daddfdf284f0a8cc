package dev.rebound.platform;

import dev.rebound.base.Owner;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Cores of their own for the engine under test and for everything else of a run (Linux).
 *
 * @param subject how many of the machine's cores the engine's processes run on, the first ones
 * @param rig how many of those after them the brokers, the lab and its instruments run on; if 0,
 *     they share the engine's
 * @param quota how much of its cores the engine may use, in cores; all of them where nothing is
 *     said
 * @param roles whose processes run on the cores of this owner, and not on their own's
 */
public record CoresSpec(int subject, int rig, double quota, Map<String, Owner> roles) {
  /** Key of the roles in the file's section. */
  public static final String ROLES = "roles";

  /** True if the engine may use less than its cores. */
  public boolean bound() {
    return quota < subject;
  }

  /** Each role that runs on other cores than its owner's, after a semicolon. */
  public String rolesInWords() {
    return new TreeMap<>(roles)
        .entrySet().stream()
            .map(
                role ->
                    "; "
                        + role.getKey()
                        + (role.getValue() == Owner.SUBJECT ? " on the engine's" : " on the rig's"))
            .collect(Collectors.joining());
  }
}
