package dev.rebound.cli;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.artifact.ServiceJars;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.schema.RegistryPart;
import dev.rebound.platform.Program;
import dev.rebound.report.terminal.LongWait;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code engines}: lists what can be tested, fetches an engine's jars ahead of time, and says where
 * they lie.
 */
@Command(
    name = "engines",
    mixinStandardHelpOptions = true,
    description = "List the engines, fetch their jars, or print where they lie.",
    subcommands = {EnginesCommand.FetchCommand.class, EnginesCommand.ClassPathCommand.class})
final class EnginesCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    for (EngineDeclaration engine : Engines.declared().values()) {
      System.out.printf(
          "%-14s %-8s guarantees %s; roles %s; steps %s%n",
          engine.name(),
          engine.version(),
          sorted(engine.capabilities().guarantees()),
          roles(engine),
          sorted(engine.capabilities().steps()));
    }
    return ExitCode.PASS;
  }

  /** Those of brokers too, and those of systems that it may ask for. */
  private static String roles(EngineDeclaration engine) {
    Set<String> roles = new TreeSet<>(engine.roles());
    roles.add("broker");
    return sorted(roles);
  }

  private static String sorted(Iterable<?> things) {
    List<String> words = new ArrayList<>();
    things.forEach(
        thing -> words.add(thing.toString().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')));
    words.sort(null);
    return words.isEmpty() ? "none" : String.join(", ", words);
  }

  /** {@code engines fetch}. */
  @Command(
      name = "fetch",
      mixinStandardHelpOptions = true,
      description = {
        "Fetch the jars of engines, so that runs work offline.",
        "Those of all engines, if none is named; with them those of systems that they may need beside"
            + " them, and of Kafka's broker."
      })
  static final class FetchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ENGINE", arity = "0..*", description = "Names of engines.")
    List<String> names = List.of();

    @Option(
        names = "--version-of",
        paramLabel = "VERSION",
        description = "A version other than the default one.")
    String version = "";

    @Option(
        names = "--registry",
        description = "Fetch the schema registry, too, of records that have a schema (109 MB).")
    boolean registry;

    @Option(
        names = "--to",
        paramLabel = "FILE",
        description = "Write all that was fetched into a zip, for a machine without a network.")
    @Nullable Path to;

    @Option(
        names = "--from",
        paramLabel = "FILE",
        description = "Take it from such a zip instead: no network is asked.")
    @Nullable Path from;

    @Override
    public Integer call() {
      try (LongWait wait = LongWait.of("looking at what is there");
          Artifacts artifacts = new Artifacts(line -> told(line, wait))) {
        Path bundle = from;
        if (bundle != null) {
          told(
              "%s jars of %s are in Maven's cache".formatted(artifacts.unpack(bundle), bundle),
              wait);
          return ExitCode.PASS;
        }
        if (registry) {
          int archives = artifacts.resolve(RegistryPart.ARCHIVE, RegistryPart.EXCLUSIONS).size();
          told("registry: " + archives + " archive", wait);
        }
        told(
            "kafka "
                + artifacts
                    .resolve(dev.rebound.lab.kafka.KafkaCluster.BROKER_JARS, List.of())
                    .size()
                + " jars",
            wait);
        for (String name : names.isEmpty() ? Engines.all().keySet() : names) {
          EngineDeclaration engine = Engines.named(name).declaration();
          String wanted = version.isEmpty() ? engine.version() : version;
          int jars = jars(engine.jars().apply(wanted), artifacts);
          told(name + " " + wanted + ": " + jars + " jars", wait);
          Engines.named(name).job(wanted).ifPresent(job -> build(job, artifacts));
          List<JarSet> support = engine.support().jars().apply(wanted);
          if (!support.isEmpty()) {
            told(
                "%s with %s: %s jars"
                    .formatted(name, sorted(engine.support().roles()), jars(support, artifacts)),
                wait);
          }
          new ServiceJars(Home.path(), artifacts).prepare(name);
        }
        Path zip = to;
        if (zip != null) {
          wait.accept("writing " + zip);
          artifacts.bundle(zip);
          told(
              "%s: carry it over, and there: rebound engines fetch --from %s"
                  .formatted(zip, zip.getFileName()),
              wait);
        }
      }
      return ExitCode.PASS;
    }

    /** In a checkout, its job has to be built before it can run offline. */
    private static void build(String job, Artifacts artifacts) {
      var unused =
          new ClassPath(Home.path(), artifacts)
              .files(new Program.Java(List.of(job), "", List.of(), List.of()), Map.of());
    }

    private static int jars(List<JarSet> sets, Artifacts artifacts) {
      return sets.stream()
          .mapToInt(set -> artifacts.resolve(set.coordinates(), set.exclusions()).size())
          .sum();
    }

    /** How far a download is changes several times a second. */
    private static void told(String line, LongWait wait) {
      if (line.startsWith("downloading")) {
        wait.accept(line);
      } else {
        wait.println(System.out, line);
      }
    }
  }

  /** {@code engines class-path}. */
  @Command(
      name = "class-path",
      mixinStandardHelpOptions = true,
      description = {
        "Print the class path of an engine.",
        "A program of your own for it is compiled against that."
      })
  static final class ClassPathCommand implements Callable<Integer> {
    @Parameters(
        paramLabel = "ENGINE",
        description = "Name of an engine that takes a jar, such as flink.")
    String name = "";

    @Option(
        names = "--version-of",
        paramLabel = "VERSION",
        description = "A version other than the default one.")
    String version = "";

    @Override
    public Integer call() {
      EngineDeclaration engine = Engines.named(name).declaration();
      String wanted = version.isEmpty() ? engine.version() : version;
      Set<String> jars = new LinkedHashSet<>();
      try (LongWait wait = LongWait.of("looking at what is there");
          Artifacts artifacts = new Artifacts(wait)) {
        for (JarSet set : engine.jars().apply(wanted)) {
          artifacts
              .paths(set.coordinates(), set.exclusions())
              .forEach(jar -> jars.add(jar.toString()));
        }
      }
      System.out.println(String.join(File.pathSeparator, jars));
      return ExitCode.PASS;
    }
  }
}
