package dev.rebound.oracle.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several output topics of {@link Records}, each with an oracle of its own. They travel as one
 * text; what is due in one of them is what a workload with its options alone owes.
 */
public final class TopicOptions {
  /** Property with all of them; empty where there is one topic. */
  public static final String PROPERTY = "outputs";

  /** The name of a topic, among the options of one. */
  public static final String TOPIC = "topic";

  private static final String ORACLE = "oracle";

  /** Key of what belongs to a reference beside what is seen. */
  public static final String REFERENCE_FILES = "reference-files";

  /** What is said of each topic, beside its name. */
  private static final List<String> OF_EACH =
      List.of(
          ORACLE,
          RecordFilter.WHERE,
          ContentEquality.OPTION,
          "of",
          RecordOptions.SUM_IN,
          "output-id",
          "output-key",
          "output-value",
          RecordOptions.WINDOW,
          RecordOptions.OUT_OF_ORDER,
          RecordOptions.OUTPUT_START,
          RecordOptions.OUTPUT_END,
          "total",
          "reference",
          REFERENCE_FILES,
          "reference-limit",
          "per");

  private TopicOptions() {}

  /**
   * The option with all of them.
   *
   * @param ofOneTopic the options where there is one topic
   */
  static WorkloadOption option(List<WorkloadOption> ofOneTopic) {
    List<WorkloadOption> each = new ArrayList<>();
    each.add(WorkloadOption.text(TOPIC, "priced").meaning("Name of the topic; the run makes it."));
    for (String key : OF_EACH) {
      ofOneTopic.stream()
          .filter(one -> one.key().equals(key))
          .map(TopicOptions::ofOne)
          .forEach(each::add);
    }
    return WorkloadOption.of(
            PROPERTY,
            new WorkloadOption.Several(List.copyOf(each)),
            "",
            "[{ topic: priced, where: $.amount > 0 }, { topic: rejected, where: $.amount <= 0 }]")
        .meaning("records: several output topics in place of one, each with what is owed there.");
  }

  private static WorkloadOption ofOne(WorkloadOption its) {
    String meaning = its.meaning().replaceFirst("^records: ", "");
    return WorkloadOption.of(its.key(), its.kind(), its.byDefault(), its.example())
        .meaning(Character.toUpperCase(meaning.charAt(0)) + meaning.substring(1));
  }

  /**
   * The text that they travel as.
   *
   * @param each what is said of each topic, by key
   */
  public static String text(List<Map<String, String>> each) {
    return each.stream()
        .map(
            said ->
                said.entrySet().stream()
                    .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), UTF_8))
                    .collect(Collectors.joining("&")))
        .collect(Collectors.joining(" "));
  }

  private static List<Map<String, String>> read(String text) {
    List<Map<String, String>> each = new ArrayList<>();
    for (String topic : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      Map<String, String> said = new LinkedHashMap<>();
      for (String one : topic.split("&", -1)) {
        int equals = one.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException("workload.outputs: '" + one + "' says nothing");
        }
        said.put(one.substring(0, equals), URLDecoder.decode(one.substring(equals + 1), UTF_8));
      }
      if (said.getOrDefault(TOPIC, "").isEmpty()) {
        throw new IllegalArgumentException("workload.outputs: '" + topic + "' names no topic");
      }
      each.add(said);
    }
    return each;
  }

  /** The names of the topics; empty where there is one, which is named elsewhere. */
  public static List<String> topics(WorkloadSpec spec) {
    return read(spec.options().getOrDefault(PROPERTY, "")).stream()
        .map(said -> said.getOrDefault(TOPIC, ""))
        .toList();
  }

  /** The description of each topic alone, in their order. */
  public static List<WorkloadSpec> specs(WorkloadSpec spec) {
    List<WorkloadSpec> specs = new ArrayList<>();
    for (Map<String, String> said : read(spec.options().getOrDefault(PROPERTY, ""))) {
      WorkloadSpec its = spec.with(PROPERTY, "");
      for (Map.Entry<String, String> one : said.entrySet()) {
        its = one.getKey().equals(TOPIC) ? its : its.with(one.getKey(), one.getValue());
      }
      specs.add(its);
    }
    return specs;
  }

  /**
   * The description of the one topic that is held against a reference program, or of the whole
   * where there is one topic; empty if none is.
   */
  public static Optional<WorkloadSpec> referred(WorkloadSpec spec) {
    List<WorkloadSpec> specs = specs(spec);
    return (specs.isEmpty() ? List.of(spec) : specs)
        .stream().filter(its -> !its.options().getOrDefault("reference", "").isEmpty()).findFirst();
  }

  /** What is owed, of each topic where there are several, in words behind those on the sample. */
  static String describe(WorkloadSpec spec) {
    List<String> topics = topics(spec);
    List<WorkloadSpec> specs = specs(spec);
    if (topics.isEmpty()) {
      return ", " + oracle(spec);
    }
    return IntStream.range(0, topics.size())
        .mapToObj(i -> topics.get(i) + " (" + oracle(specs.get(i)) + ")")
        .collect(Collectors.joining(" and ", " to ", ""));
  }

  private static String oracle(WorkloadSpec spec) {
    String where = spec.options().getOrDefault(RecordFilter.WHERE, "");
    return "oracle " + spec.text(ORACLE) + (where.isEmpty() ? "" : " where " + where);
  }

  /** An {@link OptionProblem} says what cannot be had together with several topics. */
  static void requireTogether(WorkloadSpec spec) {
    OptionProblem.when(
        specs(spec).stream().filter(its -> its.text(ORACLE).equals(ReferenceOracle.WORD)).count()
            > 1,
        PROPERTY,
        "two output topics are held against a reference program, and a run has one",
        "Let one of them have another oracle.");
    OptionProblem.when(
        !specs(spec).isEmpty() && !SchemaOptions.text(spec, SchemaOptions.OUTPUT_SCHEMA).isEmpty(),
        SchemaOptions.OUTPUT_SCHEMA,
        "output-schema is of one output topic, and outputs names several",
        "Remove it: an output is decoded by the schema whose id it names.");
  }
}
