package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class InstrumentLoggingTest {
  @Test
  void withoutABindingOfTheLabsOwnInstrumentsAreGivenOne() throws IOException {
    try (URLClassLoader library = new URLClassLoader(new URL[0], null)) {
      assertThat(InstrumentLogging.classPath(library))
          .singleElement()
          .asString()
          .startsWith("org.slf4j:slf4j-simple:");
      assertThat(InstrumentLogging.jvm(library))
          .contains("-Dslf4j.provider=org.slf4j.simple.SimpleServiceProvider");
    }
    ClassLoader command = InstrumentLoggingTest.class.getClassLoader();
    assertThat(InstrumentLogging.classPath(command)).isEmpty();
    assertThat(InstrumentLogging.jvm(command))
        .contains("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
        .noneMatch(option -> option.startsWith("-Dslf4j.provider"));
  }
}
