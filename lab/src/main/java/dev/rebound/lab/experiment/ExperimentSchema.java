package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.result.Doubt;
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
    return new Section(
        List.of(
            Option.required(
                "name",
                ScalarType.pattern(
                        "a name", NAME_FORM, "Use letters, digits, dot, dash and underscore.")
                    .alone(),
                "Names the folder under runs/.",
                "flink-kill-2-of-8"),
            Option.of(
                "description",
                ScalarType.text().alone(),
                "''",
                "What is asked; the comment at the top of the file if absent.",
                "How long until Flink has caught up?"),
            Option.of(
                "seed",
                ScalarType.count(0, Long.MAX_VALUE),
                "42",
                "Decides records, matches and victims.",
                "42"),
            Option.of("repetitions", ScalarType.count(1, 1000), "1", "How many runs.", "5"),
            Option.of(
                ControlFile.KEY,
                new ControlType(),
                "false",
                "Also runs the same without faults, or with other settings, and reports the"
                    + " difference.",
                "true"),
            Option.of(
                "scale",
                ScalarType.decimal(1e-9, 1e6),
                "1",
                "Factor that load.rate was already multiplied by; set by --scale.",
                "0.05"),
            Option.of(
                "shortened",
                ScalarType.text().alone(),
                "''",
                "What was made shorter; set by --short.",
                "baseline 20s instead of 60s"),
            Option.of("kafka", kafka(), "{}", "The Kafka cluster.", "{ brokers: 3 }"),
            Option.required(
                "engine",
                EngineKeys.section(engines),
                "The engine under test.",
                "{ name: flink, workers: 2 }"),
            Option.of(
                "workload",
                WorkloadKeys.section(),
                "{}",
                "What is computed.",
                "{ name: rule-match }"),
            Option.required("load", load(), "The open-loop load.", "{ rate: 2000/s }"),
            Option.optional(
                SecondJobKeys.KEY,
                new ItemsType(beside(), true),
                "A second job on the same cluster, with a load and an audit of its own.",
                "{ workload: { name: grep }, load: { rate: 1000/s } }"),
            Option.of("phases", phases(), "{}", "Length of each phase.", "{ baseline: 60s }"),
            Option.of(
                "faults",
                new ItemsType(fault()),
                "[]",
                "The fault schedule.",
                "[{ at: 5s, kill: worker }]"),
            Option.of(
                "expect",
                new BoundsType(),
                "{}",
                "Bounds on metrics and findings, beside those that the engine's promise implies.",
                "{ recovery.max: < 30s }"),
            Option.of(
                "sustain",
                sustain(),
                "{}",
                "What `rebound sustain` takes for sustained, and how closely it searches.",
                "{ p99: 2s }"),
            Option.optional(
                "rig",
                rig(),
                "Which doubts about the rig are allowed: they make nothing unknown, and are printed"
                    + " wherever the figures are.",
                "{ allow: [cpu-saturated] }"),
            Option.optional(
                CoresKeys.KEY,
                CoresKeys.section(),
                "Cores of their own for the engine and for everything else of the run (Linux).",
                "{ subject: 2, rig: 2 }")));
  }

  private static Section beside() {
    return new Section(
        List.of(
            Option.of(
                "workload",
                WorkloadKeys.section(),
                "{}",
                "What the second job computes.",
                "{ name: rule-match }"),
            Option.required("load", load(), "The second job's load.", "{ rate: 1000/s }")));
  }

  private static Section rig() {
    return new Section(
        List.of(
            Option.of(
                "allow",
                new TextsType(ScalarType.choice("doubt about the rig", Doubt.allowable())),
                "[]",
                "Doubts by the code of their warning.",
                "[cpu-saturated]")));
  }

  private static Section kafka() {
    return new Section(
        List.of(
            Option.of(
                "version",
                ScalarType.pattern("a version", VERSION_FORM, "Write for example 4.3.1."),
                "4.3.1",
                "Version of the brokers to start.",
                "4.3.1"),
            Option.optional(
                    "brokers",
                    ScalarType.count(0, 100),
                    "Number of brokers to start: 1 unless bootstrap is given.",
                    "3")
                .following(DependentDefault.BROKERS),
            Option.of(
                "bootstrap",
                ScalarType.text(),
                "''",
                "Address of a cluster that exists; it is never faulted.",
                "kafka.example.org:9092"),
            Option.optional(
                ExperimentSpecs.PORT,
                ScalarType.count(1024, 65_535),
                "Port that the one broker to start listens on for clients, at 127.0.0.1: for a"
                    + " program that has its address in its code. Without it, any that is free.",
                "9092"),
            Option.of(
                "partitions",
                ScalarType.count(1, 10_000),
                "8",
                "Partitions of the input and of the output topic; of join, of each input, and the"
                    + " output has those of both.",
                "50"),
            Option.of(
                "input",
                ScalarType.topic(),
                "''",
                "Name of the input topic, for a program that reads no other; if empty, one of the"
                    + " run's own.",
                "orders"),
            Option.of(
                "second-input",
                ScalarType.topic(),
                "''",
                "Name of the second input topic, of join.",
                "payments"),
            Option.of(
                "output",
                ScalarType.topic(),
                "''",
                "Name of the output topic, for a program that writes no other.",
                "priced-orders"),
            Option.of(
                "group",
                ScalarType.text(),
                "''",
                "Name of the consumer group that the subject joins, for a program that joins no"
                    + " other; if empty, one of the run's own.",
                "order-pricing"),
            Option.of(
                "schema-registry",
                ScalarType.text(),
                "''",
                "Address of a schema registry that exists, for records that have a schema; it is"
                    + " never faulted. If empty, the run starts one.",
                "http://localhost:8081"),
            Option.of(
                "replication",
                ScalarType.count(1, 100),
                "1",
                "Replication factor of the run's topics.",
                "3"),
            Option.of(
                "min-insync-replicas",
                ScalarType.count(1, 100),
                "1",
                "min.insync.replicas of the run's topics.",
                "2"),
            Option.of(
                "config",
                new SettingsType(),
                "{}",
                "Broker settings, unchanged.",
                "{ num.io.threads: 4 }"),
            Option.of(
                "client",
                new SettingsType(),
                "{}",
                "Settings of every client, TLS and SASL included, unchanged.",
                "{ security.protocol: SSL }"),
            Option.of(
                "jvm",
                new TextsType(),
                "[]",
                "Extra JVM options of brokers.",
                "[-XX:TieredStopAtLevel=1]")));
  }

  private static Section load() {
    List<Option> options = new ArrayList<>(ofRecords());
    options.addAll(HttpSpec.options());
    return new Section(options);
  }

  private static List<Option> ofRecords() {
    return List.of(
        Option.required(
            "rate",
            ScalarType.load(),
            "Records per second of all generators, a share of what the job sustains here, or max"
                + " for as many as the brokers take.",
            "2000/s"),
        Option.optional(
            ExperimentSpecs.MAX_RECORDS,
            ScalarType.count(1, 1_000_000_000_000L),
            "rate: max: after so many records of all generators the load ends; if absent, as many"
                + " as 100 MB a second come to.",
            "20000000"),
        Option.optional(
            ExperimentSpecs.BACKLOG,
            ScalarType.flag(),
            "rate: max: the records are all in the input topic before the job starts, which then"
                + " works them off as fast as it can.",
            "true"),
        Option.optional(
            ExperimentSpecs.GENERATED,
            ScalarType.flag(),
            "rate: max: the job's own source makes the records, by the seed and by position, and no"
                + " topic holds them: as fast as the engine alone is.",
            "true"),
        Option.of("generators", ScalarType.count(1, 1000), "1", "Generator processes.", "2"),
        Option.of(
            "file",
            ScalarType.file(),
            "''",
            "log-match: the log whose lines are replayed, from its start again when it ends.",
            "access.log"),
        Option.of(
            "producer",
            new SettingsType(),
            "{}",
            "Producer settings, unchanged; win over acks=all and idempotence.",
            "{ linger.ms: 5 }"));
  }

  private static Section phases() {
    return new Section(
        List.of(
            phase("start", "2m", "Limit for brokers, engine and job to be up."),
            phase("warmup", "30s", "Load before anything is measured."),
            phase("baseline", "30s", "Load without faults: what the rest is held against."),
            phase("faults", "60s", "Load with the fault schedule."),
            phase("settle", "30s", "Load after the faults."),
            phase("drain", "60s", "Limit for the output to complete after the load stopped.")));
  }

  private static Section sustain() {
    return new Section(
        List.of(
            Option.optional(
                    "p99",
                    ScalarType.duration(),
                    "Bound on append latency: 1 s more than engine.commit-interval if absent.",
                    "2s")
                .following(DependentDefault.LATENCY_BOUND),
            Option.of(
                "settle", ScalarType.duration(), "5s", "Load at a rate before it is judged.", "5s"),
            Option.of(
                "window",
                ScalarType.duration(),
                "20s",
                "Load at a rate while it is judged.",
                "30s"),
            Option.of(
                "resolution",
                ScalarType.decimal(0.005, 0.5),
                "0.05",
                "How far apart the highest rate sustained and the lowest not sustained may stay.",
                "0.05"),
            Option.of(
                "repeats",
                ScalarType.count(1, 20),
                "3",
                "How often each of these two rates is tried.",
                "3"),
            Option.of(
                "tolerance",
                ScalarType.decimal(0.001, 0.5),
                "0.02",
                "Growth of the backlog that counts as none, as a share of the rate.",
                "0.02")));
  }

  private static Option phase(String key, String byDefault, String meaning) {
    return Option.of(key, ScalarType.duration(), byDefault, meaning, byDefault);
  }

  private static Section fault() {
    // Which roles a run has, its parts say: one that it has not is refused when it is planned.
    ScalarType role =
        ScalarType.pattern(
            "a role", "[a-z][a-z0-9-]*", "Name a role, such as worker, jobmanager or broker.");
    List<Option> options = new ArrayList<>();
    options.add(
        Option.optional(
                "at",
                ScalarType.duration(),
                "When, counted from the start of the faults phase; with every: the first time.",
                "5s")
            .following(DependentDefault.FIRST_OF_PERIOD));
    options.add(
        Option.optional(
            "every",
            ScalarType.duration(),
            "Period; the first time is at the start of the phase unless at says otherwise.",
            "3m"));
    options.add(
        Option.optional(
            FaultKeys.JITTER,
            ScalarType.duration(),
            "By how much later each time may come, drawn from the seed: random intervals.",
            "10s"));
    Faults.kinds()
        .forEach(kind -> options.add(Option.optional(kind.key(), role, kind.meaning(), "worker")));
    Faults.options().forEach(option -> options.add(ofFault(option)));
    return new Section(options);
  }

  private static Option ofFault(FaultOption option) {
    ValueType type = type(option.form());
    return option.byDefault() == null
        ? Option.optional(option.key(), type, option.meaning(), option.example())
        : Option.of(option.key(), type, option.byDefault(), option.meaning(), option.example());
  }

  private static ValueType type(FaultOption.ValueForm form) {
    if (form instanceof FaultOption.WordForm choice) {
      return ScalarType.choice(choice.what(), choice.words());
    }
    if (form instanceof FaultOption.PartForm part) {
      List<Option> options = part.options().stream().map(ExperimentSchema::ofFault).toList();
      return new WordOrSection(part.word(), new Section(options));
    }
    return switch ((FaultOption.PlainForm) form) {
      case DURATION -> ScalarType.duration();
      case COUNT -> ScalarType.count(1, 1000);
    };
  }
}
