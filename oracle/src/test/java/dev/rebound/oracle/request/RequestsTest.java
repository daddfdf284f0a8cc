package dev.rebound.oracle.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.Headers;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final String BODY = "{\"order\":\"${id}\",\"n\":${n},\"key\":\"${uuid}\"}";
  private static final String UUID = "5eb0d000-0000-4000-8000-000000000011";

  private final Requests requests =
      new Requests(WorkloadSpec.of(Requests.KIND, 1).with("body", BODY));

  private String body(long sequence, long micros) {
    return new String(requests.body(0, sequence, micros), StandardCharsets.UTF_8);
  }

  private static List<OutputRecord> outputs(
      Workload requests, @Nullable String key, @Nullable String value) {
    Headers headers =
        new Headers() {
          @Override
          public byte @Nullable [] last(String name) {
            return null;
          }

          @Override
          public byte @Nullable [] key() {
            return bytes(key);
          }
        };
    List<OutputRecord> outputs = new ArrayList<>();
    requests.outputs(headers, bytes(value), bytes -> outputs.add(OutputRecord.decode(bytes)));
    return outputs;
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private List<OutputRecord> outputs(String key) {
    return outputs(requests, key, "{}");
  }

  @Test
  void aBodySaysWhichRequestItIsInThreeWays() {
    assertThat(body(17, 1_800_000_000_000_000L))
        .isEqualTo("{\"order\":\"0:17:1800000000000000\",\"n\":17,\"key\":\"" + UUID + "\"}");
    assertThat(body(999_999_999_999L, 1_800_000_000_000_000L)).hasSize(requests.recordBytes());
    assertThat(Requests.filled("/orders", "")).isEqualTo("/orders");
  }

  @Test
  void aRowIsKnownByEachOfThem() {
    assertThat(outputs("0:17:1800000000000000"))
        .singleElement()
        .satisfies(output -> assertThat(output.sequence()).isEqualTo(17))
        .satisfies(output -> assertThat(output.intendedMicros()).isEqualTo(1_800_000_000_000_000L));
    for (String column : List.of("17", UUID, UUID.toUpperCase(java.util.Locale.ROOT))) {
      assertThat(outputs(column))
          .singleElement()
          .satisfies(output -> assertThat(output.sequence()).isEqualTo(17));
      assertThat(Requests.number(column)).isEqualTo(17);
    }
  }

  @Test
  void aRowOfAnythingElseIsOfNoRequest() {
    for (String column :
        List.of("", "order-17", "-17", "00000000-0000-4000-8000-000000000011", "1234567890123")) {
      assertThat(outputs(column)).as(column).isEmpty();
      assertThat(Requests.number(column)).isEqualTo(-1);
    }
  }

  @Test
  void aRecordIsKnownByItsKeyOrByAField() {
    Workload byField = Workloads.create(requests.spec().with(Requests.OUTPUT_ID, "$.order.id"));
    assertThat(outputs(byField, "3", "{\"order\":{\"id\":17}}"))
        .singleElement()
        .satisfies(output -> assertThat(output.sequence()).isEqualTo(17));
    assertThat(outputs(byField, null, "{\"order\":{\"id\":\"" + UUID + "\"}}")).hasSize(1);
    for (String value : List.of("17", "{\"order\":17}", "{\"order\":{\"id\":17,\"id\":17}}", "")) {
      assertThat(outputs(byField, "17", value)).as(value).isEmpty();
    }
    assertThat(outputs(requests, null, "17")).as("without a key").isEmpty();
    assertThat(outputs(requests, "17", null)).as("a tombstone").isEmpty();
  }

  @Test
  void whatIsNoPathIsRefused() {
    assertThat(Requests.KIND.complaint(requests.spec().with("output-id", "order_id"), 1))
        .get()
        .extracting(OptionProblem::option)
        .isEqualTo("output-id");
  }

  @Test
  void anEmptyBodyIsRefused() {
    assertThat(Requests.KIND.complaint(requests.spec().with("body", " "), 1))
        .get()
        .extracting(OptionProblem::option)
        .isEqualTo("body");
  }

  private static final String KEY = "0:17:1800000000000000";

  private static String differing(String row, String key, String... found) {
    byte[] value = RowColumns.told(row).difference(key, List.of(found)).orElse(null);
    if (value == null) {
      return "";
    }
    Workload requests = Workloads.create(WorkloadSpec.of(Requests.KIND, 1).with("row", row));
    OutputRecord output = outputs(requests, key, new String(value, StandardCharsets.UTF_8)).get(0);
    assertThat(output.kind()).isEqualTo(OutputRecord.OutputKind.READOUT);
    return output.sequence()
        + " "
        + output.rule()
        + " "
        + RowColumns.kept(output.count(), output.checksum());
  }

  @Test
  void whatAColumnHoldsIsHeldAgainstWhatWasAskedFor() {
    String row = "amount=${n}, account=acct, more, ref=pay ${id}";
    assertThat(
            differing(row, KEY, "17", "17", "acct, more", "acct, more", "pay " + KEY, "pay " + KEY))
        .isEmpty();
    assertThat(differing("amount=${n}", KEY, "0", "17")).isEqualTo("17 0 0");
    assertThat(differing("amount=${n}", KEY, "17", "NULL")).isEqualTo("17 0 NULL");
    assertThat(differing("a=x, b=${uuid}", "17", "x", "x", UUID, UUID)).isEmpty();
    assertThat(differing("a=x, b=y", "17", "x", "x", "a text that is long", "y"))
        .isEqualTo("17 1 a text that is l…");
    assertThat(differing("a=${id}", "17", KEY, KEY)).as("its time is not known").isEmpty();
    assertThat(differing("a=${id}", "17", "0:18:1", KEY)).isEqualTo("17 0 0:18:1");
  }

  @Test
  void whatSaysNothingOfColumnsIsRefused() {
    assertThat(Requests.KIND.complaint(requests.spec().with("row", "amount"), 1))
        .get()
        .extracting(OptionProblem::option)
        .isEqualTo("row");
  }
}
