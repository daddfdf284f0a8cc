package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilesTest {
  @TempDir Path folder = Path.of("unset");

  private Experiment read(String more) throws IOException {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"who\":\"ada\"}\n");
    Path file = folder.resolve("own.yaml");
    Files.writeString(
        file,
        """
        name: own
        engine: { name: fake }
        load: { rate: 10/s }
        workload:
          name: records
          from: orders.jsonl
          key: $.who
          oracle: equals
          reference: python3 reference.py
        %s
        """
            .formatted(more.indent(2)));
    return ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0);
  }

  @Test
  void aReferenceThatImportsChangedRulesIsAnotherOne() throws IOException {
    Files.writeString(folder.resolve("reference.py"), "import rules\n");
    Files.writeString(folder.resolve("rules.py"), "LIMIT = 1\n");
    String before = DataFiles.hash(read("")).sha256();
    assertThat(DataFiles.hash(read("")).sha256()).isEqualTo(before);
    Files.writeString(folder.resolve("rules.py"), "LIMIT = 2\n");
    assertThat(DataFiles.hash(read("")).sha256()).isNotEqualTo(before);
  }

  @Test
  void whatIsDeclaredOfAReferenceCounts() throws IOException {
    Files.writeString(folder.resolve("reference.py"), "import pandas\nopen('limits.json')\n");
    Files.writeString(folder.resolve("limits.json"), "1");
    assertThat(DataFiles.hash(read("")).unseen())
        .containsExactly("what reference.py loads or starts is not followed");
    Experiment declared = read("reference-files: '*.json'");
    String before = DataFiles.hash(declared).sha256();
    assertThat(DataFiles.hash(declared).unseen()).isEmpty();
    Files.writeString(folder.resolve("limits.json"), "2");
    assertThat(DataFiles.hash(declared).sha256()).isNotEqualTo(before);
  }

  @Test
  void aDeclaredFileThatIsNotThereIsToldWithItsLine() throws IOException {
    Files.writeString(folder.resolve("reference.py"), "");
    assertThatThrownBy(() -> read("reference-files: gone.json '*.toml'"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("own.yaml:10:")
        .hasMessageContaining("there is no file 'gone.json'");
    assertThatThrownBy(() -> read("reference-files: '*.toml'"))
        .hasMessageContaining("there is no file '*.toml'");
  }
}
