package dev.rebound.engine.service;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.engine.adapter.Briefing;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.experiment.ShellWords;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.lab.experiment.TextsType;
import dev.rebound.workload.Requests;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The keys of a service of the user's own, and what is wrong with them. */
final class ServiceOptions {
  static final String RUN = ProgramOptions.RUN.key();
  static final String ASK = "ask";
  static final String HEADERS = "headers";
  static final String TABLE = "table";
  static final String KEY = "key";
  static final String DONE_AFTER = "done-after";

  /** What a request is sent to unless it is a whole address: a port of the worker's own. */
  static final String PORT = "REBOUND_PORT";

  private static final Duration DONE_AFTER_USUAL = Duration.ofSeconds(5);

  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";
  private static final String METHODS = String.join("|", RequestForm.METHODS);

  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+ *:.*");

  /** What stands for a request is filled in by whoever sends it. */
  private static final Set<String> OF_REQUEST = Set.of("id", "n", "uuid");

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

  private static final Pattern PLACEHOLDER = Pattern.compile("[$][{]([^{}]*)[}]");

  /** Headers that the client sets by itself. */
  private static final Set<String> OF_CLIENT =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "user-agent");

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
                      "A service: its method (POST if absent) and its path on ${REBOUND_PORT} of each"
                          + " worker in turn, or a whole address; ${id}, ${n} and ${uuid} stand for"
                          + " the request, and variables as ${REBOUND_WORKER} for what a worker is told.",
                      "POST /orders"),
                  Option.optional(
                      HEADERS,
                      new TextsType(ScalarType.text(), true),
                      "A service: headers of each request, with ${id} and the like replaced, and"
                          + " variables of env-file and config.",
                      "['Idempotency-Key: ${id}']"),
                  Option.optional(
                      TABLE,
                      ScalarType.pattern(
                          "the name of a table",
                          NAME + "([.]" + NAME + ")?",
                          "Write orders or shop.orders, as an SQL query without quotes has it."),
                      "A service: the table that it leaves a row in for each request that it accepts,"
                          + " on a PostgreSQL of the run (REBOUND_DATABASE_URL).",
                      "orders"),
                  Option.optional(
                      KEY,
                      ScalarType.pattern(
                          "the name of a column",
                          NAME,
                          "Write order_id, as an SQL query without quotes has it."),
                      "With table: its column that says of which request a row is, by ${id}, ${n} or"
                          + " ${uuid}.",
                      "order_id"),
                  Option.optional(
                      DONE_AFTER,
                      ScalarType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
                      "With table: for how long no row must have come, once there is no load any"
                          + " more, until what has no row counts as lost (5s if absent).",
                      "30s"),
                  ProgramOptions.READY,
                  ProgramOptions.FILES,
                  ProgramOptions.ENV_FILE),
              SetupPart.OPTIONS)
          .flatMap(List::stream)
          .toList();

  private final EngineSection section;
  private final EngineSpec spec;

  private ServiceOptions(EngineSection section) {
    this.section = section;
    this.spec = section.spec();
  }

  /** Tells what is wrong with the section. */
  static void check(EngineSection section, List<String> workloads) {
    section.requireWorkload(workloads);
    section.requireOneOf("profile", section.spec().profile(), List.of("quick", "stock"));
    SetupPart.check(section);
    ProgramOptions.checkEnvironmentFiles(section);
    ProgramOptions.checkNames(section);
    ServiceOptions options = new ServiceOptions(section);
    options.program();
    if (workloads.contains(section.workload())) {
      options.rows(!section.workload("oracle").equals("none"));
    }
    options.headers();
  }

  private void program() {
    if (!section.has(RUN)) {
      section.wrong(
          RUN,
          "the service engine does not know what to run",
          "Write engine: { name: service, run: java -jar my-service.jar, ask: POST /orders, … }.");
    }
    if (!section.has(ASK)) {
      section.wrong(
          ASK,
          "engine.ask is missing: where requests go is not known",
          "Add ask: POST /orders, a path on the port that REBOUND_PORT names.");
    }
    address();
    boolean alone = isAddress(target(spec)) && !target(spec).contains(PORT);
    if (alone && spec.workers() > 1) {
      section.wrong(
          "workers",
          "engine.ask names one address, and there are " + spec.workers() + " workers",
          "Write workers: 1, or a path: each worker has a REBOUND_PORT of its own.");
    }
  }

  /** Tells what would be no address once words are filled in. */
  private void address() {
    if (target(spec).matches("https?://[^/?]*@.*")) {
      section.wrong(
          ASK,
          "engine.ask has a user in it, and what a file says is kept with the run",
          "Write the address alone, headers: ['Authorization: ${AUTH_TOKEN}'], and a line"
              + " AUTH_TOKEN=Basic … in a file that env-file names.");
      return;
    }
    String filled = PLACEHOLDER.matcher(filled(target(spec), settings())).replaceAll("0");
    Set<String> known = new TreeSet<>(TOLD);
    known.addAll(settings().keySet());
    if (!told(ASK, target(spec), known)) {
      return;
    }
    try {
      URI uri = new URI(isAddress(filled) ? filled : "http://127.0.0.1" + filled);
      if (uri.getHost() != null) {
        return;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    section.wrong(
        ASK,
        "engine.ask: " + target(spec) + " is no address",
        "Write POST /orders; ${id}, ${n}, ${uuid} and variables such as ${REBOUND_PORT} may stand in"
            + " it.");
  }

  /** Tells which words would stay as they are; false if there is one. */
  private boolean told(String key, String text, Set<String> known) {
    for (MatchResult word : PLACEHOLDER.matcher(text).results().toList()) {
      String name = word.group(1);
      if (!OF_REQUEST.contains(name) && !known.contains(name)) {
        section.wrong(
            key,
            "engine." + key + ": nothing says what ${" + name + "} is",
            Suggestion.nearest(name, known).map(near -> "Did you mean ${" + near + "}? ").orElse("")
                + "${id}, ${n}, ${uuid} and variables of env-file and config may stand in it"
                + (known.contains(PORT)
                    ? ", and what a worker is told, such as ${REBOUND_PORT}."
                    : "."));
        return false;
      }
    }
    return true;
  }

  /** Variables of the file; where they cannot be read, that is told elsewhere. */
  private Map<String, String> settings() {
    try {
      return ProgramOptions.settings(spec);
    } catch (ReboundException e) {
      return spec.config();
    }
  }

  /** A text with variables replaced, but for what stands for a request. */
  static String filled(String text, Map<String, String> variables) {
    Map<String, String> told = new LinkedHashMap<>(variables);
    told.keySet().removeAll(OF_REQUEST);
    return Briefing.filled(List.of(text), told).get(0);
  }

  /**
   * @param due whether rows are due
   */
  private void rows(boolean due) {
    if (due && !section.has(TABLE)) {
      section.wrong(
          TABLE,
          "engine.table is missing: where the service leaves a row for each request is not known",
          "Add table: orders and key: order_id; or, to judge it by its answers alone, write"
              + " workload: { name: requests, oracle: none } and guarantee: none.");
    }
    for (String key : List.of(KEY, DONE_AFTER)) {
      if (section.has(key) && !section.has(TABLE) && !due) {
        section.wrong(
            key,
            "engine." + key + " is of rows in a table, and there is no table",
            "Add table: orders, or remove " + key + ".");
      }
    }
    if (!section.has(TABLE)) {
      section.wrongRole(
          PostgresPart.ROLE,
          "there is no engine.table, and so no database that a fault could hit",
          "Remove this fault, or add table: orders and key: order_id.");
    }
    if (section.has(TABLE) && !section.has(KEY)) {
      section.wrong(
          KEY,
          "engine.key is missing: of which request a row of "
              + spec.options().get(TABLE)
              + " is, is not known",
          "Add key: order_id, the column that holds what the request said of itself.");
    }
    if (!due && section.has(TABLE)) {
      section.wrongWorkload(
          "oracle",
          "the workload's oracle is none, so that no row of engine.table is judged",
          "Remove oracle, or table and key.");
    }
    if (!due && spec.guarantee() != Guarantee.NONE) {
      section.wrong(
          "guarantee",
          "no rows are read, so that a guarantee of "
              + spec.guarantee()
              + " could not be judged, nor the run be a pass",
          "Write guarantee: none: answers and bounds make the verdict.");
    }
    if (due && !tellsWhich()) {
      section.wrongWorkload(
          "body",
          "no request says which it is, so that no row could say of which request it is",
          "Let ${id}, ${n} or ${uuid} stand in workload.body, or in engine.ask.");
    }
  }

  private boolean tellsWhich() {
    boolean body =
        new RequestForm(method(spec), List.of()).hasBody()
            && Requests.tells(section.workload("body"));
    return body
        || Requests.tells(target(spec))
        || headerLines(spec).stream().anyMatch(Requests::tells);
  }

  private void headers() {
    Set<String> known = new TreeSet<>(settings().keySet());
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : headerLines(spec)) {
      if (!HEADER.matcher(header).matches()) {
        section.wrong(
            HEADERS, "engine.headers: '" + header + "' is no header", "Write ['Name: value'].");
        continue;
      }
      String name = header.substring(0, header.indexOf(':')).strip();
      if (OF_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
        section.wrong(
            HEADERS,
            "engine.headers cannot set " + name + ", which the client works out",
            "Remove it.");
      }
      if (!names.add(name)) {
        section.wrong(
            HEADERS,
            "engine.headers has two of the name " + name + ", and one would be sent",
            "Write one of them, with its values as '" + name + ": a, b'.");
      }
      var unused = told(HEADERS, header, known);
    }
  }

  static List<String> headerLines(EngineSpec spec) {
    return ShellWords.split(spec.options().getOrDefault(HEADERS, ""));
  }

  /** Path or address, without the method. */
  static String target(EngineSpec spec) {
    String ask = spec.options().getOrDefault(ASK, "/");
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

  private static String method(EngineSpec spec) {
    String ask = spec.options().getOrDefault(ASK, "/");
    int blank = ask.indexOf(' ');
    return blank < 0 ? RequestForm.POST.method() : ask.substring(0, blank);
  }

  static Duration doneAfter(EngineSpec spec) {
    String told = spec.options().get(DONE_AFTER);
    try {
      return told == null ? DONE_AFTER_USUAL : Quantity.duration(told);
    } catch (Quantity.Malformed e) {
      throw new IllegalStateException("read as a duration before: " + told, e);
    }
  }
}
