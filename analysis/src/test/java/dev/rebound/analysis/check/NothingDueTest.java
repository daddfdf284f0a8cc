package dev.rebound.analysis.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.oracle.request.Activation;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of what was sent no output is due: nothing could be lost, repeated or wrong. */
class NothingDueTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int SENT = 60;
  private static final int ROWS = 100;

  @TempDir Path folder;
  private WorkloadSpec spec = WorkloadSpec.of(Records.KIND, 1);

  /** What a reader saw, by topic. */
  private final List<List<String>> said = new ArrayList<>();

  /** Only the last record of the sample is of another customer, and it is not sent. */
  @BeforeEach
  void sample() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      int amount = i == ROWS - 1 ? -1 : 3;
      lines.append("{\"id\":%d,\"who\":\"ada\",\"amount\":%d}%n".formatted(i, amount));
    }
    Path sample = folder.resolve("orders.jsonl");
    Files.writeString(sample, lines.toString());
    spec =
        spec.with("from", sample)
            .with("from-hash", Sample.hash(sample))
            .with("key", "$.who")
            .with("id", "$.id");
  }

  private AnalysisResult analysed(Workload workload) throws IOException {
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < SENT; n++) {
        sends.set(n, n + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = folder.resolve("observed.bin");
    for (int topic = 0; topic < said.size(); topic++) {
      Workload its =
          workload.outputTopics().isEmpty()
              ? workload
              : workload.outputTopics().get(topic).workload();
      try (ObservedFile.Writer writer =
          new ObservedFile.Writer(ObservedFile.ofTopic(observed, topic))) {
        for (int i = 0; i < said.get(topic).size(); i++) {
          long micros = START + i * 100_000L;
          List<byte[]> found = new ArrayList<>();
          its.outputs(name -> null, said.get(topic).get(i).getBytes(UTF_8), found::add);
          writer.append(0, i, micros / 1000, micros, found.isEmpty() ? null : found.get(0));
        }
      }
    }
    return Analyst.analyse(
        Evidence.of(
                workload,
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0),
                1,
                List.of(log),
                observed)
            .reread(observed)
            .build());
  }

  private static String order(int sequence) {
    return "{\"id\":" + sequence * 100 + "}";
  }

  private List<String> orders() {
    List<String> orders = new ArrayList<>();
    for (int n = 0; n < SENT; n++) {
      orders.add(order(n));
    }
    return orders;
  }

  @Test
  void anOutputTopicThatOwesNothingIsNotJudged() throws IOException {
    said.add(orders());
    said.add(List.of());
    AnalysisResult result =
        analysed(
            new Records(
                spec.with(
                    TopicOptions.PROPERTY,
                    TopicOptions.text(
                        List.of(
                            Map.of("topic", "priced", "where", "$.amount > 0"),
                            Map.of("topic", "rejected", "where", "$.amount <= 0"))))));
    assertThat(result.audits()).extracting("expected").containsExactly(60L, 0L);
    for (String kind : List.of("lost", "duplicated", "diverged")) {
      assertThat(result.unjudged().get(kind))
          .startsWith("rejected: no output was due of the 60 records that were sent");
    }
    assertThat(result.unjudged()).doesNotContainKeys("unexpected", "lost-by-kafka");
  }

  @Test
  void whereEachTopicOwesSomethingAllAreJudged() throws IOException {
    said.add(orders());
    said.add(orders());
    AnalysisResult result =
        analysed(
            new Records(
                spec.with(
                    TopicOptions.PROPERTY,
                    TopicOptions.text(
                        List.of(
                            Map.of("topic", "priced", "where", "$.amount > 0"),
                            Map.of("topic", "all"))))));
    assertThat(result.unjudged()).doesNotContainKeys("lost", "duplicated", "diverged");
  }

  @Test
  void aWhereThatIsTrueOfNothingThatWasSentLeavesNothingJudged() throws IOException {
    said.add(List.of());
    AnalysisResult result = analysed(new Records(spec.with("where", "$.amount <= 0")));
    assertThat(result.unjudged()).containsKeys("lost", "duplicated", "diverged");
    assertThat(result.metrics()).as("what was looked for").containsEntry("unexpected", 0.0);
  }

  @Test
  void whatCameThoughNothingWasDueIsUnexpected() throws IOException {
    said.add(List.of(order(3)));
    AnalysisResult result = analysed(new Records(spec.with("where", "$.amount <= 0")));
    assertThat(result.metrics()).containsEntry("unexpected", 1.0);
    assertThat(result.unjudged()).containsKey("lost").doesNotContainKey("unexpected");
  }

  @Test
  void sumsOfKeysThatNothingWasSentOfAreNotJudged() throws IOException {
    said.add(List.of());
    AnalysisResult result =
        analysed(
            new Records(
                spec.with("id", "")
                    .with("where", "$.amount <= 0")
                    .with("oracle", "sum")
                    .with("of", "$.amount")
                    .with("output-key", "$.who")
                    .with("output-value", "$.sum")));
    assertThat(result.unjudged()).containsKeys("lost", "diverged");
  }

  @Test
  void anInvariantOfNoUpdatesIsNotJudged() throws IOException {
    said.add(List.of());
    AnalysisResult result =
        analysed(
            new Records(
                spec.with("id", "")
                    .with("oracle", "not-negative")
                    .with("output-key", "$.who")
                    .with("output-value", "$.sum")));
    assertThat(result.unjudged()).containsKeys("lost", "diverged");
  }

  @Test
  void aRuleOfWhichNothingMatchesIsNotJudged() throws IOException {
    said.add(List.of());
    AnalysisResult result =
        analysed(
            Workloads.create(
                WorkloadSpec.of(RuleMatch.KIND, 1).with("rules", 1).with("selectivity", 1e-9)));
    assertThat(result.unjudged()).containsKeys("lost", "duplicated", "diverged");
  }

  @Test
  void aServiceThatNobodyAskedKeptNoPromise() throws IOException {
    Path requests = folder.resolve("requests.bin");
    RequestLog.create(requests, 0, START, 1, 1).close();
    Path rows = folder.resolve("rows");
    new ObservedFile.Writer(rows).close();
    AnalysisResult result =
        Analyst.analyse(
            Evidence.of(
                    new Activation(WorkloadSpec.of(Activation.KIND, 1)),
                    DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0),
                    1,
                    List.of(),
                    rows)
                .reread(rows)
                .requests(List.of(requests))
                .build());
    assertThat(result.unjudged())
        .containsKeys(
            "lost", "duplicated", "diverged", "requests", "away", "never-back", "availability");
  }

  @Test
  void transactionsThatNobodyAskedForAreNotJudged() throws IOException {
    said.add(orders());
    assertThat(analysed(new Records(spec)).unjudged()).containsKeys("open", "hanging");
  }
}
