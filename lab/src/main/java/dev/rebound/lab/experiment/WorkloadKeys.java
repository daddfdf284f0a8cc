package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section {@code workload} of an experiment file, made from what the workloads declare. */
final class WorkloadKeys {
  private static final Map<String, String> RETIRED = Map.of("emit-every", "1");

  private WorkloadKeys() {}

  /** Every key of every workload, each once. */
  static Section section() {
    List<String> names = Workloads.kinds().stream().map(WorkloadKind::name).toList();
    List<Option> options = new ArrayList<>();
    options.add(
        Option.of(
                "name",
                ScalarType.choice("workload", names),
                names.get(0),
                names.get(names.size() - 1))
            .meaning("What is computed."));
    for (WorkloadOption option : declared().values()) {
      if (option.kind() instanceof WorkloadOption.Several several) {
        options.add(OutputKeys.option(option, several));
        continue;
      }
      options.add(
          Option.of(
                  option.key(),
                  type(option),
                  type(option).render(value(option), 0).strip(),
                  option.example())
              .meaning(option.meaning()));
    }
    return new Section(options, RETIRED);
  }

  /** The options of all workloads, by key, but for what {@code load} gives. */
  private static Map<String, WorkloadOption> declared() {
    Map<String, WorkloadOption> all = new LinkedHashMap<>();
    for (WorkloadKind kind : Workloads.kinds()) {
      for (WorkloadOption option : own(kind)) {
        all.merge(option.key(), option, WorkloadOption::and);
      }
    }
    return all;
  }

  private static List<WorkloadOption> own(WorkloadKind kind) {
    return kind.options().stream().filter(WorkloadOption::written).toList();
  }

  static ValueType type(WorkloadOption option) {
    WorkloadOption.ValueKind kind = option.kind();
    if (kind instanceof WorkloadOption.Texts) {
      return new TextsType(ScalarType.text(), true);
    }
    if (kind instanceof WorkloadOption.Whole whole) {
      return ScalarType.count(whole.least(), whole.most());
    }
    if (kind instanceof WorkloadOption.Decimal decimal) {
      return ScalarType.decimal(decimal.least(), decimal.most());
    }
    if (kind instanceof WorkloadOption.Size size) {
      return ScalarType.size(new Bytes(size.least()), new Bytes(size.most()));
    }
    if (kind instanceof WorkloadOption.TimeLength span) {
      return ScalarType.duration(
          Duration.ofMillis(span.leastMillis()), Duration.ofMillis(span.mostMillis()));
    }
    if (kind instanceof WorkloadOption.Choice choice) {
      return ScalarType.choice(option.key(), choice.words());
    }
    if (kind instanceof WorkloadOption.TextForm form) {
      return ScalarType.pattern(form.what(), form.regex(), form.remedy());
    }
    if (kind instanceof WorkloadOption.Command) {
      return ScalarType.command().orNone();
    }
    if (kind instanceof WorkloadOption.Files) {
      return ScalarType.wordsOfFiles().orNone();
    }
    if (kind instanceof WorkloadOption.Sample || kind instanceof WorkloadOption.Folder) {
      return ScalarType.fileOrFolder();
    }
    return kind instanceof WorkloadOption.File ? ScalarType.file() : ScalarType.text();
  }

  /** An option's default as the file's value. */
  private static Object value(WorkloadOption option) {
    String text = option.byDefault();
    if (option.kind() instanceof WorkloadOption.Whole) {
      return Long.valueOf(text);
    }
    if (option.kind() instanceof WorkloadOption.Decimal) {
      return Double.valueOf(text);
    }
    if (option.kind() instanceof WorkloadOption.TimeLength) {
      return Duration.ofMillis(Long.parseLong(text));
    }
    if (option.kind() instanceof WorkloadOption.Texts) {
      return List.of();
    }
    return option.kind() instanceof WorkloadOption.Size ? new Bytes(Long.parseLong(text)) : text;
  }

  /** A file's value as it travels. */
  static String travelling(Object value) {
    if (value instanceof Duration span) {
      return Long.toString(span.toMillis());
    }
    if (value instanceof List<?> texts) {
      return WorkloadOption.Texts.text(texts.stream().map(Object::toString).toList());
    }
    return value instanceof Bytes bytes ? Long.toString(bytes.count()) : value.toString();
  }

  /** Takes out the keys of other workloads; one that was given a value is a problem. */
  static void resolve(Values values) {
    WorkloadKind kind = Workloads.kind(values.text("name"));
    for (WorkloadOption option : declared().values()) {
      Object given = values.find(option.key());
      if (given == null || kind.option(option.key()).isPresent()) {
        continue;
      }
      if (!given.equals(value(option))) {
        String owners = owners(option.key());
        values.wrong(
            option.key(),
            option.key() + " belongs to " + owners + "; this workload is " + kind.name(),
            "Remove it, or write name: " + owners + ".");
      }
      values.drop(option.key());
    }
    OutputKeys.resolve(kind, values);
  }

