package dev.rebound.lab.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a {@code .proto} file with those of the files that it imports, but for those that
 * belong to Protobuf itself. Immutable.
 *
 * @param name as others import it
 * @param file where it lies; of a text alone its name
 * @param imports by the name that it imports each by
 */
record ProtobufFile(String name, Path file, String text, Map<String, ProtobufFile> imports) {
  private static final int FOLDERS_MAX = 12;

  /** One that imports nothing but what belongs to Protobuf. */
  ProtobufFile(String name, String text) {
    this(name, text, Map.of());
  }

  /** One that lies in no file. */
  ProtobufFile(String name, String text, Map<String, ProtobufFile> imports) {
    this(name, Path.of(name), text, imports);
  }

  /** What it imports is not to be had. */
  static final class BadImport extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String remedy;

    private BadImport(String problem, String remedy) {
      super(problem);
      this.remedy = remedy;
    }

    String remedy() {
      return remedy;
    }
  }

  /**
   * Reads a file with those that it imports, which lie beside it or in folders there, in the root,
   * or from one of the folders on that it is in. Throws {@link IllegalArgumentException} saying
   * what is wrong with one of them, and in which line.
   *
   * @param root null for none
   */
  static ProtobufFile read(Path file, @Nullable Path root) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Path at = file.toAbsolutePath().normalize().getParent();
        at != null && folders.size() < FOLDERS_MAX;
        at = at.getParent()) {
      folders.add(at);
    }
    if (root != null) {
      folders.add(Math.min(1, folders.size()), root.toAbsolutePath().normalize());
    }
    return new Reading(folders).read(String.valueOf(file.getFileName()), file);
  }

  /** Every file that it is read with, itself left out, by the names of imports. */
  Map<String, ProtobufFile> all() {
    Map<String, ProtobufFile> all = new LinkedHashMap<>();
    for (ProtobufFile its : imports.values()) {
      all.putAll(its.all());
      all.put(its.name(), its);
    }
    return all;
  }

  /** Reads files from one folder on, each once. */
  private static final class Reading {
    private final List<Path> folders;
    private final Map<String, ProtobufFile> read = new LinkedHashMap<>();

    /** Those that are being read: one that is imported again here imports itself in the end. */
    private final Set<String> under = new HashSet<>();

    Reading(List<Path> folders) {
      this.folders = folders;
    }

    ProtobufFile read(String name, Path file) throws IOException {
      String text = Files.readString(file);
      List<String> names = ProtobufSchema.imports(name, text);
      under.add(name);
      Map<String, ProtobufFile> imports = new LinkedHashMap<>();
      for (String other : names) {
        if (!ProtobufSchema.known(other)) {
          imports.put(other, imported(other, name, text));
        }
      }
      under.remove(name);
      ProtobufFile its = new ProtobufFile(name, file, text, imports);
      read.put(name, its);
      return its;
    }

    private ProtobufFile imported(String name, String by, String text) throws IOException {
      ProtobufFile before = read.get(name);
      if (before != null) {
        return before;
      }
      String at = by + ":" + line(text, name) + ": it imports " + name;
      if (under.contains(name)) {
        throw new BadImport(
            at + ", which imports " + by + " in turn", "Take one of these imports out.");
      }
      Path folder = folders.get(0);
      Path beside = folder.resolve(name).normalize();
      if (!beside.startsWith(folder) || !folder.relativize(beside).toString().equals(name)) {
        throw new BadImport(
            at + ", and that is no path from " + folder + " on",
            "Write it as \"common/money.proto\", without . and .. in it.");
      }
      for (Path its : folders) {
        if (Files.isRegularFile(its.resolve(name))) {
          return read(name, its.resolve(name));
        }
      }
      throw new BadImport(
          at + ", and there is no " + beside,
          "Say which folder imports begin in: schema-root: protos. Without it they are looked for"
              + " from the schema's folder on, and from those that it is in; "
              + String.join(", ", ProtobufSchema.known())
              + " are there without a file.");
    }

    /** The line of an import; the first one where it stands in none by itself. */
    private static int line(String text, String name) {
      Pattern imports =
          Pattern.compile(
              "\\s*import\\s+(public\\s+|weak\\s+)?[\"']" + Pattern.quote(name) + "[\"'].*");
      List<String> lines = text.lines().toList();
      for (int n = 0; n < lines.size(); n++) {
        if (imports.matcher(lines.get(n)).matches()) {
          return n + 1;
        }
      }
      return 1;
    }
  }
}
