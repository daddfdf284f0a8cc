package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment file whose program writes to several topics. */
class OutputKeysTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws Exception {
    Files.writeString(
        folder.resolve("orders.jsonl"),
        "{\"id\":\"A\",\"who\":\"a\",\"amount\":1}\n{\"id\":\"B\",\"who\":\"b\",\"amount\":-1}\n");
  }

  private Experiment read(String kafka, String outputs, String more) throws Exception {
    return load(
        """
        name: x
        engine: { name: any, guarantee: at-least-once }
        load: { rate: 200/s }
        kafka: { %s }
        workload:
          name: records
          from: orders.jsonl
          key: $.who
          id: $.id
          %s
          outputs: %s
        """
            .formatted(kafka, more, outputs));
  }

  private Experiment load(String text) throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.writeString(file, text);
    EngineDeclaration any = MadeUpEngine.offering(Guarantee.AT_LEAST_ONCE);
    return ExperimentFile.load(file, List.of(), 1, Map.of("any", any)).get(0);
  }

  private static final String TWO =
      "[{ topic: priced, where: $.amount > 0 }, { topic: rejected, where: $.amount <= 0 }]";

  @Test
  void topicsAndTheirOraclesAreRead() throws Exception {
    Experiment experiment =
        read(
            "input: orders",
            "[{ topic: priced, oracle: sum, of: $.amount, output-value: $.total },"
                + " { topic: rejected, where: $.amount <= 0, output-id: $.order }]",
            "");
    assertThat(TopicOptions.topics(experiment.workload())).containsExactly("priced", "rejected");
    assertThat(TopicOptions.specs(experiment.workload()))
        .extracting(spec -> spec.text("oracle"))
        .containsExactly("sum", "echo");
    assertThat(Workloads.create(experiment.workload()).outputTopics())
        .extracting(OutputTopic::name)
        .containsExactly("priced", "rejected");
    assertThat(experiment.expect()).extracting(Expectation::metric).contains("lost", "diverged");
  }

  @Test
  void theResolvedFileSaysTheSameAgain() throws Exception {
    Experiment experiment = read("input: orders", TWO, "");
    Experiment again = load(experiment.resolvedYaml());
    assertThat(again.resolvedYaml()).isEqualTo(experiment.resolvedYaml());
    assertThat(again.workload()).isEqualTo(experiment.workload());
    assertThat(experiment.resolvedYaml()).contains("  outputs:\n    - topic: priced\n");
  }

  @Test
  void aFileWithOneTopicSaysNothingOfSeveral() throws Exception {
    String text =
        """
        name: x
        engine: { name: any, guarantee: at-least-once }
        load: { rate: 200/s }
        workload: { name: records, from: orders.jsonl, id: $.id }
        """;
    assertThat(load(text).resolvedYaml()).doesNotContain("outputs");
  }

  @Test
  void whereAllTopicsAreWholeNothingIsLostByItself() throws Exception {
    String equals = "{ topic: priced, oracle: equals, reference: sort }";
    assertThat(read("input: orders", "[" + equals + "]", "").expect())
        .extracting(Expectation::metric)
        .contains("diverged")
        .doesNotContain("lost", "duplicated");
    assertThat(read("input: orders", "[" + equals + ", { topic: rejected }]", "").expect())
        .extracting(Expectation::metric)
        .contains("diverged", "lost");
  }

  private void told(String kafka, String outputs, String more, String... words) {
    assertThatThrownBy(() -> read(kafka, outputs, more)).hasMessageContainingAll(words);
  }

  @Test
  void namesMustBeThoseOfTopicsOfTheirOwn() {
    told(
        "input: orders",
        "[{ topic: priced }, { topic: priced }]",
        "",
        "x.yaml:11:",
        "output topic priced is named twice");
    told(
        "input: orders",
        "[{ topic: priced }, { topic: orders }]",
        "",
        "x.yaml:11:",
        "output topic orders is kafka.input");
    told("input: orders", "[{ oracle: echo }]", "", "x.yaml:11:", "topic' is missing");
    told("input: orders", "[{ topic: '' }]", "", "'' is not the name of a topic");
    told("input: orders", "[{ topic: my orders }]", "", "is not the name of a topic");
    told("input: orders", "[]", "", "workload.outputs names no topic");
    told(
        "bootstrap: \"localhost:9092\", brokers: 0",
        TWO,
        "",
        "a cluster that exists: what lies there is not touched");
  }

  @Test
  void theFormOfOneTopicDoesNotGoWithIt() {
    told(
        "output: priced",
        TWO,
        "",
        "x.yaml:4:",
        "kafka.output names one output topic, and workload.outputs names them all");
    told(
        "input: orders",
        TWO,
        "oracle: count",
        "x.yaml:10:",
        "workload.oracle is of one output topic",
        "Move it to the topics");
    told("input: orders", TWO, "output-id: $.other", "x.yaml:10:", "workload.output-id is of one");
  }

  @Test
  void whatIsWrongWithATopicIsToldThere() {
    told(
        "input: orders",
        "[{ topic: priced }, { topic: totals, oracle: sum }]",
        "",
        "x.yaml:11:",
        "output topic totals: oracle: sum does not say of what");
    told(
        "input: orders",
        "[{ topic: priced }, { topic: totals, where: $.amount > 9 }]",
        "",
        "output topic totals: where: $.amount > 9 is true of no record");
    told("input: orders", "[{ topic: priced, oracel: sum }]", "", "unknown key 'oracel'");
    told("input: orders", "[{ topic: priced, oracle: some }]", "", "x.yaml:11:");
    told(
        "input: orders",
        "[{ topic: a, oracle: equals, reference: sort }, { topic: b, oracle: equals, reference:"
            + " sort }]",
        "",
        "two output topics are held against a reference");
  }

  @Test
  void whatIsWrongForAllTopicsIsToldOnce() {
    String three = "[{ topic: a }, { topic: b, oracle: count }, { topic: c, oracle: count }]";
    for (String shared : List.of("", "from: nowhere.jsonl", "from: orders.jsonl, time: $.none")) {
      String text =
          """
          name: x
          engine: { name: any, guarantee: at-least-once }
          load: { rate: 200/s }
          workload: { name: records, id: $.id, key: $.who, outputs: %s, %s }
          """
              .formatted(three, shared);
      assertThatThrownBy(() -> load(text))
          .as(shared)
          .satisfies(wrong -> assertThat(wrong.getMessage().split("x\\.yaml:", -1)).hasSize(2))
          .hasMessageNotContaining("output topic");
    }
  }

  @Test
  void otherWorkloadsHaveNone() {
    String text =
        """
        name: x
        engine: { name: any, guarantee: at-least-once }
        load: { rate: 200/s }
        workload: { name: events, outputs: [{ topic: priced }] }
        """;
    assertThatThrownBy(() -> load(text)).hasMessageContaining("outputs belongs to records");
  }
}
