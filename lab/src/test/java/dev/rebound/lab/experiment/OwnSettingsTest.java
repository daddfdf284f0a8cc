package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnSettingsTest {
  private static final String SMALLEST =
      """
      name: x
      engine: { name: flink }
      load: { rate: 2000/s }
      """;

  private static final String LARGE =
      """
      name: x
      kafka: { bootstrap: 'there:9092', config: { num.io.threads: 4 } }
      engine: { name: flink, commit-interval: 500ms, standbys: 1, jvm: [-Xa, -Xb] }
      load: { rate: 2000/s, producer: { linger.ms: 5 } }
      faults:
        - { every: 90s, kill: worker }
        - { at: 1s, pause: worker, for: 2000ms }
      expect: { outage.max: < 30s, recovery.max: < 1.5s, reordered: 0 }
      rig: { allow: [cpu-saturated] }
      """;

  /** The default of each key. Whoever changes one changes what files mean that do not write it. */
  private static final Map<String, String> FIRST_DEFAULTS =
      Map.ofEntries(
          Map.entry("kafka.version", "4.4.0"),
          Map.entry("kafka.partitions", "8"),
          Map.entry("kafka.replication", "1"),
          Map.entry("kafka.min-insync-replicas", "1"),
          Map.entry("kafka.input", "''"),
          Map.entry("kafka.output", "''"),
          Map.entry("kafka.group", "''"),
          Map.entry("engine.version", "''"),
          Map.entry("engine.workers", "2"),
          Map.entry("engine.spares", "0"),
          Map.entry("engine.threads", "1"),
          Map.entry("engine.guarantee", "exactly-once"),
          Map.entry("engine.profile", "quick"),
          Map.entry("engine.memory", "512MB"),
          Map.entry("engine.commit-interval", "2s"),
          Map.entry("engine.state", "''"),
          Map.entry("workload.name", "rule-match"),
          Map.entry("workload.rules", "1000"),
          Map.entry("workload.selectivity", "0.5"),
          Map.entry("workload.distribution", "uniform"),
          Map.entry("workload.matching", "indexed"),
          Map.entry("workload.record", "1KB"),
          Map.entry("workload.state", "0B"),
          Map.entry("load.generators", "1"),
          Map.entry("phases.warmup", "30s"),
          Map.entry("phases.baseline", "30s"),
          Map.entry("phases.faults", "60s"),
          Map.entry("phases.settle", "30s"),
          Map.entry("sustain.window", "20s"),
          Map.entry("seed", "42"));

  @TempDir Path folder;

  @Test
  void onlyWhatDiffersFromTheDefaultsIsOwn() {
    assertThat(OwnSettings.of(SMALLEST).own())
        .containsExactly(
            Map.entry("engine.name", "flink"),
            Map.entry("load.rate", "2000/s"),
            Map.entry("name", "x"));
    assertThat(OwnSettings.of(LARGE).own().keySet())
        .containsExactly(
            "engine.commit-interval",
            "engine.jvm.1",
            "engine.jvm.2",
            "engine.name",
            "engine.standbys",
            "expect.outage.max",
            "expect.recovery.max",
            "expect.reordered",
            "faults.1.every",
            "faults.1.kill",
            "faults.2.at",
            "faults.2.for",
            "faults.2.pause",
            "kafka.bootstrap",
            "kafka.config.num.io.threads",
            "load.producer.linger.ms",
            "load.rate",
            "name",
            "rig.allow.1");
    assertThat(OwnSettings.of(LARGE).all())
        .containsEntry("kafka.brokers", "0")
        .containsEntry("sustain.p99", "1500ms")
        .containsEntry("expect.disrupted.max", "< 30000")
        .containsEntry("faults.1.at", "0s")
        .containsEntry("faults.1.restart.after", "5s")
        .doesNotContainKey("faults.2.restart.after");
  }

  @Test
  void theResolvedFileHasTheSame() throws IOException {
    for (String text : List.of(SMALLEST, LARGE)) {
      OwnSettings written = OwnSettings.of(text);
      OwnSettings resolved = OwnSettings.of(resolved(text));
      assertThat(resolved.own()).isEqualTo(written.own());
      assertThat(resolved.all()).isEqualTo(written.all());
      assertThat(resolved.text()).isEqualTo(written.text()).contains("load.rate: 2000/s\n");
    }
  }

  @Test
  void howAValueIsWrittenDoesNotMatter() {
    String other =
        """
        load: { rate: 2000.0/s, generators: 1 }
        engine:
          profile: quick
          commit-interval: 2000ms
          memory: 524288KB
          name: flink
        phases: { warmup: 0.5m }
        workload: { selectivity: .50 }
        kafka: { brokers: 1, config: {} }
        faults: []
        name: x
        """;
    assertThat(OwnSettings.of(other).own()).isEqualTo(OwnSettings.of(SMALLEST).own());
    assertThat(OwnSettings.of(other).all()).isEqualTo(OwnSettings.of(SMALLEST).all());
  }

  @Test
  void whoseCoresARoleRunsOnTellsExperimentsApart() {
    String cores = SMALLEST + "cores: { subject: 1, rig: 1 }\n";
    String front = cores.replace("rig: 1", "rig: 1, roles: { front: rig, broker: subject }");

    assertThat(own(cores).keySet()).noneMatch(key -> key.startsWith("cores.roles"));
    assertThat(own(front)).containsEntry("cores.roles.front", "rig").isNotEqualTo(own(cores));
    assertThat(own(front.replace("front: rig, broker: subject", "broker: subject, front: rig")))
        .isEqualTo(own(front));
    assertThat(OwnSettings.tellsApart("cores.roles.front")).isTrue();
  }

  @Test
  void aDefaultIsTakenAsTheOtherValuesMakeIt() {
    assertThat(own(SMALLEST + "kafka: { brokers: 1 }\n")).doesNotContainKey("kafka.brokers");
    assertThat(own(SMALLEST + "kafka: { brokers: 0 }\n")).containsKey("kafka.brokers");
    assertThat(own(SMALLEST + "kafka: { bootstrap: 'a:1', brokers: 0 }\n"))
        .doesNotContainKey("kafka.brokers");
    assertThat(own(SMALLEST + "sustain: { p99: 3s }\n")).doesNotContainKey("sustain.p99");
    String slow = SMALLEST.replace("flink", "flink, commit-interval: 5s");
    assertThat(own(slow + "sustain: { p99: 3s }\n")).containsEntry("sustain.p99", "3s");
    String promise = "expect: { lost: 0, duplicated: 0 }\n";
    assertThat(own(SMALLEST + promise)).isEqualTo(own(SMALLEST));
    String weaker = SMALLEST.replace("flink", "flink, guarantee: at-least-once");
    assertThat(own(weaker + promise))
        .containsEntry("expect.duplicated", "= 0")
        .doesNotContainKey("expect.lost");
    String bounds = "expect: { recovery.max: < 30s, disrupted.max: %s }\n";
    assertThat(own(SMALLEST + bounds.formatted("< 30000ms")))
        .doesNotContainKey("expect.disrupted.max");
    assertThat(own(SMALLEST + bounds.formatted("< 40s")))
        .containsEntry("expect.disrupted.max", "< 40000");
    assertThat(own(SMALLEST + "expect: { lost: <= 3 }\n")).containsEntry("expect.lost", "<= 3");
    String kill = "faults: [{ every: 9s, kill: worker%s }]\n";
    String restart = ", at: 0s, count: 1, restart: { after: 5000ms, disk: kept }";
    assertThat(own(SMALLEST + kill.formatted(restart)))
        .isEqualTo(own(SMALLEST + kill.formatted("")));
    assertThat(own(SMALLEST + kill.formatted(", restart: never")))
        .containsEntry("faults.1.restart", "never");
  }

  @Test
  void aKeyThatIsNotKnownCountsAsItIsWritten() {
    assertThat(own(SMALLEST + "later: { key: [1, 2] }\nexpect: { later.max: < 3 }\n"))
        .containsEntry("later.key.1", "1")
        .containsEntry("later.key.2", "2")
        .containsEntry("expect.later.max", "< 3");
  }

  @Test
  void aNewKeyWithADefaultSplitsNothing() throws IOException {
    Section now = ExperimentSchema.section(KnownEngines.ANY);
    Section later =
        with(
            with(
                now,
                "engine",
                Option.of("zeal", ScalarType.count(0, 9), "3", "4").meaning("How much.")),
            "kafka",
            Option.of("pace", ScalarType.duration(), "2s", "4s").meaning("How fast."));
    String before = resolved(LARGE);
    String after =
        before
            .replace("engine:\n", "engine:\n  zeal: 3\n")
            .replace("kafka:\n", "kafka:\n  pace: 2000ms\n");
    assertThat(after).contains("zeal", "pace");
    OwnSettings old = OwnSettings.of(before, now);
    assertThat(OwnSettings.of(before, later).own()).isEqualTo(old.own());
    assertThat(OwnSettings.of(after, later).text()).isEqualTo(old.text());
    assertThat(OwnSettings.of(after, later).all()).isEqualTo(OwnSettings.of(before, later).all());
    assertThat(OwnSettings.of(after.replace("zeal: 3", "zeal: 4"), later).own())
        .containsEntry("engine.zeal", "4");
  }

  @Test
  void noDefaultHasChangedUnsaid() {
    Map<String, String> first = new LinkedHashMap<>();
    for (Option option : ExperimentSchema.section(KnownEngines.ANY).options()) {
      first.put(option.key(), String.valueOf(option.byDefault()));
      if (option.type() instanceof Section inner) {
        inner
            .options()
            .forEach(o -> first.put(option.key() + "." + o.key(), String.valueOf(o.byDefault())));
      }
    }
    FIRST_DEFAULTS.forEach(
        (key, value) -> assertThat(first.getOrDefault(key, value)).as(key).isEqualTo(value));
  }

  @Test
  void whatIsNoMapIsRefused() {
    assertThatThrownBy(() -> OwnSettings.of("- a\n")).isInstanceOf(ReboundException.class);
    assertThatThrownBy(() -> OwnSettings.of("a: [\n")).isInstanceOf(ReboundException.class);
    assertThatThrownBy(() -> OwnSettings.of("")).isInstanceOf(ReboundException.class);
  }

  @Test
  void namesAndLengthsTellNothingApart() {
    assertThat(List.of("engine.workers", "load.rate", "faults.1.count", "scale"))
        .allMatch(OwnSettings::tellsApart);
    assertThat(List.of("name", "seed", "phases.baseline", "expect.lost", "sustain.p99"))
        .noneMatch(OwnSettings::tellsApart);
  }

  private static Map<String, String> own(String text) {
    return OwnSettings.of(text).own();
  }

  private String resolved(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), text);
    return ExperimentFile.load(file, List.of(), 1).get(0).resolvedYaml();
  }

  /** The same with one more key in a section. */
  private static Section with(Section schema, String section, Option added) {
    List<Option> options = new ArrayList<>();
    for (Option option : schema.options()) {
      if (option.key().equals(section) && option.type() instanceof Section inner) {
        List<Option> more = new ArrayList<>(inner.options());
        more.add(added);
        options.add(
            Option.of(section, new Section(more), "{}", option.example())
                .meaning(option.meaning()));
      } else {
        options.add(option);
      }
    }
    return new Section(options);
  }
}
