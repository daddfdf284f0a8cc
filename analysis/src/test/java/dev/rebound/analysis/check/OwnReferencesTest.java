package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outputs held against what a reference program printed. */
class OwnReferencesTest extends SmallTopic {
  private WorkloadSpec equal(String per, String... printed) throws IOException {
    Path result = Files.write(folder.resolve("reference.jsonl"), List.of(printed));
    return spec("count")
        .with("oracle", "equals")
        .with("reference", "true")
        .with("per", per)
        .with("output-value", "")
        .with("reference-result", result);
  }

  private WorkloadSpec perKey() throws IOException {
    return equal(
        "key",
        "{\"key\":\"ada\",\"value\":{\"n\":2,\"sum\":12.50}}",
        "{\"key\":\"ben\",\"value\":\"all right\"}",
        "{\"key\":7,\"value\":300}",
        "{\"key\":\"gone\",\"value\":null}");
  }

  private void says(String key, Object value) {
    outputs.add(new Object[] {key, value});
  }

  private void rightPerKey() {
    says("ada", "{\"sum\":1,\"n\":1}");
    says("ben", "wrong until the end");
    says("ada", "{ \"sum\": 12.5, \"n\": 2.0 }");
    says("7", ByteBuffer.allocate(8).putLong(300).array());
    says("ben", "all right");
  }

  private static void right(AnalysisResult result) {
    assertThat(result.audits().get(0).findings())
        .allSatisfy(f -> assertThat(f.count()).as(f.toString()).isZero());
    assertThat(result.unjudged()).doesNotContainKeys("diverged", "unexpected");
    assertThat(result.unjudged().get("lost")).contains("what is missing is told as diverged");
  }

  @Test
  void theLastOutputOfEachKeyIsToBeWhatTheReferenceHas() throws IOException {
    rightPerKey();
    right(analysed(perKey()));
    guarantee = Guarantee.AT_LEAST_ONCE;
    says("ben", "all right");
    right(analysed(perKey()));
  }

  @Test
  void aLastOutputThatIsAnotherOneIsFound() throws IOException {
    rightPerKey();
    for (String wrong :
        List.of("{\"n\":2,\"sum\":12.51}", "{\"n\":2}", "12.5", "{\"n\":2,\"n\":2,\"sum\":12.5}")) {
      says("ada", wrong);
      assertThat(diverged(analysed(perKey())))
          .contains("key ada", "offset 5", "another one", "{\"n\":2,\"sum\":12.50}");
      outputs.remove(outputs.size() - 1);
    }
    guarantee = Guarantee.AT_LEAST_ONCE;
    says("ben", "all right!");
    assertThat(diverged(analysed(perKey()))).contains("key ben", "\"all right\"");
  }

  @Test
  void aKeyThatNeverCameAndOneThatTheReferenceHasNotAreFound() throws IOException {
    rightPerKey();
    outputs.remove(3);
    assertThat(diverged(analysed(perKey()))).contains("key 7: no output of it came", "300");
    outputs.clear();
    rightPerKey();
    says("gone", "1");
    assertThat(diverged(analysed(perKey()))).contains("key gone", "null");
    says("gone", "null");
    right(analysed(perKey()));
    says("eve", "1");
    assertThat(diverged(analysed(perKey())))
        .contains("a key that is not in the sample", "offset 7");
    says("eve", "null");
    right(analysed(perKey()));
    assertThat(
            diverged(
                analysed(
                    equal(
                        "key",
                        "{\"key\":\"ben\",\"value\":\"all right\"}",
                        "{\"key\":\"7\",\"value\":300}"))))
        .contains("key ada: an output of it came", "the reference has none");
  }

  @Test
  void aValueAndAKeyMayBeFields() throws IOException {
    WorkloadSpec spec =
        equal(
                "key",
                "{\"key\":\"ada\",\"value\":[1,{\"x\":2}]}",
                "{\"key\":\"ben\",\"value\":\"3\"}")
            .with("output-key", "$.who")
            .with("output-value", "$.what");
    says("", "{\"who\":\"ada\",\"what\":[1.0, {\"x\":2}],\"at\":17}");
    says("", "{\"who\":\"ben\",\"what\":\"3\"}");
    right(analysed(spec));
    says("", "{\"who\":\"ben\",\"what\":3}");
    assertThat(diverged(analysed(spec))).contains("key ben");
    says("", "{\"what\":3}");
    assertThat(found(analysed(spec), FindingKind.UNEXPECTED).count()).isEqualTo(1);
  }

