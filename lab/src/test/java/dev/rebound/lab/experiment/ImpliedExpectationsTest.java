package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job's default expectations: its engine's promises, unless its file says otherwise. */
class ImpliedExpectationsTest {
  private static final String FILE =
      "name: x\nengine: { name: made-up, guarantee: %s }\nload: { rate: 10/s }\n";

  @TempDir Path folder;

  private static List<String> expected(Experiment experiment) {
    return experiment.expect().stream().map(Expectation::metric).toList();
  }

  private List<String> expected(String guarantee, Function<EngineSpec, DeliveryGuarantee> promise)
      throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), FILE.formatted(guarantee));
    Map<String, EngineDeclaration> engines = Map.of("made-up", MadeUpEngine.promising(promise));
    Experiment experiment = ExperimentFile.load(file, List.of(), 1, engines).get(0);
    Path left = Files.writeString(folder.resolve("left.yaml"), experiment.resolvedYaml());
    assertThat(expected(ExperimentFile.stored(left, engines)))
        .as("checked again")
        .containsExactlyElementsOf(expected(experiment));
    return expected(experiment);
  }

  @Test
  void eachGuaranteeBringsItsOwnPromise() throws IOException {
    assertThat(expected("exactly-once", EngineSpec::promiseOfGuarantee))
        .containsExactly(
            "lost",
            "duplicated",
            "diverged",
            "unexpected",
            "uncommitted",
            "hanging",
            "lost-by-kafka",
            "refused-input",
            "unplanned-exits");
    assertThat(expected("at-least-once", EngineSpec::promiseOfGuarantee))
        .containsExactly(
            "lost", "diverged", "unexpected", "lost-by-kafka", "refused-input", "unplanned-exits");
    assertThat(expected("none", EngineSpec::promiseOfGuarantee))
        .containsExactly("unexpected", "lost-by-kafka", "refused-input", "unplanned-exits");
  }

  @Test
  void whereNoEngineIsKnownTheGuaranteeSaysAll() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), FILE.formatted("exactly-once"));
    assertThat(expected(ExperimentFile.load(file, List.of(), 1).get(0)))
        .isEqualTo(expected("exactly-once", EngineSpec::promiseOfGuarantee));
  }

  @Test
  void anEngineThatForgetsItsStateIsNotHeldToIt() throws IOException {
    assertThat(
            expected(
                "at-least-once",
                spec -> new DeliveryGuarantee(spec.guarantee(), Guarantee.NONE, false, 0)))
        .containsExactly("lost", "unexpected", "lost-by-kafka", "refused-input", "unplanned-exits");
  }

  @Test
  void exactStateBehindASinkThatRepeats() throws IOException {
    assertThat(
            expected(
                "exactly-once",
                spec ->
                    new DeliveryGuarantee(
                        Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE, false, 0)))
        .containsExactly(
            "lost", "diverged", "unexpected", "lost-by-kafka", "refused-input", "unplanned-exits");
  }

  @Test
  void transactionsAreHeldToTheirEndWhateverTheyHold() throws IOException {
    assertThat(
            expected(
                "at-least-once",
                spec -> new DeliveryGuarantee(Guarantee.AT_LEAST_ONCE, Guarantee.NONE, true, 2000)))
        .containsExactly(
            "lost",
            "unexpected",
            "uncommitted",
            "hanging",
            "lost-by-kafka",
            "refused-input",
            "unplanned-exits");
    assertThat(
            expected(
                "exactly-once",
                spec ->
                    new DeliveryGuarantee(
                        Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0)))
        .containsExactly(
            "lost",
            "duplicated",
            "diverged",
            "unexpected",
            "lost-by-kafka",
            "refused-input",
            "unplanned-exits");
  }

  /** Nobody reads a topic of records back where requests were sent. */
  @Test
  void ofAServiceOnlyWhatIsLookedAtIsExpected() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("service.yaml"),
            FILE.formatted("exactly-once") + "workload: { name: activation }\n");
    Map<String, EngineDeclaration> engines =
        Map.of(
            "made-up",
            MadeUpEngine.promising(
                spec ->
                    new DeliveryGuarantee(
                        Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0)));
    assertThat(expected(ExperimentFile.load(file, List.of(), 1, engines).get(0)))
        .containsExactly(
            "lost",
            "duplicated",
            "diverged",
            "unexpected",
            "never-back",
            "requests.still-slow",
            "unplanned-exits",
            "requests.failed-share.undisturbed");
  }

  @Test
  void whereNoFaultIsAServiceMayRefuseOneInAHundredOrWhatItsFileSays() throws IOException {
    assertThat(undisturbed("")).isEqualTo("<= 0.01");
    assertThat(undisturbed("expect: { requests.failed-share.undisturbed: < 0.2 }\n"))
        .isEqualTo("< 0.2");
  }

  private String undisturbed(String more) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("refusing.yaml"),
            FILE.formatted("exactly-once") + "workload: { name: activation }\n" + more);
    Map<String, EngineDeclaration> engines =
        Map.of("made-up", MadeUpEngine.promising(EngineSpec::promiseOfGuarantee));
    List<Expectation> all = ExperimentFile.load(file, List.of(), 1, engines).get(0).expect();
    List<Expectation> its =
        all.stream().filter(e -> e.metric().equals(Metrics.UNDISTURBED)).toList();
    assertThat(its).hasSize(1);
    return its.get(0).text();
  }

  @Test
  void thePromiseIsThatOfTheSectionAsItIsSet() throws IOException {
    Function<EngineSpec, DeliveryGuarantee> promise =
        spec ->
            spec.workers() == 2
                ? new DeliveryGuarantee(Guarantee.NONE, Guarantee.NONE, false, 0)
                : spec.promiseOfGuarantee();
    assertThat(expected("at-least-once", promise)).doesNotContain("lost", "diverged");
  }

  /** Nothing hides in a second stop, whichever way of seeing an outage its bound is for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "outage.max < 5 | < 5",
        "outage.visible.max < 5 | < 5",
        "outage.processing.max <= 4 | <= 4",
        "recovery.max < 9 | < 9",
        "recovery.max < 9, outage.visible.max < 5 | < 5",
        "outage.processing.max < 4, outage.visible.max < 5, outage.max < 6 | < 6",
        "outage.visible.max < 5, disrupted.max < 7 | < 7",
        "outage.visible.max >= 5 | -",
        "load-to-capacity.max < 5 | -"
      })
  void aBoundOnAnOutageHoldsForAllStopsOfAFault(String written, @Nullable String derived) {
    List<Expectation> bounds =
        Arrays.stream(written.split(", ", -1)).map(ImpliedExpectationsTest::bound).toList();
    assertThat(
            ImpliedExpectations.with(
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 100),
                new WorkloadTraits(false, false, false, false, Set.of()),
                bounds))
        .filteredOn(e -> e.metric().equals("disrupted.max"))
        .map(e -> "%s %s".formatted(e.op(), e.text()))
        .isEqualTo(derived == null ? List.of() : List.of(derived));
  }

  @Test
  void whereNothingIsToldOfOutputsNoneIsUnexpected() {
    WorkloadTraits untold = new WorkloadTraits(false, false, true, false, Set.of());
    List<Expectation> bounds = List.of(bound("outage.max < 20"));
    assertThat(ImpliedExpectations.with(DeliveryGuarantee.of(Guarantee.NONE, 0), untold, bounds))
        .as("a run that promises nothing is judged by its bounds")
        .extracting(Expectation::metric)
        .containsExactly(
            "outage.max", "lost-by-kafka", "refused-input", "unplanned-exits", "disrupted.max");
    assertThat(
            ImpliedExpectations.with(
                DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0), untold, bounds))
        .as("what is claimed and cannot be judged is told")
        .extracting(Expectation::metric)
        .contains("lost");
  }

  @Test
  void whereOutputsAreJudgedAsAWholeWhatIsMissingOrThereTwiceHasDiverged() {
    WorkloadTraits whole = new WorkloadTraits(false, false, false, true, Set.of());
    assertThat(
            ImpliedExpectations.with(
                DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 100), whole, List.of()))
        .extracting(Expectation::metric)
        .contains("diverged", "unexpected")
        .doesNotContain("lost", "duplicated");
  }

  /** A bound of a metric, an operator and seconds. */
  private static Expectation bound(String words) {
    String[] parts = words.split(" ", 3);
    Expectation.Op op =
        Arrays.stream(Expectation.Op.values())
            .filter(value -> value.toString().equals(parts[1]))
            .findFirst()
            .orElseThrow();
    return new Expectation(parts[0], op, Double.parseDouble(parts[2]) * 1000, parts[2], 1);
  }
}
