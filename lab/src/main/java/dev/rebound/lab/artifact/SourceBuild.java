package dev.rebound.lab.artifact;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A build of Rebound's own sources, or a step of it, as a process that tells how far it is; its log
 * is {@code target/build-<name>.log}.
 */
final class SourceBuild {
  /** The remedy where one fails. */
  private static final String REMEDY =
      "A first build needs the network (Maven Central, or the mirror that your settings.xml names);"
          + " then try again.";

  private static final long BUILD_MINUTES = 20;
  private static final long END_SECONDS = 5;
  private static final long TOLD_EVERY_SECONDS = 5;
  private static final Pattern MODULE =
      Pattern.compile("(?m)^\\[INFO] Building (Rebound.*?) \\S+ +\\[(\\d+/\\d+)]$");
  private static final Pattern DOWNLOAD = Pattern.compile("(?m)^\\[INFO] Downloaded from");

  private final Path home;
  private final Path log;
  private final Map<String, String> mark;
  private final Consumer<String> progress;

  /**
   * @param home Rebound's folder
   * @param name of the log
   * @param mark environment of what is started, by which it is found once its lab is gone
   * @param progress hears how far it is: once a module, and every few seconds
   */
  SourceBuild(Path home, String name, Map<String, String> mark, Consumer<String> progress) {
    this.home = home;
    this.log = home.resolve("target/build-" + name + ".log");
    this.mark = mark;
    this.progress = progress;
  }

  /** True if one of these files, or a source below one of these folders, changed after a time. */
  static boolean changed(FileTime since, List<Path> places) throws IOException {
    for (Path place : places) {
      for (Path source : files(place, SourceBuild::isSource)) {
        if (Files.getLastModifiedTime(source).compareTo(since) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The files below a folder that are wanted, in the order of their names. */
  static List<Path> files(Path folder, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    } catch (UncheckedIOException e) {
      // A file went away meanwhile, as in a folder that is built into.
      throw e.getCause();
    }
  }

  /** A file that programs are made of, and no test. */
  static boolean isSource(Path file) {
    String path = file.toString().replace('\\', '/');
    return (path.contains("/src/main/") || path.endsWith("/pom.xml")) && !path.contains("/target/");
  }

  /** What to do about a build that failed, or about files that could not be read or written. */
  static String remedy(@Nullable Exception cause) {
    return cause == null
        ? REMEDY
        : "See that Rebound's folder can be read and written to, and that its disk has room.";
  }

  /**
   * Waits for another build to let go of a file, and tells of it. Throws {@link IOException} if
   * that takes longer than a build may.
   */
  static FileLock locked(FileChannel channel, String what, Consumer<String> progress)
      throws IOException {
    for (long second = 0; second <= TimeUnit.MINUTES.toSeconds(BUILD_MINUTES); second++) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
      if (second == 0) {
        progress.accept("waiting for another call that is " + what);
      }
      try {
        TimeUnit.SECONDS.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while another call was " + what);
      }
    }
    throw new IOException("another call has been " + what + " for " + BUILD_MINUTES + " minutes");
  }

  /** Builds modules without tests and checks; as {@link #run}. */
  Optional<String> maven(String what, String modules, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of(home.resolve("mvnw").toString(), "-B", "-Dquick"));
    words.addAll(List.of(options));
    words.addAll(List.of("package", "-pl", modules, "-am"));
    return run(what, words);
  }

  /**
   * Runs a command in Rebound's folder, and ends it on every way out.
   *
   * @param what it does, for people
   * @return why it did not come to a good end; empty if it did
   */
  Optional<String> run(String what, List<String> command) throws IOException {
    Files.createDirectories(log.resolveSibling(""));
    long begin = Files.exists(log) ? Files.size(log) : 0;
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(mark);
    Process process = builder.start();
    try {
      return followed(what, process, begin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted while it was built");
    } finally {
      end(process);
    }
  }

  private Optional<String> followed(String what, Process process, long begin)
      throws IOException, InterruptedException {
    long begunNanos = System.nanoTime();
    String told = "";
    long toldSeconds = 0;
    while (!process.waitFor(1, TimeUnit.SECONDS)) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begunNanos);
      if (TimeUnit.SECONDS.toMinutes(seconds) >= BUILD_MINUTES) {
        return Optional.of("it was not built within " + BUILD_MINUTES + " minutes; see " + log);
      }
      String logged = logged(begin);
      String module = last(MODULE, logged);
      if (!module.equals(told) || seconds - toldSeconds >= TOLD_EVERY_SECONDS) {
        told = module;
        toldSeconds = seconds;
        long files = DOWNLOAD.matcher(logged).results().count();
        progress.accept(
            what
                + module
                + (files == 0 ? "" : ", " + files + " files downloaded")
                + ", "
                + seconds
                + " s");
      }
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of("the build failed; the whole log is " + log);
  }

  private String logged(long from) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.max(0, file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static String last(Pattern pattern, String text) {
    String last = "";
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      last = ": " + matcher.group(1) + " (" + matcher.group(2) + ")";
    }
    return last;
  }

  /** Ends a process and all that it has started, and waits for that. */
  private static void end(Process process) {
    boolean interrupted = Thread.interrupted();
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
