package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class BinaryCacheTest {
  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir Path folder;
  private Path cached;
  private BinaryCache cache;
  private Path archive;

  @BeforeEach
  void open() throws Exception {
    cached = folder.resolve("cache");
    cache = new BinaryCache(cached, Duration.ofSeconds(30));
    archive = folder.resolve("programs.txz");
    try (TarArchiveOutputStream tar = tar(archive)) {
      entry(tar, new TarArchiveEntry("./bin/"), "");
      program(tar, "./bin/server", "#!/bin/sh\n");
      entry(tar, new TarArchiveEntry("./lib/libpq.so.5.18"), "a library");
      link(tar, "./lib/libpq.so.5", "libpq.so.5.18", TarConstants.LF_SYMLINK);
      link(tar, "./bin/other", "./bin/server", TarConstants.LF_LINK);
      entry(tar, new TarArchiveEntry("./share/a/b"), "deep");
    }
  }

  private static TarArchiveOutputStream tar(Path file) throws IOException {
    return new TarArchiveOutputStream(
        new XZOutputStream(Files.newOutputStream(file), new LZMA2Options(LZMA2Options.PRESET_MIN)));
  }

  private static void program(TarArchiveOutputStream tar, String name, String text)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setMode(0100755);
    entry(tar, entry, text);
  }

  private static void link(TarArchiveOutputStream tar, String name, String target, byte kind)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    entry(tar, entry, "");
  }

  private static void entry(TarArchiveOutputStream tar, TarArchiveEntry entry, String text)
      throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static BinaryCache.Archive from(Path file) {
    return () -> Files.newInputStream(file);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private List<String> inCache() throws IOException {
    try (Stream<Path> files = Files.list(cached)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatAnArchiveHoldsIsThereForEverybody() throws Exception {
    Path whole = cache.unpacked("pg", from(archive));

    assertThat(whole.getFileName().toString()).matches("pg-[0-9a-f]{12}");
    assertThat(whole.resolve("bin/server")).hasContent("#!/bin/sh\n");
    assertThat(permissions(whole.resolve("bin/server"))).isEqualTo("rwxr-xr-x");
    assertThat(whole.resolve("bin/other")).hasContent("#!/bin/sh\n");
    assertThat(Files.readSymbolicLink(whole.resolve("lib/libpq.so.5")))
        .isEqualTo(Path.of("libpq.so.5.18"));
    assertThat(whole.resolve("lib/libpq.so.5")).hasContent("a library");
    assertThat(permissions(whole.resolve("lib/libpq.so.5.18"))).isEqualTo("rw-r--r--");
    assertThat(permissions(whole)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(whole.resolve("share/a"))).isEqualTo("rwxr-xr-x");
    assertThat(inCache()).containsExactly("lock", whole.getFileName().toString());
  }

  @Test
  void itIsUnpackedOnceAndMadeAnewIfAFileIsMissingOrAnother() throws Exception {
    Path whole = cache.unpacked("pg", from(archive));
    Path server = whole.resolve("bin/server");
    Path deep = whole.resolve("share/a/b");
    Files.setLastModifiedTime(server, FileTime.from(LONG_AGO));

    assertThat(cache.unpacked("pg", from(archive))).isEqualTo(whole);
    assertThat(Files.getLastModifiedTime(server).toInstant())
        .as("nothing was unpacked again")
        .isEqualTo(LONG_AGO);

    Files.writeString(deep, "d33p");
    cache.unpacked("pg", from(archive));
    assertThat(deep).hasContent("deep");

    Files.delete(deep);
    cache.unpacked("pg", from(archive));
    assertThat(deep).hasContent("deep");

    Files.delete(whole.resolve("lib/libpq.so.5"));
    cache.unpacked("pg", from(archive));
    assertThat(whole.resolve("lib/libpq.so.5")).hasContent("a library");
  }

  @Test
  void aTornOneIsRemovedAndAnotherArchiveHasAnotherFolder() throws Exception {
    Path torn = Files.createDirectories(cached.resolve("part-123/bin"));
    Files.writeString(torn.resolve("server"), "#!/b");
    Path first = cache.unpacked("pg", from(archive));
    assertThat(torn).doesNotExist();

    Path other = folder.resolve("other.txz");
    try (TarArchiveOutputStream tar = tar(other)) {
      program(tar, "bin/server", "another");
    }
    Path second = cache.unpacked("pg", from(other));
    assertThat(second).isNotEqualTo(first);
    assertThat(second.resolve("bin/server")).hasContent("another");
    assertThat(first.resolve("bin/server")).hasContent("#!/bin/sh\n");
  }

  @Test
  void manyAtOnceGetTheSameWholeFolder() throws Exception {
    Callable<Path> asking =
        () -> {
          Path whole =
              new BinaryCache(cached, Duration.ofSeconds(30)).unpacked("pg", from(archive));
          assertThat(whole.resolve("share/a/b")).hasContent("deep");
          return whole;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Path>> asked = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        asked.add(threads.submit(asking));
      }
      for (Future<Path> one : asked) {
        assertThat(one.get()).isEqualTo(asked.get(0).get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(inCache()).hasSize(2);
  }

  @Test
  void whoHasTheLockForTooLongIsNamed() throws Exception {
    Files.createDirectories(cached);
    try (FileChannel channel =
            FileChannel.open(
                cached.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(
              () -> new BinaryCache(cached, Duration.ofMillis(200)).unpacked("pg", from(archive)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process has held " + cached.resolve("lock"));
    }
  }

  @Test
  void anArchiveThatReachesOutOfItsFolderOrIsBrokenIsRefused() throws Exception {
    Path slip = folder.resolve("slip.txz");
    try (TarArchiveOutputStream tar = tar(slip)) {
      program(tar, "../../escaped", "bad");
    }
    assertThatThrownBy(() -> cache.unpacked("pg", from(slip)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("reaches out of its folder: ../../escaped");
    assertThat(folder.resolve("escaped")).doesNotExist();

    Path pointing = folder.resolve("pointing.txz");
    try (TarArchiveOutputStream tar = tar(pointing)) {
      link(tar, "lib/passwd", "/etc/passwd", TarConstants.LF_SYMLINK);
    }
    assertThatThrownBy(() -> cache.unpacked("pg", from(pointing)))
        .hasMessageContaining("reaches out of its folder: lib/passwd");

    byte[] bytes = Files.readAllBytes(archive);
    Path half = Files.write(folder.resolve("half.txz"), java.util.Arrays.copyOf(bytes, 60));
    assertThatThrownBy(() -> cache.unpacked("pg", from(half))).isInstanceOf(IOException.class);
    assertThat(cache.unpacked("pg", from(archive)).resolve("bin/server")).exists();
    assertThat(inCache()).as("what failed is gone").hasSize(2);
  }
}
