package dev.rebound.advise;

import static dev.rebound.advise.Severity.LOSES_DATA;
import static dev.rebound.advise.Severity.NOTE;
import static dev.rebound.advise.Severity.REPEATS_DATA;
import static dev.rebound.advise.Severity.SLOW_OR_BRITTLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.units.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of a cluster fires on what is wrong, and is silent on a cluster that is set well. */
class TopicChecksTest {
  private static final Circumstances OUTAGE = Advised.outage(Duration.ofHours(2));

  private record Row(
      String check, Severity severity, Circumstances given, UnaryOperator<MadeCluster> spoilt) {
    @Override
    public String toString() {
      return check + ", " + severity.word();
    }
  }

  static Stream<Row> rows() {
    Circumstances none = Circumstances.NONE;
    Circumstances busy = Advised.load(10_000, 1024);
    return Stream.of(
        new Row(
            "replication",
            LOSES_DATA,
            none,
            made -> made.replicas(1).topic("min.insync.replicas", "1")),
        new Row("min-insync", LOSES_DATA, none, made -> made.topic("min.insync.replicas", "1")),
        new Row(
            "min-insync",
            LOSES_DATA,
            none,
            made -> made.replicas(2).topic("min.insync.replicas", "1")),
        new Row(
            "min-insync", SLOW_OR_BRITTLE, none, made -> made.topic("min.insync.replicas", "3")),
        new Row("min-insync", SLOW_OR_BRITTLE, none, made -> made.replicas(2)),
        new Row(
            "min-insync", SLOW_OR_BRITTLE, none, made -> made.topic("min.insync.replicas", "4")),
        new Row(
            "unclean-election",
            LOSES_DATA,
            none,
            made -> made.topic("unclean.leader.election.enable", "true")),
        new Row("offline", SLOW_OR_BRITTLE, none, MadeCluster::withoutLeader),
        new Row("under-replicated", SLOW_OR_BRITTLE, none, made -> made.inSync(2)),
        new Row("under-replicated", SLOW_OR_BRITTLE, none, made -> made.inSync(1)),
        new Row("retention", LOSES_DATA, OUTAGE, made -> made.topic("retention.ms", "3600000")),
        new Row("retention", NOTE, none, made -> made.topic("retention.ms", "3600000")),
        new Row("retention-size", NOTE, none, made -> made.topic("retention.bytes", "1073741824")),
        new Row(
            "retention-size",
            LOSES_DATA,
            Advised.all(Duration.ofHours(2), 10_000, 1024),
            made -> made.topic("retention.bytes", "1073741824")),
        new Row("disk", SLOW_OR_BRITTLE, none, made -> made.topic("retention.ms", "-1")),
        new Row("disk", SLOW_OR_BRITTLE, busy, made -> made.disk(1L << 40)),
        new Row("cleanup-policy", NOTE, none, made -> made.topic("cleanup.policy", "compact")),
        new Row(
            "timestamp-type",
            NOTE,
            none,
            made -> made.topic("message.timestamp.type", "CreateTime")),
        new Row(
            "offsets-retention",
            LOSES_DATA,
            OUTAGE,
            made -> made.broker("offsets.retention.minutes", "60")),
        new Row("partitions", NOTE, none, made -> made.partitions(1)),
        new Row(
            "partitions",
            SLOW_OR_BRITTLE,
            new Circumstances(null, null, null, null, 12),
            made -> made.partitions(6)),
        new Row(
            "message-size",
            LOSES_DATA,
            new Circumstances(null, null, new Bytes(2 << 20), null, 0),
            made -> made),
        new Row(
            "auto-create",
            SLOW_OR_BRITTLE,
            none,
            made -> made.broker("auto.create.topics.enable", "true")),
        new Row(
            "auto-create",
            NOTE,
            none,
            made ->
                made.broker("auto.create.topics.enable", "true")
                    .broker("default.replication.factor", "3")),
        new Row("offsets-replication", REPEATS_DATA, none, made -> made.offsets(1)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void whatIsWrongIsFound(Row row) {
    assertThat(found(row.spoilt().apply(new MadeCluster()), row.given()))
        .filteredOn(finding -> finding.check().equals(row.check()))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(row.severity());
              assertThat(finding.write() + finding.besides()).isNotBlank();
              assertThat(finding.subjects()).isNotEmpty();
            });
  }

  @Test
  void aClusterThatIsSetWellHasNothingToBeAdvisedOn() {
    assertThat(found(new MadeCluster(), Circumstances.NONE)).isEmpty();
    assertThat(found(new MadeCluster(), Advised.all(Duration.ofHours(2), 1000, 1024))).isEmpty();
    assertThat(found(new MadeCluster(), new Circumstances(null, null, new Bytes(1000), null, 6)))
        .isEmpty();
  }

  @Test
  void everyCheckOfAClusterStandsInTheTable() {
    Set<String> shown = rows().map(Row::check).collect(Collectors.toSet());
    shown.addAll(CorpusTest.checks());
    assertThat(shown)
        .containsAll(Checks.clusters().stream().map(Checks.NamedClusterCheck::name).toList());
  }

  @Test
  void tombstonesThatAReaderMissesLoseData() {
    MadeCluster made =
        new MadeCluster().topic("cleanup.policy", "compact").topic("delete.retention.ms", "60000");
    assertThat(found(made, OUTAGE))
        .filteredOn(finding -> finding.severity() == LOSES_DATA)
        .extracting(finding -> finding.found().name())
        .containsExactly("delete.retention.ms");
  }

  @Test
  void ofOffsetsThatExpireAReaderFromTheStartRepeats() {
    FileSettings earliest =
        ConfigFile.of("consumer.properties", "auto.offset.reset=earliest", Set.of());
    MadeCluster made = new MadeCluster().broker("offsets.retention.minutes", "60");
    assertThat(Advisor.advise(earliest, made.cluster("orders"), OUTAGE, Set.of()).findings())
        .filteredOn(finding -> finding.check().equals("offsets-retention"))
        .extracting(SettingFinding::severity)
        .containsExactly(REPEATS_DATA);
  }

  @Test
  void aListenersThreadsAreHeldAgainstThePartitions() {
    FileSettings ten =
        ConfigFile.of("application.yaml", "spring.kafka.listener.concurrency: 10", Set.of());
    assertThat(
            Advisor.advise(ten, new MadeCluster().cluster("orders"), Circumstances.NONE, Set.of())
                .findings())
        .filteredOn(finding -> finding.check().equals("partitions"))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.risk()).startsWith("4 of them stand idle");
              assertThat(finding.write()).endsWith("--alter --topic orders --partitions 10");
            });
  }

  @Test
  void whatAProducerMaySendIsHeldAgainstWhatATopicTakes() {
    FileSettings large = ConfigFile.of("producer.properties", "max.request.size=4194304", Set.of());
    assertThat(
            Advisor.advise(large, new MadeCluster().cluster("orders"), Circumstances.NONE, Set.of())
                .findings())
        .filteredOn(finding -> finding.check().equals("message-size"))
        .extracting(SettingFinding::severity)
        .containsExactly(NOTE);
  }

  @Test
  void theSameOfSeveralTopicsIsOneFinding() {
    ClusterFacts cluster =
        new MadeCluster().topic("min.insync.replicas", "1").cluster("a", "b", "c");
    assertThat(Advisor.advise(FileSettings.NONE, cluster, Circumstances.NONE, Set.of()).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subjects()).containsExactly("topic a", "topic b", "topic c");
              assertThat(finding.write())
                  .isEqualTo(
                      "kafka-configs.sh --bootstrap-server localhost:9092 --alter --entity-type"
                          + " topics --entity-name a --add-config min.insync.replicas=2");
            });
  }

  @Test
  void moreReplicasAreSpreadOverTheBrokersThatThereAre() {
    assertThat(
            found(
                new MadeCluster().replicas(1).topic("min.insync.replicas", "1"),
                Circumstances.NONE))
        .singleElement()
        .extracting(SettingFinding::besides)
        .asString()
        .contains("{\"topic\":\"orders\",\"partition\":0,\"replicas\":[1,2,3]}");
  }

  @Test
  void whatIsNotToldIsNotJudged() {
    ClusterFacts silent =
        new ClusterFacts(
            "localhost:9092",
            List.of(1, 2, 3),
            Map.of(),
            List.of(
                new Topic(
                    "localhost:9092",
                    "orders",
                    List.of(
                        new Topic.Partition(0, true, List.of(1, 2, 3), List.of(1, 2, 3)),
                        new Topic.Partition(1, true, List.of(1, 2, 3), List.of(1, 2, 3))),
                    Map.of(),
                    null)),
            Optional.empty(),
            OptionalLong.empty(),
            List.of("not looked at: topic settings of orders"),
            Style.prefixed(Form.PROPERTIES, ""));
    Advice advice = Advisor.advise(FileSettings.NONE, silent, OUTAGE, Set.of());
    assertThat(advice.findings()).isEmpty();
    assertThat(advice.notes()).containsExactly("not looked at: topic settings of orders");
  }

  private static List<SettingFinding> found(MadeCluster made, Circumstances given) {
    return Advisor.advise(FileSettings.NONE, made.cluster("orders"), given, Set.of()).findings();
  }
}
