package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.workload.OptionProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of each type, to Protobuf and back. */
class ProtobufJsonTest {
  private static final String OTHERS =
      """
      import "google/protobuf/duration.proto";
      import "google/protobuf/timestamp.proto";
      import "google/protobuf/wrappers.proto";
      message M {
        %s
        enum E { NONE = 0; SOME = 3; }
        message Inner { int32 n = 1; }
      }
      """;

  private static ProtobufForm form(String fields) {
    return ProtobufForm.of(
        new ProtobufFile("m.proto", "syntax = \"proto3\";\n" + OTHERS.formatted(fields)), "");
  }

  private static String again(String fields, String json) {
    ProtobufForm form = form(fields);
    byte[] decoded = form.decoded(form.encoded(json.getBytes(UTF_8)));
    return decoded == null ? "null" : new String(decoded, UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int32 a = 1; | 7 | 7",
        "int32 a = 1; | -7.0 | -7",
        "sint64 a = 1; | -9000000000 | -9000000000",
        "int64 a = 1; | \"9000000000\" | 9000000000",
        "uint32 a = 1; | 4294967295 | 4294967295",
        "fixed64 a = 1; | 18446744073709551615 | 18446744073709551615",
        "float a = 1; | 0.5 | 0.5",
        "float a = 1; | 0.10 | 0.1",
        "float a = 1; | 0.10000000149011612 | 0.1",
        "double a = 1; | 12.5 | 12.5",
        "bool a = 1; | true | true",
        "string a = 1; | \"ü\" | \"ü\"",
        "bytes a = 1; | \"AP8=\" | \"AP8=\"",
        "E a = 1; | \"SOME\" | \"SOME\"",
        "E a = 1; | 3 | \"SOME\"",
        "repeated int32 a = 1; | [1,2] | [1,2]",
        "map<string, int32> a = 1; | {\"k\":1} | {\"k\":1}",
        "map<int64, Inner> a = 1; | {\"5\":{\"n\":1}} | {\"5\":{\"n\":1}}",
        "map<uint32, int32> a = 1; | {\"4294967295\":1} | {\"4294967295\":1}",
        "map<fixed64, int32> a = 1; | {\"18446744073709551615\":1} | {\"18446744073709551615\":1}",
        "Inner a = 1; | {\"n\":2} | {\"n\":2}",
        "google.protobuf.Timestamp a = 1; | \"2026-03-01T12:00:00.250Z\" |"
            + " \"2026-03-01T12:00:00.250Z\"",
        "google.protobuf.Timestamp a = 1; | 1772366400250 | \"2026-03-01T12:00:00.250Z\"",
        "google.protobuf.Duration a = 1; | \"-1.5s\" | \"-1.5s\"",
        "google.protobuf.Int64Value a = 1; | 0 | 0",
      })
  void whatAFieldSaysStaysWhatItWas(String field, String json, String back) {
    assertThat(again(field, "{\"a\":" + json + "}")).isEqualTo("{\"a\":" + back + "}");
  }

  @Test
  void aFieldHasTheNameOfTheSchemaAndMayBeGivenAsJsonHasIt() {
    String fields = "string order_id = 1; int32 paid_cents = 2;";
    assertThat(again(fields, "{\"orderId\":\"A\",\"paid_cents\":5}"))
        .isEqualTo("{\"order_id\":\"A\",\"paid_cents\":5}");
  }

  @Test
  void whatIsNotSentIsReadAsItsDefaultUnlessTheSchemaTellsThemApart() {
    String fields =
        "int32 a = 1; optional int32 b = 2; Inner c = 3; repeated int32 d = 4;"
            + " oneof which { int32 e = 5; string f = 6; }";
    assertThat(again(fields, "{}")).isEqualTo("{\"a\":0,\"d\":[]}");
    assertThat(again(fields, "{\"a\":null,\"b\":0,\"f\":\"\"}"))
        .isEqualTo("{\"a\":0,\"b\":0,\"d\":[],\"f\":\"\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int32 a = 1; | 3000000000",
        "int32 a = 1; | 1.5",
        "int32 a = 1; | 1e999999999",
        "uint32 a = 1; | -1",
        "uint64 a = 1; | 18446744073709551616",
        "float a = 1; | 16777217",
        "float a = 1; | 0.123456789",
        "float a = 1; | 1e39",
        "double a = 1; | \"x\"",
        "string a = 1; | 7",
        "bool a = 1; | 1",
        "bytes a = 1; | \"?\"",
        "E a = 1; | \"OTHER\"",
        "repeated int32 a = 1; | 1",
        "map<string, int32> a = 1; | [1]",
        "Inner a = 1; | 1",
        "google.protobuf.Timestamp a = 1; | \"soon\"",
        "google.protobuf.Duration a = 1; | \"1 h\"",
      })
  void whatAFieldCannotHoldIsTold(String field, String json) {
    assertThatThrownBy(() -> again(field, "{\"a\":" + json + "}"))
        .isInstanceOf(OptionProblem.class)
        .hasMessageContaining("$.a is ");
  }

