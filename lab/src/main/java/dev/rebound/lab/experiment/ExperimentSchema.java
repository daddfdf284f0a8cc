package dev.rebound.lab.experiment;

import static dev.rebound.lab.experiment.ScalarType.choice;
import static dev.rebound.lab.experiment.ScalarType.count;
import static dev.rebound.lab.experiment.ScalarType.decimal;
import static dev.rebound.lab.experiment.ScalarType.duration;
import static dev.rebound.lab.experiment.ScalarType.file;
import static dev.rebound.lab.experiment.ScalarType.flag;
import static dev.rebound.lab.experiment.ScalarType.pattern;
import static dev.rebound.lab.experiment.ScalarType.text;
import static dev.rebound.lab.experiment.ScalarType.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.lab.fault.FaultOption;
import dev.rebound.lab.fault.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every key of an experiment file, once: reading, defaults, "did you mean", the resolved file and
 * the JSON schema all follow from this description.
 */
public final class ExperimentSchema {
  static final String INCIDENT = "incident";

  private static final String NAME_FORM = "[A-Za-z0-9][A-Za-z0-9._=-]*";
  private static final String VERSION_FORM = "[0-9]+(\\.[0-9]+)*([-.][A-Za-z0-9]+)*";

  /** Keys of resolved files alone: what was made of them by options of the command line. */
  private static final List<String> WRITTEN_BY_REBOUND = List.of("scale", "shortened");

  private ExperimentSchema() {}

  /**
   * The JSON schema (draft 2020-12) of experiment files, for editors.
   *
   * @param engines known engines by name; if empty, any name will do, and any key in its section
   */
  public static String json(Map<String, EngineDeclaration> engines) {
    ObjectNode json =
        section(KnownEngines.of(engines))
            .json(
                "urn:rebound:experiment",
                "Rebound experiment",
                "Everything needed to repeat a measurement.");
    json.withObject("/properties").remove(WRITTEN_BY_REBOUND);
    return JsonFile.text(json);
  }

  static Section section(KnownEngines engines) {
    return Section.of(
        Option.required(
                "name",
                pattern("a name", NAME_FORM, "Use letters, digits, dot, dash and underscore.")
                    .alone(),
                "flink-kill-2-of-8")
            .meaning("Names the folder under runs/."),
        Option.of("description", text().alone(), "''", "How long until Flink has caught up?")
            .meaning("What is asked; the comment at the top of the file if absent."),
        Option.optional(INCIDENT, incident(), "{ symptom: …, system: …, shown: [lost] }")
            .meaning(
                "The public incident that this shows: a matrix of two runs, the first fails, the"
                    + " second fixes it and passes. See `rebound incident`."),
        Option.of("seed", count(0, Long.MAX_VALUE), "42")
            .meaning("Decides records, matches and victims."),
        Option.of("repetitions", count(1, 1000), "1", "5").meaning("How many runs."),
        Option.of(ControlFile.KEY, new ControlType(), "false", "true")
            .meaning(
                "Also runs the same without faults, or with other settings, and reports the"
                    + " difference."),
        Option.of("scale", decimal(1e-9, 1e6), "1", "0.05")
            .meaning("Factor that load.rate was already multiplied by; set by --scale."),
        Option.of("shortened", text().alone(), "''", "baseline 20s instead of 60s")
            .meaning("What was made shorter; set by --short."),
        Option.of("kafka", kafka(), "{}", "{ brokers: 3 }").meaning("The Kafka cluster."),
        Option.required("engine", EngineKeys.section(engines), "{ name: flink, workers: 2 }")
            .meaning("The engine under test."),
        Option.of("workload", WorkloadKeys.section(), "{}", "{ name: rule-match }")
            .meaning("What is computed."),
        Option.required("load", load(), "{ rate: 2000/s }").meaning("The open-loop load."),
        Option.optional(
                SecondJobKeys.KEY,
                new ItemsType(beside(), true),
                "{ workload: { name: grep }, load: { rate: 1000/s } }")
            .meaning("A second job on the same cluster, with a load and an audit of its own."),
        Option.of("phases", phases(), "{}", "{ baseline: 60s }").meaning("Length of each phase."),
        Option.of("faults", new ItemsType(fault()), "[]", "[{ at: 5s, kill: worker }]")
            .meaning("The fault schedule."),
        Option.of("expect", new BoundsType(), "{}", "{ recovery.max: < 30s }")
            .meaning(
                "Bounds on metrics and findings, beside those that the engine's promise implies."),
        Option.of("sustain", sustain(), "{}", "{ p99: 2s }")
            .meaning("What `rebound sustain` takes for sustained, and how closely it searches."),
        Option.optional("rig", rig(), "{ allow: [cpu-saturated] }")
            .meaning(
                "Which doubts about the rig are allowed: they make nothing unknown, and are printed"
                    + " wherever the figures are."),
        Option.optional(CoresKeys.KEY, CoresKeys.section(), "{ subject: 2, rig: 2 }")
            .meaning(
                "Cores of their own for the engine and for everything else of the run (Linux)."));
  }

