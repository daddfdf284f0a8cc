package dev.rebound.engine.service;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.adapter.SetupPart;
import dev.rebound.engine.postgres.WrittenTable;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.oracle.request.Requests;
import dev.rebound.oracle.request.RowColumns;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What is wrong with the section of a service of the user's own. */
final class ServiceChecks {
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+ *:.*");

  private static final Pattern PLACEHOLDER = Pattern.compile("[$][{]([^{}]*)[}]");

  private static final String BODY = "body";

  /** Headers that the client sets by itself. */
  private static final Set<String> OF_CLIENT =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "user-agent");

  private final EngineSection section;
  private final EngineSpec spec;

  private ServiceChecks(EngineSection section) {
    this.section = section;
    this.spec = section.spec();
  }

  /** Tells what is wrong with the section. */
  static void check(EngineSection section, List<String> workloads) {
    section.requireWorkload(workloads);
    SetupPart.check(section);
    ProgramOptions.checkEnvironmentFiles(section);
    ProgramOptions.checkNames(section);
    ServiceChecks checks = new ServiceChecks(section);
    checks.program();
    checks.words();
    if (workloads.contains(section.workload())) {
      checks.written(!section.workload("oracle").equals("none"));
    }
    checks.headers();
  }

  /** The words in braces that a text has. */
  private static List<String> placeholders(String text) {
    return PLACEHOLDER.matcher(text).results().map(word -> word.group(1)).toList();
  }

  /** Tells which words of body and row stand for nothing, and which of what a worker is told. */
  private void words() {
    for (String key : List.of(BODY, RowColumns.OPTION)) {
      for (String word : placeholders(section.workload(key))) {
        if (!ServiceOptions.OF_REQUEST.contains(word)) {
          section.wrongWorkload(
              key,
              "workload.%s: nothing says what ${%s} is".formatted(key, word),
              "${id}, ${n} and ${uuid} may stand in it.");
        }
      }
    }
    Set<String> told = new TreeSet<>(ServiceOptions.OF_RUN);
    if (!WrittenTable.hasDatabase(spec)) {
      told.removeAll(WrittenTable.TOLD);
    }
    Set<String> known = new TreeSet<>(told);
    known.addAll(settings().keySet());
    for (String name : placeholders(spec.option(ServiceOptions.RUN, ""))) {
      if (name.startsWith("REBOUND_") && !known.contains(name)) {
        section.wrong(
            ServiceOptions.RUN,
            "engine.run: no worker is told ${" + name + "}",
            WrittenTable.TOLD.contains(name)
                ? "Add table and key, or database: postgresql."
                : Suggestion.nearest(name, known)
                    .map(near -> "Did you mean ${" + near + "}?")
                    .orElse("Write one of " + String.join(", ", told) + "."));
      }
    }
  }

  private void program() {
    if (!section.has(ServiceOptions.RUN)) {
      section.wrong(
          ServiceOptions.RUN,
          "the service engine does not know what to run",
          "Write engine: { name: service, run: java -jar my-service.jar, ask: POST /orders, … }.");
    }
    if (!section.has(ServiceOptions.ASK)) {
      section.wrong(
          ServiceOptions.ASK,
          "engine.ask is missing: where requests go is not known",
          "Add ask: POST /orders, a path on the port that REBOUND_PORT names.");
    }
    address();
    boolean alone =
        ServiceOptions.isAddress(ServiceOptions.target(spec))
            && !ServiceOptions.target(spec).contains(ServiceOptions.PORT);
    if (alone && spec.workers() > 1) {
      section.wrong(
          "workers",
          "engine.ask names one address, and there are " + spec.workers() + " workers",
          "Write workers: 1, or a path: each worker has a REBOUND_PORT of its own.");
    }
  }

  /** Tells what would be no address once words are filled in. */
  private void address() {
    if (ServiceOptions.target(spec).matches("https?://[^/?]*@.*")) {
      section.wrong(
          ServiceOptions.ASK,
          "engine.ask has a user in it, and what a file says is kept with the run",
          "Write the address alone, headers: ['Authorization: ${AUTH_TOKEN}'], and a line"
              + " AUTH_TOKEN=Basic … in a file that env-file names.");
      return;
    }
    String filled =
        PLACEHOLDER
            .matcher(ServiceOptions.filled(ServiceOptions.target(spec), settings()))
            .replaceAll("0");
    Set<String> known = new TreeSet<>(ServiceOptions.TOLD);
    known.addAll(settings().keySet());
    if (!told(ServiceOptions.ASK, ServiceOptions.target(spec), known)) {
      return;
    }
    try {
      URI uri = new URI(ServiceOptions.isAddress(filled) ? filled : "http://127.0.0.1" + filled);
      if (uri.getHost() != null) {
        return;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    section.wrong(
        ServiceOptions.ASK,
        "engine.ask: " + ServiceOptions.target(spec) + " is no address",
        "Write POST /orders; ${id}, ${n}, ${uuid} and variables such as ${REBOUND_PORT} may stand"
            + " in it.");
  }

  /** Tells which words would stay as they are; false if there is one. */
  private boolean told(String key, String text, Set<String> known) {
    for (String name : placeholders(text)) {
      if (!ServiceOptions.OF_REQUEST.contains(name) && !known.contains(name)) {
        section.wrong(
            key,
            "engine.%s: nothing says what ${%s} is".formatted(key, name),
            Suggestion.nearest(name, known).map(near -> "Did you mean ${" + near + "}? ").orElse("")
                + "${id}, ${n}, ${uuid} and variables of env-file and config may stand in it"
                + (known.contains(ServiceOptions.PORT)
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

  /**
   * @param due whether rows or records are due
   */
  private void written(boolean due) {
    boolean table = section.has(WrittenTable.TABLE.key());
    boolean topic = section.has(ServiceOptions.TOPIC);
    if (table && topic) {
      section.wrong(
          ServiceOptions.TOPIC,
          "engine.table and engine.topic are both there, and a run reads a service back from one",
          "Write two experiments, one with table and key, and one with topic and database:"
              + " postgresql.");
      return;
    }
    if (due && !table && !topic) {
      section.wrong(
          WrittenTable.TABLE.key(),
          "engine.table is missing: where the service leaves a row for each request is not known",
          "Add table: orders and key: order_id; or, if it writes to a topic, topic: orders; or, to"
              + " judge it by its answers alone, write workload: { name: requests, oracle: none }"
              + " and guarantee: none.");
    }
    stray(
        WrittenTable.KEY.key(),
        table || (due && !topic),
        "is a column of a table, and there is no table",
        topic
            ? "Remove it: a record is known by its own key, or by workload.output-id: $.order_id."
            : "Add table: orders, or remove key.");
    stray(
        ServiceOptions.DONE_AFTER,
        table || topic || due,
        "is of rows or records that are read back, and there is neither table nor topic",
        "Add table: orders and key: order_id, or topic: orders, or remove done-after.");
    WrittenTable.check(section, "service", "request", topic);
    if (!topic && !section.workload(Requests.OUTPUT_ID).isEmpty()) {
      section.wrongWorkload(
          Requests.OUTPUT_ID,
          "workload.output-id is of records on engine.topic, and there is no topic",
          table ? "Remove it: a row is known by engine.key." : "Remove it, or add topic: orders.");
    }
    if (!table && !section.workload(RowColumns.OPTION).isEmpty()) {
      section.wrongWorkload(
          RowColumns.OPTION,
          "workload.row is of rows on engine.table, and there is no table",
          "Remove it: of a record nothing is looked at but what it is known by.");
    }
    if (!due && (table || topic)) {
      section.wrongWorkload(
          "oracle",
          "the workload's oracle is none, so that nothing on engine.%s is judged"
              .formatted(table ? "table" : "topic"),
          table ? "Remove oracle, or table and key." : "Remove oracle, or topic.");
    }
    if (!due && spec.guarantee() != Guarantee.NONE) {
      section.wrong(
          "guarantee",
          "nothing is read back, so that a guarantee of %s could not be judged, nor the run be a pass"
              .formatted(spec.guarantee()),
          "Write guarantee: none: answers and bounds make the verdict.");
    }
    if (due && !tellsWhich()) {
      section.wrongWorkload(
          BODY,
          "no request says which it is, so that no %s could say of which request it is"
              .formatted(topic ? "record" : "row"),
          "Let ${id}, ${n} or ${uuid} stand in workload.body, or in engine.ask.");
    }
  }

  /** Tells that a key is there and has nothing to say. */
  private void stray(String key, boolean has, String problem, String remedy) {
    if (section.has(key) && !has) {
      section.wrong(key, "engine." + key + " " + problem, remedy);
    }
  }

  private boolean tellsWhich() {
    boolean body =
        new RequestForm(ServiceOptions.method(spec), List.of()).hasBody()
            && Requests.tells(section.workload(BODY));
    return body
        || Requests.tells(ServiceOptions.target(spec))
        || ServiceOptions.headerLines(spec).stream().anyMatch(Requests::tells);
  }

  private void headers() {
    Set<String> known = new TreeSet<>(settings().keySet());
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String header : ServiceOptions.headerLines(spec)) {
      if (!HEADER.matcher(header).matches()) {
        section.wrong(
            ServiceOptions.HEADERS,
            "engine.headers: '" + header + "' is no header",
            "Write ['Name: value'].");
        continue;
      }
      String name = header.substring(0, header.indexOf(':')).strip();
      if (OF_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
        section.wrong(
            ServiceOptions.HEADERS,
            "engine.headers cannot set " + name + ", which the client works out",
            "Remove it.");
      }
      if (!names.add(name)) {
        section.wrong(
            ServiceOptions.HEADERS,
            "engine.headers has two of the name " + name + ", and one would be sent",
            "Write one of them, with its values as '" + name + ": a, b'.");
      }
      var unused = told(ServiceOptions.HEADERS, header, known);
    }
  }
}
