package dev.rebound.cli;

import dev.rebound.lab.catalogue.Engines;
import dev.rebound.oracle.sample.SampleFormat;
import dev.rebound.oracle.sample.SampleLayout;
import dev.rebound.oracle.sample.SampleProposal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of a first experiment file. */
final class InitFile {
  private static final String RULES =
      """
        name: rule-match             # which of the rules does each record match?
        rules: 100
      """;

  private static final String EVENTS =
      """
        name: events                 # small JSON objects, with a header rebound-id to copy
        oracle: echo                 # it owes each input once; or count (per key), or none
        # same: value                # what an output says must be its input's, or [$.n]; else not judged
      """;

  private static final String ASKED =
      """
        name: requests
        body: '{"id":"${id}","amount":${n}}'   # has ${id}, ${n} or ${uuid}: what is written says by it whose it is
      """;

  private static final String ANSWERS =
      """
        name: requests
        oracle: none                 # judged by its answers alone
      """;

  /** Lines to be made use of by a program as it is. */
  private static final String NAMES =
      """
        # port: 9092                 # where its code says localhost:9092
        # input: orders              # where its code names topics and group
        # output: priced-orders
        # group: order-pricing
      """;

  private final InitCommand init;
  private final String name;
  private final String program;
  private final boolean known;

  /**
   * @param init with its options
   * @param known whether the program is an engine
   */
  InitFile(InitCommand init, String name, String program, boolean known) {
    this.init = init;
    this.name = name;
    this.program = program;
    this.known = known;
  }

  /** The section's first lines: what is to be run. */
  private String engine() {
    if (!known) {
      return (init.ask == null ? "  name: external\n" : "  name: service\n")
          + "  run: '"
          + program.replace("'", "''")
          + "'   # words that name a file beside this one are found; no shell\n"
          + asked();
    }
    String engine = "  name: " + program + "\n";
    if (init.jar != null) {
      engine += "  jar: '" + init.jar.replace("'", "''") + "'   # relative to this file\n";
    }
    if (init.main != null) {
      engine += "  main: " + init.main + "\n";
    }
    return engine;
  }

  /** How a service is asked and read back. */
  private String asked() {
    return (init.ask == null
            ? ""
            : key("ask: " + init.ask, "on REBOUND_PORT of each worker in turn"))
        + (init.topic == null
            ? ""
            : key("topic: " + init.topic, "is read back, on the run's brokers"))
        + (init.table == null
            ? ""
            : key("table: " + init.table, "is read back, on a PostgreSQL of the run")
                + key(
                    "key: " + (init.key == null ? "id" : init.key),
                    "says of which request a row is"));
  }

  /** An application of Kafka Streams with settings of its own, which are usually the defaults. */
  private boolean streams() {
    return init.jar != null && program.equals(InitCommand.STREAMS);
  }

  /** The section of a sample, with what its fields look like. */
  private String records(Path from) {
    SampleProposal guess = InitCommand.proposal(from);
    Path folder = init.file.toAbsolutePath().normalize().getParent();
    String path =
        folder == null
            ? from.toString()
            : folder.relativize(from.toAbsolutePath().normalize()).toString();
    return "  name: records\n"
        + key("from: " + quoted(path), guess.records() + " records, replayed in order")
        + layout(guess)
        + given("value: ", guess.value(), "the key stands beside it")
        + given("key: ", guess.key(), "a guess: its records are in one partition")
        + (guess.ids().isEmpty()
            ? ""
            : key(
                    "id: " + ids(guess),
                    guess.ids().size() > 1
                        ? "all different together; the first is made unique"
                        : "its values are all different; outputs are known by it")
                + key("output-id: " + ids(guess), "where an output has it"))
        + given("time: ", guess.time(), "becomes the time of sending")
        + given("time-format: ", guess.timeFormat(), "a guess; add: in Europe/Berlin, else UTC")
        + key(
            "oracle: " + (guess.ids().isEmpty() ? "none" : "echo"),
            guess.ids().isEmpty()
                ? "no field is an id: outage and recovery by offsets, no audit"
                : "one output for each record; or sum, count, min, max, last of a key")
        + (guess.ids().isEmpty()
            ? ""
            : key("# same: value", "all must be the input's, or [$.amount]; else not judged"));
  }

  /** How records lie in their files, where that is not what is taken without a word. */
  private static String layout(SampleProposal guess) {
    SampleLayout its = guess.layout();
    SampleLayout plain = SampleLayout.of(SampleFormat.BY_NAME);
    return given("format: ", its.format(), plain.format(), "whatever the file is called")
        + given("charset: ", its.charset(), plain.charset(), "it is sent in UTF-8")
        + given("separator: ", its.separator(), plain.separator(), "between columns")
        + (its.columns().isEmpty()
            ? ""
            : key("columns: [" + listed(its.columns()) + "]", "a guess: no line has their names"))
        + given("starts: ", its.starts(), "", "the first line of each record")
        + (its.skipsBroken() ? key("skip: broken", "what cannot be read is not sent") : "");
  }

