package dev.rebound.job.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class RocksDbLibraryTest {
  @TempDir Path folder;

  @Test
  void isUnpackedOnceAndWorks() throws Exception {
    Path natives = folder.resolve("native");
    assertThat(RocksDbLibrary.load(natives)).isTrue();
    Path library = natives.resolve(RocksDbLibrary.fileName());
    assertThat(files(natives)).containsExactly(library);
    FileTime made = Files.getLastModifiedTime(library);

    assertThat(RocksDbLibrary.load(natives)).isTrue();
    assertThat(files(natives)).containsExactly(library);
    assertThat(Files.getLastModifiedTime(library)).isEqualTo(made);
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB store = RocksDB.open(options, folder.resolve("store").toString())) {
      store.put(new byte[] {1}, new byte[] {2});
      assertThat(store.get(new byte[] {1})).containsExactly(2);
    }
  }

  @Test
  void aFolderThatCannotBeMadeHarmsNobody() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(RocksDbLibrary.load(file.resolve("native"))).isFalse();
    try (Options options = new Options()) {
      assertThat(options.createIfMissing()).isFalse();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
