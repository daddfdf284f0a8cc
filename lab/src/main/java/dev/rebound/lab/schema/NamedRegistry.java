package dev.rebound.lab.schema;

import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A schema registry that exists. It has the schemas of the run's records before the subject starts,
 * and names that it did not have are taken out of it in the end.
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
        "The schema registry at "
            + address
            + " is not Rebound's: it has "
            + String.join(" and ", schemas.keySet())
            + " before the program starts, and what it did not have is taken out in the end");
  }

  @Override
  public boolean limitsItself() {
    return true;
  }

  @Override
  public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
    SchemaRegistry registry = new SchemaRegistry(address, PATIENCE, SchemaRegistry.NAMED);
    SchemaRegistry once = new SchemaRegistry(address, Duration.ZERO, SchemaRegistry.NAMED);
    List<String> added = new ArrayList<>();
    try {
      schemas.forEach(
          (subject, schema) -> {
            if (!registry.has(subject)) {
              added.add(subject);
            }
            var unused = registry.register(subject, schema);
          });
    } catch (RuntimeException e) {
      added.forEach(once::remove);
      throw e;
    }
    return new Registered(once, added);
  }

  /** The registry with the schemas, of which the run added some. */
  private record Registered(SchemaRegistry registry, List<String> added) implements RunningPart {
    @Override
    public List<Node> nodes(String role) {
      return List.of();
    }

    @Override
    public void close() {
      added.forEach(registry::remove);
    }
  }
}
