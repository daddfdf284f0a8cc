package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.fault.FaultProvider;
import dev.rebound.workload.WorkloadProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The jars of {@code docs/extending.md}, built as a stranger builds them, in a folder of tests. */
record ExtensionJars(Path folder) {
  static final Path SOURCES = Home.path().resolve("docs/extending");

  /** The workload {@code alarms}. */
  Path alarms() throws IOException {
    return jar("Alarms", WorkloadProvider.class, "com.example.Alarms$Provider");
  }

  /** The fault {@code stutter}. */
  Path stutter() throws IOException {
    return jar("Stutter", FaultProvider.class, "com.example.Stutter$Provider");
  }

  /** The engine {@code relay}. */
  Path relay() throws IOException {
    return jar("Relay", Engine.class, "com.example.Relay");
  }

  private Path jar(String source, Class<?> service, String provider) throws IOException {
    return jar(source, Files.readString(SOURCES.resolve(source + ".java")), service, provider);
  }

  /** A jar of one source of this text, made for this version. */
  Path jar(String name, String source, Class<?> service, String provider) throws IOException {
    Path file = Files.createDirectories(folder.resolve("src")).resolve(name + ".java");
    Path classes = folder.resolve("classes-" + name);
    Files.writeString(file, source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                file.toString());
    assertThat(status).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(service.getName()), provider);
    return jar(name, classes, Extensions.VERSION);
  }

  /**
   * A jar of a folder.
   *
   * @param version that it says it was made for; null for none
   */
  Path jar(String name, Path content, @Nullable String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (version != null) {
      manifest.getMainAttributes().putValue(Extensions.API, version);
    }
    Path jar = folder.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> found = Files.walk(content)) {
      for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(content.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    return jar;
  }

  /** {@code --with} for each. */
  static List<String> with(Path... jars) {
    return Stream.of(jars).flatMap(jar -> Stream.of("--with", jar.toString())).toList();
  }
}
