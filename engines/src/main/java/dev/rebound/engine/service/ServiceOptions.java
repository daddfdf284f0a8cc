package dev.rebound.engine.service;

import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.engine.postgres.WrittenTable;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.experiment.ShellWords;
import dev.rebound.lab.experiment.TextsType;
import dev.rebound.lab.program.OwnLibraries;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys of a service of the user's own; {@link ServiceChecks} tells what is wrong with them. */
final class ServiceOptions {
  static final String RUN = ProgramOptions.RUN.key();
  static final String ASK = "ask";
  static final String HEADERS = "headers";
  static final String TOPIC = EngineSection.TOPIC;
  static final String DONE_AFTER = "done-after";

  /** What a request is sent to unless it is a whole address: a port of the worker's own. */
  static final String PORT = "REBOUND_PORT";

  private static final Duration DONE_AFTER_USUAL = Duration.ofSeconds(5);

  private static final String METHODS = String.join("|", RequestForm.METHODS);

  /** What stands for a request is filled in by whoever sends it. */
  static final Set<String> OF_REQUEST = Set.of("id", "n", "uuid");

  /** What each worker is told by words that may stand in an address. */
  static final Set<String> TOLD =
      Set.of(
          PORT,
          "REBOUND_WORKER",
          "REBOUND_WORKERS",
          "REBOUND_INPUT",
          "REBOUND_OUTPUT",
          "REBOUND_GROUP",
          "REBOUND_PARTITIONS",
          "REBOUND_GUARANTEE");

  /** What a worker's command may name. */
  static final Set<String> OF_RUN =
      Stream.of(
              TOLD,
              WrittenTable.TOLD,
              Set.of(
                  "REBOUND_BOOTSTRAP",
                  "REBOUND_CLIENT_CONFIG",
                  "REBOUND_COMMIT_INTERVAL_MS",
                  "REBOUND_DATA",
                  "REBOUND_IDENTITY",
                  OwnLibraries.VARIABLE))
          .flatMap(Set::stream)
          .collect(Collectors.toCollection(TreeSet::new));

  static final List<Option> ALL =
      Stream.of(
              List.of(
                  ProgramOptions.RUN,
                  Option.optional(
                          ASK,
                          ScalarType.pattern(
                              "a request",
                              "((" + METHODS + ") +)?(/|https?://)[^\\s,#]*",
                              "Write POST /orders, the path on each worker's REBOUND_PORT, or a whole"
                                  + " address: POST http://127.0.0.1:8080/orders."),
                          "POST /orders")
                      .meaning(
                          "A service: its method (POST if absent) and its path on ${REBOUND_PORT} of"
                              + " each worker in turn, or a whole address; ${id}, ${n} and ${uuid}"
                              + " stand for the request, and variables as ${REBOUND_WORKER} for what a"
                              + " worker is told."),
                  Option.optional(
                          HEADERS,
                          new TextsType(ScalarType.text(), true),
                          "['Idempotency-Key: ${id}']")
                      .meaning(
                          "A service: headers of each request, with ${id} and the like replaced, and"
                              + " variables of env-file and config."),
                  WrittenTable.TABLE,
                  WrittenTable.KEY,
                  Option.optional(
                          TOPIC,
                          ScalarType.pattern(
                              "the name of a topic",
                              "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}|[$][{]REBOUND_OUTPUT[}]",
                              "Write orders, or ${REBOUND_OUTPUT} for one that the service is told by"
                                  + " that variable."),
                          "orders")
                      .meaning(
                          "A service: the topic that it writes a record to for each request that it"
                              + " accepts, on the run's brokers; workload.output-id says where a record"
                              + " has what it is known by."),
                  WrittenTable.DATABASE,
                  Option.optional(
                          DONE_AFTER,
                          ScalarType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
                          "30s")
                      .meaning(
                          "With table or topic: for how long no row or record must have come, once"
                              + " there is no load any more, until what has none counts as lost (5s if"
                              + " absent)."),
                  ProgramOptions.READY,
                  ProgramOptions.FILES,
                  ProgramOptions.ENV_FILE,
                  ProgramOptions.PROGRAM_FILES),
              RestartPolicy.OPTIONS,
              SetupPart.OPTIONS)
          .flatMap(List::stream)
          .toList();

  /** A text with variables replaced, but for what stands for a request. */
  static String filled(String text, Map<String, String> variables) {
    Map<String, String> told = new LinkedHashMap<>(variables);
    told.keySet().removeAll(OF_REQUEST);
    return ProgramEnvironment.filled(List.of(text), told).get(0);
  }

  static List<String> headerLines(EngineSpec spec) {
    return ShellWords.split(spec.option(HEADERS, ""));
  }

  /** Path or address, without the method. */
  static String target(EngineSpec spec) {
    String ask = spec.option(ASK, "/");
    return ask.substring(ask.lastIndexOf(' ') + 1);
  }

  static boolean isAddress(String target) {
    return !target.startsWith("/");
  }

  /** As it is sent, but for what stands for a request. */
  static RequestForm form(EngineSpec spec) {
    Map<String, String> settings = ProgramOptions.settings(spec);
    return new RequestForm(
        method(spec), headerLines(spec).stream().map(line -> filled(line, settings)).toList());
  }

  static String method(EngineSpec spec) {
    String ask = spec.option(ASK, "/");
    int blank = ask.indexOf(' ');
    return blank < 0 ? RequestForm.POST.method() : ask.substring(0, blank);
  }

  static Duration doneAfter(EngineSpec spec) {
    return spec.duration(DONE_AFTER, DONE_AFTER_USUAL);
  }
}