  @Test
  void whichOutputIsTheLastIsNotKnownOverPartitions() throws IOException {
    rightPerKey();
    outputs.add(0, new Object[] {"ada", "x", 1});
    AnalysisResult result = analysed(perKey());
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("1 keys lie on several partitions");
  }

  private WorkloadSpec whole() throws IOException {
    return equal("topic", "{\"a\":1}", "plain", "{\"a\":1.0}", "", "7");
  }

  private void rightAsAWhole() {
    for (String value : List.of("7", "{\"a\":1}", "plain", "{ \"a\": 1 }")) {
      says("", value);
    }
  }

  @Test
  void allOutputsOfATopicAreToBeThoseOfTheReference() throws IOException {
    rightAsAWhole();
    right(analysed(whole()));
    outputs.remove(1);
    assertThat(diverged(analysed(whole())))
        .contains("came 1 times, where the reference has 2", "{\"a\":1}");
    outputs.clear();
    rightAsAWhole();
    says("", "8");
    says("", "8.0");
    assertThat(diverged(analysed(whole())))
        .contains("an output that the reference has not", "offset 4", "and 1 more");
  }

  @Test
  void anOutputThatWasGivenLiveAndIsGoneInTheEndDidNotCome() throws IOException {
    rightAsAWhole();
    gone.add(1);
    for (Guarantee each : List.of(Guarantee.EXACTLY_ONCE, Guarantee.AT_LEAST_ONCE)) {
      guarantee = each;
      assertThat(diverged(analysed(whole())))
          .contains("came 1 times, where the reference has 2", "{\"a\":1}");
    }
  }

  @Test
  void anOutputThatCameAgainIsWhatIsAllowed() throws IOException {
    rightAsAWhole();
    says("", "plain");
    assertThat(diverged(analysed(whole()))).contains("came 2 times, where the reference has 1");
    guarantee = Guarantee.AT_LEAST_ONCE;
    AnalysisResult result = analysed(whole());
    right(result);
    assertThat(result.metrics()).containsEntry("excess", 1.0);
  }

  @Test
  void withoutAResultNothingIsKnown() throws IOException {
    rightPerKey();
    AnalysisResult result = analysed(perKey().with("reference-result", ""));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("the reference program gave nothing");
  }

  @Test
  void whatMayDifferForAnInputOfUnknownFateIsNotBlamed() throws IOException {
    rightPerKey();
    says("ada", "1");
    unanswered = 41;
    AnalysisResult result = analysed(perKey());
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("of 1 inputs it is not known");
  }

  @Test
  void whatAJobHadYetToWriteWhenTheDrainEndedIsNotKnownToBeMissing() throws IOException {
    rightPerKey();
    outputs.remove(4); // ben's last
    unfinished = atWorkFrom(50);
    AnalysisResult perKey = analysed(perKey());
    assertThat(found(perKey, FindingKind.DIVERGED).count()).isZero();
    assertThat(perKey.unjudged().get("diverged")).contains("1 keys are not", "still at work");

    outputs.clear();
    says("", "7");
    AnalysisResult all = analysed(equal("topic", "7", "8"));
    assertThat(found(all, FindingKind.DIVERGED).count()).isZero();
    assertThat(all.unjudged().get("diverged")).contains("1 outputs are not", "still at work");
    says("", "7");
    assertThat(diverged(analysed(equal("topic", "7", "8")))).contains("came 2 times");
  }

  @Test
  void whatCannotBeReadIsTold() throws IOException {
    String right = "{\"key\":\"ada\",\"value\":1}";
    for (String wrong :
        List.of(
            "ada 1",
            "[1]",
            "{\"value\":1}",
            "{\"key\":{},\"value\":1}",
            "{\"key\":\"ben\"}",
            right)) {
      WorkloadSpec spec = equal("key", right, wrong);
      assertThatThrownBy(() -> analysed(spec))
          .as(wrong)
          .hasMessageContaining("line 2 of what it printed");
    }
    WorkloadSpec nothing = equal("topic", "", " ");
    assertThatThrownBy(() -> analysed(nothing)).hasMessageContaining("it printed nothing");
  }
}
