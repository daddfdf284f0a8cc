package dev.rebound.engine.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code .tar.xz} entry by entry. Knows Commons Compress and XZ for Java by name only, so
 * that they are fetched when a run first needs them, and not by everybody who builds Rebound.
 */
final class TarXz implements AutoCloseable {
  private static final String TAR =
      "org.apache.commons.compress.archivers.tar.TarArchiveInputStream";

  private final InputStream tar;

  /** What an entry is. */
  enum Kind {
    FILE,
    FOLDER,
    SYMBOLIC_LINK,
    HARD_LINK,
    OTHER
  }

  /**
   * An entry of the archive.
   *
   * @param name path from the archive's root
   * @param target of a link; empty for anything else
   * @param executable by its owner
   */
  record Entry(String name, Kind kind, String target, boolean executable) {}

  TarXz(InputStream archive) throws IOException {
    this.tar = wrap(TAR, wrap("org.tukaani.xz.XZInputStream", archive));
  }

  private static InputStream wrap(String type, InputStream inner) throws IOException {
    try {
      return Class.forName(type)
          .asSubclass(InputStream.class)
          .getConstructor(InputStream.class)
          .newInstance(inner);
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  /** The next entry, whose content {@link #content} then gives; null at the end. */
  @Nullable Entry next() throws IOException {
    Object entry = ask(tar, "getNextEntry");
    if (entry == null) {
      return null;
    }
    Kind kind = kind(entry);
    boolean link = kind == Kind.SYMBOLIC_LINK || kind == Kind.HARD_LINK;
    return new Entry(
        String.valueOf(ask(entry, "getName")),
        kind,
        link ? String.valueOf(ask(entry, "getLinkName")) : "",
        ask(entry, "getMode") instanceof Integer mode && (mode & 0100) != 0);
  }

  private static Kind kind(Object entry) throws IOException {
    if (is(entry, "isDirectory")) {
      return Kind.FOLDER;
    } else if (is(entry, "isSymbolicLink")) {
      return Kind.SYMBOLIC_LINK;
    } else if (is(entry, "isLink")) {
      return Kind.HARD_LINK;
    }
    return is(entry, "isFile") ? Kind.FILE : Kind.OTHER;
  }

  /** Of the entry that was asked for last, up to its end; closing it closes the archive. */
  InputStream content() {
    return tar;
  }

  private static boolean is(Object entry, String question) throws IOException {
    return Boolean.TRUE.equals(ask(entry, question));
  }

  private static @Nullable Object ask(Object of, String question) throws IOException {
    try {
      return of.getClass().getMethod(question).invoke(of);
    } catch (ReflectiveOperationException e) {
      throw failure(e);
    }
  }

  private static IOException failure(ReflectiveOperationException e) {
    if (e instanceof InvocationTargetException && e.getCause() instanceof IOException cause) {
      return cause;
    }
    return new IOException("the archive cannot be unpacked: " + e, e);
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
