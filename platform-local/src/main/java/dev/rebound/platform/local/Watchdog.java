package dev.rebound.platform.local;

import dev.rebound.base.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A small process that outlives the lab for a moment and ends what the lab left running, so that
 * not even {@code kill -9} of the lab leaves a process.
 *
 * <p>Its standard input is a pipe from the lab. The byte {@link #DISMISS} on it says that all is
 * well. Its end without that, or the lab's disappearance from the process table, makes the warden
 * kill everything that carries the run's id, until nothing has been found for 3 s. A child that the
 * lab was just starting holds a copy of the pipe and carries no id yet: the 3 s begin when the pipe
 * has ended, 30 s later at the latest. It uses nothing but the JDK and loads its classes
 * beforehand, as its jar may be rebuilt meanwhile.
 */
public final class Watchdog {
  /** Says on the warden's standard input that nothing is left to be ended. */
  static final int DISMISS = 'd';

  /** Said on the warden's standard output once it watches. */
  static final String READY = "ready";

  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long LAB_POLL_MILLIS = 500;

  private Watchdog() {}

  /**
   * @param arguments run id, the lab's pid and start time as {@link ProcessIdentity} writes it, and
   *     the run's directory
   */
  public static void main(String[] arguments) throws Exception {
    ProcessTable table = ProcessTable.ofThisSystem();
    RunProcesses processes = new RunProcesses(table, arguments[0]);
    ProcessIdentity lab = ProcessIdentity.parse(arguments[1]);
    Path runDirectory = Path.of(arguments[2]);
    rehearse(table, lab, runDirectory);

    CountDownLatch pipeEnded = new CountDownLatch(1);
    AtomicBoolean dismissed = new AtomicBoolean();
    Thread reader = new Thread(() -> read(System.in, dismissed, pipeEnded), "pipe");
    reader.setDaemon(true);
    reader.start();
    System.out.println(READY);
    System.out.flush();

    while (!pipeEnded.await(LAB_POLL_MILLIS, TimeUnit.MILLISECONDS) && lab.alive(table)) {
      // A child that is just being started may hold a copy of the pipe: hence the look at the lab.
    }
    if (!dismissed.get()) {
      System.err.println("the lab is gone; ending the processes of run " + arguments[0]);
      boolean ended = processes.end(QUIET, LIMIT, () -> pipeEnded.getCount() == 0);
      System.err.println(
          ended ? "none is left" : "some are left after " + LIMIT.toSeconds() + " s");
      removeTemporary(runDirectory);
    }
  }

  private static void read(InputStream in, AtomicBoolean dismissed, CountDownLatch ended) {
    try {
      dismissed.set(in.read() == DISMISS);
    } catch (IOException e) {
      // As good as its end.
    }
    ended.countDown();
  }

  /** Walks every path once, on a run that does not exist, so that all classes are loaded. */
  private static void rehearse(ProcessTable table, ProcessIdentity lab, Path runDirectory)
      throws IOException {
    if (!lab.alive(table)) {
      System.err.println("the lab is gone already");
    }
    boolean none = new RunProcesses(table, "none").end(Duration.ZERO, Duration.ZERO);
    removeTemporary(runDirectory.resolve("none"));
    Folders.delete(runDirectory.resolve("none"));
    if (!none) {
      System.err.println("a run named 'none' has processes");
    }
  }

  /** Removes what killed processes left in their folders for temporary files. */
  private static void removeTemporary(Path runDirectory) {
    Path nodes = runDirectory.resolve("nodes");
    if (!Files.isDirectory(nodes)) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(nodes)) {
      for (Path folder : folders) {
        Folders.delete(folder.resolve("tmp"));
      }
    } catch (IOException e) {
      System.err.println("temporary files are left: " + e);
    }
  }
}
