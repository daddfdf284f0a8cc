package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ProgramJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceJarTest {
  @TempDir Path folder;

  private Path source(String text) throws IOException {
    return Files.writeString(folder.resolve("MyJob.java"), text);
  }

  private Path jar(Path source) {
    return SourceJar.of(source, List.of(), folder.resolve("cache"));
  }

  @Test
  void theClassThatIsCalledAsTheFileIsTheMainOne() throws IOException {
    Path source =
        source(
            """
            package com.example;
            public class MyJob {
              record Order(String id) {}
              public static void main(String[] args) { System.out.println(new Order("a")); }
            }
            """);
    Path made = jar(source);
    ProgramJar jar = new ProgramJar(made);
    assertThat(jar.mainClass()).hasValue("com.example.MyJob");
    assertThat(jar.holds("com.example.MyJob$Order")).isTrue();
    assertThat(ProgramJar.isSource(source)).isTrue();
    assertThat(jar(source)).as("it is there already").isEqualTo(made);
    String before = Sha256.of(made);
    Files.delete(made);
    assertThat(Sha256.of(jar(source))).as("the same bytes").isEqualTo(before);
    try (var left = Files.list(folder.resolve("cache"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void anotherSourceIsAnotherJar() throws IOException {
    Path first = jar(source("public class MyJob { public static void main(String[] a) {} }"));
    Path second = jar(source("public class MyJob { public static void main(String[] b) {} }"));
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void anErrorIsToldWithItsLine() throws IOException {
    Path source =
        source(
            """
            public class MyJob {
              public static void main(String[] args) {
                org.apache.flink.None.run();
                int n = "text";
              }
            }
            """);
    assertThatThrownBy(() -> jar(source))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("engine.jar: " + source + ":3: package org.apache.flink does not")
        .hasMessageContaining("(and 1 more)");
    try (var left = Files.list(folder.resolve("cache"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aFileWithoutItsClassIsRefused() throws IOException {
    Path source = source("class Other { public static void main(String[] args) {} }");
    assertThatThrownBy(() -> jar(source)).hasMessageContaining("has no class MyJob");
  }
}
