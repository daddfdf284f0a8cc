package dev.rebound.job.kafkastreams;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB's native library, unpacked once for several processes and starts. RocksDB itself unpacks
 * it into a temporary file at every start: work that a worker does between its death and its
 * return.
 */
final class RocksDbLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(RocksDbLibrary.class);

  private RocksDbLibrary() {}

  /**
   * Loads the library from this folder, and puts it there if it is absent; any number of processes
   * may do so at once. Where that fails, RocksDB loads it as it always does.
   *
   * @return whether it was loaded from the folder
   */
  static boolean load(Path folder) {
    try {
      Path library = folder.resolve(fileName());
      if (!Files.isRegularFile(library)) {
        unpack(library, folder);
      }
      RocksDB.loadLibrary(List.of(folder.toString()));
      return true;
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      LOG.warn(
          "RocksDB's library is unpacked anew, as {} cannot be used: {}", folder, e.toString());
      return false;
    }
  }

  /** The name that RocksDB looks for in a folder: another one than in its jar. */
  static String fileName() {
    return Environment.getJniLibraryFileName("rocksdbjni");
  }

  private static void unpack(Path library, Path folder) throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, name, ".part");
    try (InputStream packed = RocksDB.class.getResourceAsStream("/" + name)) {
      if (packed == null) {
        throw new FileNotFoundException(name + " is not in RocksDB's jar");
      }
      Files.copy(packed, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
