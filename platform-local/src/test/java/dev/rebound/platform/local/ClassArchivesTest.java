package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchivesTest {
  private static final List<String> ASKING = List.of("-XX:SharedArchiveFile=${classes}");

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path folder;

  @Test
  void aProcessThatDoesNotAskHasNone() throws IOException {
    assertThat(archives().file(java(List.of("-Xss1m"), "A"), JDK, jars())).isEmpty();
  }

  @Test
  void anotherMainClassOrAChangedJarHasAnotherArchive() throws IOException {
    List<Path> jars = jars();
    Path first = archives().file(java(ASKING, "A"), JDK, jars).orElseThrow();
    assertThat(archives().file(java(ASKING, "A"), JDK, jars)).contains(first);
    assertThat(archives().file(java(ASKING, "B"), JDK, jars).orElseThrow()).isNotEqualTo(first);
    Files.setLastModifiedTime(jars.get(0), FileTime.fromMillis(1_000));
    assertThat(archives().file(java(ASKING, "A"), JDK, jars).orElseThrow()).isNotEqualTo(first);
  }

  @Test
  void anotherCollectorOrJdkHasAnotherArchive() throws IOException {
    Path first = archives().file(java(ASKING, "A"), JDK, jars()).orElseThrow();
    List<String> z = List.of("-XX:+UseZGC", ASKING.get(0));
    assertThat(archives().file(java(z, "A"), JDK, jars()).orElseThrow()).isNotEqualTo(first);
    Path other = Files.createDirectories(folder.resolve("jdk"));
    Path before = archives().file(java(ASKING, "A"), other, jars()).orElseThrow();
    assertThat(before).isNotEqualTo(first);
    Files.writeString(other.resolve("release"), "JAVA_VERSION=\"25.0.4\"\n");
    assertThat(archives().file(java(ASKING, "A"), other, jars()).orElseThrow())
        .as("brought up to date in its place")
        .isNotEqualTo(before);
  }

  @Test
  void optionsThatAskAreLeftOutUntilTheArchiveIsThere() throws IOException {
    List<String> command = List.of("java", "-XX:SharedArchiveFile=${classes}", "Main");
    Path archive = folder.resolve("a.jsa");
    assertThat(ClassArchives.complete(command, Optional.empty())).containsExactly("java", "Main");
    assertThat(ClassArchives.complete(command, Optional.of(archive)))
        .containsExactly("java", "Main");
    Files.writeString(archive, "classes");
    assertThat(ClassArchives.complete(command, Optional.of(archive)))
        .containsExactly("java", "-XX:SharedArchiveFile=" + archive, "Main");
  }

  @Test
  void aWordOfAnotherProgramIsItsOwn() throws IOException {
    Program.Command command = new Program.Command(List.of("echo", "${classes}"));
    assertThat(archives().file(command, JDK, List.of())).isEmpty();
    assertThat(archives().complete(command, JDK, List.of(), command.arguments()))
        .isEqualTo(command.arguments());
    Program java = java(ASKING, "A");
    assertThat(archives().complete(java, JDK, jars(), List.of("java", "${classes}", "A")))
        .containsExactly("java", "A");
  }

  @Test
  void whatCannotBeMadeIsSilentlyAbsent() throws IOException {
    Path file = Files.writeString(folder.resolve("no-folder"), "");
    ClassArchives nowhere = new ClassArchives(file.resolve("classes"));
    assertThat(
            nowhere.make(JDK, 1, file.resolve("classes/a.jsa"), Duration.ofSeconds(1), () -> false))
        .isFalse();
  }

  private ClassArchives archives() {
    return new ClassArchives(folder);
  }

  private List<Path> jars() throws IOException {
    Path jar = folder.resolve("a.jar");
    if (!Files.exists(jar)) {
      Files.writeString(jar, "jar");
    }
    return List.of(jar);
  }

  private static Program java(List<String> jvm, String mainClass) {
    return new Program.Java(List.of(), mainClass, jvm, List.of());
  }
}
