package dev.rebound.lab.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.oracle.request.RowText;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A job of each workload that makes no mistake: one more workload needs one more line here. */
final class CorrectJobs {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What an update says that a later one replaced. */
  private static final String REPLACED = "tombstone|\\$\\.value";

  private static final String[] CUSTOMERS = {"ada", "ben", "ada", "cleo", "ada", "dan", "ben"};

  /**
   * A workload as a file declares it, with a job that keeps it.
   *
   * @param yaml the section of an experiment file, on one line
   * @param id the members of outputs by which they are known; empty for none
   * @param updates whether outputs are as many as the job likes
   * @param beside the {@link Corruptions.Corruption corruptions} of what may be told as passed over
   *     though the rest of its aspect is judged, a pattern; all others are to be found, or nothing
   *     of their aspect is judged
   * @param besideAtLeastOnce the same where an input may be counted twice
   */
  record Declared(
      String yaml,
      Consumer<MadeRun> job,
      List<String> id,
      boolean updates,
      String beside,
      String besideAtLeastOnce) {
    Declared beside(String exactlyOnce, String atLeastOnce) {
      return new Declared(yaml, job, id, updates, exactlyOnce, atLeastOnce);
    }

    /** Whether a corruption may be passed over where others of its aspect are found. */
    boolean isBeside(String corruption, String guarantee) {
      return corruption.matches(guarantee.equals("exactly-once") ? beside : besideAtLeastOnce);
    }

    String workload() {
      return yaml.replaceFirst("\\{ name: ([a-z-]+).*", "$1");
    }

    @Override
    public String toString() {
      return yaml;
    }

    /** A run of it that is right. */
    MadeRun run(Path folder) {
      samples(folder);
      MadeRun run = new MadeRun(folder, yaml);
      job.accept(run);
      return run;
    }
  }

  private CorrectJobs() {}

  static List<Declared> all() {
    List<Declared> all = new ArrayList<>();
    add(all, "{ name: rule-match, rules: 12, selectivity: 1, record: 64B }", CorrectJobs::keyed);
    beside(all, "order", "order|count|checksum");
    add(all, "{ name: log-match }", CorrectJobs::keyed);
    beside(all, "order", "order|count|checksum");
    add(all, "{ name: grouping, keys: 12 }", CorrectJobs::keyed);
    beside(all, "order", "order|count|checksum");
    add(all, "{ name: grouping, keys: 12, output-every: 4 }", CorrectJobs::keyed);
    beside(all, "order|count|checksum");
    add(
        all,
        "{ name: sessions, sessions: 8, session-events: 6, invalid: 0.3 }",
        CorrectJobs::keyed);
    beside(all, "", "count|checksum");
    add(all, "{ name: fixed-window, addresses: 8, visits: 5 }", run -> byCount(run, true));
    add(
        all,
        "{ name: fixed-window, addresses: 8, visits: 5, members: sum }",
        run -> byCount(run, false));
    add(all, "{ name: fixed-window, addresses: 8, window: time }", run -> byTime(run, true));
    add(
        all,
        "{ name: fixed-window, addresses: 8, window: time, members: sum }",
        run -> byTime(run, false));
    add(all, "{ name: session-window, addresses: 16, gap: 500ms }", CorrectJobs::sessions);
    beside(all, "count|oldest|newest|checksum|order");
    add(all, "{ name: session-window, addresses: 16, gap: 500ms, late: 0 }", CorrectJobs::sessions);
    add(all, "{ name: grep }", CorrectJobs::grep);
    add(all, "{ name: events, keys: 8 }", run -> forward(run, input -> true));
    add(all, "{ name: events, keys: 8, same: [key, value] }", run -> forward(run, input -> true));
    add(all, "{ name: events, keys: 8, same: [$.n] }", run -> forward(run, input -> true));
    beside(all, "\\$\\.(key|text)");
    add(all, "{ name: events, keys: 8, oracle: count }", CorrectJobs::counts);
    beside(all, "\\$\\.(key|n|text)");
    records(all, "id: $.id", "$.id");
    records(all, "id: $.uuid", "$.uuid");
    records(all, "id: $.number", "$.number");
    records(all, "time: $.at");
    records(all, "id: $.id, where: $.amount > 3", "$.id");
    records(all, "id: $.id, same: [$.amount, $.note.text, key]", "$.id");
    beside(all, "\\$\\.(uuid|number|customer|at)");
    records(all, "id: $.number, same: [$.amount]", "$.number");
    beside(all, "\\$\\.(id|uuid|customer|at|note\\.text)");
    records(all, "id: $.id, same: value", "$.id");
    records(all, "time: $.at, same: value");
    aggregates(all);
    invariants(all);
    several(all);
    joins(all);
    requests(all);
    return List.copyOf(all);
  }

