package dev.rebound.lab.probe;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import oshi.software.os.linux.LinuxOperatingSystem;

/**
 * Reads what Linux counts for one process from {@code /proc/<pid>/stat} alone: one small file a
 * second and process, where OSHI reads several. For use by one thread.
 */
final class ProcReader implements ProcessReader {
  private static final int STATE = 0;
  // Numbers of proc(5), less the three before them that are cut off with the name.
  private static final int USER_TICKS = 14 - 3;
  private static final int KERNEL_TICKS = 15 - 3;
  private static final int RESIDENT_PAGES = 24 - 3;

  private final long ticksPerSecond = LinuxOperatingSystem.getHz();
  private final long pageBytes = LinuxOperatingSystem.getPageSize();
  private final byte[] buffer = new byte[4096];

  @Override
  public @Nullable Usage read(long pid) {
    try (FileInputStream file = new FileInputStream("/proc/" + pid + "/stat")) {
      int length = file.readNBytes(buffer, 0, buffer.length);
      return usage(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return null;
    }
  }

  /** The name is in parentheses and may hold blanks and parentheses itself. */
  private @Nullable Usage usage(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= RESIDENT_PAGES || fields[STATE].equals("Z") || fields[STATE].equals("X")) {
      return null;
    }
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]);
    return new Usage(
        ticks * 1000 / ticksPerSecond, Long.parseLong(fields[RESIDENT_PAGES]) * pageBytes);
  }
}
