package dev.rebound.lab.artifact;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** A jar made of one source file. The same source and class path give the same bytes. */
final class SourceJar {
  /** The same in every jar, and late enough for every time zone. */
  private static final String ENTRIES = "1980-02-01T00:00:00Z";

  private SourceJar() {}

  /**
   * Compiles a source, unless that was done before; {@link ReboundException} says what is wrong in
   * which line.
   *
   * @param cache folder of such jars, which may not exist
   */
  static Path of(Path source, List<Path> classPath, Path cache) {
    try {
      String text = Files.readString(source);
      String name = simpleName(source);
      String path =
          classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
      String key = Sha256.of(text + '\0' + path + '\0' + Runtime.version()).substring(0, 16);
      Path jar = cache.resolve(name + "-" + key + ".jar");
      if (!Files.isRegularFile(jar)) {
        make(source, name, path, Files.createDirectories(cache), jar);
      }
      return jar;
    } catch (IOException e) {
      throw ReboundException.environment(
          source + " cannot be made a jar: " + e,
          "It must be a text in UTF-8, and " + cache + " a folder that can be written to.",
          e);
    }
  }

  /** The usual folder of such jars. */
  static Path cache() {
    return Folders.ofUserCache("sources");
  }

  private static String simpleName(Path source) {
    String file = String.valueOf(source.getFileName());
    return file.substring(0, file.lastIndexOf('.'));
  }

  private static void make(Path source, String name, String classPath, Path cache, Path jar)
      throws IOException {
    Path classes = Files.createTempDirectory(cache, name);
    Path made = Files.createTempFile(cache, name, ".part");
    try {
      compile(source, classPath, classes);
      List<Path> files;
      try (Stream<Path> found = Files.walk(classes)) {
        files = found.filter(Files::isRegularFile).sorted().toList();
      }
      Path main =
          files.stream()
              .filter(file -> String.valueOf(file.getFileName()).equals(name + ".class"))
              .findFirst()
              .orElseThrow(
                  () ->
                      bad(
                          source + " has no class " + name,
                          "Call the class with the main method as the file."));
      write(classes, files, className(classes.relativize(main)), made);
      Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(made);
      Folders.delete(classes);
    }
  }

  private static void compile(Path source, String classPath, Path classes) throws IOException {
    JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw bad(
          source + " cannot be compiled: this Java has no compiler",
          "Run Rebound with a JDK, or build a jar and name that.");
    }
    DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(told, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("-nowarn", "-proc:none", "-g", "-cp", classPath, "-d", classes.toString());
      boolean compiled =
          compiler
              .getTask(
                  new StringWriter(),
                  files,
                  told,
                  options,
                  null,
                  files.getJavaFileObjects(source.toFile()))
              .call();
      if (!compiled) {
        throw bad(source + errors(told), "Mend it; it is compiled with the engine's jars.");
      }
    }
  }

  private static String errors(DiagnosticCollector<JavaFileObject> told) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        told.getDiagnostics().stream()
            .<Diagnostic<? extends JavaFileObject>>map(problem -> problem)
            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
            .toList();
    if (errors.isEmpty()) {
      return " does not compile";
    }
    Diagnostic<? extends JavaFileObject> first = errors.get(0);
    String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
    String place = first.getLineNumber() < 1 ? "" : ":" + first.getLineNumber();
    return place + ": " + first.getMessage(Locale.ROOT).replaceAll("\\s*\\R\\s*", "; ") + more;
  }

  private static String className(Path file) {
    String name = file.toString().replace(File.separatorChar, '.');
    return name.substring(0, name.length() - ".class".length());
  }

  private static void write(Path classes, List<Path> files, String main, Path jar)
      throws IOException {
    List<String> words =
        new ArrayList<>(List.of("--create", "--file", jar.toString(), "--date", ENTRIES));
    words.addAll(List.of("--main-class", main));
    for (Path each : files) {
      words.addAll(List.of("-C", classes.toString(), classes.relativize(each).toString()));
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    if (ToolProvider.findFirst("jar").orElseThrow().run(out, out, words.toArray(String[]::new))
        != 0) {
      throw new IOException(said.toString().strip());
    }
  }

  private static ReboundException bad(String problem, String remedy) {
    return ReboundException.badInput("engine.jar: " + problem, remedy);
  }
}
