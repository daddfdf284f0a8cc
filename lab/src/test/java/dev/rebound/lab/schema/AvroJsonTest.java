package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.workload.OptionProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of each type, to Avro and back. */
class AvroJsonTest {
  private static String again(String type, String json) {
    AvroForm form = new AvroForm(type);
    byte[] decoded = form.decoded(form.encoded(json.getBytes(UTF_8)));
    return decoded == null ? "null" : new String(decoded, UTF_8);
  }

  private static String field(String type) {
    return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":"
        + type
        + "}]}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"int\" | 7 | 7",
        "\"int\" | 7.0 | 7",
        "\"long\" | -9000000000 | -9000000000",
        "\"float\" | 0.5 | 0.5",
        "\"float\" | 12.99 | 12.99",
        "[\"float\",\"double\"] | 0.123456789 | 0.123456789",
        "\"double\" | 12.5 | 12.5",
        "\"double\" | 3 | 3.0",
        "\"boolean\" | true | true",
        "\"null\" | null | null",
        "\"string\" | \"ü\" | \"ü\"",
        "\"bytes\" | \"\\u00ff\" | \"ÿ\"",
        "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2} | \"ab\" | \"ab\"",
        "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"X\",\"Y\"]} | \"Y\" | \"Y\"",
        "{\"type\":\"array\",\"items\":\"int\"} | [1,2] | [1,2]",
        "{\"type\":\"map\",\"values\":\"int\"} | {\"k\":1} | {\"k\":1}",
        "[\"null\",\"string\"] | \"x\" | \"x\"",
        "[\"null\",\"string\"] | null | null",
        "[\"null\",\"int\",\"string\",\"double\"] | 1.5 | 1.5",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2} | -1.5 |"
            + " -1.50",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2} | \"1.50\" |"
            + " 1.50",
        "{\"type\":\"fixed\",\"name\":\"D\",\"size\":8,\"logicalType\":\"decimal\",\"precision\":9,\"scale\":1}"
            + " | -2 | -2.0",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"} | \"2026-03-01T12:00:00.250Z\" |"
            + " 1772366400250",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"} | 1772366400250000 |"
            + " 1772366400250000",
        "{\"type\":\"int\",\"logicalType\":\"date\"} | \"1970-01-03\" | 2",
        "{\"type\":\"int\",\"logicalType\":\"time-millis\"} | \"00:00:01\" | 1000",
      })
  void whatAValueSaysStaysWhatItWas(String type, String json, String back) {
    assertThat(again(field(type), "{\"a\":" + json + "}")).isEqualTo("{\"a\":" + back + "}");
  }

  @Test
  void aTextByItselfStandsWithoutQuotes() {
    assertThat(again("\"string\"", "\"x\"")).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"int\" | 3000000000",
        "\"int\" | 1.5",
        "\"long\" | \"7\"",
        "\"float\" | 0.123456789",
        "\"double\" | 1e999",
        "\"string\" | 7",
        "\"boolean\" | 1",
        "\"bytes\" | \"\\u0100\"",
        "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2} | \"abc\"",
        "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"X\"]} | \"Y\"",
        "{\"type\":\"array\",\"items\":\"int\"} | {}",
        "[\"null\",\"string\"] | 7",
        "[\"int\",\"string\"] | null",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":3,\"scale\":2} | 10.00",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"} | \"soon\"",
      })
  void whatASchemaCannotHoldIsToldByItsField(String type, String json) {
    assertThatThrownBy(() -> again(field(type), "{\"a\":" + json + "}"))
        .isInstanceOf(OptionProblem.class)
        .hasMessageContaining("$.a is ");
  }

  @Test
  void aValueThatSeveralOfAUnionHoldMustSayWhichItIs() {
    String one = "{'type':'record','name':'One','fields':[{'name':'x','type':'int'}]}";
    String other =
        "{'type':'record','name':'o.Other','fields':[{'name':'x','type':'int'},"
            + "{'name':'y','type':'int','default':0}]}";
    String union = field("[" + one + "," + other + "]").replace('\'', '"');
    assertThatThrownBy(() -> again(union, "{\"a\":{\"x\":1}}"))
        .isInstanceOfSatisfying(
            OptionProblem.class,
            problem -> {
              assertThat(problem.problem())
                  .isEqualTo("$.a is ambiguous: each of One, o.Other in its union can hold it");
              assertThat(problem.remedy()).contains("{\"One\": …}");
            });
    assertThat(again(union, "{\"a\":{\"o.Other\":{\"x\":1}}}"))
        .isEqualTo("{\"a\":{\"x\":1,\"y\":0}}");
    assertThat(again(union, "{\"a\":{\"x\":1,\"y\":2}}")).isEqualTo("{\"a\":{\"x\":1,\"y\":2}}");
    assertThat(again("[\"bytes\",\"string\"]", "\"ü\"")).as("a string").isEqualTo("ü");
    assertThat(again("[\"int\",\"long\"]", "5")).isEqualTo("5");
  }

  @Test
  void eventsOfCloudEventsAreInTheirOwnSchema() {
    String schema =
        """
        {"type":"record","namespace":"io.cloudevents","name":"AvroCloudEvent","fields":[
          {"name":"attribute","type":{"type":"map",
           "values":["null","boolean","int","string","bytes"]}},
          {"name":"data","type":["bytes","null","boolean","double","string"]}]}
        """;
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"e-1\",\"source\":\"/own\",\"type\":\"t\",\"n\":7,"
            + "\"data\":{\"order\":{\"no\":17}}}";
    assertThat(again(schema, event)).isEqualTo(event);
    String made = "{\"attribute\":{\"specversion\":\"1.0\",\"id\":\"e-1\"},\"data\":\"[1]\"}";
    assertThat(again(schema, made))
        .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"e-1\",\"data\":[1]}");
  }
}
