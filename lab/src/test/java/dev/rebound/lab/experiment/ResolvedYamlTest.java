package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;

class ResolvedYamlTest {
  @Property(tries = 200)
  void aResolvedFileParsesToTheSameExperiment(@ForAll("files") String text) throws IOException {
    Experiment experiment = parse(text);
    Experiment again = parse(experiment.resolvedYaml());

    assertThat(withoutLines(again)).isEqualTo(withoutLines(experiment));
    assertThat(again.resolvedYaml()).isEqualTo(experiment.resolvedYaml());
  }

  private static Experiment parse(String text) throws IOException {
    Path file = Files.createTempFile("experiment", ".yaml");
    try {
      Files.writeString(file, text);
      return ExperimentFile.load(file, List.of(), 1).get(0);
    } finally {
      Files.delete(file);
    }
  }

  private static List<Object> withoutLines(Experiment e) {
    return List.of(
        e.name(),
        e.description(),
        e.seed(),
        e.repetitions(),
        e.control(),
        e.counterpart() == null ? "" : e.counterpart().set(),
        e.scale(),
        e.kafka(),
        e.engine(),
        e.workload(),
        e.load(),
        e.phases(),
        e.faults(),
        e.expect().stream()
            .map(x -> new Expectation(x.metric(), x.op(), x.bound(), x.text(), 0))
            .toList());
  }

  @Provide
  Arbitrary<String> files() {
    Arbitrary<String> texts = Arbitraries.strings().ofMaxLength(12);
    Arbitrary<String> kafka =
        Combinators.combine(
                Arbitraries.integers().between(1, 5), Arbitraries.integers().between(1, 60), texts)
            .as(
                (brokers, partitions, value) ->
                    "kafka: { brokers: %d, replication: %d, partitions: %d, client: { sasl.x: %s } }"
                        .formatted(brokers, brokers, partitions, ScalarType.quoted(value)));
    Arbitrary<String> engine =
        Combinators.combine(
                Arbitraries.of("exactly-once", "at-least-once", "none"),
                Arbitraries.integers().between(1, 100_000),
                texts)
            .as(
                (guarantee, millis, value) ->
                    "engine: { name: flink, guarantee: %s, commit-interval: %dms, standbys: 1, config: { %s: %s }, jvm: [%s] }"
                        .formatted(
                            guarantee,
                            millis,
                            ScalarType.quoted("k" + value),
                            ScalarType.quoted(value),
                            ScalarType.quoted(value)));
    Arbitrary<String> faults =
        Arbitraries.of(
            "faults: []",
            "faults: [{ at: 1500ms, kill: worker, restart: never }]",
            "faults: [{ every: 7s, terminate: worker, restart: { disk: wiped, as: new } }]",
            "faults: [{ at: 1s, pause: broker, for: 3s }, { at: 9s, kill: jobmanager }]",
            "faults: [{ every: 30s, roll: worker, grace: 2s }, { at: 9s, roll: broker }]");
    Arbitrary<String> rest =
        Combinators.combine(
                Arbitraries.doubles().between(0.001, 1e7).ofScale(3),
                Arbitraries.doubles().between(0, 50).ofScale(4),
                Arbitraries.of("lost: 0", "recovery.max: < 1.5s", "input.rate.faults: '> 1/s'"),
                texts)
            .as(
                (rate, selectivity, bound, description) ->
                    "load: { rate: %s/s }\nworkload: { selectivity: %s }\nexpect: { %s }\ndescription: %s"
                        .formatted(
                            Quantity.plain(rate),
                            Quantity.plain(selectivity),
                            bound,
                            ScalarType.quoted(description)));
    return Combinators.combine(kafka, engine, faults, rest)
        .as((k, e, f, r) -> String.join("\n", "name: any", k, e, f, r));
  }

  @Property
  void aDurationIsReadAsItWasWritten(@ForAll @LongRange(min = 0, max = 10_000_000_000L) long millis)
      throws Exception {
    Duration duration = Duration.ofMillis(millis);
    assertThat(Quantity.duration(Quantity.text(duration))).isEqualTo(duration);
  }

  @Property
  void aSizeIsReadAsItWasWritten(@ForAll @LongRange(min = 0, max = 1L << 40) long count)
      throws Exception {
    Bytes bytes = new Bytes(count);
    assertThat(Quantity.bytes(bytes.toString())).isEqualTo(bytes);
  }

  @Property
  void aRateIsReadAsItWasWritten(
      @ForAll @Scale(4) @DoubleRange(min = 0.0001, max = 1e9) double perSecond) throws Exception {
    Rate rate = new Rate(perSecond);
    assertThat(Quantity.rate(Quantity.text(rate))).isEqualTo(rate);
  }
}
