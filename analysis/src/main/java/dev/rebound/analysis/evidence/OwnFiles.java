package dev.rebound.analysis.evidence;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * The files of a run's folder, which may come from a stranger: nothing that is read or written
 * there may lie outside it, or be something else than a file.
 */
public final class OwnFiles {
  /** What nodes leave; nothing of it is read. */
  private static final Set<String> OF_NODES = Set.of("nodes", "shared");

  private OwnFiles() {}

  /** The file that a run names; throws {@link IOException} if that is not one of its folder. */
  public static Path named(Path folder, String name) throws IOException {
    try {
      Path file = Path.of(name);
      boolean inside = !file.isAbsolute() && !name.isEmpty();
      for (Path part : file) {
        inside &= !part.toString().equals("..");
      }
      if (inside && !ofNodes(folder, file)) {
        return folder.resolve(file);
      }
    } catch (InvalidPathException e) {
      throw new IOException("it names a file '" + name + "': " + e.getReason(), e);
    }
    throw new IOException("it names '" + name + "', which is no file of the run's folder");
  }

  /** A file may be called so; a folder is none that is looked through. */
  private static boolean ofNodes(Path folder, Path file) {
    Path parent = file.getParent();
    if (parent != null) {
      for (Path part : parent) {
        if (OF_NODES.contains(part.toString())) {
          return true;
        }
      }
    }
    return OF_NODES.contains(String.valueOf(file.getFileName()))
        && !Files.isRegularFile(folder.resolve(file));
  }

  /**
   * Throws {@link ReboundException} if anything in the folder leads out of it, is no file, or is
   * larger than the disk.
   */
  public static void require(Path folder) {
    try {
      Path root = folder.toRealPath();
      long disk = Files.getFileStore(root).getTotalSpace();
      Files.walkFileTree(root, new InsideOnly(root, disk));
    } catch (IOException e) {
      throw ReboundException.unreadable(folder, "Name the folder of a run, as the run left it.", e);
    }
  }

  /** Goes through a folder and refuses what is not to be opened. */
  private static final class InsideOnly extends SimpleFileVisitor<Path> {
    private final Path root;
    private final long disk;

    InsideOnly(Path root, long disk) {
      this.root = root;
      this.disk = disk;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return OF_NODES.contains(String.valueOf(directory.getFileName()))
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isSymbolicLink()
          && !(Files.exists(file) && file.toRealPath().startsWith(root))) {
        throw new IOException(root.relativize(file) + " is a link that leads out of the folder");
      }
      if (attributes.isOther()) {
        throw new IOException(root.relativize(file) + " is no file");
      }
      if (disk > 0 && attributes.size() > disk) {
        throw new IOException(root.relativize(file) + " is larger than the disk that it is on");
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
