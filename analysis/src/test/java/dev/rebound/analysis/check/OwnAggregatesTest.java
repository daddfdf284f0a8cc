package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates of the inputs of keys, right, and wrong in each way that can be. */
class OwnAggregatesTest extends SmallTopic {
  private void output(int n, double value) {
    outputs.add(new Object[] {"", "{\"id\":" + n * 100 + ",\"value\":" + value + "}"});
  }

  private static void right(AnalysisResult result) {
    assertThat(result.audits().get(0).findings())
        .allSatisfy(f -> assertThat(f.count()).as(f.toString()).isZero());
    assertThat(result.unjudged()).doesNotContainKeys("lost", "diverged", "unexpected");
  }

  private static BinaryOperator<Double> step(String oracle) {
    return switch (oracle) {
      case "sum" -> Double::sum;
      case "min" -> Math::min;
      case "max" -> Math::max;
      default -> (before, amount) -> amount;
    };
  }

  /** What is right after each input, as a job works it out that takes these inputs. */
  private static List<Double> running(String oracle, int[] taken) {
    Map<String, Double> state = new LinkedHashMap<>();
    List<Double> after = new ArrayList<>();
    for (int n : taken) {
      double amount = oracle.equals("count") ? 1 : amount(n);
      after.add(state.merge(key(n), amount, oracle.equals("count") ? Double::sum : step(oracle)));
    }
    return after;
  }

  private static int[] all() {
    int[] all = new int[RECORDS];
    for (int n = 0; n < RECORDS; n++) {
      all[n] = n;
    }
    return all;
  }

  private void updates(String oracle, int... taken) {
    List<Double> after = running(oracle, taken);
    for (int i = 0; i < taken.length; i++) {
      if (i % 3 != 1 || i >= taken.length - 4) { // a job may pass updates over
        update(key(taken[i]), after.get(i));
      }
    }
  }

  private static int[] without(int from, int to) {
    return java.util.Arrays.stream(all()).filter(n -> n < from || n >= to).toArray();
  }

  private static int[] replayed(int from, int to) {
    return java.util.stream.IntStream.concat(
            java.util.stream.IntStream.range(0, to),
            java.util.stream.IntStream.range(from, RECORDS))
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count", "min", "max", "last"})
  void updatesThatHoldAllAreRight(String oracle) throws IOException {
    updates(oracle, all());
    right(oracle, analysed(spec(oracle)));
    guarantee = Guarantee.AT_LEAST_ONCE;
    right(oracle, analysed(spec(oracle)));
  }

  /** What is least, greatest or last does not tell which inputs were taken. */
  private static void right(String oracle, AnalysisResult result) {
    if (List.of("sum", "count").contains(oracle)) {
      right(result);
      return;
    }
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("lost")).contains("does not tell which inputs were taken");
  }

  @Test
  void updatesThatFallBackAreFoundWhereThatIsNotAllowed() throws IOException {
    List<Double> after = running("sum", all());
    for (int n = 0; n < 40; n++) {
      update(key(n), after.get(n));
    }
    update(key(39), after.get(39)); // says it once more
    for (int n = 32; n < RECORDS; n++) {
      update(key(n), after.get(n));
    }
    Finding fell = found(analysed(spec("sum")), FindingKind.DIVERGED);
    assertThat(fell.count()).as("of both keys").isEqualTo(2);
    assertThat(fell.examples().get(0)).contains("came after", "which holds later inputs");
    guarantee = Guarantee.AT_LEAST_ONCE;
    right(analysed(spec("sum")));
  }

  @Test
  void anUpdateThatFallsBackIsFoundThoughTheLiveReaderMissedIt() throws IOException {
    List<Double> after = running("sum", all());
    for (int n = 0; n < RECORDS; n++) {
      update(key(n), after.get(n));
      if (n == 20) {
        missed.add(outputs.size());
        update(key(8), after.get(8));
      }
    }
    assertThat(diverged(analysed(spec("sum"))))
        .contains("key ada", "came after", "which holds later inputs");
  }

