package dev.rebound.cli;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.Engines;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ServiceJars;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Parts;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code service activation}: the user activation platform with its database and broker. */
@Command(
    name = "activation",
    mixinStandardHelpOptions = true,
    description = {
      "Start the user activation platform: PostgreSQL, a broker, the activation service and the"
          + " front service, until Ctrl-C.",
      "It is built, and what it needs downloaded, when it is first asked for."
    })
final class ActivationCommand implements Callable<Integer> {
  private static final String NAME = "activation";
  private static final Set<String> SERVING = Set.of("front", NAME, "database", "broker");
  private static final Duration START = Duration.ofMinutes(5);
  private static final long END_SECONDS = 60;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the front service on 127.0.0.1 (default: any that is free).")
  int port;

  @Option(
      names = "--set",
      paramLabel = "PROPERTY=VALUE",
      description = "A Spring property of both services, for example activation.consumer.tries=3.")
  List<String> properties = List.of();

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "Folder for logs and data (default: runs).")
  Path runs = Path.of("runs");

  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean up;

  @Override
  public Integer call() throws InterruptedException {
    Thread starting = Thread.currentThread();
    Interrupts.handle(
        () -> {
          end.countDown();
          if (!up) {
            starting.interrupt();
            haltLater();
          }
        });
    try {
      serve();
    } catch (RuntimeException | InterruptedException e) {
      boolean stopping = up && e instanceof RuntimeException;
      if (end.getCount() > 0 || stopping) {
        throw e;
      }
      // Whatever was under way was given up; what came of that says little.
      System.err.println("Interrupted while it started; nothing of it runs any more.");
      if (e.getMessage() != null) {
        System.err.println("It was given up with: " + e.getMessage());
      }
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.PASS;
  }

  /** Ends a start that does not heed its end, such as a download: the warden ends what runs. */
  private static void haltLater() {
    say("Ending what has started; after " + END_SECONDS + " s, or with another Ctrl-C, at once");
    Thread halting =
        new Thread(
            () -> {
              try {
                TimeUnit.SECONDS.sleep(END_SECONDS);
              } catch (InterruptedException e) {
                // Then at once.
              }
              System.err.println("It has not ended in " + END_SECONDS + " s: halted.");
              Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            },
            "halt");
    halting.setDaemon(true);
    halting.start();
  }

  /** Until it is told to end. */
  private void serve() throws InterruptedException {
    ServiceJars jars = new ServiceJars(Home.path());
    if (jars.stale(NAME)) {
      say("Building the platform (first use or changed sources; the first build also downloads)");
      jars.build(NAME);
    }
    RunDirectory folder = RunDirectory.create(runs, "service-" + NAME, Clock.systemUTC().instant());
    try (Artifacts artifacts = new Artifacts(ActivationCommand::say)) {
      Platform platform =
          Home.platforms()
              .open(
                  folder.path(),
                  folder.runId(),
                  artifacts,
                  (code, message, remedy) -> say(message + " " + remedy));
      try (Deployment deployment =
          new Deployment(platform, ActivationCommand::say, running -> {})) {
        if (port > 0) {
          platform.reserve("front", "http", port);
        }
        String brokers = start(deployment, folder.runId());
        up = true;
        tell(platform, brokers, folder.path());
        await(platform, end);
      } finally {
        platform.discard(Set.of());
      }
    }
    say("Stopped; logs are in " + folder.path().resolve("logs"));
  }

  /** Returns the address of the brokers. */
  private String start(Deployment deployment, String runId) {
    List<String> set = new ArrayList<>();
    for (String property : properties) {
      int equals = property.indexOf('=');
      if (equals <= 0) {
        throw ReboundException.badInput(
            "--set " + property + " sets nothing",
            "Write for example --set activation.consumer.tries=3.");
      }
      set.add(
          quoted(property.substring(0, equals)) + ": " + quoted(property.substring(equals + 1)));
    }
    String text =
        "name: service-activation\n"
            + "engine: { name: activation, workers: 1, config: { "
            + String.join(", ", set)
            + " } }\n"
            + "workload: { name: activation }\n"
            + "kafka: { partitions: 10 }\n"
            + "load: { rate: 1/s }\n";
    Experiment experiment =
        ExperimentFile.text(text, List.of(), 1, false, Engines.declared()).get(0);
    Engine engine = Engines.named(NAME);
    Deadline by = Deadline.after(START);
    Parts parts =
        Parts.planned(experiment, experiment.kafka(), engine, runId, deployment.platform());
    deployment.startBrokers(parts, by);
    deployment.startSubject(parts, by);
    return parts.job().bootstrap();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static void tell(Platform platform, String brokers, Path folder) {
    String front = "http://" + platform.reserve("front", "http").outside();
    say("");
    say("Front service       " + front + "  (API: " + front + "/docs)");
    say("Activation service  http://" + platform.reserve("activation-1", "http").outside());
    say("Database            " + PostgresPart.jdbcUrl(platform));
    say("Broker              " + brokers);
    say("Logs                " + folder.resolve("logs"));
    say("");
    say(
        "curl -i "
            + front
            + "/activations/kafka -H 'Content-Type: application/json' -d '{\"requestId\":"
            + "\"first\",\"user\":{\"userName\":"
            + "\"ana\",\"firstName\":\"Ana\",\"lastName\":\"Popescu\",\"email\":\"ana@example.org\","
            + "\"birthDate\":\"1990-02-28\"},\"address\":{\"street\":\"Strada Lunga 1\",\"city\":"
            + "\"Cluj-Napoca\",\"postalCode\":\"400000\",\"country\":\"RO\"},\"contact\":{\"phone\":"
            + "\"+40 700000000\",\"channel\":\"email\"}}'");
    say(
        "psql '"
            + PostgresPart.jdbcUrl(platform).substring("jdbc:".length())
            + "' -c 'table activations'");
    say("");
    say("Ctrl-C stops all of it.");
  }

  /** Until it is told to end; one of them that dies is told of. */
  private static void await(Platform platform, CountDownLatch end) throws InterruptedException {
    List<String> dead = new ArrayList<>();
    while (!end.await(1, TimeUnit.SECONDS)) {
      for (Node node : platform.nodes()) {
        if (SERVING.contains(node.role()) && !node.alive() && !dead.contains(node.name())) {
          dead.add(node.name());
          say(node.name() + " has ended; its log says why");
        }
      }
    }
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
