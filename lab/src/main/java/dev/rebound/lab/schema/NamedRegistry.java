package dev.rebound.lab.schema;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A schema registry that exists. It has the schemas of the run's records before the subject starts,
 * and names and versions that it did not have are taken out of it in the end.
 *
 * @param schemas by the subject that each is registered under
 */
record NamedRegistry(String address, Map<String, SchemaForm> schemas) implements Part {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "the schema registry";
  }

  @Override
  public List<ProcessSpec> processes() {
    return List.of();
  }

  @Override
  public List<String> notes() {
    return List.of(
        ("The schema registry at %s is not Rebound's: it has %s before the program starts, and the"
                + " names and versions of these that it did not have are taken out in the end")
            .formatted(address, String.join(" and ", schemas.keySet())));
  }

  @Override
  public boolean limitsItself() {
    return true;
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    SchemaRegistry registry = asked(PATIENCE);
    List<Added> added = new ArrayList<>();
    Registered registered = new Registered(platform, asked(Duration.ZERO), added);
    try {
      inOrder(schemas)
          .forEach(
              (subject, schema) -> {
                if (registry.version(subject, schema).isEmpty()) {
                  Added its = new Added(subject, schema, !registry.has(subject));
                  added.add(its);
                  try {
                    var unused = registry.register(subject, schema);
                  } catch (ReboundException e) {
                    if (e.reason() == ReboundException.Cause.BAD_INPUT) {
                      added.remove(its); // it was refused
                    }
                    throw e;
                  }
                }
              });
    } catch (RuntimeException e) {
      registered.close();
      throw e;
    }
    return registered;
  }

  /** What others refer to comes before them. */
  private static Map<String, SchemaForm> inOrder(Map<String, SchemaForm> schemas) {
    Map<String, SchemaForm> all = new LinkedHashMap<>();
    schemas.forEach(
        (subject, schema) -> {
          inOrder(schema.references()).forEach(all::putIfAbsent);
          all.putIfAbsent(subject, schema);
        });
    return all;
  }

  private SchemaRegistry asked(Duration patience) {
    return new SchemaRegistry(
        address, patience, SchemaRegistry.NAMED, System.getenv(KafkaSpec.REGISTRY_USER));
  }

  /**
   * What the run added, or tried to.
   *
   * @param name true if the subject is new, too, and not just this version of it
   */
  private record Added(String subject, SchemaForm schema, boolean name) {
    void removeFrom(SchemaRegistry registry) {
      if (name) {
        registry.removeName(subject, schema);
      } else {
        registry.remove(subject, schema);
      }
    }

    @Override
    public String toString() {
      return name ? subject : "a version of " + subject;
    }
  }

  /** The registry with the schemas, of which the run added some. */
  private record Registered(Platform platform, SchemaRegistry registry, List<Added> added)
      implements RunningPart {
    @Override
    public List<Node> nodes(String role) {
      return List.of();
    }

    @Override
    public void close() {
      List<String> left = new ArrayList<>();
      String why = "";
      List<Added> last = new ArrayList<>(added);
      Collections.reverse(last); // nothing refers to it any more
      for (Added its : last) {
        try {
          its.removeFrom(registry);
        } catch (ReboundException e) {
          left.add(0, its.toString());
          why = String.valueOf(e.getMessage());
        }
      }
      if (!left.isEmpty()) {
        platform.warn(
            "schemas-left",
            "what the run registered is left there, " + String.join(" and ", left) + ": " + why,
            "Delete it by hand.");
      }
    }
  }
}