  @Test
  void whatTheSchemaDoesNotHaveOrCannotHaveAtOnceIsTold() {
    String fields = "oneof which { int32 e = 5; string f = 6; } repeated Inner list = 7;";
    assertThatThrownBy(() -> again(fields, "{\"g\":1}"))
        .hasMessageContaining("$.g is in the record, and not in the schema of M");
    assertThatThrownBy(() -> again(fields, "{\"e\":1,\"f\":\"x\"}"))
        .hasMessageContaining("$.f stands beside another field of which");
    assertThatThrownBy(() -> again(fields, "{\"list\":[{\"n\":1},{\"n\":\"x\"}]}"))
        .hasMessageContaining("$.list[1].n is \"x\"");
  }

  @Test
  void aFieldThatMustBeThereIsToldWhereItIsMissing() {
    ProtobufForm form =
        ProtobufForm.of(
            new ProtobufFile(
                "m.proto", "syntax = \"proto2\"; message M { required string id = 1; }"),
            "");
    assertThatThrownBy(() -> form.encoded("{}".getBytes(UTF_8)))
        .hasMessageContaining("$.id is missing, and M requires it");
    assertThat(form.decoded(new byte[] {0})).as("nor is it an output").isNull();
  }

  @Test
  void identitiesOfTracesAreInHexadecimal() {
    ProtobufForm form =
        ProtobufForm.of(
            new ProtobufFile(
                "trace.proto",
                """
                syntax = "proto3";
                package opentelemetry.proto.trace.v1;
                message Span { bytes trace_id = 1; bytes span_id = 2; bytes other = 3; }
                """),
            "");
    String span = "{\"trace_id\":\"5b8efff798038103\",\"span_id\":\"ee\",\"other\":\"AP8=\"}";
    byte[] encoded = form.encoded(span.replace("trace_id", "traceId").getBytes(UTF_8));
    assertThat(encoded).hasSize(1 + 10 + 3 + 4).contains((byte) 0x5b, (byte) 0xee);
    assertThat(new String(form.decoded(encoded), UTF_8)).isEqualTo(span);
    assertThatThrownBy(() -> form.encoded("{\"trace_id\":\"xyz\"}".getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            OptionProblem.class,
            problem -> assertThat(problem.problem()).contains("bytes, in hexadecimal"));
  }

  @Test
  void eventsOfCloudEventsAreInTheirOwnSchema() {
    ProtobufForm form =
        ProtobufForm.of(
            new ProtobufFile(
                "cloudevents.proto",
                """
                syntax = "proto3";
                package io.cloudevents.v1;
                import "google/protobuf/any.proto";
                import "google/protobuf/timestamp.proto";
                message CloudEvent {
                  string id = 1; string source = 2; string spec_version = 3; string type = 4;
                  map<string, CloudEventAttributeValue> attributes = 5;
                  oneof data {
                    bytes binary_data = 6; string text_data = 7; google.protobuf.Any proto_data = 8;
                  }
                  message CloudEventAttributeValue {
                    oneof attr {
                      bool ce_boolean = 1; int32 ce_integer = 2; string ce_string = 3;
                      bytes ce_bytes = 4; string ce_uri = 5; string ce_uri_ref = 6;
                      google.protobuf.Timestamp ce_timestamp = 7;
                    }
                  }
                }
                """),
            "");
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"e-1\",\"source\":\"/own\",\"type\":\"t\","
            + "\"time\":\"2026-03-01T12:00:00Z\",\"n\":7,\"data\":{\"order\":17}}";
    assertThat(new String(form.decoded(form.encoded(event.getBytes(UTF_8))), UTF_8))
        .isEqualTo(event);
    String bytes = event.replace("\"data\":{\"order\":17}", "\"data_base64\":\"AP8=\"");
    assertThat(new String(form.decoded(form.encoded(bytes.getBytes(UTF_8))), UTF_8))
        .isEqualTo(bytes);
    String made = "{\"id\":\"e-1\",\"source\":\"/own\",\"spec_version\":\"1.0\",\"type\":\"t\"}";
    assertThat(new String(form.decoded(form.encoded(made.getBytes(UTF_8))), UTF_8))
        .contains("\"specversion\":\"1.0\"");
  }
}
