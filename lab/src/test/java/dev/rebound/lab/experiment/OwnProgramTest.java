package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProgramTest {
  @TempDir Path folder = Path.of("unset");

  @Test
  void aProgramThatACommandStartsIsAnotherOneOnceItsFileHasChanged() throws IOException {
    Path script = Files.writeString(folder.resolve("a job.py"), "print(1)");
    Path rules = Files.writeString(folder.resolve("rules.txt"), "a");
    Map<String, String> run =
        Map.of("run", "python3 '" + script + "' --rules " + rules + " nothing");
    String before = OwnProgram.hash(run);
    assertThat(before).hasSize(64).isEqualTo(OwnProgram.hash(run));
    Files.writeString(rules, "b");
    String between = OwnProgram.hash(run);
    assertThat(between).isNotEqualTo(before);
    Files.writeString(script, "print(2)");
    assertThat(OwnProgram.hash(run)).isNotIn(before, between);
  }

  @Test
  void jarsOfAClassPathCount() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Path jar = Files.writeString(lib.resolve("a.jar"), "1");
    Path other = Files.writeString(folder.resolve("b.jar"), "1");
    Map<String, String> run = Map.of("run", "java -cp " + lib + "/*:" + other + " Main");
    String before = OwnProgram.hash(run);
    Files.writeString(jar, "2");
    String between = OwnProgram.hash(run);
    Files.writeString(other, "2");
    assertThat(between).isNotIn(before, OwnProgram.hash(run));
  }

  @Test
  void dataThatLiesInAFolderDoesNot() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("a.csv"), "1");
    assertThat(OwnProgram.hash(Map.of("run", "cat " + data + "/*"))).isEmpty();
  }

  @Test
  void whatNamesNoFileHasNone() {
    assertThat(OwnProgram.hash(Map.of("run", "cat -"))).isEmpty();
    assertThat(OwnProgram.hash(Map.of("jar", folder.resolve("later.jar") + ""))).isEmpty();
    assertThat(OwnProgram.hash(Map.of())).isEmpty();
  }
}
