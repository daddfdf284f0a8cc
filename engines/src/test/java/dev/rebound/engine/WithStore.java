package dev.rebound.engine;

import dev.rebound.analysis.journal.Owner;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.Running;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import dev.rebound.lab.time.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** An engine that cannot do without a process of role {@code store}, which only stands there. */
record WithStore(Engine engine) implements Engine {
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The process. */
  static final class Store {
    private Store() {}

    public static void main(String[] arguments) throws InterruptedException {
      System.out.println("store is up");
      Thread.sleep(Duration.ofMinutes(30).toMillis());
    }
  }

  private record StorePart() implements Part {
    @Override
    public String name() {
      return "the store";
    }

    @Override
    public List<ProcessSpec> processes() {
      return List.of(
          new ProcessSpec(
              "store-1",
              "store",
              Owner.SUPPORT,
              new Program.Command(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx16m",
                      "-cp",
                      System.getProperty("java.class.path"),
                      Store.class.getName())),
              16L << 20,
              32L << 20,
              Map.of(),
              Map.of(),
              new ProcessSpec.Readiness.LogLine("store is up")));
    }

    @Override
    public Running start(Platform platform, Deadline by, Consumer<String> progress) {
      Node node = platform.start(processes().get(0));
      node.awaitReady(by.left());
      return new Running() {
        @Override
        public List<Node> nodes(String role) {
          return role.equals("store") ? List.of(node) : List.of();
        }

        @Override
        public Optional<String> missing(Node member) {
          return member.alive() ? Optional.empty() : Optional.of("it is dead");
        }

        @Override
        public void close() {
          node.stop(GRACE);
        }
      };
    }
  }

  @Override
  public List<Part> parts(EngineSpec spec, JobSpec job, Platform platform) {
    return List.of(new StorePart());
  }

  @Override
  public Set<String> partRoles() {
    return Set.of("store");
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public String defaultVersion() {
    return engine.defaultVersion();
  }

  @Override
  public Capabilities capabilities() {
    return engine.capabilities();
  }

  @Override
  public List<Option> options() {
    return engine.options();
  }

  @Override
  public void check(EngineSection section) {
    engine.check(section);
  }

  @Override
  public Plan plan(EngineSpec spec, JobSpec job, Platform platform) {
    return engine.plan(spec, job, platform);
  }

  @Override
  public Cluster start(Plan plan, Platform platform, Deadline by) {
    return engine.start(plan, platform, by);
  }

  @Override
  public List<Artifacts> artifacts(String version) {
    return engine.artifacts(version);
  }
}
