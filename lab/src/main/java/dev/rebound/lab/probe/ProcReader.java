package dev.rebound.lab.probe;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import oshi.software.os.linux.LinuxOperatingSystem;

/**
 * Reads what Linux counts for one process from {@code /proc/<pid>/stat} alone: one small file a
 * second and process, where OSHI reads several. Three and more of them where what it has started
 * counts as well. For use by one thread.
 */
final class ProcReader implements ProcessReader {
  private static final Path PROC = Path.of("/proc");
  private static final int STATE = 0;
  // Numbers of proc(5), less the three before them that are cut off with the name.
  private static final int USER_TICKS = 14 - 3;
  private static final int KERNEL_TICKS = 15 - 3;
  private static final int WAITED_USER_TICKS = 16 - 3;
  private static final int WAITED_KERNEL_TICKS = 17 - 3;
  private static final int RESIDENT_PAGES = 24 - 3;
  private static final int STATM_RESIDENT = 1;
  private static final int STATM_SHARED = 2;

  /** More than this are not looked at: no reading takes long. */
  private static final int PROCESSES_MAX = 1_000;

  private final long ticksPerSecond = LinuxOperatingSystem.getHz();
  private final long pageBytes = LinuxOperatingSystem.getPageSize();
  private final byte[] buffer = new byte[4096];

  @Override
  public @Nullable Usage read(long pid) {
    String[] fields = stat(pid);
    return fields.length == 0 || dead(fields)
        ? null
        : usage(ticks(fields), Long.parseLong(fields[RESIDENT_PAGES]));
  }

  /**
   * CPU of what has ended counts with whoever was told of its end, so nothing is lost of it.
   * Parents come first: what ends in the midst of a reading is missing in it, and never counted
   * twice.
   */
  @Override
  public @Nullable Usage readWithStarted(long pid) {
    String[] own = stat(pid);
    if (own.length == 0 || dead(own)) {
      return null;
    }
    long ticks = 0;
    long unsharedPages = 0;
    long sharedPages = 0;
    Deque<Long> left = new ArrayDeque<>(List.of(pid));
    for (int read = 0; !left.isEmpty() && read < PROCESSES_MAX; read++) {
      long next = left.remove();
      String[] fields = stat(next);
      if (fields.length > 0) {
        ticks += ticks(fields) + waitedTicks(fields);
      }
      String[] memory = text("/proc/" + next + "/statm").split(" ", -1);
      if (memory.length > STATM_SHARED) {
        long shared = Long.parseLong(memory[STATM_SHARED]);
        unsharedPages += Long.parseLong(memory[STATM_RESIDENT]) - shared;
        sharedPages = Math.max(sharedPages, shared);
      }
      left.addAll(children(PROC, next));
    }
    return usage(ticks, unsharedPages + sharedPages);
  }

  private Usage usage(long ticks, long pages) {
    return new Usage(ticks * 1000 / ticksPerSecond, pages * pageBytes);
  }

  private static boolean dead(String[] fields) {
    return fields[STATE].equals("Z") || fields[STATE].equals("X");
  }

  private static long ticks(String[] fields) {
    return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]);
  }

  private static long waitedTicks(String[] fields) {
    return Long.parseLong(fields[WAITED_USER_TICKS]) + Long.parseLong(fields[WAITED_KERNEL_TICKS]);
  }

  /** The children of all its threads. */
  static List<Long> children(Path proc, long pid) {
    List<Long> children = new ArrayList<>();
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(proc.resolve(Long.toString(pid)).resolve("task"))) {
      for (Path thread : threads) {
        for (String child : Files.readString(thread.resolve("children")).split(" ", -1)) {
          if (!child.isBlank()) {
            children.add(Long.valueOf(child.strip()));
          }
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended meanwhile, or the system does not tell.
    }
    return children;
  }

  /**
   * The fields after the name, which is in parentheses and may hold blanks and parentheses itself;
   * none if it is gone.
   */
  private String[] stat(long pid) {
    String stat = text("/proc/" + pid + "/stat");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > RESIDENT_PAGES ? fields : new String[0];
  }

  /** Empty if it cannot be read. */
  private String text(String name) {
    try (FileInputStream file = new FileInputStream(name)) {
      int length = file.readNBytes(buffer, 0, buffer.length);
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
