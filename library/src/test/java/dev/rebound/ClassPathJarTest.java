package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathJarTest {
  @TempDir Path folder;

  @Test
  void whatLiesOnTheClassPathIsFoundThroughTheJar() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("my classes"));
    Files.writeString(classes.resolve("here.txt"), "here");
    String classPath =
        classes + File.pathSeparator + folder.resolve("none.jar") + File.pathSeparator;

    Path jar = ClassPathJar.of(classPath, folder.resolve("cache"));

    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      assertThat(loader.getResourceAsStream("here.txt")).hasContent("here");
      assertThat(loader.getResource("there.txt")).isNull();
    }
    assertThat(ClassPathJar.of(classPath, folder.resolve("cache"))).isEqualTo(jar);
    assertThat(ClassPathJar.of(classes.toString(), folder.resolve("cache"))).isNotEqualTo(jar);
  }
}
