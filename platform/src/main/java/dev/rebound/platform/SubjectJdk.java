package dev.rebound.platform;

import dev.rebound.base.ReboundException;
import java.nio.file.Path;

/** A platform on which what is under test can run on another JDK than the lab. */
public interface SubjectJdk {
  /**
   * Has every process of the subject that is started from now on run on this JDK: Java programs
   * that name none, and what {@code ${java}}, JAVA_HOME and the PATH of a command lead to.
   */
  void subjectJdk(Path home);

  /** A platform, of which this is asked. Throws {@link ReboundException} if it cannot. */
  static SubjectJdk on(Platform platform) {
    if (platform instanceof SubjectJdk able) {
      return able;
    }
    throw ReboundException.environment(
        "engine.java: this platform does not choose the JDK of the processes under test",
        "Remove engine.java from the experiment.");
  }
}
