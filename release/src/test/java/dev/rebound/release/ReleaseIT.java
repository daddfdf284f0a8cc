package dev.rebound.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is downloaded, tried as a user does: unpacked into a folder with a space in its name. */
@Tag("process")
class ReleaseIT {
  private static final long BYTES_MAX = 60_000_000;
  private static final int LIMIT_SECONDS = 300;

  @TempDir static Path folder;
  private static Path home;

  private record Ended(int status, String said) {}

  @BeforeAll
  static void unpack() throws Exception {
    Path place = Files.createDirectory(folder.resolve("my tools"));
    assertThat(
            run(place, Map.of(), "tar", "xf", ReleaseFiles.archive(".tar.gz").toString()).status())
        .isZero();
    try (Stream<Path> unpacked = Files.list(place)) {
      home = unpacked.findFirst().orElseThrow();
    }
  }

  private static Ended run(Path in, Map<String, String> environment, String... command)
      throws Exception {
    File said = Files.createTempFile(folder, "said", ".txt").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said);
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(said.toPath()));
  }

  private static String launcher() {
    return home.resolve("rebound").toString();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theSumsAreThoseOfTheFilesAndNoArchiveIsLarge() throws Exception {
    List<String> sums = Files.readAllLines(ReleaseFiles.FOLDER.resolve("SHA256SUMS"));
    assertThat(sums).hasSize(3);
    for (String line : sums) {
      String[] parts = line.split(" {2}", 2);
      Path file = ReleaseFiles.FOLDER.resolve(parts[1]);
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      assertThat(HexFormat.of().formatHex(digest.digest())).as(parts[1]).isEqualTo(parts[0]);
      assertThat(Files.size(file)).as(parts[1]).isLessThan(BYTES_MAX);
    }
    assertThat(Files.readString(ReleaseFiles.FOLDER.resolve("rebound.rb")))
        .contains(sums.get(0).substring(0, 64));
  }

  /** The setups of runs make folders beside the experiments (programs, packages): none of that. */
  @Test
  void theExperimentsAreWithoutWhatRunsMade() throws Exception {
    try (Stream<Path> files = Files.walk(home.resolve("experiments"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("demo.yaml")
          .doesNotContain("target", "node_modules", ".venv", "__pycache__", "runs");
    }
  }

  @Test
  void everyJarIsInTheBillOfMaterialsAndHasItsLicence() throws Exception {
    String bill = Files.readString(ReleaseFiles.archive("-sbom.json"));
    String licences = Files.readString(home.resolve("THIRD-PARTY.txt"));
    assertThat(licences).doesNotContainIgnoringCase("unknown license");
    List<String> jars = names(home.resolve("lib"));
    assertThat(jars).hasSizeGreaterThan(50);
    for (String jar : jars) {
      String artifact = jar.replaceFirst("-\\d.*", "");
      assertThat(bill).as(jar).contains("/" + artifact + "@");
      if (!jar.startsWith("rebound-")) {
        assertThat(licences).as(jar).contains(":" + artifact + ":");
      }
    }
    assertThat(names(home.resolve("jobs"))).hasSize(6);
    assertThat(names(home.resolve("services/activation")))
        .contains("front.jar", "front.jars", "activation.jar", "activation.jars");
  }

  @Test
  void itStartsFromAnywhereAndWritesNothingIntoItsFolder() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path link = Files.createSymbolicLink(bin.resolve("rebound"), Path.of(launcher()));
    run(folder, Map.of(), "chmod", "-R", "a-w", home.toString());
    try {
      for (int time = 1; time <= 2; time++) {
        Ended ended = run(bin, Map.of(), link.toString(), "--version");
        assertThat(ended.status()).as(ended.said()).isZero();
        assertThat(ended.said()).startsWith("Rebound ").contains("Java ");
      }
      assertThat(names(folder.resolve("cache/rebound"))).isNotEmpty();
    } finally {
      run(folder, Map.of(), "chmod", "-R", "u+w", home.toString());
    }
  }

  @Test
  void anOldJavaIsToldInASentence() throws Exception {
    Path jdk = folder.resolve("jdk-11");
    Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Ended ended = run(folder, Map.of("JAVA_HOME", jdk.toString()), launcher(), "--version");
    assertThat(ended.status()).isEqualTo(70);
    assertThat(ended.said()).contains("is Java 11.0.2", "Install a JDK 17 or newer");
    Ended none =
        run(folder, Map.of("JAVA_HOME", folder.resolve("none").toString()), launcher(), "run");
    assertThat(none.status()).isEqualTo(70);
    assertThat(none.said()).contains("no Java found");
  }
}
