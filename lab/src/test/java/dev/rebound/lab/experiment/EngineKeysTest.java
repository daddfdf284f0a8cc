package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section engine, made of what engines declare. */
class EngineKeysTest {
  private static final Option PACE =
      Option.optional("pace", ScalarType.duration(), "2s").meaning("How fast it goes.");
  private static final Option ZEAL =
      Option.optional("zeal", ScalarType.count(0, 9), "3").meaning("How eager it is.");
  private static final Option SEED =
      Option.optional("seeds", new TextsType(), "[a]").meaning("What it is given.");
  private static final Option LATE =
      Option.optional("late", ScalarType.flag(), "true").meaning("Whether it comes last.");

  private static final String FAST =
      """
      name: x
      engine: { name: fast, pace: 2000ms, zeal: 3 }
      load: { rate: 2000/s }
      """;

  private static final String GOOD =
      """
      name: x
      engine: { name: slow }
      load: { rate: 2000/s }
      """;

  @TempDir Path folder;

  private static EngineDeclaration knowing(Option... options) {
    return MadeUpEngine.knowing(section -> {}, options);
  }

  private static final Map<String, EngineDeclaration> ENGINES =
      Map.of("fast", knowing(PACE, ZEAL, LATE), "slow", knowing(SEED, ZEAL));

