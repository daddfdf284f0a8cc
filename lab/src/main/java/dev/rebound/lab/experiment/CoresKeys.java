package dev.rebound.lab.experiment;

import static dev.rebound.lab.experiment.ScalarType.count;
import static dev.rebound.lab.experiment.ScalarType.decimal;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.Owner;
import dev.rebound.oracle.records.Records;
import dev.rebound.platform.CoresSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The section {@code cores}: what goes together in it, and with what the rest of the file says. */
final class CoresKeys {
  static final String KEY = "cores";

  private static final String SUBJECT = "subject";
  private static final String RIG = "rig";
  private static final String QUOTA = "quota";

  private final Values values;
  private final @Nullable EngineDeclaration known;

  /**
   * @param known the engine that the file names; null if any name will do
   */
  CoresKeys(Values values, @Nullable EngineDeclaration known) {
    this.values = values;
    this.known = known;
  }

  static Section section() {
    return Section.of(
        Option.required(SUBJECT, count(1, 1024), "2")
            .meaning("Cores for the engine's processes, the first of the machine."),
        Option.required(RIG, count(0, 1024), "2")
            .meaning(
                "Cores for brokers, generators, observer and the lab, those that follow; with 0"
                    + " they share the engine's."),
        Option.optional(QUOTA, decimal(0.05, 1024), "0.5")
            .meaning(
                "How much of its cores the engine may use, in cores, as a container's CPU limit"
                    + " bounds it; all by default."),
        Option.optional(
                CoresSpec.ROLES,
                new SettingsType(),
                "{ front: rig, broker: subject, database: subject }")
            .meaning(
                "Roles, as faults name them, that run on the other cores: rig for one of the"
                    + " engine's, subject for a broker, a database or another that supports it."));
  }

  /** Leaves out what says of a role that it is where it is anyway: it is the same run without. */
  void resolve() {
    if (known != null && values.has(KEY) && values.section(KEY).has(CoresSpec.ROLES)) {
      resolve(values.section(KEY), known);
    }
  }

  private void resolve(Values cores, EngineDeclaration engine) {
    Map<String, String> moved = new TreeMap<>(cores.settings(CoresSpec.ROLES));
    for (String role : roles(engine)) {
      moved.remove(role, engine.capabilities().roles().contains(role) ? SUBJECT : RIG);
    }
    if (moved.isEmpty()) {
      cores.drop(CoresSpec.ROLES);
    } else {
      cores.set(CoresSpec.ROLES, moved);
    }
  }

  /** The roles that a run may have, as far as the file alone tells. */
  private Set<String> roles(EngineDeclaration engine) {
    Values kafka = values.section("kafka");
    Set<String> roles = new TreeSet<>(engine.roles());
    if (kafka.text("bootstrap").isEmpty()) {
      roles.add("broker");
    }
    if (KafkaKeys.hasSchema(values.section("workload"))
        && kafka.text(KafkaKeys.SCHEMA_REGISTRY).isEmpty()) {
      roles.add(Records.REGISTRY);
    }
    return roles;
  }

  void check() {
    if (!values.has(KEY)) {
      return;
    }
    Values cores = values.section(KEY);
    if (cores.has(QUOTA) && cores.decimal(QUOTA) > cores.count(SUBJECT)) {
      cores.wrong(
          QUOTA,
          "a quota of %s is more than the %s that the engine has"
              .formatted(Quantity.plain(cores.decimal(QUOTA)), cores.count(SUBJECT)),
          "Write less, or give the engine more cores.");
    }
    if (cores.has(CoresSpec.ROLES) && !cores.settings(CoresSpec.ROLES).isEmpty()) {
      moved(cores);
    }
  }

  private void moved(Values cores) {
    if (cores.count(RIG) == 0) {
      cores.wrong(
          CoresSpec.ROLES,
          "with rig: 0 there are no other cores for the roles to run on",
          "Give the rig cores of its own, or remove roles.");
    }
    if (cores.has(QUOTA)) {
      cores.wrong(
          CoresSpec.ROLES,
          "a quota bounds the engine on its own cores, and roles lets others run there, or parts of"
              + " it elsewhere",
          "Remove quota or roles.");
    }
    Map<String, String> moved = new TreeMap<>(cores.settings(CoresSpec.ROLES));
    moved.forEach((role, on) -> role(cores, role, on));
  }

  private void role(Values cores, String role, String on) {
    if (!on.equals(SUBJECT) && !on.equals(RIG)) {
      cores.wrong(
          CoresSpec.ROLES,
          "cores.roles: '" + on + "', where " + role + " is to run, is neither subject nor rig",
          "Write subject for the engine's cores, or rig for those of everything else.");
    }
    Set<String> there = known == null ? Set.of(role) : roles(known);
    if (!there.contains(role)) {
      cores.wrong(
          CoresSpec.ROLES,
          "cores.roles: this run of %s starts no process of role %s"
              .formatted(values.section("engine").text("name"), role),
          Suggestion.nearest(role, there).map(word -> "Did you mean '" + word + "'? ").orElse("")
              + "Write one of "
              + String.join(", ", there)
              + ".");
    }
  }

  static CoresSpec bind(Values cores) {
    int subject = cores.count(SUBJECT);
    double quota = cores.has(QUOTA) ? cores.decimal(QUOTA) : subject;
    Map<String, Owner> roles = new HashMap<>();
    if (cores.has(CoresSpec.ROLES)) {
      Map<String, String> moved = cores.settings(CoresSpec.ROLES);
      moved.forEach(
          (role, on) -> roles.put(role, on.equals(SUBJECT) ? Owner.SUBJECT : Owner.SUPPORT));
    }
    return new CoresSpec(subject, cores.count(RIG), quota, Map.copyOf(roles));
  }
}