  private static Section incident() {
    List<String> metrics = Metrics.ofRuns().stream().map(Metrics.Metric::name).toList();
    return Section.of(
        Option.required("symptom", text(), "Records are gone after an outage")
            .meaning("In the words of somebody who has it."),
        Option.required("system", text(), "Kafka 4.4.0, any consumer")
            .meaning("What has it, with versions."),
        Option.required(
                "reports", new TextsType(), "[https://issues.apache.org/jira/browse/FLINK-11654]")
            .meaning("Public addresses where it is told."),
        Option.required("shown", new TextsType(choice("metric", metrics)), "[lost]")
            .meaning("Metrics whose bounds the first run breaks."),
        Option.required("minutes", count(1, 1000), "3").meaning("What both runs take."),
        Option.required("fix", text(), "Keep records for longer than your longest outage.")
            .meaning("What to do about it, a sentence."));
  }

  private static Section beside() {
    return Section.of(
        Option.of("workload", WorkloadKeys.section(), "{}", "{ name: rule-match }")
            .meaning("What the second job computes."),
        Option.required("load", load(), "{ rate: 1000/s }").meaning("The second job's load."));
  }

  private static Section rig() {
    return Section.of(
        Option.of(
                "allow",
                new TextsType(choice("doubt about the rig", Doubt.allowable())),
                "[]",
                "[cpu-saturated]")
            .meaning("Doubts by the code of their warning."));
  }

  private static Section kafka() {
    return Section.of(
        Option.of(
                "version",
                pattern("a version", VERSION_FORM, "Write for example 4.4.0."),
                KafkaSpec.DEFAULT_VERSION)
            .meaning("Version of the brokers to start."),
        Option.optional("brokers", count(0, 100), "3")
            .meaning("Number of brokers to start: 1 unless bootstrap is given.")
            .following(DependentDefault.BROKERS),
        Option.of("bootstrap", text(), "''", "kafka.example.org:9092")
            .meaning("Address of a cluster that exists; it is never faulted."),
        Option.optional(KafkaKeys.PORT, count(1024, 65_535), "9092")
            .meaning(
                "Port that the one broker to start listens on for clients, at 127.0.0.1: for a"
                    + " program that has its address in its code. Without it, any that is free."),
        Option.of("partitions", count(1, 10_000), "8", "50")
            .meaning(
                "Partitions of the input and of the output topic; of join, of each input, and the"
                    + " output has those of both."),
        Option.of("input", topic(), "''", "orders")
            .meaning(
                "Name of the input topic, for a program that reads no other; if empty, one of the"
                    + " run's own."),
        Option.of("second-input", topic(), "''", "payments")
            .meaning("Name of the second input topic, of join."),
        Option.of("output", topic(), "''", "priced-orders")
            .meaning("Name of the output topic, for a program that writes no other."),
        Option.of("group", text(), "''", "order-pricing")
            .meaning(
                "Name of the consumer group that the subject joins, for a program that joins no"
                    + " other; if empty, one of the run's own."),
        Option.of("schema-registry", text(), "''", "http://localhost:8081")
            .meaning(
                "Address of a schema registry that exists, for records that have a schema; it is"
                    + " never faulted. If empty, the run starts one."),
        Option.of("replication", count(1, 100), "1", "3")
            .meaning("Replication factor of the run's topics."),
        Option.of("min-insync-replicas", count(1, 100), "1", "2")
            .meaning("min.insync.replicas of the run's topics."),
        Option.optional(KafkaKeys.TOPIC_CONFIG, new SettingsType(), "{ cleanup.policy: compact }")
            .meaning("Settings of the run's input and output topics, unchanged."),
        Option.of("config", new SettingsType(), "{}", "{ num.io.threads: 4 }")
            .meaning("Broker settings, unchanged."),
        Option.of("client", new SettingsType(), "{}", "{ security.protocol: SSL }")
            .meaning("Settings of every client, TLS and SASL included, unchanged."),
        Option.of("jvm", new TextsType(), "[]", "[-XX:TieredStopAtLevel=1]")
            .meaning("Extra JVM options of brokers."));
  }

  private static Section load() {
    List<Option> options = new ArrayList<>(ofRecords());
    options.addAll(HttpSpec.options());
    return new Section(options);
  }

