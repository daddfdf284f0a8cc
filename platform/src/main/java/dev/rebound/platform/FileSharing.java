package dev.rebound.platform;

import java.nio.file.Path;

/** A platform whose nodes can be given a file of the lab to read. */
public interface FileSharing {
  /**
   * Lets nodes that are started from now on read a file of the lab; it may be large.
   *
   * @return what they find it under, for their configuration
   */
  String lend(Path file);

  /** A platform, of which this is asked. */
  static FileSharing on(Platform platform) {
    if (platform instanceof FileSharing lending) {
      return lending;
    }
    throw new UnsupportedOperationException("this platform cannot lend files");
  }
}
