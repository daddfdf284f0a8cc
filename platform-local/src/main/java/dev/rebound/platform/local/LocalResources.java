package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.FreeResources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The room that is left on this machine.
 *
 * @param folder that is written to; need not exist
 */
record LocalResources(Path folder) implements FreeResources {
  private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s*(\\d+) kB$");
  private static final Pattern PAGE = Pattern.compile("page size of (\\d+) bytes");
  private static final Pattern PAGES =
      Pattern.compile("(?m)^Pages (?:free|inactive):\\s*(\\d+)\\.");

  /** As Linux tells it; what is free and inactive on macOS. */
  @Override
  public long memoryBytes() {
    try {
      Path told = Path.of("/proc/meminfo");
      return Files.exists(told)
          ? available(Files.readString(told))
          : freePages(PsTable.output("vm_stat"));
    } catch (IOException e) {
      return 0;
    }
  }

  static long available(String meminfo) {
    Matcher line = AVAILABLE.matcher(meminfo);
    return line.find() ? Long.parseLong(line.group(1)) << 10 : 0;
  }

  static long freePages(String vmStat) {
    Matcher size = PAGE.matcher(vmStat);
    long pages =
        PAGES.matcher(vmStat).results().mapToLong(line -> Long.parseLong(line.group(1))).sum();
    return size.find() ? pages * Long.parseLong(size.group(1)) : 0;
  }

  @Override
  public long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public long diskBytes() {
    try {
      Path existing = folder.toAbsolutePath();
      while (existing != null && !Files.exists(existing)) {
        existing = existing.getParent();
      }
      return Files.getFileStore(existing == null ? Path.of("/") : existing).getUsableSpace();
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot tell the free disk space of " + folder + ": " + e.getMessage(),
          "Choose another folder with --runs.",
          e);
    }
  }

  @Override
  public String disk() {
    return folder.toString();
  }

  @Override
  public void requireCores(CoresSpec asked) {
    var unused = Cores.here(asked.subject(), asked.rig());
    if (asked.bound()) {
      CpuQuota.GroupPlace.here().require();
    }
  }

  @Override
  public boolean has(String executable) {
    if (executable.contains("/")) {
      return Files.isExecutable(Path.of(executable));
    }
    String path = System.getenv("PATH");
    return path == null || onPath(executable, path);
  }

  static boolean onPath(String executable, String path) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, executable))
        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }
}
