package dev.rebound.lab.oracle;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job may do wrong that looks right, and right that looks wrong, judged as a run is. */
class PlantedOutputsTest {
  private static final String RECORDS = "{ name: records, from: orders.jsonl, key: $.customer, ";
  private static final String ECHO = RECORDS + "id: $.id }";
  private static final String COUNTED_BY_ID =
      RECORDS + "oracle: count, id: $.id, output-value: $.value }";
  private static final String COUNTS = RECORDS + "oracle: count, output-value: $.value }";
  private static final String SUMS = RECORDS + "oracle: sum, of: $.amount, output-value: $.value }";
  private static final String EVENTS_COUNTED = "{ name: events, keys: 8, oracle: count }";
  private static final String JOIN =
      "{ name: join, from: orders.jsonl, id: $.id, with: shipments.jsonl, with-key: $.order,"
          + " output-id: $.order.id }";

  @TempDir Path folder;

  /** What a correct job of some workload wrote, judged as another declaration of it. */
  private MadeRun run(String yaml, String declared) {
    MadeRun right =
        CorrectJobs.all().stream()
            .filter(its -> its.yaml().equals(yaml))
            .findFirst()
            .orElseThrow()
            .run(folder);
    MadeRun run = new MadeRun(folder, declared);
    run.outputs.addAll(right.outputs);
    return run;
  }

  private MadeRun run(String yaml) {
    return run(yaml, yaml);
  }

  private static void each(MadeRun run, Consumer<ObjectNode> change) {
    run.outputs.replaceAll(
        output -> {
          ObjectNode value = (ObjectNode) CorrectJobs.json(Objects.requireNonNull(output.value()));
          change.accept(value);
          return output.saying(CorrectJobs.bytes(value));
        });
  }

  private static String notJudged(Results results, FindingKind kind) {
    assertThat(MadeRun.verdicts(results)).doesNotContainKey(kind.toString());
    return Objects.requireNonNull(Results.unlooked(results.audits()).get(kind));
  }

