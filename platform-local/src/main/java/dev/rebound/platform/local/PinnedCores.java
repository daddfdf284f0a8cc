package dev.rebound.platform.local;

import dev.rebound.base.Owner;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.Pinning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cores that are divided between the engine and everything else of a run.
 *
 * @param asked what the division follows from
 * @param quota of the engine's processes; null if they may use their cores in full
 */
record PinnedCores(CoresSpec asked, Cores cores, @Nullable CpuQuota quota) {
  /** As {@link Pinning#pin}; the lab moves to its share. */
  static PinnedCores here(CoresSpec asked) {
    Cores cores = Cores.here(asked.subject(), asked.rig());
    CpuQuota bound =
        asked.bound() ? CpuQuota.open(CpuQuota.GroupPlace.here(), asked.quota()) : null;
    PinnedCores pinned = new PinnedCores(asked, cores, bound);
    boolean moved = false;
    try {
      cores.moveLab();
      moved = true;
    } finally {
      if (!moved && bound != null) {
        bound.close();
      }
    }
    return pinned;
  }

  /** The beginning of a command of a process of this role and owner; it keeps the pid. */
  List<String> prefix(String role, Owner owner) {
    List<String> prefix = new ArrayList<>(cores.prefix(asked.roles().getOrDefault(role, owner)));
    if (quota != null && owner == Owner.SUBJECT) {
      prefix.addAll(quota.prefix());
    }
    return prefix;
  }

  /** Once the engine's processes have ended. */
  void release() {
    if (quota != null) {
      quota.close();
    }
    cores.releaseLab();
  }

  /** In words, for people. */
  String words() {
    return cores.words()
        + asked.rolesInWords()
        + (quota == null ? "" : "; the engine " + quota.words());
  }
}
