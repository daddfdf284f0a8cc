package dev.rebound.lab.experiment;

import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The key {@code outputs} of a workload: several output topics, each with an oracle of its own. */
final class OutputKeys {
  static final String KEY = TopicOptions.PROPERTY;

  private static final ScalarType NAME =
      ScalarType.pattern(
          "the name of a topic",
          "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}",
          "Write up to 249 letters, digits, dots, hyphens and underscores.");

  private OutputKeys() {}

  /** The topics that a workload names; none where there is one that it does not name. */
  static List<Values> of(Values workload) {
    return workload.has(KEY) ? workload.list(KEY) : List.of();
  }

  /** What a file says of one of them. */
  static Option option(WorkloadOption several, WorkloadOption.Several of) {
    List<Option> each = new ArrayList<>();
    for (WorkloadOption option : of.each()) {
      each.add(
          option.key().equals(TopicOptions.TOPIC)
              ? Option.required(option.key(), NAME, option.example()).meaning(option.meaning())
              : Option.optional(option.key(), WorkloadKeys.type(option), option.example())
                  .meaning(option.meaning()));
    }
    return Option.optional(several.key(), new ItemsType(new Section(each)), several.example())
        .meaning(several.meaning());
  }

  /** The topics as they travel. */
  static String travelling(Values workload) {
    List<Map<String, String>> each = new ArrayList<>();
    for (Values output : of(workload)) {
      Map<String, String> said = new LinkedHashMap<>();
      for (String key : output.keys()) {
        Object value = output.find(key);
        if (value != null) {
          said.put(key, WorkloadKeys.travelling(value));
        }
      }
      each.add(said);
    }
    return TopicOptions.text(each);
  }

  /** Takes out what each topic says for itself; what the file says of one topic is a problem. */
  static void resolve(WorkloadKind kind, Values workload) {
    if (of(workload).isEmpty()) {
      return;
    }
    for (WorkloadOption option : ofEach(kind)) {
      if (workload.written(option.key())) {
        workload.wrong(
            option.key(),
            "workload."
                + option.key()
                + " is of one output topic, and workload.outputs names several, each with its own",
            "Move it to the topics of outputs that it is of.");
      }
      workload.drop(option.key());
    }
  }

  /** What each topic may say for itself; all else is said once, for all of them. */
  private static List<WorkloadOption> ofEach(WorkloadKind kind) {
    Optional<WorkloadOption> declared = kind.option(KEY);
    return declared.isPresent() && declared.get().kind() instanceof WorkloadOption.Several several
        ? several.each()
        : List.of();
  }

  /**
   * Checks each topic with what is said of it, and all together. What is wrong with an option that
   * all topics share is told once.
   *
   * @param spec of the workload
   */
  static void check(WorkloadKind kind, WorkloadSpec spec, Values workload, int partitions) {
    List<Values> outputs = of(workload);
    List<WorkloadSpec> specs = TopicOptions.specs(spec);
    Set<String> own = ofEach(kind).stream().map(WorkloadOption::key).collect(Collectors.toSet());
    Set<String> told = new HashSet<>();
    for (int i = 0; i < outputs.size(); i++) {
      Values output = outputs.get(i);
      kind.complaint(specs.get(i), partitions)
          .ifPresent(
              wrong -> {
                if (own.contains(wrong.option())) {
                  output.wrong(
                      wrong.option(),
                      "output topic " + output.text(TopicOptions.TOPIC) + ": " + wrong.problem(),
                      wrong.remedy());
                } else if (told.add(wrong.option())) {
                  workload.wrong(wrong.option(), wrong.problem(), wrong.remedy());
                }
              });
    }
    kind.complaint(spec, partitions)
        .ifPresent(wrong -> workload.wrong(wrong.option(), wrong.problem(), wrong.remedy()));
  }

  /** Checks the names of the topics, which the run makes. */
  static void checkNames(Values experiment, boolean ours) {
    Values kafka = experiment.section("kafka");
    Values workload = experiment.section("workload");
    for (Values job : SecondJobKeys.jobs(experiment)) {
      if (job.find("workload") instanceof Values its && !of(its).isEmpty()) {
        its.wrong(
            KEY,
            "outputs names topics, and a job beside another one has one of its own",
            "Give this workload an experiment of its own.");
      }
    }
    List<Values> outputs = of(workload);
    if (outputs.isEmpty()) {
      if (workload.written(KEY)) {
        workload.wrong(
            KEY,
            "workload.outputs names no topic",
            "Write outputs: [{ topic: priced, oracle: echo }], or remove it.");
      }
      return;
    }
    if (!kafka.text("output").isEmpty()) {
      kafka.wrong(
          "output",
          "kafka.output names one output topic, and workload.outputs names them all",
          "Remove kafka.output.");
    }
    if (!ours) {
      workload.wrong(
          KEY,
          "workload.outputs names topics, and kafka.bootstrap a cluster that exists: what lies"
              + " there is not touched",
          "Let the run start brokers of its own (with port: 9092 where the program has its address"
              + " in its code).");
    }
    if (experiment.has(SecondJobKeys.KEY)) {
      workload.wrong(
          KEY,
          "workload.outputs names topics, and there is a job beside with one of its own",
          "Remove outputs or beside.");
    }
    Set<String> names = new HashSet<>();
    for (Values output : outputs) {
      String name = output.text(TopicOptions.TOPIC);
      if (!names.add(name)) {
        output.wrong(
            TopicOptions.TOPIC,
            "output topic " + name + " is named twice",
            "Let each topic stand in outputs once, with one oracle.");
      }
      for (String input : List.of("input", "second-input")) {
        if (name.equals(kafka.text(input))) {
          output.wrong(
              TopicOptions.TOPIC,
              "output topic %s is kafka.%s, so that outputs would be read as inputs"
                  .formatted(name, input),
              "Write another name.");
        }
      }
    }
  }
}