  private Path file(String text) {
    try {
      return Files.writeString(folder.resolve("x.yaml"), text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Experiment one(String text, String... overrides) {
    return ExperimentFile.load(file(text), List.of(overrides), 1, ENGINES).get(0);
  }

  private String errors(Map<String, EngineDeclaration> engines, String text) {
    Path file = file(text);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class, () -> ExperimentFile.load(file, List.of(), 1, engines));
    assertThat(thrown).isNotNull();
    return thrown.getMessage().replace(folder + "/", "");
  }

  private static List<String> keys(Map<String, EngineDeclaration> engines) {
    return EngineKeys.section(KnownEngines.of(engines)).keys();
  }

  @Test
  void eachKeyStandsOnceAndInTheOrderOfEachEngine() {
    assertThat(keys(ENGINES)).endsWith("jvm", "pace", "seeds", "zeal", "late");
    assertThat(keys(Map.of("a", knowing(ZEAL, LATE), "b", knowing(PACE, SEED, LATE))))
        .endsWith("jvm", "zeal", "pace", "seeds", "late");
  }

  @Test
  void aKeySaysWhichEnginesKnowIt() {
    Section section = EngineKeys.section(KnownEngines.of(ENGINES));
    assertThat(section.option("zeal").orElseThrow().meaning())
        .isEqualTo("How eager it is. Known to fast, slow.");
    assertThat(section.option("pace").orElseThrow().meaning())
        .isEqualTo("How fast it goes. Known to fast.");
  }

  @Test
  void twoEnginesMayDeclareAKeyAlikeAndNotOtherwise() {
    Option alike = Option.optional("zeal", ScalarType.count(0, 9), "3").meaning("How eager it is.");
    assertThat(keys(Map.of("a", knowing(ZEAL), "b", knowing(alike)))).containsOnlyOnce("zeal");
    for (Option other :
        List.of(
            Option.optional("zeal", ScalarType.count(0, 8), "3").meaning("How eager it is."),
            Option.optional("zeal", ScalarType.text(), "3").meaning("How eager it is."),
            Option.optional("zeal", ScalarType.count(0, 9), "3").meaning("How lazy it is."),
            Option.optional("workers", ScalarType.count(0, 9), "3").meaning("How eager it is."),
            Option.of("zeal", ScalarType.count(0, 9), "3").meaning("How eager it is."))) {
      assertThatThrownBy(() -> keys(Map.of("a", knowing(ZEAL), "b", knowing(other))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(other.key());
    }
  }

  @Test
  void whatAnEngineDeclaresGoesToItsOptionsInOneForm() {
    assertThat(one(FAST).engine().options())
        .containsExactlyInAnyOrderEntriesOf(Map.of("pace", "2s", "zeal", "3"));
    assertThat(one(FAST).resolvedYaml()).contains("  pace: 2s\n  zeal: 3\n");
    assertThat(one(FAST.replace("fast, pace: 2000ms", "slow, seeds: [a, b c]")).engine().options())
        .containsEntry("seeds", "a 'b c'");
  }

  @Test
  void aKeyOfAnotherEngineIsRefusedWhereItStands() {
    assertThat(errors(ENGINES, FAST.replace("fast", "slow")))
        .isEqualTo(
            """
            x.yaml:2:29: pace belongs to fast; this engine is slow
              2 | engine: { name: slow, pace: 2000ms, zeal: 3 }
                |                             ^
              Remove it, or write name: fast.
            """);
  }

  @Test
  void aSlipInAKeyOfAnEngineIsSeen() {
    assertThat(errors(ENGINES, FAST.replace("zeal", "zael")))
        .contains("x.yaml:2:37: unknown key 'zael' in engine", "Did you mean 'zeal'?");
  }

  @Test
  void anEngineChecksItsSection() {
    EngineDeclaration picky =
        MadeUpEngine.knowing(
            section -> {
              section.requireWorkload(List.of("grep", "events"));
              if (section.has("zeal") && section.spec().workers() < 3) {
                section.wrong("zeal", "zeal takes three workers", "Write workers: 3.");
              }
              section.requireOneOf("state", section.spec().state(), List.of("memory"));
            },
            PACE,
            ZEAL);
    assertThat(errors(Map.of("fast", picky), FAST))
        .isEqualTo(
            """
            x.yaml:2:17: fast has no job that computes rule-match
              2 | engine: { name: fast, pace: 2000ms, zeal: 3 }
                |                 ^
              Write workload: { name: X } with grep or events for X, or choose another engine.

            x.yaml:2:43: zeal takes three workers
              2 | engine: { name: fast, pace: 2000ms, zeal: 3 }
                |                                           ^
              Write workers: 3.

            x.yaml:2:9: engine.state: fast cannot take ''
              2 | engine: { name: fast, pace: 2000ms, zeal: 3 }
                |         ^
              Write one of memory.
            """);
    assertThat(errors(Map.of("fast", picky), FAST + "workload: { name: rule-match }\n"))
        .contains("x.yaml:4:19: fast has no job that computes rule-match");
  }

  @Test
  void aControlOnAnotherEngineIsHeldAgainstThatOne() {
    assertThat(errors(ENGINES, FAST + "control: { set: { engine.name: slow } }\n"))
        .contains("pace belongs to fast; this engine is slow");
  }

  @Test
  void whereNoEngineIsKnownAKeyIsReadAsItStands() throws IOException {
    Path file = file(FAST.replace("zeal: 3", "zeal: 3, more: [a, b c]"));
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    assertThat(experiment.engine().options())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("pace", "2000ms", "zeal", "3", "more", "a 'b c'"));
    assertThat(experiment.resolvedYaml()).contains("  pace: 2000ms\n  zeal: 3\n  more: [a, b c]\n");
    Files.writeString(file, experiment.resolvedYaml());
    assertThat(ExperimentFile.load(file, List.of(), 1).get(0).resolvedYaml())
        .isEqualTo(experiment.resolvedYaml());
    assertThat(one(FAST.replace(", pace: 2000ms", ""), "engine.late=true").engine().options())
        .containsEntry("late", "true");
  }

  @Test
  void whatARunLeftIsReadWhateverItsEngineKnowsByNow() throws IOException {
    EngineDeclaration later =
        MadeUpEngine.knowing(
            section -> section.wrong("zeal", "nothing is right any more", "Give up."), PACE);
    Experiment before = one(FAST);
    Path file = file(before.resolvedYaml());
    Experiment stored = ExperimentFile.stored(file, Map.of("fast", later));
    assertThat(stored.engine().name()).isEqualTo("fast");
    assertThat(stored.resolvedYaml()).isEqualTo(before.resolvedYaml());
    assertThat(OwnSettings.of(stored.resolvedYaml()).own())
        .containsEntry("engine.pace", "2s")
        .containsEntry("engine.zeal", "3");
  }

  @Test
  void aStudyMayNameTheKeysThatEnginesDeclare() {
    Problems problems = new Problems();
    ComparableKeys.check("engine.zeal", LocatedYaml.SourcePlace.NOWHERE, ENGINES, problems);
    assertThat(problems.none()).isTrue();
    assertThat(ComparableKeys.inOneForm("engine.pace", "2000ms", ENGINES)).isEqualTo("2s");
    ComparableKeys.check("engine.zael", LocatedYaml.SourcePlace.NOWHERE, ENGINES, problems);
    assertThatThrownBy(() -> problems.throwIfAny(""))
        .hasMessageContaining("unknown option 'zael' in engine")
        .hasMessageContaining("Did you mean 'zeal'?");
  }

  @Test
  void aRoleThatTheEngineDoesNotHave() {
    assertThat(errors(ENGINES, GOOD + "faults:\n  - { at: 2s, kill: jobmanager }\n"))
        .isEqualTo(
            """
            x.yaml:5:21: slow has no role jobmanager
              5 |   - { at: 2s, kill: jobmanager }
                |                     ^
              Write one of worker, broker.
            """);
  }

  @Test
  void aGuaranteeThatTheEngineDoesNotOffer() {
    assertThat(errors(ENGINES, GOOD.replace("name: slow", "name: slow, guarantee: none")))
        .isEqualTo(
            """
            x.yaml:2:34: slow does not offer the guarantee none
              2 | engine: { name: slow, guarantee: none }
                |                                  ^
              Write one of at-least-once, exactly-once.
            """);
  }
}
