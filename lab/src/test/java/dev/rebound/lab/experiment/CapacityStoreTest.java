package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityStoreTest {
  private static final String YAML =
      """
      name: one
      seed: 1
      kafka:
        brokers: 1
      engine:
        name: flink
        profile: quick
      load:
        rate: 2000/s
        generators: 1
      faults: []
      """;
  private static final Capacity CAPACITY =
      new Capacity(
          9000,
          8800,
          9400.0,
          false,
          2000,
          "2024-01-01T00:00:00Z",
          "one",
          "flink",
          "2.3.0",
          "quick",
          "here",
          "runs",
          "",
          List.of());

  @TempDir Path folder = Path.of("unset");

  private CapacityStore store(String machine) {
    return new CapacityStore(folder, machine);
  }

  @Test
  void whatWasStoredIsFoundAgain() {
    store("a").put(YAML, CAPACITY);

    assertThat(store("a").of(YAML)).contains(CAPACITY);
  }

  @Test
  void rateNameSeedAndFaultsDoNotMatter() {
    store("a").put(YAML, CAPACITY);
    String other =
        "# load.rate is 60 %\n"
            + YAML.replace("2000/s", "60%")
                .replace("one", "two")
                .replace("seed: 1", "seed: 7")
                .replace("faults: []", "faults: [{ at: 5s, kill: worker }]");

    assertThat(store("a").of(other)).contains(CAPACITY);
  }

  @Test
  void engineAndMachineMatter() {
    store("a").put(YAML, CAPACITY);

    assertThat(store("a").of(YAML.replace("quick", "stock"))).isEmpty();
    assertThat(store("a").of(YAML.replace("generators: 1", "generators: 2"))).isEmpty();
    assertThat(store("b").of(YAML)).isEmpty();
  }

  @Test
  void oneOfAnotherBuildOfAJarIsNotKnownNow() throws IOException {
    Path jar = Files.writeString(folder.resolve("my.jar"), "one");
    String yaml = YAML.replace("profile: quick", "jar: " + jar);
    store("a").put(yaml, CAPACITY);
    assertThat(store("a").now(yaml)).as("nobody knows of which").isEmpty();
    Capacity found =
        new Capacity(
            1,
            1,
            null,
            false,
            1,
            "then",
            "x",
            "flink",
            "1",
            "",
            "m",
            "f",
            Sha256.of(jar),
            List.of());
    store("a").put(yaml, found);
    assertThat(store("a").now(yaml)).contains(found);
    Files.writeString(jar, "two");
    assertThat(store("a").now(yaml)).isEmpty();
    assertThat(store("a").of(yaml)).contains(found);
    store("a").put(YAML, CAPACITY);
    assertThat(store("a").now(YAML)).contains(CAPACITY);
  }

  @Test
  void oneOfAnotherProgramOfTheSameCommandIsNotKnownNow() throws IOException {
    Path script = Files.writeString(folder.resolve("job.py"), "one");
    String yaml = YAML.replace("profile: quick", "run: python3 " + script);
    String hash = Sha256.of(script);
    Capacity found =
        new Capacity(
            1, 1, null, false, 1, "then", "x", "flink", "1", "", "m", "f", hash, List.of());
    store("a").put(yaml, found);
    assertThat(store("a").now(yaml)).contains(found);
    Files.writeString(script, "two");
    assertThat(store("a").now(yaml)).isEmpty();
  }

  @Test
  void oneOfAProgramOfWhichNotAllWasSeenSaysSo() {
    List<String> unseen = List.of("job.py imports x, which is installed elsewhere");
    Capacity partly =
        new Capacity(
            1, 1, null, false, 1, "then", "x", "external", "1", "", "m", "f", "a1", unseen);
    assertThat(partly.words())
        .endsWith(
            "measured then; whether of the same program is not known: job.py imports x, which is"
                + " installed elsewhere)");
    CapacityStore.write(folder.resolve("capacity.json"), partly);
    assertThat(CapacityStore.read(folder.resolve("capacity.json"))).contains(partly);
    assertThat(CAPACITY.words()).doesNotContain("same program");
  }

  @Test
  void whatAFileSaysOfDefaultsDoesNotMatter() {
    store("a").put(YAML, CAPACITY);

    assertThat(store("a").of(YAML.replace("  brokers: 1\n", ""))).contains(CAPACITY);
    assertThat(store("a").of(YAML.replace("brokers: 1\n", "brokers: 1\n  partitions: 8\n")))
        .contains(CAPACITY);
    assertThat(store("a").of(YAML.replace("brokers: 1\n", "brokers: 1\n  partitions: 9\n")))
        .isEmpty();
  }

  @Test
  void aShareSaysWhatItIsOf() {
    assertThat(new Capacity.Share(0.6, CAPACITY).words())
        .isEqualTo(
            "60 % of 9,000/s, which flink 2.3.0 (profile quick) sustains here (between 8,800 and"
                + " 9,400/s; measured 2024-01-01T00:00:00Z)");
  }
}