  private static String ids(SampleProposal guess) {
    return guess.ids().size() == 1 ? quoted(guess.ids().get(0)) : "[" + listed(guess.ids()) + "]";
  }

  private static String listed(List<String> texts) {
    return texts.stream().map(InitFile::quoted).collect(Collectors.joining(", "));
  }

  private static String given(String key, @Nullable String text, String comment) {
    return text == null ? "" : key(key + quoted(text), comment);
  }

  private static String given(String key, String text, String otherwise, String comment) {
    return text.equals(otherwise) ? "" : given(key, text, comment);
  }

  private static String quoted(String text) {
    return text.matches("[$A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "''") + "'";
  }

  private static String key(String text, String comment) {
    return "  %-28s # %s%n".formatted(text, comment);
  }

  /** The workload of an engine's own job. */
  private String computed() {
    List<String> computed = Engines.named(program).declaration().capabilities().workloads();
    return computed.contains("rule-match") ? RULES : "  name: " + computed.get(0) + "\n";
  }

  /** The whole of it. */
  String text(String guarantee, String rate) {
    String engine = engine();
    String workload =
        init.sample != null
            ? records(init.sample)
            : known && init.jar == null ? computed() : EVENTS;
    if (init.ask != null) {
      workload = init.table == null && init.topic == null ? ANSWERS : ASKED;
      workload +=
          init.table == null
              ? ""
              : key("# row: 'amount=${n}'", "columns of a row, held against this");
      workload +=
          init.topic == null || init.key == null
              ? ""
              : key("output-id: " + quoted(init.key), "where a record says of which request it is");
      return service(engine, guarantee, workload, rate);
    }
    boolean streams = streams();
    return """
        # %s
        name: %s

        kafka:
          brokers: 1                   # a real broker, started for the run
          partitions: 8
        %s
        engine:
        %s  workers: 2                   # so many processes of it
          guarantee: %s

        workload:
        %s
        load:
          rate: %s                 # open loop: it waits for nobody

        phases:
          warmup: 10s
        %s
          settle: 15s
          drain: 60s

        faults:                        # SIGKILL; a worker's death may be missed for 45 s
          - { at: 2s, %skill: worker, restart: { after: 2s } }

        expect:                        # beside what the guarantee promises
          %s
        """
        .formatted(
            streams
                ? "A worker is killed under load: what is lost, and how soon is it back?"
                : "Two workers are killed under load, one after the other: what is lost, and how"
                    + " soon is it back?",
            name.isEmpty() ? "my-job" : name,
            init.jar != null || !known ? NAMES : "",
            engine,
            guarantee,
            workload,
            rate,
            streams
                ? "  baseline: 100s               # by default it commits every 30 s, and three"
                    + " commits tell its rhythm\n  faults: 125s"
                : "  baseline: 15s                # what the rest is held against\n  faults: 110s",
            streams ? "" : "every: 60s, ",
            streams
                ? "outage.max: < 90s            # 45 s until it is missed, and 30 s between commits"
                : "recovery.max: < " + (known ? "30s" : "60s"));
  }

  /** The file of a service: short phases, and a fault on each part that it has. */
  private String service(String engine, String guarantee, String workload, String rate) {
    return """
        # A service is killed under load%s: how long is it away, and is anything lost that it accepted?
        name: %s

        engine:
        %s%s  workers: 1                   # so many processes of it, asked in turn
          guarantee: %s

        workload:
        %s
        load:
          rate: %s                 # open loop: it waits for nobody
          timeout: 5s                  # without an answer by then a request may or may not be done

        phases:
          start: 2m
          warmup: 5s
          baseline: 10s                # what the rest is held against
          faults: 40s
          settle: 20s                  # longer where it takes over 30 s to start
          drain: 60s

        faults:                        # SIGKILL
          - { at: 2s, kill: worker, restart: { after: 2s } }
        %s
        expect:                        # beside what the guarantee promises
          away.max: < 15s              # all time after a fault in which fewer are accepted than before
        %s"""
        .formatted(
            init.table == null ? "" : ", and so is its database",
            name.isEmpty() ? "my-service" : name,
            engine,
            init.table == null
                ? "  # run: env PORT=${REBOUND_PORT} …  gives a variable of its own what it is told\n"
                : "  # run: env PORT=${REBOUND_PORT} JDBC_URL=${REBOUND_JDBC_URL} …  gives variables of"
                    + " its own what they are told\n",
            guarantee,
            workload,
            rate,
            init.table == null ? "" : "  - { at: 21s, kill: database, restart: { after: 2s } }\n",
            init.table == null && init.topic == null
                ? ""
                : "  # persistence.max: < 20ms    # what is answered before it is written can be lost\n");
  }
}
