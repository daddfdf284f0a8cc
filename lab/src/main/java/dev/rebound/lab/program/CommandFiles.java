package dev.rebound.lab.program;

import dev.rebound.base.ReboundException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of a program that a command starts, and those that its variables name. Java says
 * itself what it loads: jars, and a class path with its folders. What anything else loads or starts
 * is not known; the code that its scripts name, and Python's modules beside them, are taken all the
 * same, as another build mostly shows in these.
 */
final class CommandFiles {
  private static final String LIBRARIES = "${" + OwnLibraries.VARIABLE + "}";

  private static final Set<String> CLASS_PATHS =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "-jar");

  /** Options of {@code java} whose value is the next word. */
  private static final Set<String> VALUES =
      Set.of("--add-opens", "--add-exports", "--add-modules", "--add-reads", "-m", "--module");

  private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");
  private static final String CLASS_PATH = "CLASSPATH";
  private static final List<String> PACKAGE = List.of("__init__.py", "__main__.py");
  private static final Pattern SET = Pattern.compile("(\\w+)=(.*)");

  /** A name of code in a text, without what a shell fills in before it. */
  private static final Pattern CODE =
      Pattern.compile("(?:\\$\\w+/)?([\\w./@+-]*\\w\\.(?:jar|war|sh|py|js|mjs|ts|rb|pl|php))\\b");

  private static final long TEXT_MAX = 1 << 20;
  private static final String ALL = "/*";
  private static final String JAR = ".jar";
  private static final String JAVA = ".java";
  private static final String PYTHON = ".py";

  private final ProgramFiles files;
  private final Map<String, String> environment;
  private final boolean guess;

  /**
   * @param environment of the command
   * @param guess whether to take what only may belong to it, and to tell what may be missing
   */
  CommandFiles(ProgramFiles files, Map<String, String> environment, boolean guess) {
    this.files = files;
    this.environment = new TreeMap<>(environment);
    this.guess = guess;
  }

  /** Takes all that a command names. */
  void take(List<String> command) {
    int first = 0;
    for (; first < command.size(); first++) {
      Matcher set = SET.matcher(command.get(first));
      if (set.matches()) {
        environment.put(set.group(1), set.group(2));
      } else if (!command.get(first).equals("env")) {
        break;
      }
    }
    List<String> words = command.subList(first, command.size());
    if (!words.isEmpty() && last(words.get(0)).equals("java")) {
      java(words.subList(1, words.size()));
    } else if (!words.isEmpty()) {
      other(words);
    }
    environment.values().forEach(value -> named(words(value)));
  }

  /** A value of a variable, and the words in it. */
  private static List<String> words(String value) {
    return Stream.concat(Stream.of(value), Stream.of(value.split("\\s+", -1))).toList();
  }

  private void java(List<String> words) {
    boolean seen = false;
    int i = 0;
    for (; i < words.size() && words.get(i).matches("[-@].*"); i++) {
      String word = words.get(i);
      boolean next = i + 1 < words.size();
      if (next && CLASS_PATHS.contains(word)) {
        seen |= classPath(words.get(++i));
      } else if (word.matches("--(class|module)-path=.*")) {
        seen |= classPath(word.substring(word.indexOf('=') + 1));
      } else if (word.startsWith("@")) {
        unseen("the options in " + last(word) + " are not read");
      } else if (VALUES.contains(word)) {
        i++;
      } else {
        named(List.of(word));
        folders(List.of(word));
      }
    }
    String path = environment.getOrDefault(CLASS_PATH, "");
    seen |= !path.isEmpty() && classPath(path);
    List<String> left = words.subList(Math.min(i, words.size()), words.size());
    Path source = !left.isEmpty() && left.get(0).endsWith(JAVA) ? regular(left.get(0)) : null;
    if (source != null) {
      seen = true;
      besides(source);
    }
    OPTIONS.stream().filter(environment::containsKey).forEach(key -> unseen(key + " is not read"));
    if (!seen) {
      unseen("java is given no jar, class path or source that is there");
    }
    named(left);
    folders(left);
    environment.forEach(
        (key, value) -> {
          if (!key.equals(CLASS_PATH)) {
            folders(words(value));
          }
        });
  }

  /** A newer Java compiles the sources beside one that it is given, if that names them. */
  private void besides(Path source) {
    files.file(source);
    files.files(
        Objects.requireNonNull(source.toAbsolutePath().getParent()),
        below -> false,
        file -> file.toString().endsWith(JAVA));
  }

  /** Tells the folders that words name, or parts of them: {@code -Dloader.path=/opt/plugins}. */
  private void folders(List<String> words) {
    for (String word : words) {
      for (String part : parts(word)) {
        if (isFolder(part) && !last(part).isEmpty()) {
          unseen("whether the folder " + last(part) + " belongs to it cannot be told");
        }
      }
    }
  }

  private static List<String> parts(String word) {
    return regular(word) == null && !isFolder(word)
        ? List.of(word.split("[=:,;]", -1))
        : List.of(word);
  }

  /** True if any of it is there. */
  private boolean classPath(String entries) {
    boolean any = false;
    for (String entry : entries.split(File.pathSeparator, -1)) {
      if (entry.equals(LIBRARIES) && !environment.containsKey(OwnLibraries.VARIABLE)) {
        any |= libraries();
        continue;
      }
      boolean there = isFolder(entry) || regular(entry) != null || isAll(entry);
      any |= there;
      if (isFolder(entry)) {
        files.folder(Path.of(entry));
      } else if (there) {
        named(List.of(entry));
      } else if (!entry.isEmpty()) {
        unseen("the class path has " + last(entry) + ", which is not there");
      }
    }
    return any;
  }

  private boolean libraries() {
    boolean any = false;
    // Folders list their files in any order.
    for (Path entry : OwnLibraries.all().stream().sorted().toList()) {
      any |= classPath(entry.toString());
    }
    return any;
  }

  private void other(List<String> words) {
    named(words);
    String name = words.get(0);
    for (String word : words) {
      Path file = regular(word);
      if (file != null && (word.equals(name) || CODE.matcher(last(word)).matches())) {
        name = word;
        script(file);
      } else if (isFolder(word)) {
        modules(Path.of(word));
      } else {
        code(word, null);
      }
    }
    for (String entry : environment.getOrDefault("PYTHONPATH", "").split(File.pathSeparator, -1)) {
      if (isFolder(entry)) {
        modules(Path.of(entry));
      }
    }
    unseen(
        regular(name) == null
            ? last(name) + " is found on the PATH, and not looked into"
            : "what " + last(name) + " loads or starts is not followed");
  }

  private void script(Path file) {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    if (file.toString().endsWith(PYTHON)) {
      modules(folder);
    } else {
      code(text(file), folder);
    }
  }

  /** The code that a text names, and what that names. */
  private void code(String text, @Nullable Path folder) {
    Matcher names = CODE.matcher(text);
    while (guess && names.find()) {
      String name = names.group(1);
      Path beside = folder == null ? null : folder.resolve(name.replaceFirst("^/", ""));
      for (Path file : Stream.of(regular(name), beside).filter(Objects::nonNull).toList()) {
        if (Files.isRegularFile(file) && jar(file.normalize())) {
          script(file);
        }
      }
    }
  }

  /** Takes the modules of a folder, and the packages in it. */
  private void modules(Path folder) {
    if (guess) {
      files.files(folder, CommandFiles::isPackage, file -> file.toString().endsWith(PYTHON));
    }
  }

  private static boolean isPackage(Path folder) {
    return PACKAGE.stream().anyMatch(name -> Files.exists(folder.resolve(name)));
  }

  private static String text(Path file) {
    try {
      return Files.size(file) > TEXT_MAX ? "" : Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, "Check its permissions.", e);
    }
  }

  /** Takes the files that words name, or parts of them: {@code --config=/etc/app.yaml}. */
  void named(List<String> words) {
    for (String word : words) {
      for (String part : parts(word)) {
        Path file = regular(part);
        if (file != null) {
          jar(file);
        } else if (isAll(part)) {
          jars(Path.of(part.substring(0, part.length() - ALL.length())));
        }
      }
    }
  }

  private void jars(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      inside.filter(file -> file.toString().endsWith(JAR)).sorted().forEach(this::jar);
    } catch (IOException e) {
      throw ReboundException.unreadable(folder, "Check its permissions.", e);
    }
  }

  /** Takes a file, and those that the manifest of a jar names; false if it was taken before. */
  private boolean jar(Path file) {
    if (!files.file(file)) {
      return false;
    }
    if (file.toString().endsWith(JAR)) {
      for (String other : manifest(file).split("\\s+", -1)) {
        Path its = file.resolveSibling(other.replaceFirst("^file:", "")).normalize();
        if (!other.isEmpty() && Files.isDirectory(its)) {
          files.folder(its);
        } else if (Files.isRegularFile(its)) {
          jar(its);
        }
      }
    }
    return true;
  }

  /** The class path of a jar; empty of a file that is none, of which Java says what is wrong. */
  private static String manifest(Path file) {
    try (JarFile jar = new JarFile(file.toFile(), false)) {
      Manifest manifest = jar.getManifest();
      String path = manifest == null ? null : manifest.getMainAttributes().getValue("Class-Path");
      return Objects.requireNonNullElse(path, "").strip();
    } catch (IOException e) {
      return "";
    }
  }

  private void unseen(String why) {
    if (guess) {
      files.unseen(why);
    }
  }

  private static boolean isAll(String name) {
    return name.endsWith(ALL) && isFolder(name.substring(0, name.length() - ALL.length()));
  }

  private static boolean isFolder(String name) {
    Path path = absolute(name);
    return path != null && Files.isDirectory(path);
  }

  private static @Nullable Path regular(String name) {
    Path path = absolute(name);
    return path != null && Files.isRegularFile(path) ? path : null;
  }

  /** Relative names are those of a folder of the run's own. */
  private static @Nullable Path absolute(String name) {
    try {
      Path path = Path.of(name);
      return path.isAbsolute() ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** The end of a path: where it lies makes no difference. */
  private static String last(String name) {
    String plain = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    return plain.substring(plain.lastIndexOf('/') + 1);
  }
}
