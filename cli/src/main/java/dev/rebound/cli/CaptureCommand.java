package dev.rebound.cli;

import dev.rebound.advise.ConfigFile;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.observe.TopicCapture;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.report.terminal.LongWait;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code capture}: a sample of a topic of a real cluster, for the workload {@code records}. */
@Command(
    name = "capture",
    mixinStandardHelpOptions = true,
    description = {
      "Write the newest records of a topic into a file, as a sample.",
      "The workload records makes its load of it. Joins no consumer group, commits nothing, and changes nothing on the cluster."
    })
final class CaptureCommand implements Callable<Integer> {
  @Option(
      names = "--bootstrap",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Address of the brokers.")
  String bootstrap = "";

  @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic.")
  String topic = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      description =
          "File to write: .jsonl for JSON, .csv for CSV, .bin for any bytes, anything else for lines of"
              + " text.")
  Path to = Path.of("");

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "How many records at most (default: ${DEFAULT-VALUE}), of all partitions alike.")
  int count = 10_000;

  @Option(
      names = "--mask",
      paramLabel = "PATH",
      description =
          "A field of JSON whose values must not be in the file, as $.email: each is replaced, alike"
              + " where it was alike. May be repeated.")
  List<String> masked = List.of();

  @Option(
      names = "--keys",
      description =
          "Write each record's key beside its value, as {\"key\":\"ada\",\"value\":{…}}, where the value"
              + " has it in no field; a field to mask is then $.value.email, or $.key.")
  boolean keys;

  @Option(
      names = "--client-config",
      paramLabel = "FILE",
      description = "A properties file with settings of the client (TLS, SASL), as kafka.client.")
  @Nullable Path clientConfig;

  @Override
  public Integer call() {
    if (count < 1) {
      throw ReboundException.badInput(
          "--count " + count + " is no number of records", "Write at least 1.");
    }
    TopicCapture.Wanted wanted =
        new TopicCapture.Wanted(bootstrap, client(), topic, count, to, paths(), keys);
    TopicCapture.Captured captured =
        LongWait.during("reading topic " + topic, wait -> TopicCapture.run(wanted));
    System.out.println(
        "Wrote %s records of %s partitions to %s (%s)%s"
            .formatted(
                Words.count(captured.records()),
                captured.partitions(),
                to,
                new Bytes(captured.bytes()),
                captured.empty() == 0
                    ? "."
                    : "; " + Words.count(captured.empty()) + " without a value are left out."));
    System.out.println(Home.called("Next: rebound init --from ") + to);
    return ExitCode.PASS;
  }

  private List<FieldPath> paths() {
    List<FieldPath> paths = new ArrayList<>();
    for (String path : masked) {
      try {
        paths.add(FieldPath.of(path));
      } catch (IllegalArgumentException e) {
        throw ReboundException.badInput(
            "--mask: " + e.getMessage(), "Write it in quotes, from the whole value on: '$.email'.");
      }
    }
    return paths;
  }

  private Map<String, String> client() {
    return clientConfig == null ? Map.of() : ConfigFile.plain(clientConfig);
  }
}