  private static List<Option> ofRecords() {
    return List.of(
        Option.required("rate", ScalarType.load(), "2000/s")
            .meaning(
                "Records per second of all generators, a share of what the job sustains here, or"
                    + " max for as many as the brokers take."),
        Option.optional(LoadSpec.MAX_RECORDS, count(1, 1_000_000_000_000L), "20000000")
            .meaning(
                "rate: max: after so many records of all generators the load ends; if absent, as"
                    + " many as 100 MB a second come to."),
        Option.optional(LoadSpec.BACKLOG, flag(), "true")
            .meaning(
                "rate: max: the records are all in the input topic before the job starts, which"
                    + " then works them off as fast as it can."),
        Option.optional(LoadSpec.GENERATED, flag(), "true")
            .meaning(
                "rate: max: the job's own source makes the records, by the seed and by position,"
                    + " and no topic holds them: as fast as the engine alone is."),
        Option.of("generators", count(1, 1000), "1", "2").meaning("Generator processes."),
        Option.of("file", file(), "''", "access.log")
            .meaning(
                "log-match: the log whose lines are replayed, from its start again when it ends."),
        Option.of("producer", new SettingsType(), "{}", "{ linger.ms: 5 }")
            .meaning("Producer settings, unchanged; win over acks=all and idempotence."));
  }

  private static Section phases() {
    return Section.of(
        phase("start", "2m", "Limit for brokers, engine and job to be up."),
        phase("warmup", "30s", "Load before anything is measured."),
        phase("baseline", "30s", "Load without faults: what the rest is held against."),
        phase("faults", "60s", "Load with the fault schedule."),
        phase("settle", "30s", "Load after the faults."),
        phase("drain", "60s", "Limit for the output to complete after the load stopped."));
  }

  private static Section sustain() {
    return Section.of(
        Option.optional("p99", duration(), "2s")
            .meaning("Bound on append latency: 1 s more than engine.commit-interval if absent.")
            .following(DependentDefault.LATENCY_BOUND),
        Option.of("settle", duration(), "5s").meaning("Load at a rate before it is judged."),
        Option.of("window", duration(), "20s", "30s").meaning("Load at a rate while it is judged."),
        Option.of("resolution", decimal(0.005, 0.5), "0.05")
            .meaning(
                "How far apart the highest rate sustained and the lowest not sustained may stay."),
        Option.of("repeats", count(1, 20), "3")
            .meaning("How often each of these two rates is tried."),
        Option.of("tolerance", decimal(0.001, 0.5), "0.02")
            .meaning("Growth of the backlog that counts as none, as a share of the rate."));
  }

  private static Option phase(String key, String byDefault, String meaning) {
    return Option.of(key, duration(), byDefault).meaning(meaning);
  }

  private static Section fault() {
    // Which roles a run has, its parts say: one that it has not is refused when it is planned.
    ScalarType role =
        pattern("a role", "[a-z][a-z0-9-]*", "Name a role, such as worker, jobmanager or broker.");
    List<Option> options = new ArrayList<>();
    options.add(
        Option.optional("at", duration(), "5s")
            .meaning(
                "When, counted from the start of the faults phase; with every: the first time.")
            .following(DependentDefault.FIRST_OF_PERIOD));
    options.add(
        Option.optional("every", duration(), "3m")
            .meaning(
                "Period; the first time is at the start of the phase unless at says otherwise."));
    options.add(
        Option.optional(FaultKeys.JITTER, duration(), "10s")
            .meaning(
                "By how much later each time may come, drawn from the seed: random intervals."));
    options.add(
        Option.optional(FaultKeys.WHEN, ScalarType.text(), "half of it is written")
            .meaning(
                "From its time on, a victim is hit as soon as its log has a new line with this text;"
                    + " if none has before the faults phase ends, the fault did not happen."));
    Faults.kinds()
        .forEach(
            kind ->
                options.add(Option.optional(kind.key(), role, "worker").meaning(kind.meaning())));
    Faults.options().forEach(option -> options.add(ofFault(option)));
    return new Section(options);
  }

  private static Option ofFault(FaultOption option) {
    ValueType type = type(option.form());
    return option.byDefault() == null
        ? Option.optional(option.key(), type, option.example()).meaning(option.meaning())
        : Option.of(option.key(), type, option.byDefault(), option.example())
            .meaning(option.meaning());
  }

  private static ValueType type(FaultOption.ValueForm form) {
    if (form instanceof FaultOption.WordForm choice) {
      return choice(choice.what(), choice.words());
    }
    if (form instanceof FaultOption.PartForm part) {
      List<Option> options = part.options().stream().map(ExperimentSchema::ofFault).toList();
      return new WordOrSection(part.word(), new Section(options));
    }
    return switch ((FaultOption.PlainForm) form) {
      case DURATION -> duration();
      case COUNT -> count(1, 1000);
    };
  }
}
