package dev.rebound.analysis.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders that are priced, or rejected, each on a topic of its own, and totals of customers on a
 * third: what is wrong in one topic is told of that one.
 */
class SeveralTopicsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int RECORDS = 60;
  private static final int[] AMOUNTS = {3, 4, -1, 9};
  private static final String[] KEYS = {"ada", "ben", "ada", "ada"};

  @TempDir Path folder;
  private Records records = new Records(WorkloadSpec.of(Records.KIND, 1));
  private final List<String> priced = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();
  private final List<String> totals = new ArrayList<>();

  @BeforeEach
  void allAsItIsDue() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < KEYS.length; i++) {
      lines.append("{\"id\":%d,\"who\":\"%s\",\"amount\":%d}%n".formatted(i, KEYS[i], AMOUNTS[i]));
    }
    Path sample = Files.createDirectories(folder.resolve("data")).resolve("orders.jsonl");
    Files.writeString(sample, lines.toString());
    records =
        new Records(
            WorkloadSpec.of(Records.KIND, 1)
                .with("from", sample)
                .with("from-hash", dev.rebound.oracle.sample.Sample.hash(sample))
                .with("key", "$.who")
                .with("id", "$.id")
                .with(
                    TopicOptions.PROPERTY,
                    TopicOptions.text(
                        List.of(
                            Map.of(
                                "topic", "priced",
                                "oracle", "sum",
                                "of", "$.amount",
                                "output-value", "$.total",
                                "where", "$.amount > 0"),
                            Map.of("topic", "rejected", "where", "$.amount <= 0"),
                            Map.of(
                                "topic", "totals",
                                "oracle", "sum",
                                "of", "$.amount",
                                "output-key", "$.who",
                                "output-value", "$.sum")))));
    Map<String, Integer> sums = new HashMap<>();
    Map<String, Integer> paid = new HashMap<>();
    for (int n = 0; n < RECORDS; n++) {
      int amount = AMOUNTS[n % AMOUNTS.length];
      String who = KEYS[n % KEYS.length];
      if (amount > 0) {
        priced.add(order(n, paid.merge(who, amount, Integer::sum)));
      } else {
        rejected.add(order(n, 0));
      }
      totals.add(
          "{\"who\":\"%s\",\"sum\":%d}".formatted(who, sums.merge(who, amount, Integer::sum)));
    }
  }

  private static String order(int sequence, int total) {
    return "{\"id\":" + sequence * 100 + ",\"total\":" + total + "}";
  }

  private Evidence evidence() throws IOException {
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, n + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = folder.resolve("observed.bin");
    List<List<String>> said = List.of(priced, rejected, totals);
    for (int t = 0; t < said.size(); t++) {
      OutputTopic topic = records.outputTopics().get(t);
      try (ObservedFile.Writer writer =
          new ObservedFile.Writer(ObservedFile.ofTopic(observed, t))) {
        for (int i = 0; i < said.get(t).size(); i++) {
          long micros = START + i * 100_000L;
          List<byte[]> found = new ArrayList<>();
          topic.workload().outputs(name -> null, said.get(t).get(i).getBytes(UTF_8), found::add);
          writer.append(0, i, micros / 1000, micros, found.isEmpty() ? null : found.get(0));
        }
      }
    }
    return Evidence.of(
            records, DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 0), 1, List.of(log), observed)
        .reread(observed)
        .lastStable(List.of(60L, 15L, 60L))
        .highWatermark(List.of(60L, 15L, 60L))
        .build();
  }

  /** By topic, what was found and how often. */
  private static Map<String, Map<FindingKind, Long>> found(AnalysisResult result) {
    Map<String, Map<FindingKind, Long>> found = new TreeMap<>();
    for (Audit audit : result.audits()) {
      Map<FindingKind, Long> its = PlantedAnomalies.counts(audit);
      if (!its.isEmpty()) {
        found.put(Objects.requireNonNull(audit.topic()), its);
      }
    }
    return found;
  }

  @Test
  void allIsRightInEachTopic() throws IOException {
    AnalysisResult result = Analyst.analyse(evidence());
    assertThat(found(result)).isEmpty();
    assertThat(result.audits())
        .extracting(Audit::topic)
        .containsExactly("priced", "rejected", "totals");
    assertThat(result.audits()).extracting(Audit::expected).containsExactly(45L, 15L, 0L);
    assertThat(result.metrics()).containsEntry("lost", 0.0).containsEntry("lost-by-kafka", 0.0);
    assertThat(result.unjudged()).doesNotContainKeys("lost", "duplicated", "diverged");
    assertThat(result.outputsPerRecord()).as("of the first topic").isEqualTo(0.75);
  }

  @Test
  void oneThatIsLostInTheSecondTopicIsToldOfIt() throws IOException {
    rejected.remove(7);
    AnalysisResult result = Analyst.analyse(evidence());
    assertThat(found(result)).isEqualTo(Map.of("rejected", Map.of(FindingKind.LOST, 1L)));
    assertThat(result.metrics()).containsEntry("lost", 1.0);
    Audit all = Objects.requireNonNull(Results.judgedAudit(result.audits()));
    assertThat(all.expected()).isEqualTo(60);
    assertThat(all.findings().stream().filter(f -> f.count() > 0))
        .singleElement()
        .satisfies(
            lost ->
                assertThat(lost.examples().get(0))
                    .startsWith("rejected: ")
                    .contains("sequence 30"));
  }

  @Test
  void oneThatCameTwiceInTheSecondTopicIsToldOfIt() throws IOException {
    rejected.add(rejected.get(3));
    AnalysisResult result = Analyst.analyse(evidence());
    assertThat(found(result)).isEqualTo(Map.of("rejected", Map.of(FindingKind.DUPLICATED, 1L)));
    assertThat(result.metrics()).containsEntry("duplicated", 1.0).containsEntry("lost", 0.0);
  }

  /** What is known of each topic's copies is added up, and what may be. */
  @Test
  void whatIsBeyondACommitIsThatOfAllTopics() throws IOException {
    priced.add(priced.get(3));
    rejected.add(rejected.get(3));
    rejected.add(rejected.get(4));
    Path commits = folder.resolve("commits.bin");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(commits, 1)) {
      for (long at = 0; at < 10_000_000; at += 200_000) {
        writer.append(START + at, START + at + 10_000, new long[] {at < 1_000_000 ? 1 : 16});
      }
    }
    AnalysisResult result =
        Analyst.analyse(
            EvidenceBuilder.builder(evidence())
                .commits(commits)
                .lives(List.of(new MemberLife("w", START + 3_100_000, 0)))
                .build());
    assertThat(result.metrics())
        .containsEntry("duplicated", 3.0)
        .containsEntry(Metrics.BEYOND_COMMIT, 1.0);
    assertThat(result.bounds()).containsEntry(Metrics.BEYOND_COMMIT, new Results.Bounds(1, 2));
    assertThat(result.measures().details().get(Metrics.BEYOND_COMMIT))
        .startsWith("priced: of the copies 1 beyond commit; rejected: of the copies ");
    Audit all = Objects.requireNonNull(Results.judgedAudit(result.audits()));
    assertThat(
            all.findings().stream()
                .filter(finding -> finding.kind() == FindingKind.DUPLICATED)
                .findFirst()
                .orElseThrow()
                .byCommit())
        .containsEntry("beyond-commit", 1L);
  }

  @Test
  void aWrongValueInTheFirstTopicIsToldOfIt() throws IOException {
    priced.set(9, priced.get(9).replaceAll("total\":\\d+", "total\":77"));
    AnalysisResult result = Analyst.analyse(evidence());
    assertThat(found(result)).isEqualTo(Map.of("priced", Map.of(FindingKind.DIVERGED, 1L)));
  }

  @Test
  void aTotalThatIsStaleInTheEndIsToldOfItsTopic() throws IOException {
    totals.remove(RECORDS - 1);
    AnalysisResult result = Analyst.analyse(evidence());
    assertThat(found(result)).isEqualTo(Map.of("totals", Map.of(FindingKind.DIVERGED, 1L)));
    assertThat(result.unjudged().get("lost")).startsWith("totals: ");
  }

  @Test
  void anOrderOnTheWrongTopicIsUnexpectedThereAndLostHere() throws IOException {
    priced.add(rejected.remove(2));
    assertThat(found(Analyst.analyse(evidence())))
        .isEqualTo(
            Map.of(
                "priced", Map.of(FindingKind.UNEXPECTED, 1L),
                "rejected", Map.of(FindingKind.LOST, 1L)));
  }

  @Test
  void aTransactionThatIsOpenOnOneTopicIsToldOfIt() throws IOException {
    Evidence open =
        EvidenceBuilder.builder(evidence()).highWatermark(List.of(60L, 17L, 60L)).build();
    assertThat(found(Analyst.analyse(open)))
        .isEqualTo(Map.of("rejected", Map.of(FindingKind.OPEN, 1L)));
  }

  @Test
  void aTransactionThatHangsOnOneTopicIsToldOfItAlone() throws IOException {
    EvidenceBuilder open =
        EvidenceBuilder.builder(evidence())
            .highWatermark(List.of(62L, 17L, 60L))
            .transactionsTimedOut(true);
    EvidenceFile.write(open.hangingLanes(List.of(1)).build(), folder);
    AnalysisResult result = Analyst.analyse(EvidenceFile.read(folder));
    assertThat(found(result))
        .isEqualTo(
            Map.of(
                "priced", Map.of(FindingKind.OPEN, 1L),
                "rejected", Map.of(FindingKind.OPEN, 1L, FindingKind.HANGING, 1L)));
    assertThat(result.metrics()).containsEntry("hanging", 1.0).containsEntry("open", 2.0);
    assertThat(found(Analyst.analyse(open.hangingLanes(null).build())).values())
        .as("earlier evidence tells of no topic")
        .allSatisfy(its -> assertThat(its).containsKey(FindingKind.HANGING));
  }

  @Test
  void evidenceThatIsReadAgainHasAllTopics() throws IOException {
    Evidence written = evidence();
    EvidenceFile.write(written, folder);
    Evidence read = EvidenceFile.read(folder);
    assertThat(read.ofTopics())
        .extracting(topic -> String.valueOf(topic.committed().getFileName()))
        .containsExactly("observed.bin", "observed-2.bin", "observed-3.bin");
    assertThat(Analyst.analyse(read).audits()).isEqualTo(Analyst.analyse(written).audits());
  }
}
