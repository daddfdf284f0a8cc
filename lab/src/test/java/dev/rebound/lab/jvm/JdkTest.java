package dev.rebound.lab.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkTest {
  @TempDir Path folder;

  @Test
  void thoseOfFoldersAndVariablesAreFoundOnceAndTheLabsOwnComesFirst() throws IOException {
    Path older = jdk("jvm/jdk-17", "17.0.9", "Debian");
    Path newer = jdk("jvm/zulu-25.jdk/Contents/Home", "25", "Azul");
    Path named = jdk("elsewhere/21", "21.0.5", "");
    Path early = jdk("jvm/early", "26-ea", "Oracle");
    Files.createSymbolicLink(folder.resolve("jvm/default"), older);
    Files.createDirectories(folder.resolve("jvm/no-jdk/bin"));
    jdk("jvm/broken", "unknown", "");
    List<Jdk> found =
        Jdk.installed(
            Map.of("JAVA_HOME_21_X64", named.toString(), "JAVA_HOME", older.toString()),
            List.of(folder.resolve("jvm"), folder.resolve("absent")));
    assertThat(found.get(0)).isEqualTo(Jdk.ofLab());
    assertThat(found.subList(1, found.size()))
        .extracting(Jdk::home)
        .containsExactly(early, newer, named, older);
    assertThat(found.get(2).words()).isEqualTo("25 (Azul), " + newer);
  }

  @Test
  void oneIsNamedByItsMajorVersionOrItsFolder() throws IOException {
    Path older = jdk("a", "21.0.5", "A");
    Path newer = jdk("b", "21.0.9", "B");
    List<Jdk> installed = Jdk.installed(Map.of(), List.of(folder));
    assertThat(Jdk.named("21", installed, JdkTest::refused).home()).isEqualTo(newer);
    assertThat(Jdk.named(older.toString(), installed, JdkTest::refused).version())
        .isEqualTo("21.0.5");
    String own = Integer.toString(Runtime.version().feature());
    assertThat(Jdk.named(own, installed, JdkTest::refused)).isEqualTo(Jdk.ofLab());
  }

  @Test
  void oneThatIsNotThereIsRefusedWithHowToGetIt() throws IOException {
    Path old = jdk("old", "1.8.0_392", "");
    jdk("a", "21.0.5", "A");
    List<Jdk> installed = Jdk.installed(Map.of(), List.of(folder));
    assertThat(refusal("99", installed))
        .contains("no JDK 99 is installed; there is ", "21", "sdk install java 99-tem");
    assertThat(refusal("11", installed)).contains("engine.java: 11 is older", "17 or newer");
    assertThat(refusal(old.toString(), installed))
        .contains("there is no JDK of version 17 or newer");
    assertThat(refusal("/nowhere", installed)).contains("at /nowhere", "bin/java");
  }

  private static String refusal(String asked, List<Jdk> installed) {
    String[] said = {""};
    assertThatThrownBy(
            () ->
                Jdk.named(
                    asked,
                    installed,
                    (problem, remedy) -> {
                      said[0] = problem + " | " + remedy;
                      return refused(problem, remedy);
                    }))
        .isInstanceOf(ReboundException.class);
    return said[0];
  }

  private static ReboundException refused(String problem, String remedy) {
    return ReboundException.badInput(problem, remedy);
  }

  private Path jdk(String name, String version, String vendor) throws IOException {
    Path home = folder.resolve(name);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"%s\"\nJAVA_VERSION=\"%s\"\n".formatted(vendor, version));
    return home.toRealPath();
  }
}
