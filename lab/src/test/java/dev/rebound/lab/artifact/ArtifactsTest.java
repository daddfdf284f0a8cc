package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.files.KnownHashes;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a repository and a cache in a temporary folder: no network. */
class ArtifactsTest {
  @TempDir Path directory;
  private Path repository;
  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void publish() throws Exception {
    repository = Files.createDirectory(directory.resolve("repository"));
    publish("engine", "1.0", "wire:2.0:runtime", "junk:1.0:compile", "tester:1.0:test");
    publish("connector", "1.1", "wire:2.1:compile");
    publish("wire", "2.0", "deep:1.0:compile");
    publish("wire", "2.1", "deep:1.0:compile");
    publish("junk", "1.0");
    publish("deep", "1.0");
    publish("lonely", "1.0", "nowhere:9.9:compile");
  }

  private void publish(String artifact, String version, String... dependencies) throws Exception {
    Path folder = repository.resolve("org/example").resolve(artifact).resolve(version);
    Files.createDirectories(folder);
    StringBuilder pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion>");
    pom.append("<groupId>org.example</groupId><artifactId>%s</artifactId>".formatted(artifact));
    pom.append("<version>%s</version><dependencies>".formatted(version));
    for (String dependency : dependencies) {
      String[] parts = dependency.split(":", -1);
      pom.append("<dependency><groupId>org.example</groupId><artifactId>").append(parts[0]);
      pom.append("</artifactId><version>").append(parts[1]).append("</version><scope>");
      pom.append(parts[2]).append("</scope></dependency>");
    }
    pom.append("</dependencies></project>");
    Path file = folder.resolve(artifact + "-" + version);
    Files.writeString(Path.of(file + ".pom"), pom);
    Files.writeString(Path.of(file + ".jar"), "jar of " + artifact + " " + version);
  }

  private Artifacts artifacts() {
    return artifacts(repository, "cache");
  }

