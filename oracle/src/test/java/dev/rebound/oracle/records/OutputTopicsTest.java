package dev.rebound.oracle.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records whose program writes to several topics. */
class OutputTopicsTest {
  @TempDir Path folder;
  private WorkloadSpec base = WorkloadSpec.of(Records.KIND, 1);

  @BeforeEach
  void someOrders() throws IOException {
    Path orders = folder.resolve("orders.jsonl");
    Files.writeString(
        orders,
        """
        {"orderId":"A","customer":"c1","amount":3}
        {"orderId":"B","customer":"c2","amount":-4}
        {"orderId":"C","customer":"c1","amount":5}
        """);
    base = base.with("from", orders).with("key", "$.customer").with("id", "$.orderId");
  }

  private WorkloadSpec with(List<Map<String, String>> outputs) {
    return base.with(TopicOptions.PROPERTY, TopicOptions.text(outputs));
  }

  private static List<Long> owed(Workload workload) {
    List<Long> owed = new ArrayList<>();
    for (long n = 0; n < 6; n++) {
      long sequence = n;
      workload.owed().expected(0, n, key -> owed.add(sequence));
    }
    return owed;
  }

  @Test
  void eachTopicOwesWhatItsOwnOptionsSay() {
    Records records =
        new Records(
            with(
                List.of(
                    Map.of("topic", "priced", "where", "$.amount > 0"),
                    Map.of("topic", "re.jected", "where", "$.amount <= 0 "),
                    Map.of("topic", "all"))));
    assertThat(records.outputTopics())
        .extracting(OutputTopic::name)
        .containsExactly("priced", "re.jected", "all");
    assertThat(records.outputTopics())
        .extracting(OutputTopic::filtered)
        .containsExactly(true, true, false);
    assertThat(records.outputTopics())
        .extracting(topic -> owed(topic.workload()))
        .containsExactly(List.of(0L, 2L, 3L, 5L), List.of(1L, 4L), List.of(0L, 1L, 2L, 3L, 4L, 5L));
    assertThat(owed(records)).as("together").hasSize(12);
    assertThat(records.outputsPerRecord()).isEqualTo(2);
    assertThat(records.describe())
        .contains("priced (oracle echo where $.amount > 0) and", "all (oracle echo)");
  }

  @Test
  void theyTravelAsProperties() {
    WorkloadSpec spec =
        with(List.of(Map.of("topic", "a", "where", "$.x == 'ä & b=c'"), Map.of("topic", "b")));
    WorkloadSpec there = WorkloadSpec.fromProperties(spec.toProperties());
    assertThat(there).isEqualTo(spec);
    assertThat(TopicOptions.specs(there).get(0).text("where")).isEqualTo("$.x == 'ä & b=c'");
    assertThat(TopicOptions.specs(there).get(1).text("where")).isEmpty();
    assertThat(TopicOptions.topics(base)).isEmpty();
    assertThat(new Records(base).outputTopics()).isEmpty();
  }

  @Test
  void oneTopicMayBeHeldAgainstAReference() {
    Map<String, String> equals =
        Map.of("topic", "totals", "oracle", "equals", "reference", "python3 totals.py");
    WorkloadSpec spec = with(List.of(Map.of("topic", "priced"), equals));
    assertThat(TopicOptions.referred(spec).map(its -> its.text("reference")))
        .hasValue("python3 totals.py");
    assertThat(TopicOptions.referred(base)).isEmpty();
    assertThat(Records.KIND.complaint(spec, 1)).isEmpty();
    WorkloadSpec two =
        with(List.of(equals, Map.of("topic", "b", "oracle", "equals", "reference", "sort")));
    assertThat(Records.KIND.complaint(two, 1))
        .map(OptionProblem::problem)
        .hasValue("two output topics are held against a reference program, and a run has one");
  }

  private Optional<String> problem(WorkloadSpec spec) {
    return Records.KIND.complaint(spec, 1).map(OptionProblem::problem);
  }

  @Test
  void anOutputSchemaIsOfOneTopic() {
    assertThat(problem(base.with("output-schema", "priced.avsc")))
        .hasValue("output-schema says how outputs are encoded, and there is no schema");
    List<Map<String, String>> two = List.of(Map.of("topic", "a"), Map.of("topic", "b"));
    assertThat(problem(with(two).with("output-schema", "priced.avsc")))
        .hasValue("output-schema is of one output topic, and outputs names several");
  }

  @Test
  void amountsAreReadOfRecordsAloneThatOweAnOutput() throws IOException {
    Path orders = folder.resolve("mixed.jsonl");
    Files.writeString(
        orders,
        """
        {"orderId":"A","customer":"c1","amount":3}
        {"orderId":"B","customer":"c2","amount":"to be agreed"}
        {"orderId":"C","customer":"c1"}
        """);
    WorkloadSpec sums =
        base.with("from", orders)
            .with("oracle", "sum")
            .with("of", "$.amount")
            .with("output-value", "$.sum");
    assertThat(problem(sums)).hasValueSatisfying(why -> assertThat(why).contains("line 2"));
    assertThat(problem(sums.with("where", "$.customer == c1")))
        .hasValueSatisfying(why -> assertThat(why).contains("line 3"));
    assertThat(problem(sums.with("where", "$.amount > 0"))).isEmpty();
  }

  @Test
  void aFilterMustBeOneThatCanBeJudged() {
    assertThat(problem(base.with("where", "$.amount > 3"))).isEmpty();
    assertThat(problem(base.with("where", "$.amount >> 3"))).isPresent();
    assertThat(problem(base.with("where", "$.amount > 1000")))
        .hasValueSatisfying(why -> assertThat(why).contains("is true of no record"));
    assertThat(problem(base.with("where", "$.orderId == A")))
        .hasValueSatisfying(why -> assertThat(why).contains("rewritten"));
    assertThat(problem(base.with("oracle", "none").with("where", "$.amount > 3")))
        .hasValueSatisfying(why -> assertThat(why).contains("with oracle none"));
    WorkloadSpec windows =
        base.with("oracle", "count")
            .with("output-key", "key")
            .with("tumbling", "15000")
            .with("output-window", "key");
    assertThat(problem(windows)).isEmpty();
    assertThat(problem(windows.with("where", "$.amount > 3")))
        .hasValueSatisfying(why -> assertThat(why).contains("when they close"));
  }
}