  private static String owners(String key) {
    return Workloads.kinds().stream()
        .filter(kind -> kind.option(key).isPresent())
        .map(WorkloadKind::name)
        .collect(Collectors.joining(" or "));
  }

  /**
   * The description that a file's values make.
   *
   * @param left whether a run left the file, so that nothing that it names is read
   */
  static WorkloadSpec bind(Values workload, Values load, long seed, boolean left) {
    WorkloadKind kind = Workloads.kind(workload.text("name"));
    Map<String, String> options = new TreeMap<>();
    for (WorkloadOption option : kind.options()) {
      Object value = value(option, workload, load, left);
      options.put(option.property(), value == null ? option.byDefault() : travelling(value));
    }
    return new WorkloadSpec(kind.name(), seed, options);
  }

  private static @Nullable Object value(
      WorkloadOption option, Values workload, Values load, boolean left) {
    if (option.kind() instanceof WorkloadOption.ReplayedFile) {
      return load.text("file");
    }
    if (option.kind() instanceof WorkloadOption.Generators) {
      return load.find("generators");
    }
    if (option.kind() instanceof WorkloadOption.HashOf hash) {
      return left ? null : hash(workload.text(hash.option()));
    }
    if (option.kind() instanceof WorkloadOption.Several) {
      return OutputKeys.travelling(workload);
    }
    return workload.find(option.key());
  }

  /** Empty for what cannot be read: that is told where it is read. */
  private static String hash(String file) {
    try {
      return file.isEmpty() ? "" : Sample.hash(Path.of(file));
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /**
   * True if an engine may pass inputs of it over as late.
   *
   * @param values of the section by key; null where there is none
   */
  static boolean dropsLate(Function<String, @Nullable Object> values) {
    Object name = values.apply("name");
    return Workloads.kinds().stream()
        .anyMatch(kind -> kind.name().equals(name) && kind.dropsLate().test(values));
  }

  /**
   * True if its records are requests to a service.
   *
   * @param values of the section by key; null where there is none
   */
  static boolean requested(Function<String, @Nullable Object> values) {
    Object name = values.apply("name");
    return Workloads.kinds().stream()
        .anyMatch(kind -> kind.name().equals(name) && kind.shape() == WorkloadKind.Shape.REQUESTED);
  }

  /**
   * Checks that the values of workload and load go together.
   *
   * @param left whether a run left the file: what it could run with is known, and its files may be
   *     gone
   */
  static void check(Values workload, Values load, int partitions, boolean left) {
    WorkloadKind kind = Workloads.kind(workload.text("name"));
    boolean file = !load.text("file").isEmpty();
    if (kind.needsLog() && !file) {
      load.wrong(kind.name() + " replays a log and load.file names none", "Add file: access.log.");
    }
    if (!kind.replaysLog() && file) {
      String replaying =
          Workloads.kinds().stream()
              .filter(WorkloadKind::replaysLog)
              .map(WorkloadKind::name)
              .collect(Collectors.joining(" or "));
      load.wrong(
          "file",
          "load.file belongs to " + replaying + "; this workload is " + kind.name(),
          "Remove it, or write workload: { name: " + replaying + " }.");
    }
    for (WorkloadOption option : own(kind)) {
      Object given = workload.find(option.key());
      if (option.kind() instanceof WorkloadOption.Choice choice
          && given != null
          && !choice.words().contains(given.toString())) {
        workload.wrong(
            option.key(),
            kind.name() + " takes no " + option.key() + ": " + given,
            "Write one of " + String.join(", ", choice.words()) + ".");
        return;
      }
    }
    if (left) {
      return;
    }
    if (load.rate("rate").isMax()
        && workload.find("pace") instanceof String pace
        && !pace.isEmpty()) {
      workload.wrong(
          "pace",
          "pace spreads records around the load's rate, and rate: max has none",
          "Remove pace, or write a rate: 2000/s.");
    }
    if (load.number("generators") > 1
        && Stream.concat(Stream.of(workload), OutputKeys.of(workload).stream())
            .anyMatch(
                its -> its.find("tumbling") instanceof Duration windows && !windows.isZero())) {
      load.wrong(
          "generators",
          "records of several generators come out of order between them by nobody knows how much,"
              + " and so nobody could say which window a program takes one into",
          "Write generators: 1, or remove tumbling.");
    }
    WorkloadSpec spec = bind(workload, load, 0, false);
    if (!OutputKeys.of(workload).isEmpty()) {
      OutputKeys.check(kind, spec, workload, partitions);
      return;
    }
    Optional<OptionProblem> complaint = kind.complaint(spec, partitions);
    complaint.ifPresent(wrong -> workload.wrong(wrong.option(), wrong.problem(), wrong.remedy()));
  }
}
