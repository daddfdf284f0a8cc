package dev.rebound.junit;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The experiment that an annotation names, with what it sets.
 *
 * @param context of the test or class that is annotated
 */
record ExperimentOfTest(ReboundExperiment asked, ExtensionContext context) {
  private static final System.Logger LOG = System.getLogger("dev.rebound.junit");
  private static final String CLASS_PATH = "${class-path}";

  /** Where builds put what they make: Maven, Gradle, IntelliJ. */
  private static final Set<String> BUILT_TO = Set.of("target", "build", "out");

  /** Throws {@link ReboundException}, whose message ends with its remedy. */
  Outcome carryOut() {
    try {
      Outcome outcome =
          experiment()
              .set(Stream.of(asked.set()).map(ExperimentOfTest::withClassPath).toList())
              .runs(runs())
              .listen(entry -> log(entry.data()))
              .run();
      LOG.log(System.Logger.Level.INFO, "{0}: {1}", asked.value(), outcome.verdict());
      return outcome;
    } catch (ReboundException e) {
      throw new ReboundException(e.reason(), e.getMessage() + "\n  → " + e.remedy(), e.remedy(), e);
    }
  }

  private Rebound experiment() {
    Path file = Path.of(asked.value());
    if (Files.exists(file)) {
      return Rebound.experiment(file);
    }
    URL resource = resource();
    if (resource == null) {
      throw ReboundException.badInput(
          "@ReboundExperiment: there is no file %s, and no such resource on the class path of %s"
              .formatted(file.toAbsolutePath().normalize(), test().getName()),
          "Name a file from the project's folder, or a resource, such as one of"
              + " src/test/resources.");
    }
    try {
      if (resource.getProtocol().equals("file")) {
        return Rebound.experiment(Path.of(resource.toURI()));
      }
      try (InputStream in = resource.openStream()) {
        return Rebound.text(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (URISyntaxException | IOException e) {
      throw ReboundException.badInput(
          "@ReboundExperiment: cannot read " + resource + ": " + e.getMessage(),
          "Name a file from the project's folder.",
          e);
    }
  }

  private @Nullable URL resource() {
    URL beside = test().getResource(asked.value());
    return beside == null ? test().getResource("/" + asked.value()) : beside;
  }

  private Class<?> test() {
    return context.getRequiredTestClass();
  }

  private static String withClassPath(String setting) {
    return setting.contains(CLASS_PATH)
        ? setting.replace(CLASS_PATH, Rebound.classPath().toString())
        : setting;
  }

  private Path runs() {
    if (!asked.runs().isEmpty()) {
      return Path.of(asked.runs());
    }
    Path ofClass = built().resolve("rebound").resolve(test().getName());
    return context.getTestMethod().map(method -> ofClass.resolve(method.getName())).orElse(ofClass);
  }

  /** The folder that the test was built to. */
  private Path built() {
    CodeSource source = test().getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation().getProtocol().equals("file")) {
      for (Path folder = Path.of(URI.create(source.getLocation().toString()));
          folder != null && folder.getFileName() != null;
          folder = folder.getParent()) {
        if (BUILT_TO.contains(folder.getFileName().toString())) {
          return folder;
        }
      }
    }
    return Path.of("target");
  }

  private void log(Event event) {
    if (event instanceof Event.PhaseStarted phase) {
      LOG.log(System.Logger.Level.INFO, "{0}: {1}", asked.value(), phase.phase());
    } else if (event instanceof Event.Progress progress) {
      LOG.log(System.Logger.Level.INFO, "{0}: {1}", asked.value(), progress.what());
    }
  }
}
