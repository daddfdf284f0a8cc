package dev.rebound.lab.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The text of a {@code .proto} file with those of the files that it imports, but for those that
 * belong to Protobuf itself. Immutable.
 *
 * @param name as others import it
 * @param imports by the name that it imports each by
 */
record ProtobufFile(String name, String text, Map<String, ProtobufFile> imports) {
  /** One that imports nothing but what belongs to Protobuf. */
  ProtobufFile(String name, String text) {
    this(name, text, Map.of());
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
   * Reads a file with those that it imports, which lie beside it, or in folders there. Throws
   * {@link IllegalArgumentException} saying what is wrong with one of them, and in which line.
   */
  static ProtobufFile read(Path file) throws IOException {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return new Reading(folder == null ? Path.of("/") : folder)
        .read(String.valueOf(file.getFileName()), file);
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
    private final Path folder;
    private final Map<String, ProtobufFile> read = new LinkedHashMap<>();

    /** Those that are being read: one that is imported again here imports itself in the end. */
    private final Set<String> under = new HashSet<>();

    Reading(Path folder) {
      this.folder = folder;
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
      ProtobufFile its = new ProtobufFile(name, text, imports);
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
      Path file = folder.resolve(name).normalize();
      if (!file.startsWith(folder) || !folder.relativize(file).toString().equals(name)) {
        throw new BadImport(
            at + ", and that is no path from " + folder + " on",
            "Write it as \"common/money.proto\", without . and .. in it.");
      }
      if (!Files.isRegularFile(file)) {
        throw new BadImport(
            at + ", and there is no " + file,
            "Imports are looked for in the folder of the schema that the file names, and "
                + String.join(", ", ProtobufSchema.known())
                + " are there without a file.");
      }
      return read(name, file);
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
