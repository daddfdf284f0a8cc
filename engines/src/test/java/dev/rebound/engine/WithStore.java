package dev.rebound.engine;

import dev.rebound.base.Owner;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
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
    public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
      Node node = platform.start(processes().get(0));
      node.awaitReady(by.left());
      return new RunningPart() {
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

  private record Needing(Subject subject) implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return subject.declaration();
    }

    @Override
    public EngineSpec spec() {
      return subject.spec();
    }

    @Override
    public Plan plan() {
      return subject.plan();
    }

    @Override
    public List<Part> parts() {
      return List.of(new StorePart());
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      return subject.start(platform, by, progress);
    }
  }

  @Override
  public EngineDeclaration declaration() {
    EngineDeclaration its = engine.declaration();
    return new EngineDeclaration(
        its.name(),
        its.version(),
        its.capabilities(),
        its.options(),
        its.check(),
        its.promise(),
        its.jars(),
        new Support(Set.of("store"), version -> List.of()));
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    return new Needing(engine.configure(spec, job, platform));
  }
}
