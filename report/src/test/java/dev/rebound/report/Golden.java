package dev.rebound.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares output with the files under {@code src/test/resources/golden}. To write them anew after
 * a wanted change: {@code ./mvnw -pl report -am test -Drebound.golden=write}, then read the
 * difference.
 */
public final class Golden {
  private Golden() {}

  public static void compare(String name, String actual) throws IOException {
    Path file =
        Path.of(System.getProperty("rebound.home", ".."), "report/src/test/resources/golden", name);
    if ("write".equals(System.getProperty("rebound.golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual, StandardCharsets.UTF_8);
    }
    assertThat(file).as("golden file (write it with -Drebound.golden=write)").exists();
    assertThat(actual).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }
}
