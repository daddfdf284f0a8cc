package dev.rebound.lab.artifact;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The jar of a service, which unpacks itself when it is told to, as Spring Boot's do. */
public final class GeneratedService {
  private static final String CONTENT = "content";

  private GeneratedService() {}

  /** {@code extract --force --destination FOLDER}. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[3]);
    Files.createDirectories(folder.resolve("lib"));
    try (var content =
        Objects.requireNonNull(GeneratedService.class.getResourceAsStream("/" + CONTENT))) {
      Files.write(folder.resolve("till.jar"), content.readAllBytes());
    }
    Files.writeString(folder.resolve("lib/some.jar"), "");
  }

  /** Writes such a jar. */
  static void write(Path jar, String content) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, GeneratedService.class.getName());
    String own = GeneratedService.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream jars = new JarOutputStream(out, manifest);
        var code = Objects.requireNonNull(GeneratedService.class.getResourceAsStream("/" + own))) {
      jars.putNextEntry(new JarEntry(own));
      jars.write(code.readAllBytes());
      jars.putNextEntry(new JarEntry(CONTENT));
      jars.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }
}