  @Test
  void aLastUpdateThatTheTopicHoldsNoMoreIsNotTheLast() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    List<Double> after = running("count", all());
    for (int n = 0; n < RECORDS; n++) {
      update(key(n), after.get(n));
    }
    right(analysed(spec("count")));
    gone.add(57); // ben's last
    assertThat(diverged(analysed(spec("count")))).contains("key ben", "in the end, where");
  }

  @Test
  void anOutputIsHeldAgainstItsInputAsItStandsInTheEnd() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    List<Double> after = running("count", all());
    for (int n = 0; n < RECORDS; n++) {
      output(n, after.get(n));
    }
    output(RECORDS - 1, after.get(RECORDS - 1));
    gone.add(RECORDS - 1);
    missed.add(RECORDS);
    assertThat(found(analysed(byId("count")), FindingKind.DIVERGED).count()).isZero();
    outputs.remove(RECORDS);
    output(RECORDS - 1, 1); // of a state that was forgotten
    assertThat(diverged(analysed(byId("count"))))
        .contains("key ada: count", "the least that can be right", " in the end at ");
  }

  @Test
  void whatTheLastUpdatesAreIsNotKnownWhereNobodyReadThemAgain() throws IOException {
    updates("count", all());
    readAgain = false;
    AnalysisResult result = analysed(spec("count"));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("was not read again");
  }

  @Test
  void whichUpdateIsTheLastIsNotKnownOverPartitions() throws IOException {
    updates("sum", all());
    outputs.add(0, new Object[] {"ada", "{\"value\":2.5}", 1});
    AnalysisResult result = analysed(spec("sum"));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("lie on several partitions");
  }

  @Test
  void anInputOfWhichNobodyKnowsMayBeInAKeysSum() throws IOException {
    unanswered = 41; // of ben
    updates("sum", all());
    AnalysisResult result = analysed(spec("sum"));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("said of 1 of 2 keys", "may have been");
    guarantee = Guarantee.AT_LEAST_ONCE;
    AnalysisResult atLeast = analysed(spec("sum"));
    assertThat(atLeast.metrics()).containsEntry("excess", 0.0);
    assertThat(atLeast.unjudged().get("excess")).contains("1 keys say more than was due");
    guarantee = Guarantee.EXACTLY_ONCE;
    updates("sum", without(40, 43));
    assertThat(diverged(analysed(spec("sum")))).contains("key ada");
  }

  @Test
  void anUpdateOfAKeyWithoutInputsIsFound() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int n = 0; n <= RECORDS; n++) {
      lines.append(
          "{\"id\":%d,\"customer\":\"%s\",\"amount\":%s}%n"
              .formatted(n, n == RECORDS ? "zoe" : key(n), amount(n)));
    }
    Files.writeString(sample, lines.toString());
    updates("sum", all());
    update("zoe", 7);
    guarantee = Guarantee.AT_LEAST_ONCE;
    assertThat(diverged(analysed(spec("sum")))).contains("key zoe: an update of it came");
  }

  @Test
  void aRunningValueThatForgotAndMadeUpForItIsFoundUnderAtLeastOnce() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    List<Double> counts = running("count", all());
    List<Double> lasts = running("last", all());
    for (int n = 0; n < RECORDS; n++) {
      output(n, counts.get(n) - (n >= 20 && n < 40 && key(n).equals("ben") ? 2 : 0));
    }
    assertThat(diverged(analysed(byId("count"))))
        .contains("key ben", "the least that can be right");
    outputs.clear();
    for (int n = 0; n < RECORDS; n++) {
      output(n, n >= 20 && n < 40 && key(n).equals("ada") ? 9 : lasts.get(n));
    }
    assertThat(diverged(analysed(byId("last")))).contains("key ada");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count"})
  void anInputThatIsMissingIsFound(String oracle) throws IOException {
    updates(oracle, without(41, 42)); // of ben
    AnalysisResult result = analysed(spec(oracle));
    assertThat(diverged(result)).contains("key ben", "in the end, where");
    assertThat(result.unjudged().get("lost")).contains("told as diverged");
    guarantee = Guarantee.AT_LEAST_ONCE;
    assertThat(diverged(analysed(spec(oracle)))).contains("key ben");
  }

  @Test
  void whatAJobHadYetToTakeWhenTheDrainEndedIsNotKnownToBeMissing() throws IOException {
    updates("sum", without(56, RECORDS));
    assertThat(found(analysed(spec("sum")), FindingKind.DIVERGED).count()).isEqualTo(2);
    unfinished = atWorkFrom(56);
    for (Guarantee each : List.of(Guarantee.EXACTLY_ONCE, Guarantee.AT_LEAST_ONCE)) {
      guarantee = each;
      AnalysisResult result = analysed(spec("sum"));
      assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
      assertThat(result.unjudged().get("diverged")).contains("2 keys are not", "still at work");
    }
    guarantee = Guarantee.EXACTLY_ONCE;
    update("ben", 3);
    assertThat(diverged(analysed(spec("sum")))).contains("key ben", "which it never was");
  }

  @Test
  void aLeastAndAGreatestValueThatNeverCameAreFound() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    for (int n = 0; n < RECORDS; n++) {
      update(key(n), key(n).equals("ada") ? 2.5 : 4);
    }
    assertThat(diverged(analysed(spec("min")))).contains("key ada: min 2.50 in the end", "1.25");
    assertThat(diverged(analysed(spec("max")))).contains("key ada: max 2.50 in the end", "9.00");
    assertThat(diverged(analysed(spec("last")))).contains("key ada: last 2.50", "9.00", "offset");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count"})
  void inputsThatWereTakenTwiceAreFoundWhereThatIsNotAllowed(String oracle) throws IOException {
    updates(oracle, replayed(37, 38));
    outputs.add(outputs.get(outputs.size() - 1));
    AnalysisResult exact = analysed(spec(oracle));
    assertThat(diverged(exact)).contains("key ben");
    guarantee = Guarantee.AT_LEAST_ONCE;
    AnalysisResult atLeast = analysed(spec(oracle));
    assertThat(found(atLeast, FindingKind.DIVERGED).count()).isZero();
    assertThat(atLeast.metrics())
        .as("rounded up")
        .containsEntry("excess", oracle.equals("sum") ? Math.ceil(amount(37)) : 1);
    assertThat(atLeast.unjudged()).doesNotContainKey("lost");
    assertThat(Results.unlooked(atLeast.audits()).get(FindingKind.LOST))
        .contains("lost behind others that were counted twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"min", "max", "last"})
  void inputsThatWereTakenTwiceDoNotShowWhereTheyMakeNoDifference(String oracle)
      throws IOException {
    updates(oracle, replayed(30, 38));
    guarantee = Guarantee.AT_LEAST_ONCE;
    right(oracle, analysed(spec(oracle)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count", "min", "max", "last"})
  void aValueThatNeverWasIsFound(String oracle) throws IOException {
    updates(oracle, all());
    outputs.add(10, new Object[] {"ada", "{\"value\":3}"});
    outputs.add(10, new Object[] {"ada", "{\"value\":3.1}"});
    assertThat(diverged(analysed(spec(oracle))))
        .contains(
            "key ada",
            oracle.equals("count") ? "count 3, with more decimals" : "never was, in an update");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count", "last"})
  void aLastWordThatIsOldIsFound(String oracle) throws IOException {
    updates(oracle, all());
    update("ada", running(oracle, all()).get(44)); // another one came after it
    update("ada", running(oracle, all()).get(46));
    guarantee = Guarantee.AT_LEAST_ONCE;
    assertThat(diverged(analysed(spec(oracle)))).contains("key ada", "from input offset");
  }

  @Test
  void keysThatNeverCameAndKeysThatNoInputHasAreFound() throws IOException {
    for (int n = 0; n < RECORDS; n++) {
      update(key(n).replace("ben", "eve"), running("sum", all()).get(n));
    }
    AnalysisResult result = analysed(spec("sum"));
    assertThat(diverged(result)).contains("key ben: no update of it came, of 15 inputs");
    assertThat(found(result, FindingKind.UNEXPECTED).count()).isEqualTo(15);
    assertThat(found(result, FindingKind.UNEXPECTED).examples().get(0))
        .contains("no update of a key of the sample");
  }

  @Test
  void aWholeValueMayBeANumberOfEightBytes() throws IOException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (int n = 0; n < RECORDS; n++) {
      long count = counts.merge(key(n), 1L, Long::sum);
      outputs.add(new Object[] {key(n), ByteBuffer.allocate(8).putLong(count).array()});
    }
    right(analysed(spec("count").with("output-value", "")));
    outputs.remove(outputs.size() - 1);
    assertThat(diverged(analysed(spec("count").with("output-value", "")))).contains("44");
  }

  @Test
  void anAmountOffByLittleIsFoundUnlessABinarySumIsOffByIt() throws IOException {
    for (String oracle : List.of("sum", "min", "max", "last", "count")) {
      outputs.clear();
      updates(oracle, all());
      Object[] last = outputs.get(outputs.size() - 1);
      String right = last[1].toString();
      last[1] = right.replace("}", "00000}");
      right(oracle, analysed(spec(oracle)));
      for (Guarantee each : List.of(Guarantee.EXACTLY_ONCE, Guarantee.AT_LEAST_ONCE)) {
        guarantee = each;
        last[1] = right.replace("}", "004}");
        assertThat(diverged(analysed(spec(oracle))))
            .contains("key ada: " + oracle, "more decimals");
      }
      guarantee = Guarantee.EXACTLY_ONCE;
      last[1] = right.replace("}", "00000000000002}");
      if (oracle.equals("sum")) {
        right(oracle, analysed(spec(oracle)));
      } else {
        assertThat(diverged(analysed(spec(oracle)))).contains("more decimals");
      }
    }
    List<Double> after = running("sum", all());
    outputs.clear();
    for (int n = 0; n < RECORDS; n++) {
      outputs.add(new Object[] {"", "{\"id\":" + n * 100 + ",\"value\":" + after.get(n) + "004}"});
    }
    assertThat(found(analysed(byId("sum")), FindingKind.DIVERGED).count())
        .as("of both keys")
        .isEqualTo(2);
  }

  @Test
  void aFieldThatStandsTwiceIsAsIfItWereMissing() throws IOException {
    List<Double> after = running("sum", all());
    for (int n = 0; n < RECORDS; n++) {
      output(n, after.get(n));
    }
    outputs.set(5, new Object[] {"", "{\"id\":500,\"value\":" + after.get(5) + ",\"value\":0}"});
    assertThat(diverged(analysed(byId("sum")))).contains("no sum", "sequence 5");
    outputs.set(5, new Object[] {"", "{\"id\":500,\"value\":" + after.get(5) + ",\"id\":600}"});
    AnalysisResult twice = analysed(byId("sum"));
    assertThat(found(twice, FindingKind.UNEXPECTED).count()).isEqualTo(1);
    assertThat(found(twice, FindingKind.LOST).count()).isEqualTo(1);
    outputs.set(
        5,
        new Object[] {"", "{\"a\":{\"id\":1,\"id\":2},\"id\":500,\"value\":" + after.get(5) + "}"});
    right(analysed(byId("sum")));
    outputs.clear();
    updates("sum", all());
    outputs.add(new Object[] {"ada", "{\"value\":1,\"value\":2}"});
    assertThat(found(analysed(spec("sum")), FindingKind.UNEXPECTED).count()).isEqualTo(1);
  }

  /** Each is the same sample replayed, so that errors of rounding add up. */
  @ParameterizedTest
  @ValueSource(strings = {"0.1", "-0.1", "1000000.1"})
  void binarySumsOfAnyLengthAreRight(String odd) throws IOException {
    Files.writeString(
        sample,
        "{\"customer\":\"ada\",\"amount\":%s}\n{\"customer\":\"ada\",\"amount\":%s}\n"
            .formatted(odd, odd.startsWith("-") ? "700.7" : "-700.7"));
    double sum = 0;
    for (int n = 0; n < RECORDS; n++) {
      sum += n % 2 == 0 ? Double.parseDouble(odd) : odd.startsWith("-") ? 700.7 : -700.7;
      update("ada", sum);
    }
    right(analysed(spec("sum")));
    update("ada", sum + 0.0001);
    assertThat(diverged(analysed(spec("sum")))).contains("more decimals");
  }

  private WorkloadSpec byId(String oracle) {
    return spec(oracle).with("id", "$.id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "count", "min", "max", "last"})
  void anAggregateAfterEachInputIsHeldAgainstIt(String oracle) throws IOException {
    List<Double> after = running(oracle, all());
    for (int n = 0; n < RECORDS; n++) {
      output(n, after.get(n));
    }
    right(analysed(byId(oracle)));
    outputs.set(17, new Object[] {"", "{\"id\":1700,\"value\":3.75}"});
    AnalysisResult wrong = analysed(byId(oracle));
    assertThat(diverged(wrong)).contains("key ben: " + oracle, "was due", "sequence 17");
    outputs.set(17, new Object[] {"", "{\"id\":1700}"});
    assertThat(diverged(analysed(byId(oracle)))).contains("no " + oracle);
    outputs.remove(17);
    assertThat(found(analysed(byId(oracle)), FindingKind.LOST).count()).isEqualTo(1);
    outputs.add(outputs.get(3));
    assertThat(found(analysed(byId(oracle)), FindingKind.DUPLICATED).count()).isEqualTo(1);
  }

  @Test
  void aRunningSumThatForgotIsFoundUnderAtLeastOnce() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    List<Double> after = running("sum", all());
    for (int n = 0; n < RECORDS; n++) {
      output(n, after.get(n) - (n >= 40 && key(n).equals("ben") ? 8 : 0));
    }
    assertThat(diverged(analysed(byId("sum")))).contains("key ben: sum", "where");
  }

  @Test
  void whatASumOfNegativeAmountsLacksIsNotKnownToBeNothing() throws IOException {
    Files.writeString(
        sample,
        """
        {"id":0,"customer":"ada","amount":5}
        {"id":1,"customer":"ada","amount":-3}
        """);
    guarantee = Guarantee.AT_LEAST_ONCE;
    double sum = 0;
    for (int n = 0; n < RECORDS; n++) {
      sum += n % 2 == 0 ? 5 : -3;
      update("ada", sum);
    }
    assertThat(analysed(spec("sum")).unjudged()).doesNotContainKeys("lost", "diverged");
    outputs.remove(outputs.size() - 1); // the last -3 is in none
    assertThat(analysed(spec("sum")).unjudged()).containsKeys("lost", "diverged");
  }

  @Test
  void updatesMayBeOfRecordsWithAnId() throws IOException {
    updates("sum", all());
    right(analysed(byId("sum").with("output-key", "key")));
    outputs.remove(outputs.size() - 1);
    assertThat(diverged(analysed(byId("sum").with("output-key", "key")))).contains("key ada");
  }
}
