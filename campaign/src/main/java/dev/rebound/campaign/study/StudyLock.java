package dev.rebound.campaign.study;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Held while a study is executed, so that no second lab takes it up; a dead lab holds nothing. */
public final class StudyLock implements AutoCloseable {
  private final Path folder;
  private final FileChannel channel;

  private StudyLock(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /** Throws {@link ReboundException} if another lab executes the study. */
  public static StudyLock take(Path folder) {
    try {
      FileChannel channel =
          FileChannel.open(
              folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (locked(channel) == null) {
        channel.close();
        throw ReboundException.badInput(
            "the study in " + folder + " is being executed already",
            "Wait for it to end, or begin another with --fresh.");
      }
      return new StudyLock(folder, channel);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot lock " + folder + ": " + e,
          "Choose a folder that can be written with --runs.",
          e);
    }
  }

  private static @Nullable FileLock locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** The study's folder, which is this lab's alone as long as the lock is open. */
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The system lets go of it when the process ends.
    }
  }
}
