package dev.rebound.lab.experiment;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** A jar with a user's own program: what is in it, as far as Rebound must know. Immutable. */
public final class ProgramJar {
  /** The key of engines that run one. */
  public static final String KEY = "jar";

  /** The key of its main class, beside it. */
  public static final String MAIN = "main";

  private static final String CLASS = ".class";

  /** Texts and characters, in which a comment does not begin, and comments. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
              + "|'(?:\\\\.|[^'\\\\\\n])+'|/\\*.*?\\*/|//[^\\n]*");

  private static final Pattern MAIN_METHOD = Pattern.compile("\\bvoid\\s+main\\s*\\(");

  private final Path file;
  private final SortedSet<String> entries = new TreeSet<>();
  private final SortedSet<String> around = new TreeSet<>();
  private final String mainClass;
  private final boolean yetToCome;

  /** Reads the list of what is in a jar; {@link IOException} if it is none. */
  public ProgramJar(Path file) throws IOException {
    this.file = file;
    this.yetToCome = false;
    try (JarFile jar = new JarFile(file.toFile(), false)) {
      names(jar, entries);
      Manifest manifest = jar.getManifest();
      Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
      String named = main.getValue(Attributes.Name.MAIN_CLASS);
      this.mainClass = named == null ? "" : named.strip();
      String beside = main.getValue(Attributes.Name.CLASS_PATH);
      for (String other : beside == null ? new String[0] : beside.strip().split("\\s+")) {
        readBeside(other);
      }
    }
  }

  private ProgramJar(Path file, String mainClass) {
    this.file = file;
    this.mainClass = mainClass;
    this.yetToCome = true;
  }

  /** Makes an exception of what is wrong with a key of the engine's section. */
  @FunctionalInterface
  public interface Refusal {
    ReboundException of(String key, String problem, String remedy);
  }

  /**
   * Reads one that a program can be started from; {@link ReboundException} says why it cannot.
   *
   * @param main its main class; null for the one that the manifest names
   */
  public static ProgramJar startable(Path file, @Nullable String main) {
    return startable(
        file, main, (key, problem, remedy) -> ReboundException.badInput(problem, remedy));
  }

  /** The same. */
  public static ProgramJar startable(Path file, @Nullable String main, Refusal refusal) {
    ProgramJar jar;
    try {
      jar = new ProgramJar(file);
    } catch (IOException e) {
      throw refusal.of(
          KEY,
          "engine.jar: " + file + " cannot be read as a jar: " + e.getMessage(),
          "Build it, or name another one.");
    }
    if (main != null && !jar.holds(main)) {
      throw refusal.of(
          MAIN,
          "engine.main: there is no class " + main + " in " + file,
          "Write it with its package, or leave it out for the class that a source file is called"
              + " by.");
    }
    if (main == null && jar.mainClass().isEmpty()) {
      throw refusal.of(
          KEY,
          "engine.main is missing, and the manifest of " + file + " names no main class",
          "Add main: com.example.MyJob.");
    }
    return jar;
  }

  /** One that is yet to be made: nothing is known of what will be in it. */
  public static ProgramJar yetToCome(Path file) {
    return new ProgramJar(file, "");
  }

  private static void names(JarFile jar, Collection<String> into) {
    jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).forEach(into::add);
  }

  /** A jar that the manifest names; Java passes over one that is not there, too. */
  private void readBeside(String relative) {
    Path other = file.resolveSibling(relative);
    if (Files.isRegularFile(other)) {
      try (JarFile jar = new JarFile(other.toFile(), false)) {
        names(jar, around);
      } catch (IOException e) {
        // The program will say what it lacks.
      }
    }
  }

  /** True if a file is the source of a program, of which a jar is made when a run is planned. */
  public static boolean isSource(Path file) {
    return file.toString().endsWith(".java");
  }

  /**
   * False if a source surely has no main method: neither itself, nor inherited from a class that is
   * named in it.
   */
  public static boolean mayStart(Path source) throws IOException {
    String code = NO_CODE.matcher(Files.readString(source)).replaceAll(" ");
    return MAIN_METHOD.matcher(code).find() || code.contains(" extends ");
  }

  /** Where it lies. */
  public Path file() {
    return file;
  }

  /** True if nothing is known of it yet. */
  public boolean isYetToCome() {
    return yetToCome;
  }

  /** True if a class lies in the jar itself. */
  public boolean holds(String className) {
    return entries.contains(className.replace('.', '/') + CLASS);
  }

  /**
   * True if an entry of this form lies in the jar, nested jars being entries, or in one that its
   * manifest names.
   */
  public boolean brings(Pattern entry) {
    return entries.stream().anyMatch(name -> entry.matcher(name).matches())
        || around.stream().anyMatch(name -> entry.matcher(name).matches());
  }

  /** The main class that the manifest names. */
  public Optional<String> mainClass() {
    return Optional.of(mainClass).filter(name -> !name.isEmpty());
  }

  /** Names of the classes in it that are not inside of others. */
  public List<String> classes() {
    return entries.stream()
        .filter(name -> name.endsWith(CLASS) && name.indexOf('$') < 0 && name.indexOf('-') < 0)
        .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
        .toList();
  }
}
