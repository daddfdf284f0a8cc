package dev.rebound.lab.platform;

import java.nio.file.Path;
import java.util.List;

/** A platform that can make a jar of a program that is one source file, for its nodes to run. */
public interface Compiling {
  /**
   * The jar, whose manifest names the class that has the file's name. Throws {@link
   * dev.rebound.analysis.ReboundException} if it does not compile.
   *
   * @param beside programs with whose class paths it is compiled
   */
  Path jar(Path source, List<Program.Java> beside);

  /** A platform, of which this is asked. */
  static Compiling on(Platform platform) {
    if (platform instanceof Compiling compiling) {
      return compiling;
    }
    throw new UnsupportedOperationException("this platform cannot compile programs");
  }
}
