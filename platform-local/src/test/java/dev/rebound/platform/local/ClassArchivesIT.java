package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Archives of a living JVM's classes. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClassArchivesIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Path jar;
  private Path cache;
  private ClassArchives archives;

  @BeforeEach
  void makeJar() throws IOException {
    jar = folder.resolve("child.jar");
    cache = folder.resolve("classes");
    archives = new ClassArchives(cache);
    String entry = Child.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = Child.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      in.transferTo(out);
    }
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      end(process);
    }
  }

  private static void end(Process process) throws InterruptedException {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly().waitFor();
    children.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle child : children) {
      child.onExit().join();
    }
  }

  private Process child(List<String> options, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JDK.resolve("bin/java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", jar.toString(), Child.class.getName()));
    command.addAll(List.of(arguments));
    // The JVM that makes an archive writes what it says into the working folder.
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private static String firstLine(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    return lines.readLine();
  }

  private List<String> cached() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void theClassesOfALivingProcessAreMappedByTheNext() throws Exception {
    Process first = child(List.of(), "say=up", "sleep=600000");
    assertThat(firstLine(first)).isEqualTo("up");
    Path archive = cache.resolve("a.jsa");
    assertThat(archives.make(JDK, first.pid(), archive, LIMIT, () -> false)).isTrue();
    assertThat(cached()).containsExactly("a.jsa");
    assertThat(first.isAlive()).as("it goes on").isTrue();

    Process next =
        child(List.of("-Xshare:on", "-XX:SharedArchiveFile=" + archive), "say=mapped", "exit=0");
    assertThat(firstLine(next)).isEqualTo("mapped");
    assertThat(next.waitFor()).isZero();
  }

  @Test
  void anAttemptThatIsGivenUpLeavesNothing() throws Exception {
    Process process = child(List.of(), "say=up", "sleep=600000");
    assertThat(firstLine(process)).isEqualTo("up");
    Path archive = cache.resolve("a.jsa");
    assertThat(archives.make(JDK, process.pid(), archive, Duration.ofMillis(1), () -> false))
        .isFalse();
    end(process);
    archives.sweep();
    assertThat(cached()).isEmpty();
  }
}
