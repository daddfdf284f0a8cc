package dev.rebound.cli;

import dev.rebound.advise.Advice;
import dev.rebound.advise.Advisor;
import dev.rebound.advise.Checks;
import dev.rebound.advise.Circumstances;
import dev.rebound.advise.ClusterFacts;
import dev.rebound.advise.ClusterReader;
import dev.rebound.advise.ConfigFile;
import dev.rebound.advise.FileSettings;
import dev.rebound.advise.MeasuredFigures;
import dev.rebound.advise.Role;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.report.pipeline.AdviceJson;
import dev.rebound.report.terminal.AdviceText;
import dev.rebound.report.terminal.LongWait;
import dev.rebound.report.terminal.TerminalOptions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code advise}: holds settings of Kafka clients, topics and brokers against a guide to practice.
 */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Say what Kafka settings cost once something fails.",
      "Of a client, of topics and of brokers: what loses data, repeats it, or is slow or brittle, and"
          + " the line to write instead.",
      "Exit status 1 if a setting loses data. Nothing is changed, and no load is made."
    })
final class AdviseCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "Settings: of a Java client, Spring, Spring Cloud Stream, Quarkus, Kafka Streams, Connect,"
              + " librdkafka, Flink SQL, brokers, Strimzi, or a compose file.")
  List<Path> files = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "HOST:PORT",
      description = "Look at the topics and brokers of this cluster, too. It is only read.")
  @Nullable String cluster;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description = "Only this topic (default: all but Kafka's own). May be repeated.")
  List<String> topics = List.of();

  @Option(
      names = "--client-config",
      paramLabel = "FILE",
      description = "Properties to connect to the cluster with: TLS, SASL.")
  @Nullable Path clientConfig;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description =
          "producer or consumer: what the files set up (default: what their keys and names say).")
  @Nullable String role;

  @Option(
      names = "--outage",
      paramLabel = "TIME",
      description = "The longest outage that is to be survived, for example 2h.")
  @Nullable String outage;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Records that are written: by the producer, and to each topic; say 2000/s.")
  @Nullable String rate;

  @Option(
      names = "--record-size",
      paramLabel = "SIZE",
      description = "Size of a record, for example 1KB.")
  @Nullable String recordSize;

  @Option(
      names = "--record-time",
      paramLabel = "TIME",
      description = "How long processing a record takes, for example 20ms.")
  @Nullable String recordTime;

  @Option(
      names = "--consumers",
      paramLabel = "N",
      description =
          "Consumers of a group, all threads of all processes (default: a listener's concurrency).")
  int consumers;

  @Option(
      names = "--allow",
      paramLabel = "CHECK",
      description = "Tell of what this check finds, but do not fail on it. May be repeated.")
  List<String> allowed = List.of();

  @Option(names = "--json", description = "Print one JSON document instead.")
  boolean json;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  @Override
  public Integer call() {
    require();
    Circumstances given =
        new Circumstances(
            UnitOptions.quantity("--outage", outage, Quantity::duration),
            UnitOptions.quantity("--rate", rate, Quantity::rate),
            UnitOptions.quantity("--record-size", recordSize, Quantity::bytes),
            UnitOptions.quantity("--record-time", recordTime, Quantity::duration),
            consumers);
    Set<Role> roles = roles();
    FileSettings settings =
        files.stream()
            .map(file -> ConfigFile.read(file, roles))
            .reduce(FileSettings.NONE, FileSettings::with);
    Advice advice = Advisor.advise(settings, cluster(), given, new HashSet<>(allowed));
    int code = advice.losesData() ? ExitCode.FAIL : ExitCode.PASS;
    MeasuredFigures measured = MeasuredFigures.shipped();
    if (json) {
      PrintStream document = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      document.print(AdviceJson.text(advice, measured, code));
      document.flush();
    } else {
      new AdviceText(TerminalOptions.detect(plain), measured)
          .lines(advice)
          .forEach(OutputOptions.out()::println);
    }
    return code;
  }

  private void require() {
    if (files.isEmpty() && cluster == null) {
      throw ReboundException.badInput(
          "there is nothing to look at",
          "Name a file of settings, or a cluster: rebound advise application.yaml --cluster"
              + " localhost:9092");
    }
    if (cluster == null && (!topics.isEmpty() || clientConfig != null)) {
      throw ReboundException.badInput(
          (topics.isEmpty() ? "--client-config" : "--topic") + " needs --cluster",
          "Say which cluster: --cluster HOST:PORT.");
    }
    if (consumers < 0) {
      throw ReboundException.badInput(
          "--consumers must be 1 or more", "For example: --consumers 6");
    }
    for (String check : allowed) {
      if (!Checks.names().contains(check)) {
        throw ReboundException.badInput(
            "--allow " + check + ": no check has this name",
            Suggestion.remedy(check, Checks.names()));
      }
    }
  }

  private Set<Role> roles() {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    if (role != null) {
      switch (role.toLowerCase(Locale.ROOT)) {
        case "producer" -> roles.add(Role.PRODUCER);
        case "consumer" -> roles.add(Role.CONSUMER);
        default ->
            throw ReboundException.badInput(
                "--role " + role + " is unknown", "Give producer or consumer.");
      }
    }
    return roles;
  }

  private @Nullable ClusterFacts cluster() {
    String address = cluster;
    if (address == null) {
      return null;
    }
    Path config = clientConfig;
    Map<String, String> client = config == null ? Map.of() : ConfigFile.plain(config);
    return LongWait.during(
        "asking the brokers at " + address,
        wait -> {
          try (ClusterReader reader = ClusterReader.connect(address, client)) {
            return reader.read(topics);
          }
        });
  }
}