  private static String example(Results results, FindingKind kind) {
    return results.audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == kind)
        .findFirst()
        .orElseThrow()
        .examples()
        .get(0);
  }

  @Test
  void anEchoOfWhichEveryAmountIsGarbageHasNoTickOnWhatItSays() {
    MadeRun run = run(ECHO);
    each(run, value -> value.put("amount", 9999));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(notJudged(results, FindingKind.DIVERGED)).contains("same: [$.amount]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"same: [$.amount]", "same: value", "same: [key, $.amount = $.amount]"})
  void anEchoOfWhichEveryAmountIsGarbageFailsWhereOneLineAsksForIt(String same) {
    String declared = ECHO.replace(" }", ", " + same + " }");
    MadeRun run = run(ECHO, declared);
    assertThat(run.judged("exactly-once").verdict()).as("as it came").isEqualTo(Verdict.PASS);
    each(run, value -> value.put("amount", 9999));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results)).isEqualTo(Map.of("diverged", (long) MadeRun.RECORDS));
    assertThat(example(results, FindingKind.DIVERGED))
        .contains(
            "other content than its input's: ",
            same.contains("value")
                ? "value is '"
                : "$.amount is '9999' where its input has '1.25', in generator 0, sequence 0");
  }

  @Test
  void aMemberThatAnOutputHasElsewhereIsHeldAgainstItsInputs() {
    MadeRun run = run(ECHO, ECHO.replace(" }", ", same: [$.buyer = $.customer] }"));
    each(run, value -> value.set("buyer", value.remove("customer")));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.PASS);
    each(run, value -> value.remove("buyer"));
    assertThat(example(run.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.buyer is missing where its input has 'ada'");
  }

  @Test
  void numbersAreComparedAsNumbersAndTextsAsTexts() {
    MadeRun run = run(ECHO, ECHO.replace(" }", ", same: [$.amount, $.customer] }"));
    each(run, value -> value.put("amount", value.get("amount").asDouble()));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.PASS);
    each(run, value -> value.put("customer", " " + value.get("customer").asText()));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anEchoOfWhichEveryKeyIsGarbageFailsWhereTheKeyIsToBeItsInputs() {
    MadeRun run = run(ECHO);
    run.outputs.replaceAll(output -> output.keyed("garbage".getBytes(UTF_8)));
    assertThat(run.judged("exactly-once").audits().get(0).notJudged())
        .anySatisfy(one -> assertThat(one.words()).contains("keys of outputs", "same: [key]"));
    MadeRun held = run(ECHO, ECHO.replace(" }", ", same: [key] }"));
    held.outputs.replaceAll(output -> output.keyed("none".getBytes(UTF_8)));
    Results results = held.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(example(results, FindingKind.DIVERGED))
        .contains("key is 'none' where its input has 'ada'");
  }

  @Test
  void anEchoOfWhichEveryPartitionIsAnotherIsToldAsNotJudged() {
    MadeRun run = run(ECHO);
    run.outputs.replaceAll(output -> output.on((output.partition() + 1) % MadeRun.PARTITIONS));
    assertThat(run.judged("exactly-once").audits().get(0).notJudged())
        .anySatisfy(one -> assertThat(one.aspect()).isEqualTo("partition"));
  }

  @Test
  void anEchoOfWhichEveryIdHasAnotherPrefixIsUnexpected() {
    MadeRun run = run(ECHO);
    each(run, value -> value.put("id", "garbage" + value.get("id").asText()));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results)).containsEntry("unexpected", (long) MadeRun.RECORDS);
  }

  @Test
  void anEchoInReverseOrderIsReorderedWithinEachKey() {
    MadeRun run = run(ECHO);
    Collections.reverse(run.outputs);
    Results results = run.judged("exactly-once");
    assertThat(MadeRun.found(results)).containsEntry("reordered", 156L);
    assertThat(run.expecting("reordered: 0").judged("exactly-once").verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void keysWhoseOutputsLieOnSeveralPartitionsHaveNoOrder() {
    MadeRun run = run(ECHO);
    for (int i = 0; i < run.outputs.size(); i++) {
      run.outputs.set(i, run.outputs.get(i).on(i % MadeRun.PARTITIONS));
    }
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(results.unjudged().get("reordered")).contains("keys lie on several partitions");
  }

  @Test
  void anEchoWithIdsOfAnotherTimeIsOfAnotherRun() {
    MadeRun run = run(ECHO);
    each(run, v -> v.put("id", v.get("id").asText().replaceFirst("[0-9a-z]+$", "abc")));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results))
        .containsEntry("lost", (long) MadeRun.RECORDS)
        .containsEntry("unexpected", (long) MadeRun.RECORDS);
    assertThat(example(results, FindingKind.UNEXPECTED))
        .contains("whose id has another time than that input was sent with");
  }

  @Test
  void aJoinWithoutTheSecondIdOfWhichEachShipmentIsWrongHasNoTickOnWhatItSays() {
    MadeRun run = run(JOIN);
    each(run, value -> value.set("shipped", value.objectNode().put("carrier", "none")));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(notJudged(results, FindingKind.DIVERGED)).contains("with-id: $.shipment");
    String declared = JOIN.replace(" }", ", with-same: [$.shipped.carrier = $.carrier] }");
    MadeRun held = run(JOIN, declared);
    assertThat(held.judged("exactly-once").verdict()).isEqualTo(Verdict.PASS);
    each(held, value -> value.set("shipped", value.objectNode().put("carrier", "none")));
    assertThat(example(held.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.shipped.carrier is 'none' where its input has 'c0'");
  }

  /** Held to its order by one line, and to its shipment by none. */
  @Test
  void aJoinOfWhichTheOrdersAloneAreHeldIsToldWithWhatWouldHoldTheShipments() {
    MadeRun run = run(JOIN, JOIN.replace(" }", ", same: [$.order.amount = $.amount] }"));
    each(run, value -> value.set("shipped", value.objectNode().put("carrier", "none")));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(results.audits().get(0).notJudged())
        .filteredOn(one -> one.what().equals("what outputs say of the second record"))
        .singleElement()
        .satisfies(one -> assertThat(one.remedy()).contains("with-id: $.shipment", "with-same"));
  }

  @Test
  void aMemberInWhichATimeIsRewrittenIsRefusedBeforeTheRun() throws IOException {
    Files.writeString(
        folder.resolve("orders.jsonl"),
        "{\"id\":\"A-1000\",\"number\":7,\"meta\":{\"at\":1690000000000},\"amount\":1.25}\n");
    String echo =
        "{ name: records, from: orders.jsonl, id: $.number, time: $.meta.at, same: [$.meta] }";
    Assertions.assertThatThrownBy(() -> new MadeRun(folder, echo))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("same names $.meta, in which $.meta.at is rewritten");
    assertThat(new MadeRun(folder, echo.replace("$.number", "$.id")).inputs)
        .as("an id of text says when")
        .isNotEmpty();
    Files.writeString(
        folder.resolve("shipments.jsonl"),
        "{\"ship\":\"S-500\",\"order\":\"A-1000\",\"at\":1690000000000}\n");
    String declared =
        JOIN.replace(" }", ", time: $.meta.at, with-time: $.at, same: [$.order.meta = $.meta] }");
    Assertions.assertThatThrownBy(() -> new MadeRun(folder, declared))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("same names $.meta, in which $.meta.at is rewritten");
    assertThat(
            new MadeRun(
                    folder, declared.replace("$.order.meta = $.meta", "$.order.amount = $.amount"))
                .inputs)
        .isNotEmpty();
  }

  @Test
  void theMemberBehindAHundredOthersIsHeldToo() {
    String hundred = String.join(", ", Collections.nCopies(100, "$.order.amount = $.amount"));
    MadeRun run =
        run(
            JOIN,
            JOIN.replace(
                " }", ", same: [" + hundred + "], with-same: [$.shipped.carrier = $.carrier] }"));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.PASS);
    each(run, value -> value.set("shipped", value.objectNode().put("carrier", "none")));
    assertThat(example(run.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.shipped.carrier is 'none' where its input has 'c0'");
  }

  @Test
  void aMemberThatIsEmptyIsNotToldAsMissing() {
    MadeRun run = run(ECHO, ECHO.replace(" }", ", same: [$.customer] }"));
    each(run, value -> value.put("customer", ""));
    assertThat(example(run.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.customer is empty where its input has 'ada'");
    each(run, value -> value.put("customer", "\0ada"));
    assertThat(example(run.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.customer begins with a byte 0 where its input has 'ada'");
    each(run, value -> value.putNull("customer"));
    assertThat(example(run.judged("exactly-once"), FindingKind.DIVERGED))
        .contains("$.customer is missing where its input has 'ada'");
  }

  @Test
  void whatNobodyLooksAtIsUnknownWhereTheFileItselfAsksForIt() throws IOException {
    MadeRun run = run(ECHO).expecting("diverged: 0");
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.judgements())
        .filteredOn(judgement -> judgement.metric().equals("diverged"))
        .singleElement()
        .satisfies(judgement -> assertThat(judgement.why()).contains("same: [$.amount]"));
    Experiment experiment = run.experiment("exactly-once");
    Path left = Files.writeString(folder.resolve("left.yaml"), experiment.resolvedYaml());
    assertThat(ExperimentFile.stored(left, Map.of()).expect())
        .as("asked for when it is checked again, too")
        .filteredOn(one -> one.metric().equals("diverged"))
        .singleElement()
        .satisfies(one -> assertThat(one.ifLookedAt()).isFalse());
  }

  /** A run's own file says what was asked; earlier versions wrote the defaults into it, too. */
  @Test
  void whatEarlierVersionsAskedOfAnEchoByThemselvesIsNotAskedWhenItIsCheckedAgain()
      throws IOException {
    run(ECHO);
    Path left =
        Files.writeString(
            folder.resolve("left.yaml"),
            "name: x\nengine: { name: made, guarantee: exactly-once }\nworkload: "
                + ECHO
                + "\nload: { rate: 40/s }\nexpect: { lost: 0, diverged: 0 }\n");
    assertThat(ExperimentFile.stored(left, Map.of()).expect())
        .filteredOn(one -> one.metric().equals("diverged"))
        .singleElement()
        .satisfies(one -> assertThat(one.ifLookedAt()).isTrue());
    assertThat(ExperimentFile.load(left, List.of(), 1).get(0).resolvedYaml())
        .as("the same file, run anew, asks for it")
        .contains("diverged: \"= 0\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id: $.id, oracle: count, same: [$.amount] | same is of outputs of one input each",
        "id: $.id, same: [$.id] | which is rewritten when a record is sent",
        "id: $.id, same: [$.nothing] | which no record of the sample has",
        "id: $.id, same: [amount] | is no path to a field",
        "id: $.number, time: $.at, same: value | does not say with which $.at a record was sent",
        "id: $.id, oracle: count, sum-in: float | sum-in is of oracle sum",
      })
  void whatOutputsCannotBeHeldToIsRefusedBeforeTheRun(String declared, String problem) {
    run(ECHO);
    Assertions.assertThatThrownBy(() -> new MadeRun(folder, RECORDS + declared + " }"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(problem);
  }

  /** As many as a program likes, whatever they are held to. */
  @Test
  void updatesHaveNoTickOnDuplicated() {
    for (CorrectJobs.Declared declared : CorrectJobs.all()) {
      if (!declared.updates() || declared.yaml().contains("outputs:")) {
        continue; // of several topics one has outputs of inputs
      }
      MadeRun run = declared.run(folder);
      run.outputs.add(run.outputs.get(run.outputs.size() - 1));
      Results results = run.judged("exactly-once");
      assertThat(MadeRun.verdicts(results)).as(declared.yaml()).doesNotContainKey("duplicated");
      assertThat(Results.unlooked(results.audits()))
          .as(declared.yaml())
          .containsKey(FindingKind.DUPLICATED);
      assertThat(run.expecting("duplicated: 0").judged("exactly-once").judgements())
          .as(declared.yaml())
          .filteredOn(judgement -> judgement.metric().equals("duplicated"))
          .allMatch(judgement -> judgement.verdict() == Verdict.UNKNOWN)
          .isNotEmpty();
    }
  }

  private static MadeRun countedAs(MadeRun run, ToIntFunction<Integer> countOfNth) {
    Map<String, Integer> nth = new HashMap<>();
    each(
        run,
        value ->
            value.put(
                "count",
                countOfNth.applyAsInt(nth.merge(value.get("key").asText(), 1, Integer::sum))));
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void countsThatRunBackwardsFail(String guarantee) {
    MadeRun run = countedAs(run(EVENTS_COUNTED), nth -> 21 - nth);
    assertThat(run.judged(guarantee).verdict()).isEqualTo(Verdict.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void countsOfWhichTheSecondHalfComesFirstFail(String guarantee) {
    MadeRun run = countedAs(run(EVENTS_COUNTED), nth -> nth <= 10 ? nth + 10 : nth - 10);
    Results results = run.judged(guarantee);
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results)).containsEntry("diverged", 8L);
  }

  /** The places of two outputs, one after the other, of the same key. */
  private static int[] neighbours(MadeRun run, int from) {
    byte[] key = run.outputs.get(from).key();
    for (int i = from + 1; i < run.outputs.size(); i++) {
      if (Arrays.equals(run.outputs.get(i).key(), key)) {
        return new int[] {from, i};
      }
    }
    throw new IllegalStateException();
  }

  /** The outputs come in the order of their counts, and say so of each other's inputs. */
  @Test
  void countsThatTwoInputsOfAPartitionHaveOfEachOtherDivergeUnderExactlyOnce() {
    MadeRun run = run(EVENTS_COUNTED);
    int[] two = neighbours(run, 40);
    Written one = run.outputs.get(two[0]);
    Written other = run.outputs.get(two[1]);
    int count = CorrectJobs.json(Objects.requireNonNull(one.value())).get("count").asInt();
    run.outputs.set(two[0], counted(other, count));
    run.outputs.set(two[1], counted(one, count + 1));
    Results results = run.judged("exactly-once");
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results)).containsEntry("diverged", 1L);
    assertThat(example(results, FindingKind.DIVERGED)).contains("of the input at offset");
  }

  private static Written counted(Written output, int count) {
    ObjectNode value = (ObjectNode) CorrectJobs.json(Objects.requireNonNull(output.value()));
    return output.saying(CorrectJobs.bytes(value.put("count", count)));
  }

  /** As after a replay, an output of each key comes again; and inputs are forgotten, too. */
  @ParameterizedTest
  @ValueSource(strings = {COUNTED_BY_ID, EVENTS_COUNTED})
  void whatIsForgottenBehindAReplayIsToldByHowManyKeys(String yaml) {
    MadeRun run = run(yaml);
    run.outputs.addAll(0, List.copyOf(run.outputs.subList(0, 8)));
    Results results = run.judged("at-least-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    int keys = yaml.equals(EVENTS_COUNTED) ? 8 : 4;
    assertThat(results.audits().get(0).notJudged())
        .filteredOn(one -> one.aspect().equals("loss"))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.what()).contains("counted twice, of " + keys + " keys");
              assertThat(one.remedy()).isNotEmpty();
            });
    assertThat(run(yaml).judged("at-least-once").audits().get(0).notJudged())
        .as("where no output came again")
        .noneMatch(one -> one.aspect().equals("loss"));
  }

  /** All but each key's last say something else. */
  private static void replaced(MadeRun run, String value) {
    for (int i = 0; i < run.outputs.size(); i++) {
      Written output = run.outputs.get(i);
      boolean last =
          run.outputs.subList(i + 1, run.outputs.size()).stream()
              .noneMatch(later -> Arrays.equals(later.key(), output.key()));
      run.outputs.set(i, last ? output : output.saying(value.getBytes(US_ASCII)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {COUNTS, SUMS})
  void updatesBeforeTheLastAreToldAsNotJudgedWhereInputsMayCountTwice(String yaml) {
    MadeRun run = run(yaml);
    replaced(run, "{\"value\":1000}");
    Results results = run.judged("at-least-once");
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(results.audits().get(0).notJudged())
        .filteredOn(one -> one.what().equals("updates that later ones replaced"))
        .singleElement()
        .satisfies(one -> assertThat(one.remedy()).contains("id"));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.FAIL);
    replaced(run, "{\"value\":-7}");
    assertThat(example(run.judged("at-least-once"), FindingKind.DIVERGED))
        .contains("-7", "which it never was, in an update");
  }

  /** By key, so many inputs are counted twice, and after them as many not at all. */
  private static List<Integer> half(MadeRun run, int half) {
    Map<String, Integer> nth = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    List<Integer> all = new ArrayList<>();
    for (Input input : run.inputs) {
      String key = new String(Objects.requireNonNull(input.key()), UTF_8);
      int number = nth.merge(key, 1, Integer::sum);
      int times = number <= half ? 2 : number <= 2 * half ? 0 : 1;
      all.add(counts.merge(key, times, Integer::sum));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void inputsThatAreLostBehindOthersThatAreCountedTwiceHaveNoTickWhereOutputsNameNone(
      String guarantee) {
    MadeRun run = run(COUNTS);
    List<Integer> counts = half(run, 5);
    run.outputs.replaceAll(output -> output);
    for (int i = 0; i < counts.size(); i++) {
      Written output = run.outputs.get(i);
      run.outputs.set(i, output.saying(("{\"value\":" + counts.get(i) + "}").getBytes(US_ASCII)));
    }
    Results results = run.judged(guarantee);
    assertThat(notJudged(results, FindingKind.LOST))
        .contains("lost behind others that were counted twice", "let outputs have its id");
    assertThat(results.unjudged()).containsKey("lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void theyAreFoundWhereOutputsNameTheirInputs(String guarantee) {
    MadeRun run = run(COUNTED_BY_ID);
    List<Integer> counts = half(run, 5);
    int[] next = new int[1];
    each(run, value -> value.put("value", counts.get(next[0]++)));
    Results results = run.judged(guarantee);
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(MadeRun.found(results)).containsEntry("diverged", 4L);
  }

  /** Each record from the 80th to the 99th is taken twice, as after a kill. */
  @ParameterizedTest
  @ValueSource(strings = {COUNTS, COUNTED_BY_ID, EVENTS_COUNTED})
  void aCorrectAtLeastOnceCountPassesAfterAReplay(String yaml) {
    MadeRun run = run(yaml);
    run.outputs.clear();
    Map<String, Integer> counts = new HashMap<>();
    List<Input> taken = new ArrayList<>(run.inputs.subList(0, 100));
    taken.addAll(run.inputs.subList(80, run.inputs.size()));
    for (Input input : taken) {
      int count =
          counts.merge(new String(Objects.requireNonNull(input.key()), UTF_8), 1, Integer::sum);
      ObjectNode value = (ObjectNode) CorrectJobs.json(input.value());
      value.put("value", count).put("count", count);
      run.write(new Written(0, input.lane(), input.key(), input.tag(), CorrectJobs.bytes(value)));
    }
    assertThat(run.judged("at-least-once").verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.FAIL);
  }

  /** An update of each key before the others. */
  private static void first(MadeRun run, byte[] value) {
    for (String key : List.of("ada", "ben", "cleo", "dan")) {
      Written one =
          run.outputs.stream()
              .filter(its -> new String(Objects.requireNonNull(its.key()), UTF_8).equals(key))
              .findFirst()
              .orElseThrow();
      run.outputs.add(0, one.saying(value));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void anInitialCountOfNothingIsRightAndOneInTheEndIsNot(String guarantee) {
    MadeRun run = run(COUNTS);
    byte[] nothing = "{\"value\":0}".getBytes(US_ASCII);
    first(run, nothing);
    assertThat(run.judged(guarantee).verdict()).isEqualTo(Verdict.PASS);
    run.outputs.add(run.outputs.get(run.outputs.size() - 1).saying(nothing));
    assertThat(run.judged(guarantee).verdict()).isEqualTo(Verdict.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void aTombstoneBeforeAnyInputOfAKeyIsRightAndOneInTheEndIsNot(String guarantee) {
    MadeRun run = run(COUNTS);
    first(run, null);
    Results results = run.judged(guarantee);
    assertThat(results.verdict()).isEqualTo(Verdict.PASS);
    assertThat(MadeRun.found(results)).isEmpty();
    run.outputs.add(run.outputs.get(run.outputs.size() - 1).saying(null));
    Results gone = run.judged(guarantee);
    assertThat(gone.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(example(gone, FindingKind.DIVERGED)).contains("a tombstone");
  }

  /** Of so many amounts that floats of 4 bytes are off by more than their last decimal. */
  private MadeRun sumsInFloats(boolean binary, String declared) throws IOException {
    return sumsInFloats(
        """
        {"customer":"ada","amount":123456.78}
        {"customer":"ben","amount":99999.99}
        {"customer":"ada","amount":54321.01}
        """,
        binary,
        declared,
        -1);
  }

  /**
   * @param lost the input that the program forgets
   */
  private MadeRun sumsInFloats(String orders, boolean binary, String declared, int lost)
      throws IOException {
    Files.writeString(folder.resolve("orders.jsonl"), orders);
    MadeRun run =
        new MadeRun(folder, binary ? declared.replace(", output-value: $.value", "") : declared);
    Map<String, Float> sums = new HashMap<>();
    for (Input input : run.inputs) {
      String key = new String(Objects.requireNonNull(input.key()), UTF_8);
      float amount =
          input.sequence() == lost
              ? 0
              : (float) CorrectJobs.json(input.value()).get("amount").asDouble();
      float sum = sums.merge(key, amount, Float::sum);
      run.write(
          new Written(
              0,
              input.lane(),
              input.key(),
              null,
              binary
                  ? ByteBuffer.allocate(Float.BYTES).putFloat(sum).array()
                  : ("{\"value\":" + sum + "}").getBytes(US_ASCII)));
    }
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void sumsInFloatsOfFourBytesAreHeldToWhatTheseCanHold(String guarantee) throws IOException {
    String floats = SUMS.replace("oracle: sum", "oracle: sum, sum-in: float");
    for (boolean binary : new boolean[] {true, false}) {
      MadeRun run = sumsInFloats(binary, floats);
      assertThat(run.judged(guarantee).verdict()).isEqualTo(Verdict.PASS);
      run.outputs.remove(run.outputs.size() - 1);
      run.outputs.remove(run.outputs.size() - 1);
      assertThat(run.judged(guarantee).verdict()).as("without the last").isEqualTo(Verdict.FAIL);
    }
    assertThat(sumsInFloats(true, SUMS).judged(guarantee).verdict())
        .as("known by their four bytes")
        .isEqualTo(Verdict.PASS);
    assertThat(sumsInFloats(false, SUMS).judged("exactly-once").verdict())
        .as("texts of doubles have no such errors")
        .isEqualTo(Verdict.FAIL);
  }

  /** What floats round over so many inputs is more than the least of them. */
  @ParameterizedTest
  @ValueSource(strings = {"exactly-once", "at-least-once"})
  void anInputThatMayHideInWhatFloatsRoundLeavesASumUnknown(String guarantee) throws IOException {
    String orders =
        "{\"customer\":\"ada\",\"amount\":5000.50}\n{\"customer\":\"ada\",\"amount\":1.25}\n";
    String floats = SUMS.replace("oracle: sum", "oracle: sum, sum-in: float");
    for (boolean binary : new boolean[] {true, false}) {
      assertThat(sumsInFloats(orders, binary, floats, -1).judged(guarantee).verdict())
          .as("added one after the other")
          .isEqualTo(Verdict.PASS);
      Results results = sumsInFloats(orders, binary, floats, 101).judged(guarantee);
      assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(MadeRun.found(results)).isEmpty();
      assertThat(results.unjudged().get("diverged")).contains("an input may be missing");
      assertThat(results.unjudged()).containsKey("lost");
    }
    assertThat(sumsInFloats(orders, true, floats, 100).judged(guarantee).verdict())
        .as("more than can hide")
        .isEqualTo(Verdict.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "min", "max", "last"})
  void valuesInFloatsOfFourBytesAreRightWhereTheProgramIs(String oracle) {
    String yaml = SUMS.replace("oracle: sum", "oracle: " + oracle);
    MadeRun run = run(yaml, yaml.replace(", output-value: $.value", ""));
    run.outputs.replaceAll(
        output -> inFourBytes(output, CorrectJobs.json(Objects.requireNonNull(output.value()))));
    for (String guarantee : List.of("exactly-once", "at-least-once")) {
      Results results = run.judged(guarantee);
      assertThat(MadeRun.found(results)).as(guarantee).isEmpty();
      assertThat(results.judgements())
          .as(guarantee)
          .noneMatch(judgement -> judgement.verdict() == Verdict.FAIL);
    }
    int last = run.outputs.size() - 1;
    run.outputs.set(
        last, run.outputs.get(last).saying(ByteBuffer.allocate(4).putFloat(3.37f).array()));
    assertThat(run.judged("exactly-once").verdict()).isEqualTo(Verdict.FAIL);
  }

  private static Written inFourBytes(Written output, JsonNode value) {
    float single = (float) value.get("value").asDouble();
    return output.saying(ByteBuffer.allocate(Float.BYTES).putFloat(single).array());
  }
}
