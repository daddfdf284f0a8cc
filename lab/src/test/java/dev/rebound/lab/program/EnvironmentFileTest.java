package dev.rebound.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentFileTest {
  @TempDir Path folder;

  private Map<String, String> read(String text) throws IOException {
    return EnvironmentFile.read(Files.writeString(folder.resolve("app.env"), text));
  }

  private String error(String text) throws IOException {
    Files.writeString(folder.resolve("app.env"), text);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class, () -> EnvironmentFile.read(folder.resolve("app.env")));
    assertThat(thrown).isNotNull();
    return thrown.getMessage().replace(folder + "/", "") + " | " + thrown.remedy();
  }

  @Test
  void linesAsDockerAndSpringUsersHaveThem() throws IOException {
    assertThat(
            read(
                """
                \uFEFF# a comment
                PLAIN=a value = b  # said of it

                  export SPRING_DATASOURCE_URL = jdbc:postgresql://db/orders#x
                EMPTY=
                NOTHING= # said of nothing
                COLOUR=#fff
                DOUBLE="a # b \\"c\\" \\n \\d" # said of it
                SINGLE='a "b" \\n'
                exported=1
                PLAIN_TWICE=1
                PLAIN_TWICE=2
                DOLLAR=${HOME}/x\r
                """))
        .containsExactly(
            Map.entry("PLAIN", "a value = b"),
            Map.entry("SPRING_DATASOURCE_URL", "jdbc:postgresql://db/orders#x"),
            Map.entry("EMPTY", ""),
            Map.entry("NOTHING", ""),
            Map.entry("COLOUR", "#fff"),
            Map.entry("DOUBLE", "a # b \"c\" \n \\d"),
            Map.entry("SINGLE", "a \"b\" \\n"),
            Map.entry("exported", "1"),
            Map.entry("PLAIN_TWICE", "2"),
            Map.entry("DOLLAR", "${HOME}/x"));
  }

  @Test
  void aWrongLineIsNamedAndItsValueIsNot() throws IOException {
    assertThat(error("A=1\nhunter2\n"))
        .startsWith("app.env:2: the line is no NAME=VALUE | Write NAME=VALUE;")
        .doesNotContain("hunter2");
    assertThat(error("spring.url=hunter2"))
        .startsWith("app.env:1: 'spring.url' is no name of an environment variable")
        .contains("SPRING_DATASOURCE_URL")
        .doesNotContain("hunter2");
    assertThat(error("\n\nA='hunter2")).startsWith("app.env:3: the quote ' is not closed");
    assertThat(error("A=\"x\" hunter2"))
        .startsWith("app.env:1: something follows after the closing quote")
        .doesNotContain("hunter2");
  }

  @Test
  void aFileThatCannotBeRead() throws IOException {
    ReboundException missing =
        catchThrowableOfType(
            ReboundException.class, () -> EnvironmentFile.read(folder.resolve("no.env")));
    assertThat(missing).hasMessageEndingWith("no.env does not exist");
    Files.write(folder.resolve("app.env"), "A=\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    ReboundException latin =
        catchThrowableOfType(
            ReboundException.class, () -> EnvironmentFile.read(folder.resolve("app.env")));
    assertThat(latin).hasMessageEndingWith("app.env cannot be read as UTF-8 text");
  }
}
