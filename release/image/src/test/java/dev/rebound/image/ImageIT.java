package dev.rebound.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image in a container without a network, where there is podman or docker. */
@Tag("process")
@Tag("thorough")
class ImageIT {
  private static final Path HOME =
      Path.of(System.getProperty("rebound.home", "../..")).toAbsolutePath().normalize();
  private static final int LIMIT_MINUTES = 10;

  @TempDir static Path folder;
  private static String runtime = "";
  private static String image = "";

  private record Ended(int status, String said) {}

  @BeforeAll
  static void load() throws Exception {
    for (String name : List.of("podman", "docker")) {
      if (runtime.isEmpty() && run(name, "info").status() == 0) {
        runtime = name;
      }
    }
    assumeTrue(!runtime.isEmpty(), "neither podman nor docker runs here");
    Path archive;
    try (Stream<Path> files = Files.list(HOME.resolve("target/release"))) {
      archive =
          files.filter(file -> file.toString().endsWith("-image.tar")).findFirst().orElseThrow();
    }
    Ended loaded = run(runtime, "load", "-i", archive.toString());
    assertThat(loaded.status()).as(loaded.said()).isZero();
    image = loaded.said().lines().reduce((first, last) -> last).orElse("").replaceFirst(".*: ", "");
    // A runtime that may not start anything here says so by these.
    Ended first = inside(List.of(), "--version");
    assumeTrue(first.status() < 125 || first.status() > 127, first.said());
  }

  private static Ended run(String... command) throws Exception {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException e) {
      return new Ended(127, e.toString());
    }
    try {
      assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(said));
  }

  /** In a container of its own. */
  private static Ended inside(List<String> options, String... command) throws Exception {
    List<String> words = new ArrayList<>(List.of(runtime, "run", "--rm", "--network", "none"));
    words.addAll(options);
    words.add(image);
    words.addAll(List.of(command));
    return run(words.toArray(String[]::new));
  }

  @Test
  void itSaysWhatItIsAndWhatItCanDo() throws Exception {
    Ended version = inside(List.of(), "--version");
    assertThat(version.said()).startsWith("Rebound ").contains("Java ");
    Ended doctor = inside(List.of(), "doctor");
    assertThat(doctor.status()).as(doctor.said()).isIn(0, 2);
    assertThat(doctor.said()).contains("✓ processes");
  }

  @Test
  void theDemoRunsWithoutANetworkOnceItsJarsWereCarriedOver() throws Exception {
    Path bundle = folder.resolve("bundle.zip");
    Ended fetched =
        run(
            HOME.resolve("rebound").toString(),
            "engines",
            "fetch",
            "kafka-streams",
            "--to",
            bundle.toString());
    assertThat(fetched.status()).as(fetched.said()).isZero();
    // The container's user is another one.
    assertThat(run("chmod", "-R", "a+rX", folder.toString()).status()).isZero();
    Ended demo =
        inside(
            List.of("-v", folder + ":/bundle:ro", "--entrypoint", "sh"),
            "-c",
            "/opt/rebound/rebound engines fetch --from /bundle/bundle.zip"
                + " && /opt/rebound/rebound demo --no-open --no-color");
    // Unknown where the machine was busy: what was lost is known all the same.
    assertThat(demo.status()).as(demo.said()).isIn(0, 2);
    assertThat(demo.said()).contains("nothing was lost", "The recovery took");
  }
}
