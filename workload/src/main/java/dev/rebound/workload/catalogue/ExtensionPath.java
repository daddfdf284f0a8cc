package dev.rebound.workload.catalogue;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Jars from outside whose providers are found beside those of the class path. There is one for the
 * process, as there is one class path.
 *
 * @param jars absolute
 * @param loader of their classes and Rebound's own
 */
public record ExtensionPath(List<Path> jars, ClassLoader loader) {
  private static volatile ExtensionPath current =
      new ExtensionPath(List.of(), ExtensionPath.class.getClassLoader());

  /** The one that catalogues look into. */
  public static ExtensionPath current() {
    return current;
  }

  /** Has catalogues look into this one from now on; returns the one before. */
  public static ExtensionPath use(ExtensionPath next) {
    ExtensionPath before = current;
    current = next;
    return before;
  }

  /** That of these jars. */
  public static ExtensionPath of(List<Path> jars) {
    ClassLoader own = ExtensionPath.class.getClassLoader();
    URL[] urls = jars.stream().map(ExtensionPath::url).toArray(URL[]::new);
    return new ExtensionPath(
        List.copyOf(jars), jars.isEmpty() ? own : new URLClassLoader(urls, own));
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(jar + " has no URL: " + e.getMessage(), e);
    }
  }
}
