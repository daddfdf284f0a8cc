package dev.rebound.job.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Match;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final int PARTITIONS = 8;

  private static byte[] record(RecordFormat.RecordKind kind, long sequence) {
    byte[] record = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(record, kind, 3, 0, sequence, 1_700_000_000_000_000L);
    return record;
  }

  private static List<byte[]> read(byte[] record, int partition) {
    List<byte[]> read = new ArrayList<>();
    new Elements.Reader(Elements::record)
        .deserialize(
            new ConsumerRecord<>("records", partition, 0, null, record), new ListCollector<>(read));
    return read;
  }

  private static List<Match> matches(byte[] record, int partition) {
    MatchingStage matching = new MatchingStage(WorkloadSpec.ruleMatch(42), PARTITIONS);
    matching.setRuntimeContext(null);
    List<byte[]> matches = new ArrayList<>();
    read(record, partition)
        .forEach(element -> matching.flatMap(element, new ListCollector<>(matches)));
    matching.close();
    return matches.stream().map(Match::decode).toList();
  }

  @Test
  void aDataRecordIsHandedOnAsItIs() {
    byte[] record = record(RecordFormat.RecordKind.DATA, 7);

    assertThat(read(record, 5)).singleElement().isSameAs(record);
  }

  @Test
  void aClosingRecordReadsOutTheRulesOfItsPartition() {
    List<Match> matches = matches(record(RecordFormat.RecordKind.CLOSING, 2), 5);

    assertThat(matches).hasSize(1000 / PARTITIONS);
    assertThat(matches)
        .allSatisfy(
            match -> {
              assertThat(match.rule() % PARTITIONS).isEqualTo(5);
              assertThat(match.kind()).isEqualTo(RecordFormat.RecordKind.CLOSING);
              assertThat(match.sequence()).isEqualTo(2);
              assertThat(match.generator()).isEqualTo(3);
            });
  }

  @Test
  void aTaggedLineKeepsItsTag() {
    byte[] tag = RecordIdHeader.of(3, 7, 1_700_000_000_000_000L);
    ConsumerRecord<byte[], byte[]> message =
        new ConsumerRecord<>("records", 5, 0, null, "a line".getBytes(UTF_8));
    message.headers().add(RecordIdHeader.HEADER, tag);
    List<byte[]> read = new ArrayList<>();
    new Elements.Reader(Elements::tagged).deserialize(message, new ListCollector<>(read));

    ProducerRecord<byte[], byte[]> written =
        Elements.Writer.tagged("matches").serialize(read.get(0), null, null);

    assertThat(written.value()).isEqualTo("a line".getBytes(UTF_8));
    assertThat(written.partition()).isNull();
    assertThat(written.headers().lastHeader(RecordIdHeader.HEADER).value()).isEqualTo(tag);
  }

  @Test
  void linesThatMatchGoOnAndNoOthers() {
    JobOptions options =
        JobOptions.parse(
            DataflowJob.options(),
            "--bootstrap=x",
            "--workload.name=grep",
            "--workload.pattern=time ?out");
    assertThat(Dataflow.of(options)).isInstanceOf(GrepDataflow.class);
    GrepDataflow.GrepStage search = new GrepDataflow.GrepStage(options.workload().toProperties());
    search.setRuntimeContext(null);
    byte[] tag = RecordIdHeader.of(0, 1, 2);
    assertThat(search.filter(Elements.element(tag, "a time out".getBytes(UTF_8)))).isTrue();
    assertThat(search.filter(Elements.element(tag, "in time".getBytes(UTF_8)))).isFalse();
    search.close();
  }

  @Test
  void foreignBytesAreRefused() {
    assertThatThrownBy(() -> read(new byte[] {9, 9}, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not an input record");
  }

  @Test
  void anOutputGoesToThePartitionOfItsRule() {
    byte[] output =
        new OutputRecord(OutputRecord.OutputKind.MATCH, 0, 13, 1, 2, 3, 4, 5, 6, 7, 8).encode();

    ProducerRecord<byte[], byte[]> written =
        Elements.Writer.byKey("matches", PARTITIONS).serialize(output, null, null);

    assertThat(written.partition()).isEqualTo(13 % PARTITIONS);
    assertThat(written.topic()).isEqualTo("matches");
    assertThat(written.value()).isSameAs(output);
  }

  @Test
  void theRuleOfAMatchIsItsKey() {
    byte[] match = new Match(RecordFormat.RecordKind.DATA, 1, 77, 2, 3, 0).encode();

    assertThat(Elements.key(match)).isEqualTo(77);
  }
}
