package dev.rebound.platform;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The jars of programs, as files of the lab's machine. Thread-safe. */
public interface ClassPaths {
  /**
   * The class path of a program, in its order; none where it is no Java program. Throws {@link
   * dev.rebound.base.ReboundException} where one of its jars cannot be had.
   *
   * @param mark environment of whatever must be started to make one of them, see {@link
   *     Platform#RUN_ID}
   */
  List<Path> files(Program program, Map<String, String> mark);

  /**
   * One of Rebound's own job jars, for engines that take jobs over the network. Throws {@link
   * dev.rebound.base.ReboundException} if it is not there.
   *
   * @param name as in {@code job:<name>} of a class path
   */
  Path job(String name);

  /**
   * The jar of a program that is one source file; its manifest names the class that has the file's
   * name. Throws {@link dev.rebound.base.ReboundException} if it does not compile.
   *
   * @param beside programs with whose class paths it is compiled
   */
  Path compiled(Path source, List<Program.Java> beside);

  /**
   * Rebound's own services that were asked for: SHA-256 of each one's jar with all that it needs,
   * by its name.
   */
  Map<String, String> services();
}