  private Artifacts artifacts(Path from, String cache) {
    RemoteRepository central =
        new RemoteRepository.Builder("central", "default", from.toUri().toString()).build();
    ContextOverrides.Builder overrides =
        ContextOverrides.create()
            .withUserSettings(false)
            .withLocalRepositoryOverride(directory.resolve(cache))
            .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE)
            .repositories(List.of(central));
    return new Artifacts(said::add, overrides, false);
  }

  private static List<String> names(List<ResolvedJar> jars) {
    return jars.stream().map(jar -> jar.file().getFileName().toString()).toList();
  }

  @Test
  void aSetComesInOrderWithItsRuntimeDependenciesAndEachArtifactOnce() {
    try (Artifacts artifacts = artifacts()) {
      List<ResolvedJar> jars =
          artifacts.resolve(
              List.of("org.example:engine:1.0", "org.example:connector:1.1"), List.of());
      assertThat(names(jars))
          .containsExactly(
              "engine-1.0.jar", "wire-2.0.jar", "deep-1.0.jar", "junk-1.0.jar", "connector-1.1.jar")
          .doesNotContain("tester-1.0.jar");
      assertThat(jars.get(0).coordinate()).isEqualTo("org.example:engine:1.0");
      assertThat(jars.get(0).sha256(new KnownHashes(directory.resolve("hashes"))))
          .hasSize(64)
          .matches("[0-9a-f]+");
      assertThat(artifacts.resolved()).containsExactlyElementsOf(jars);
    }
  }

  @Test
  void whatIsExcludedDoesNotComeAlong() {
    try (Artifacts artifacts = artifacts()) {
      List<String> engine = List.of("org.example:engine:1.0");
      assertThat(names(artifacts.resolve(engine, List.of("org.example:junk"))))
          .containsExactly("engine-1.0.jar", "wire-2.0.jar", "deep-1.0.jar");
      assertThat(names(artifacts.resolve(engine, List.of("org.example:*"))))
          .containsExactly("engine-1.0.jar");
      assertThatThrownBy(() -> artifacts.resolve(engine, List.of("junk")))
          .hasMessage("'junk' excludes nothing");
    }
  }

  @Test
  void aWarmCacheNeedsNoRepository() throws Exception {
    List<String> engine = List.of("org.example:engine:1.0");
    try (Artifacts artifacts = artifacts()) {
      artifacts.resolve(engine, List.of());
    }
    assertThat(said).isNotEmpty();
    said.clear();
    Files.move(repository, directory.resolve("unplugged"));
    try (Artifacts artifacts = artifacts()) {
      assertThat(artifacts.resolve(engine, List.of())).hasSize(4);
      assertThat(artifacts.resolve(engine, List.of()))
          .isSameAs(artifacts.resolve(engine, List.of()));
    }
    assertThat(said).isEmpty();
  }

  @Test
  void aJarWhoseDescriptorIsMissingFromTheCacheBringsItsDependenciesAlong() throws Exception {
    List<String> engine = List.of("org.example:engine:1.0");
    try (Artifacts artifacts = artifacts()) {
      artifacts.resolve(engine, List.of());
    }
    Files.delete(directory.resolve("cache/org/example/engine/1.0/engine-1.0.pom"));
    try (Artifacts artifacts = artifacts()) {
      assertThat(artifacts.resolve(engine, List.of())).hasSize(4);
    }
  }

  @Test
  void theErrorNamesTheArtifactThatIsMissingAndNotAnotherOne() {
    try (Artifacts artifacts = artifacts()) {
      assertError(() -> artifacts.resolve(List.of("org.example:absent:3.0"), List.of()))
          .hasMessage("org.example:absent:3.0 does not exist in any configured Maven repository");
      assertError(() -> artifacts.resolve(List.of("org.example:lonely:1.0"), List.of()))
          .hasMessage(
              "org.example:nowhere:9.9 (needed by org.example:lonely:1.0) does not exist in any"
                  + " configured Maven repository");
      assertError(() -> artifacts.resolve(List.of("engine 1.0"), List.of()))
          .hasMessage("'engine 1.0' is not a Maven coordinate");
    }
  }

  @Test
  void withoutNetworkAndCacheTheErrorSaysWhatToDo() {
    RemoteRepository unreachable =
        new RemoteRepository.Builder("central", "default", "http://127.0.0.1:1/").build();
    ContextOverrides.Builder overrides =
        ContextOverrides.create()
            .withUserSettings(false)
            .withLocalRepositoryOverride(directory.resolve("cache"))
            .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE)
            .repositories(List.of(unreachable));
    for (boolean offline : new boolean[] {false, true}) {
      try (Artifacts artifacts = new Artifacts(said::add, overrides, offline)) {
        assertError(() -> artifacts.resolve(List.of("org.example:engine:1.0"), List.of()))
            .hasMessageStartingWith("org.example:engine:1.0 is not in the Maven cache")
            .hasMessageContaining("could not be downloaded")
            .extracting(e -> ((ReboundException) e).remedy())
            .asString()
            .contains("rebound engines fetch", "settings.xml");
      }
    }
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertError(
      ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(ReboundException.class);
  }

  @Test
  void aBundleIsAllThatAMachineWithoutANetworkNeeds() {
    List<String> wanted = List.of("org.example:engine:1.0", "org.example:connector:1.1");
    Path zip = directory.resolve("carried/bundle.zip");
    List<String> resolved;
    try (Artifacts artifacts = artifacts()) {
      resolved = names(artifacts.resolve(wanted, List.of()));
      artifacts.bundle(zip);
    }
    try (Artifacts elsewhere = artifacts(directory.resolve("no-network"), "other-cache")) {
      assertThatThrownBy(() -> elsewhere.resolve(wanted, List.of()))
          .isInstanceOf(ReboundException.class);
      assertThat(elsewhere.unpack(zip)).isEqualTo(resolved.size());
      assertThat(names(elsewhere.resolve(wanted, List.of()))).isEqualTo(resolved);
    }
  }

  @Test
  void whatIsInTheCacheIsBundledAsWell() throws IOException {
    Path first = directory.resolve("first.zip");
    Path second = directory.resolve("second.zip");
    for (Path zip : List.of(first, second)) {
      try (Artifacts artifacts = artifacts()) {
        artifacts.resolve(List.of("org.example:engine:1.0"), List.of());
        artifacts.bundle(zip);
      }
    }
    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void whatIsNoBundleIsRefused() throws IOException {
    Path text = Files.writeString(directory.resolve("text.zip"), "no zip");
    Path evil = directory.resolve("evil.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(evil))) {
      zip.putNextEntry(new ZipEntry("a/a.pom"));
      zip.putNextEntry(new ZipEntry("../../evil.jar"));
    }
    try (Artifacts artifacts = artifacts()) {
      assertThatThrownBy(() -> artifacts.unpack(text)).hasMessageContaining("is no bundle of jars");
      assertThatThrownBy(() -> artifacts.unpack(evil)).hasMessageContaining("leads out of it");
      assertThatThrownBy(() -> artifacts.unpack(directory.resolve("missing.zip")))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("missing.zip");
    }
    assertThat(directory.resolveSibling("evil.jar")).doesNotExist();
  }
}
