package dev.rebound.lab.files;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.Folders;
import dev.rebound.oracle.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * SHA-256 of files that hardly ever change, such as downloaded jars. A hash that was worked out is
 * kept, and a file is read again once its size, its place on the disk or a time of its change is
 * another. For several processes at once.
 */
public final class KnownHashes {
  private static final int DIGITS = 64;

  private final Path folder;

  /**
   * @param folder of what is kept; where it cannot be written, files are read each time
   */
  public KnownHashes(Path folder) {
    this.folder = folder;
  }

  /** Those of this user. */
  public static KnownHashes ofUser() {
    return new KnownHashes(Folders.ofUserCache("hashes"));
  }

  /** The hash of any file: a large one is read again only when it has changed. */
  public static String ofContent(Path file) throws IOException {
    return Files.size(file) > Sample.BYTES_MAX ? ofUser().of(file) : Sha256.of(file);
  }

  /** The hash of a file's bytes, in lower-case hexadecimal. */
  public String of(Path file) throws IOException {
    Path kept = folder.resolve(Sha256.of(state(file.toRealPath())));
    try {
      String known = Files.readString(kept);
      if (known.length() == DIGITS) {
        return known;
      }
    } catch (IOException e) {
      // Not known yet.
    }
    String hash = Sha256.of(file);
    keep(kept, hash);
    return hash;
  }

  private static String state(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    Object changed =
        Files.getFileStore(file).supportsFileAttributeView("unix")
            ? Files.getAttribute(file, "unix:ctime")
            : "";
    return String.join(
        "\n",
        file.toString(),
        Long.toString(now.size()),
        now.lastModifiedTime().toString(),
        String.valueOf(now.fileKey()),
        changed.toString());
  }

  private void keep(Path kept, String hash) {
    try {
      Files.createDirectories(folder);
      Path written = Files.createTempFile(folder, "new", "");
      Files.writeString(written, hash);
      Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Then the file is read again next time.
    }
  }
}