  private static void add(List<Declared> all, String yaml, Consumer<MadeRun> job, String... id) {
    all.add(new Declared(yaml, job, List.of(id), false, "", ""));
  }

  /** Of the last one: see {@link Declared}. */
  private static void beside(List<Declared> all, String exactlyOnce, String atLeastOnce) {
    int last = all.size() - 1;
    all.set(last, all.get(last).beside(exactlyOnce, atLeastOnce));
  }

  private static void beside(List<Declared> all, String any) {
    beside(all, any, any);
  }

  /** A tombstone may come before the first input of a key. */
  private static void updates(List<Declared> all, String yaml, Consumer<MadeRun> job) {
    all.add(new Declared(yaml, job, List.of(), true, "tombstone", "tombstone"));
  }

  private static void records(List<Declared> all, String more, String... id) {
    Predicate<JsonNode> owes =
        more.contains("where") ? value -> value.get("amount").asDouble() > 3 : value -> true;
    add(
        all,
        "{ name: records, from: orders.jsonl, key: $.customer, " + more + " }",
        run -> forward(run, input -> owes.test(json(input.value()))),
        id);
  }

  private static void samples(Path folder) {
    StringBuilder orders = new StringBuilder();
    StringBuilder shipments = new StringBuilder();
    for (int i = 0; i < CUSTOMERS.length; i++) {
      orders.append(
          ("{\"id\":\"A-%d\",\"uuid\":\"0b0d5c1e-0000-4000-8000-00000000000%d\",\"number\":%d,"
                  + "\"customer\":\"%s\",\"amount\":%s,\"at\":%d,\"note\":{\"text\":\"n%d\"}}%n")
              .formatted(
                  1000 + i,
                  i,
                  7000 + i,
                  CUSTOMERS[i],
                  BigDecimal.valueOf(125 + 137L * i, 2),
                  1_690_000_000_000L + 100L * i,
                  i));
      if (i % 2 == 0) {
        shipments.append(
            "{\"ship\":\"S-%d\",\"order\":\"A-%d\",\"carrier\":\"c%d\"}%n"
                .formatted(500 + i, 1000 + i, i));
      }
    }
    try {
      Files.writeString(folder.resolve("orders.jsonl"), orders);
      Files.writeString(folder.resolve("shipments.jsonl"), shipments);
      Files.writeString(folder.resolve("reference.py"), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(byte[] value) {
    try {
      return JSON.readTree(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] bytes(JsonNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** As all engines build it: matches by rule, and a state of each. */
  private static void keyed(MadeRun run) {
    KeyedLogic logic = Workloads.logic(run.workload().spec());
    Map<Integer, byte[]> states = new HashMap<>();
    try (MatchFinder finder = new MatchFinder(run.workload(), MadeRun.PARTITIONS)) {
      List<byte[]> records = new ArrayList<>();
      List<Integer> lanes = new ArrayList<>();
      for (Input input : run.inputs) {
        records.add(input.value());
        lanes.add(input.lane());
      }
      for (int p = 0; p < MadeRun.PARTITIONS; p++) {
        byte[] closing = new byte[RecordFormat.HEADER_BYTES];
        RecordFormat.header(
            closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, MadeRun.START + 60_000_000);
        records.add(closing);
        lanes.add(p);
      }
      for (int i = 0; i < records.size(); i++) {
        finder.find(
            records.get(i),
            lanes.get(i),
            match -> {
              OutputRecord output =
                  logic.apply(
                      states.get(match.rule()),
                      match,
                      new KeyedLogic.Emitter(1, 1),
                      state -> states.put(match.rule(), state));
              if (output != null) {
                run.write(
                    new Written(
                        0, output.rule() % MadeRun.PARTITIONS, null, null, output.encode()));
              }
            });
      }
    }
  }

  private static WindowInput visit(VisitWindows windows, Input input) {
    List<WindowInput> visits = new ArrayList<>();
    windows.inputs(input.tag(), input.value(), input.lane(), MadeRun.PARTITIONS, visits::add);
    return visits.get(0);
  }

  private static void close(MadeRun run, WindowRecord window, boolean full) {
    run.write(
        new Written(
            0,
            window.address() % MadeRun.PARTITIONS,
            null,
            null,
            window.closed(full, MadeRun.START, 1, 1)));
  }

  private static void byCount(MadeRun run, boolean listed) {
    FixedWindow windows = (FixedWindow) run.workload();
    Map<Integer, WindowRecord> open = new TreeMap<>();
    for (Input input : run.inputs) {
      WindowInput visit = visit(windows, input);
      WindowRecord window = WindowRecord.with(open.get(visit.address()), visit, listed);
      if (window.count() == windows.windowVisits()) {
        close(run, window, true);
        open.remove(visit.address());
      } else {
        open.put(visit.address(), window);
      }
    }
    open.values().forEach(window -> close(run, window, false));
  }

  private static void byTime(MadeRun run, boolean listed) {
    FixedWindow windows = (FixedWindow) run.workload();
    Map<Long, Map<Integer, WindowRecord>> open = new TreeMap<>();
    for (Input input : run.inputs) {
      WindowInput visit = visit(windows, input);
      open.computeIfAbsent(
              Math.floorDiv(visit.micros(), windows.lengthMillis() * 1000), w -> new TreeMap<>())
          .compute(visit.address(), (a, window) -> WindowRecord.with(window, visit, listed));
    }
    open.values().forEach(each -> each.values().forEach(window -> close(run, window, true)));
  }

  private static void sessions(MadeRun run) {
    SessionWindow windows = (SessionWindow) run.workload();
    Map<Integer, List<WindowInput>> visits = new TreeMap<>();
    for (Input input : run.inputs) {
      WindowInput visit = visit(windows, input);
      visits.computeIfAbsent(visit.address(), a -> new ArrayList<>()).add(visit);
    }
    visits.forEach(
        (address, all) -> {
          all.sort((one, other) -> Long.compare(one.micros(), other.micros()));
          WindowRecord session = null;
          for (WindowInput visit : all) {
            if (session != null && !windows.together(session.newestMicros(), visit.micros())) {
              close(run, session, true);
              session = null;
            }
            session = WindowRecord.with(session, visit, false);
          }
          if (session != null) {
            close(run, session, true);
          }
        });
  }

  private static void grep(MadeRun run) {
    try (var matcher = ((RuleWorkload) run.workload()).newMatcher()) {
      for (Input input : run.inputs) {
        matcher.match(
            input.value(),
            rule ->
                run.write(new Written(0, input.lane(), input.key(), input.tag(), input.value())));
      }
    }
  }

  private static void forward(MadeRun run, Predicate<Input> owes) {
    for (Input input : run.inputs) {
      if (owes.test(input)) {
        run.write(new Written(0, input.lane(), input.key(), input.tag(), input.value()));
      }
    }
  }

  private static void counts(MadeRun run) {
    Map<String, Integer> counts = new HashMap<>();
    for (Input input : run.inputs) {
      ObjectNode value = (ObjectNode) json(input.value());
      value.put("count", counts.merge(value.get("key").asText(), 1, Integer::sum));
      run.write(new Written(0, input.lane(), input.key(), input.tag(), bytes(value)));
    }
  }

  private static final Map<String, BiFunction<BigDecimal, BigDecimal, BigDecimal>> STEPS =
      new LinkedHashMap<>();

  static {
    STEPS.put("count", (before, amount) -> before.add(BigDecimal.ONE));
    STEPS.put("sum", BigDecimal::add);
    STEPS.put("min", BigDecimal::min);
    STEPS.put("max", BigDecimal::max);
    STEPS.put("last", (before, amount) -> amount);
  }

  /** What a key's aggregate is after an input. */
  private static BigDecimal after(Map<String, BigDecimal> states, String oracle, Input input) {
    JsonNode order = json(input.value());
    BigDecimal amount =
        oracle.equals("count") ? BigDecimal.ONE : order.get("amount").decimalValue();
    BigDecimal next =
        states.merge(
            order.get("customer").asText(),
            amount,
            (before, more) -> STEPS.get(oracle).apply(before, more));
    return next;
  }

  private static void aggregates(List<Declared> all) {
    for (String oracle : STEPS.keySet()) {
      String of = oracle.equals("count") ? "" : ", of: $.amount";
      String common =
          "{ name: records, from: orders.jsonl, key: $.customer, oracle: " + oracle + of;
      add(
          all,
          common + ", id: $.id, output-value: $.value }",
          run -> {
            Map<String, BigDecimal> states = new HashMap<>();
            for (Input input : run.inputs) {
              ObjectNode value = object();
              value.set("id", json(input.value()).get("id"));
              value.put("value", after(states, oracle, input));
              run.write(new Written(0, input.lane(), input.key(), input.tag(), bytes(value)));
            }
          },
          "$.id");
      updates(all, common + ", output-value: $.value }", run -> updates(run, oracle));
      if (oracle.equals("count") || oracle.equals("sum")) {
        beside(all, "tombstone", REPLACED);
      }
    }
    updates(
        all,
        "{ name: records, from: orders.jsonl, key: $.customer, time: $.at, oracle: sum, of:"
            + " $.amount, tumbling: 1s, output-window: $.from, output-value: $.value }",
        CorrectJobs::windows);
    beside(all, "tombstone", REPLACED);
    String equals =
        "{ name: records, from: orders.jsonl, key: $.customer, oracle: equals, reference: python3"
            + " reference.py, per: ";
    updates(all, equals + "key, output-value: $.value }", run -> referred(run, true));
    beside(all, REPLACED);
    updates(all, equals + "topic }", run -> referred(run, false));
    beside(all, "");
  }

  private static void referred(MadeRun run, boolean perKey) {
    updates(run, "count");
    Map<String, String> lines = new LinkedHashMap<>();
    for (int i = 0; i < run.outputs.size(); i++) {
      Written output = run.outputs.get(i);
      String key = new String(Objects.requireNonNull(output.key()), UTF_8);
      String value = new String(Objects.requireNonNull(output.value()), UTF_8);
      if (perKey) {
        lines.put(key, value.replace("{", "{\"key\":\"" + key + "\","));
      } else {
        lines.put(Integer.toString(i), value);
      }
    }
    run.reference(List.copyOf(lines.values()));
  }

  private static void updates(MadeRun run, String oracle) {
    Map<String, BigDecimal> states = new HashMap<>();
    for (Input input : run.inputs) {
      ObjectNode value = object();
      value.put("value", after(states, oracle, input));
      run.write(new Written(0, input.lane(), input.key(), null, bytes(value)));
    }
  }

  private static void windows(MadeRun run) {
    Map<String, BigDecimal> sums = new HashMap<>();
    for (Input input : run.inputs) {
      JsonNode order = json(input.value());
      long from = Math.floorDiv(order.get("at").asLong(), 1000L) * 1000;
      BigDecimal sum =
          sums.merge(
              order.get("customer").asText() + from,
              order.get("amount").decimalValue(),
              BigDecimal::add);
      ObjectNode value = object();
      value.put("from", from);
      value.put("value", sum);
      run.write(new Written(0, input.lane(), input.key(), null, bytes(value)));
    }
  }

  private static void invariants(List<Declared> all) {
    for (String oracle : List.of("gapless", "not-negative", "conserved, total: 160")) {
      updates(
          all,
          "{ name: records, from: orders.jsonl, key: $.customer, output-value: $.value, oracle: "
              + oracle
              + " }",
          run -> updates(run, "count"));
      beside(all, oracle.equals("gapless") ? "tombstone" : REPLACED, REPLACED);
    }
  }

  private static void several(List<Declared> all) {
    all.add(
        new Declared(
            "{ name: records, from: orders.jsonl, key: $.customer, id: $.id, outputs: [ { topic:"
                + " large, where: $.amount > 4 }, { topic: small, where: $.amount <= 4 }, { topic:"
                + " counts, oracle: count, output-key: key, output-value: $.value } ] }",
            run -> {
              Map<String, BigDecimal> states = new HashMap<>();
              for (Input input : run.inputs) {
                boolean large = json(input.value()).get("amount").asDouble() > 4;
                run.write(
                    new Written(
                        large ? 0 : 1, input.lane(), input.key(), input.tag(), input.value()));
                ObjectNode value = object();
                value.put("value", after(states, "count", input));
                run.write(new Written(2, input.lane(), input.key(), null, bytes(value)));
              }
            },
            List.of("$.id"),
            true,
            "tombstone",
            REPLACED));
  }

  private static void joins(List<Declared> all) {
    String common =
        "{ name: join, from: orders.jsonl, id: $.id, with: shipments.jsonl, with-key: $.order";
    add(all, common + ", output-id: $.order.id }", CorrectJobs::join, "$.order.id");
    add(
        all,
        common + ", with-id: $.ship, output-id: $.order.id, output-with-id: $.shipped.ship }",
        CorrectJobs::join,
        "$.order.id",
        "$.shipped.ship");
    beside(all, "\\$\\.(order|shipped)\\..*");
    add(
        all,
        common
            + ", with-id: $.ship, output-id: $.order.id, output-with-id: $.shipped.ship, same:"
            + " [$.order.amount = $.amount, key], with-same: [$.shipped.carrier = $.carrier] }",
        CorrectJobs::join,
        "$.order.id",
        "$.shipped.ship");
    beside(all, "\\$\\.order\\.(?!amount).*|\\$\\.shipped\\.(?!carrier).*");
  }

  private static void join(MadeRun run) {
    Map<String, JsonNode> orders = new HashMap<>();
    Map<String, List<JsonNode>> shipments = new HashMap<>();
    for (Input input : run.inputs) {
      JsonNode value = json(input.value());
      String key = new String(input.key(), UTF_8);
      boolean order = value.has("customer");
      if (order) {
        orders.put(key, value);
      } else {
        shipments.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
      }
      List<JsonNode> its = order ? shipments.getOrDefault(key, List.of()) : List.of(value);
      JsonNode its0 = orders.get(key);
      for (JsonNode shipment : its) {
        if (its0 != null) {
          ObjectNode both = object();
          both.set("order", its0);
          both.set("shipped", shipment);
          run.write(
              new Written(0, input.lane() % MadeRun.PARTITIONS, input.key(), null, bytes(both)));
        }
      }
    }
  }

  private static void requests(List<Declared> all) {
    add(
        all,
        "{ name: activation }",
        run -> {
          for (Input input : run.inputs) {
            JsonNode asked = json(input.value());
            List<String> columns = new ArrayList<>();
            columns.add(asked.path("requestId").asText());
            columns.add(asked.path("user").path("userName").asText());
            for (String part : List.of("user", "address", "contact")) {
              asked.path(part).forEach(value -> columns.add(value.asText()));
            }
            run.write(new Written(0, 0, null, null, RowText.of(columns)));
          }
        });
    add(
        all,
        "{ name: requests }",
        run -> {
          for (Input input : run.inputs) {
            run.write(new Written(0, 0, input.key(), null, input.value()));
          }
        });
  }
}
