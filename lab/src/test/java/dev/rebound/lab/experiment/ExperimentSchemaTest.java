package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Metrics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExperimentSchemaTest {
  private static final EngineDeclaration FLINK = MadeUpEngine.offering(Guarantee.EXACTLY_ONCE);

  private static JsonNode schema() throws IOException {
    return new ObjectMapper().readTree(ExperimentSchema.json(Map.of("flink", FLINK)));
  }

  @Test
  void theJsonSchemaNamesItsDraftAndEveryTopLevelKey() throws IOException {
    JsonNode schema = schema();

    assertThat(schema.path("$schema").asText())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(schema.path("required")).extracting(JsonNode::asText).contains("name", "load");
    assertThat(schema.path("properties").fieldNames())
        .toIterable()
        .containsExactlyElementsOf(
            ExperimentSchema.section(KnownEngines.ANY).keys().stream()
                .filter(key -> !Set.of("scale", "shortened").contains(key))
                .toList());
    assertThat(schema.path("$id").asText()).isEqualTo("urn:rebound:experiment");
  }

  @Test
  void defaultsAndExamplesAreValuesAsAFileHasThem() throws IOException {
    JsonNode properties = schema().path("properties");

    assertThat(properties.path("repetitions").path("default").isInt()).isTrue();
    assertThat(properties.path("control").path("default").isBoolean()).isTrue();
    assertThat(properties.path("kafka").path("default").isObject()).isTrue();
    assertThat(properties.path("name").has("default")).isFalse();
    JsonNode warmup = properties.path("phases").findPath("warmup");
    assertThat(warmup.path("default").isTextual()).isTrue();
    assertThat(properties.path("load").path("examples").get(0).path("rate").asText())
        .isEqualTo("2000/s");
  }

  @Test
  void itKnowsTheEnginesAndTheMetrics() throws IOException {
    String text = schema().toString();

    assertThat(text).contains("\"enum\":[\"flink\"]");
    for (Metrics.Metric metric : Metrics.ofRuns()) {
      assertThat(text).contains("\"" + metric.name() + "\"");
    }
  }

  @Test
  void everyKeyHasAMeaningThatIsASentenceAndADefaultThatItsTypeTakes() {
    check(ExperimentSchema.section(KnownEngines.ANY));
  }

  private static void check(Section section) {
    assertThat(section.keys()).doesNotHaveDuplicates();
    for (Option option : section.options()) {
      assertThat(option.meaning()).as(option.key()).endsWith(".");
      if (option.type() instanceof Section inner) {
        check(inner);
      } else if (option.byDefault() != null) {
        Problems problems = new Problems();
        LocatedYaml.Source source =
            new LocatedYaml.Source("default", List.of(option.byDefault()), false);
        LocatedYaml tree = YamlText.read(source, option.byDefault(), 0, problems);
        assertThat(tree).isNotNull();
        option
            .type()
            .parse(
                tree,
                option.key(),
                new ValueType.ReadingContext(problems, java.nio.file.Path.of("")));
        assertThat(problems.none()).as(option.key()).isTrue();
      }
    }
  }
}
