package dev.rebound.analysis.evidence;

import dev.rebound.base.ReboundException;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.ValueCodec;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a workload is worked out from: a sample, a log, rules, what a reference printed. A
 * run keeps copies of them in its folder, so that its check needs nothing outside of it.
 */
public final class WorkloadFiles {
  private static final Path COPIES = Path.of("data", "workload");

  /** The copies of a sample that is a folder lie in one of this name. */
  private static final String MANY = "files";

  private WorkloadFiles() {}

  /**
   * Copies them into a run's folder, and returns the copies. A single file that is larger than a
   * sample may be stays where it is. Throws {@link ReboundException} if they are not what they were
   * when the run was planned.
   */
  public static List<Path> copy(WorkloadSpec spec, Path folder) throws IOException {
    List<Path> copies = new ArrayList<>();
    for (WorkloadOption option : named(spec)) {
      Path from = Path.of(spec.text(option.property()));
      boolean many = Files.isDirectory(from);
      if (!many && Files.size(from) > Sample.BYTES_MAX) {
        continue;
      }
      Path its = folder.resolve(COPIES).resolve(option.property());
      Path into = Files.createDirectories(many ? its.resolve(MANY) : its);
      for (Path file : Sample.files(from)) {
        copies.add(Files.copy(file, into.resolve(String.valueOf(file.getFileName()))));
      }
      if (isProtobuf(from)) {
        for (Map.Entry<String, Path> beside :
            ValueCodec.source().besides(from, root(spec)).entrySet()) {
          Path copy = into.resolve(beside.getKey());
          Files.createDirectories(Objects.requireNonNull(copy.getParent()));
          copies.add(Files.copy(beside.getValue(), copy));
        }
      }
      String planned = hash(spec, option);
      if (!planned.isEmpty() && !planned.equals(Sample.hash(copyOf(spec, option, folder)))) {
        throw ReboundException.badInput(
            from + " is no longer what it was when the run was planned",
            "Run the experiment again.");
      }
    }
    return copies;
  }

  /** All of them where they lie, with those in a folder, and those that a schema imports. */
  public static List<Path> originals(WorkloadSpec spec) throws IOException {
    List<Path> originals = new ArrayList<>();
    for (WorkloadOption option : named(spec)) {
      Path from = Path.of(spec.text(option.property()));
      originals.addAll(Files.isDirectory(from) ? Sample.files(from) : List.of(from));
      if (isProtobuf(from)) {
        originals.addAll(ValueCodec.source().besides(from, root(spec)).values());
      }
    }
    return originals;
  }

  /** Those of which a run's folder has no copy. */
  public static List<Path> outside(WorkloadSpec spec, Path folder) {
    Path root = folder.toAbsolutePath();
    return named(spec).stream()
        .map(option -> copyOf(spec, option, folder).toAbsolutePath())
        .filter(file -> !file.startsWith(root))
        .toList();
  }

  /** The same workload, made from the copies in a run's folder where there are any. */
  public static WorkloadSpec own(WorkloadSpec spec, Path folder) {
    WorkloadSpec own = rootless(spec);
    for (WorkloadOption option : named(spec)) {
      own = own.with(option.property(), copyOf(spec, option, folder));
    }
    return own;
  }

  /** The folder that schemas are looked for in, beside their own; null for none. */
  private static @Nullable Path root(WorkloadSpec spec) {
    String root = spec.options().getOrDefault(Records.SCHEMA_ROOT, "");
    return root.isEmpty() ? null : Path.of(root);
  }

  /** Copies of schemas have those that they import beside them. */
  private static WorkloadSpec rootless(WorkloadSpec spec) {
    return root(spec) == null ? spec : spec.with(Records.SCHEMA_ROOT, "");
  }

  /** True of a schema that may import others. */
  private static boolean isProtobuf(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".proto");
  }

  /** A copy of a schema, and those of what it imports: nothing else is in its folder. */
  private static List<Path> beside(Path schema) {
    try (Stream<Path> all = Files.walk(Objects.requireNonNull(schema.getParent()))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a workload that lie in a run's folder. */
  public static List<Path> within(WorkloadSpec spec, Path folder) {
    List<Path> within = new ArrayList<>();
    for (WorkloadOption option : named(spec)) {
      Path file = Path.of(spec.text(option.property())).toAbsolutePath();
      if (file.startsWith(folder.toAbsolutePath()) && Files.exists(file)) {
        within.addAll(
            Files.isDirectory(file)
                ? Sample.files(file)
                : isProtobuf(file) ? beside(file) : List.of(file));
      }
    }
    return within;
  }

  /** The same workload with names of copies relative to the folder, as evidence has them. */
  static WorkloadSpec written(WorkloadSpec spec, Path folder) {
    WorkloadSpec written = rootless(spec);
    Path root = folder.toAbsolutePath();
    for (WorkloadOption option : named(spec)) {
      Path file = copyOf(spec, option, folder).toAbsolutePath();
      if (file.startsWith(root)) {
        written = written.with(option.property(), root.relativize(file));
      }
    }
    return written;
  }

  /**
   * The workload that evidence describes. Earlier runs left no copies, and name the originals:
   * those of which there is a hash are read if it is theirs. Throws {@link IOException} for what
   * leads out of the folder otherwise.
   */
  static WorkloadSpec read(WorkloadSpec written, Path folder) throws IOException {
    WorkloadSpec read = written;
    for (WorkloadOption option : named(written)) {
      String name = written.text(option.property());
      if (!Path.of(name).isAbsolute()) {
        read = read.with(option.property(), OwnFiles.named(folder, name).toAbsolutePath());
      } else if (option.kind() instanceof WorkloadOption.ResultOf) {
        throw new IOException("it names " + name + ", which is no file of the run's folder");
      } else if (hashed(written, option).findAny().isPresent() && hash(written, option).isEmpty()) {
        throw new IOException(
            "it names " + name + ", which is no file of the run's folder, and has no hash of it");
      }
    }
    return read;
  }

  private static List<WorkloadOption> named(WorkloadSpec spec) {
    return Workloads.kind(spec.name()).options().stream()
        .filter(
            option ->
                option.kind() instanceof WorkloadOption.File
                    || option.kind() instanceof WorkloadOption.Sample
                    || option.kind() instanceof WorkloadOption.ReplayedFile
                    || option.kind() instanceof WorkloadOption.ResultOf)
        .filter(option -> !spec.options().getOrDefault(option.property(), "").isEmpty())
        .toList();
  }

  private static Stream<WorkloadOption> hashed(WorkloadSpec spec, WorkloadOption option) {
    return Workloads.kind(spec.name()).options().stream()
        .filter(
            other ->
                other.kind() instanceof WorkloadOption.HashOf hash
                    && hash.option().equals(option.key()));
  }

  private static String hash(WorkloadSpec spec, WorkloadOption option) {
    return hashed(spec, option)
        .map(hash -> spec.options().getOrDefault(hash.property(), ""))
        .findFirst()
        .orElse("");
  }

  /** The copy of what an option names; the original where there is none. */
  private static Path copyOf(WorkloadSpec spec, WorkloadOption option, Path folder) {
    Path original = Path.of(spec.text(option.property()));
    Path its = folder.resolve(COPIES).resolve(option.property());
    Path file = its.resolve(String.valueOf(original.getFileName()));
    if (Files.isRegularFile(file)) {
      return file;
    }
    return Files.isDirectory(its.resolve(MANY)) ? its.resolve(MANY) : original;
  }
}
