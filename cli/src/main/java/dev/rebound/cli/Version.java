package dev.rebound.cli;

import dev.rebound.Rebound;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from its jar. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"Rebound " + number(), "Java " + Runtime.version()};
  }

  static String number() {
    return Rebound.version();
  }
}
