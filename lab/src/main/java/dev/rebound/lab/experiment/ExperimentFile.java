package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.CoresSpec;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads experiment files. A file's mistakes are told in one {@link ReboundException}, each problem
 * with file, line, column, the line itself and what would be right.
 */
public final class ExperimentFile {
  /** A comment that names the schema to editors, and says nothing to people. */
  private static final String FOR_EDITORS = "# yaml-language-server:";

  /** The name in messages of an experiment that is no file. */
  private static final Path TEXT = Path.of("text");

  private final Path file;
  private final double scale;
  private final boolean shortened;
  private final Section schema;
  private final KnownEngines engines;
  private final Capacities capacities;
  private final Problems problems = new Problems();
  private List<String> overrides = List.of();

  private ExperimentFile(
      Path file, double scale, boolean shortened, KnownEngines engines, Capacities capacities) {
    if (!(scale > 0 && scale <= 1e6)) {
      throw ReboundException.badInput(
          "--scale " + scale + " is not a factor above 0", "Write for example --scale 0.05.");
    }
    this.file = file;
    this.scale = scale;
    this.shortened = shortened;
    this.engines = engines;
    this.capacities = capacities;
    this.schema = ExperimentSchema.section(engines);
  }

  /** Reads a file that may name any engine. */
  public static List<Experiment> load(Path file, List<String> overrides, double scale) {
    return load(file, overrides, scale, Set.of());
  }

  /**
   * Reads a file: one experiment, or one for each combination of a matrix, with distinct names.
   *
   * @param overrides {@code load.rate=5000/s}, as {@code --set} gives them
   * @param scale factor on the rate
   * @param engines known engine names; empty if any name will do. Whatever key the engine has is
   *     read as it stands
   */
  public static List<Experiment> load(
      Path file, List<String> overrides, double scale, Set<String> engines) {
    KnownEngines named = KnownEngines.named(engines);
    return new ExperimentFile(file, scale, false, named, CapacityStore::known)
        .read(content(file), overrides);
  }

  /**
   * Reads what a run left: a resolved file, whose engine may have keys that are not known any more.
   * Whether the engine can still do what it says is not checked, nor are files that it names read.
   *
   * @param known engines by name
   */
  public static Experiment stored(Path file, Map<String, EngineDeclaration> known) {
    KnownEngines lenient = KnownEngines.of(known).lenient();
    return new ExperimentFile(file, 1, false, lenient, CapacityStore::known)
        .read(content(file), List.of())
        .get(0);
  }

  /**
   * Reads a file as {@link #load(Path, List, double, Set)} does, pins the version of an engine for
   * which the file names none, and refuses what the engine does not have or cannot do.
   *
   * @param known engines by name
   */
  public static List<Experiment> load(
      Path file, List<String> overrides, double scale, Map<String, EngineDeclaration> known) {
    return load(file, overrides, scale, false, known);
  }

  /**
   * Reads a file as {@link #load(Path, List, double, Map)} does, and makes it shorter if asked to.
   *
   * @param shortened apply {@link Shortening}
   */
  public static List<Experiment> load(
      Path file,
      List<String> overrides,
      double scale,
      boolean shortened,
      Map<String, EngineDeclaration> known) {
    return load(file, overrides, scale, shortened, known, CapacityStore::known);
  }

  /**
   * Reads a file as the others do.
   *
   * @param capacities what {@code load.rate: 60%} is a share of; the user's own for the others
   */
  public static List<Experiment> load(
      Path file,
      List<String> overrides,
      double scale,
      boolean shortened,
      Map<String, EngineDeclaration> known,
      Capacities capacities) {
    return new ExperimentFile(file, scale, shortened, KnownEngines.of(known), capacities)
        .read(content(file), overrides);
  }

  /**
   * Reads an experiment that is no file, as {@link #load(Path, List, double, boolean, Map)} does;
   * files that it names are looked for from the working directory.
   */
  public static List<Experiment> text(
      String text,
      List<String> overrides,
      double scale,
      boolean shortened,
      Map<String, EngineDeclaration> known) {
    return new ExperimentFile(TEXT, scale, shortened, KnownEngines.of(known), CapacityStore::known)
        .read(text, overrides);
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      throw ReboundException.badInput(
          file + " is not UTF-8 text", "Save it as UTF-8, or name an experiment file.", e);
    } catch (IOException e) {
      String problem = Files.exists(file) ? "cannot read " + file : file + " does not exist";
      throw ReboundException.badInput(
          problem, "Name an experiment file, for example experiments/demo.yaml.", e);
    }
  }

  private List<Experiment> read(String text, List<String> overrides) {
    this.overrides = overrides;
    LocatedYaml.Source source =
        new LocatedYaml.Source(file.toString(), text.lines().toList(), true);
    LocatedYaml tree = YamlText.read(source, text, 0, problems);
    for (String override : overrides) {
      SetOption set = SetOption.read(override, schema, problems);
      if (set != null && tree != null) {
        tree = set.apply(tree);
      }
    }
    if (tree == null) {
      throwIfAny();
      throw new IllegalStateException("a file without a tree has a problem");
    }
    Path folder = file.toAbsolutePath().getParent();
    ValueType.ReadingContext reading =
        new ValueType.ReadingContext(problems, folder == null ? file : folder, engines.left());
    List<ReadExperiment> all = new ArrayList<>();
    for (Matrix.Variant variant : Matrix.spread(schema, tree, problems)) {
      Object values = schema.parse(variant.tree(), "", reading);
      if (values instanceof Values experiment) {
        if (experiment.has("name")) {
          experiment.set("name", variant.name(experiment.text("name")));
        }
        SecondJobKeys.check(experiment, shortened);
        all.add(
            new ReadExperiment(
                experiment,
                control(experiment, variant.tree(), reading),
                beside(experiment, variant.tree(), reading)));
      }
    }
    throwIfAny();
    for (ReadExperiment read : all) {
      resolve(read.values(), source, null);
      for (int job = 0; job < read.beside().size(); job++) {
        Values beside = read.beside().get(job);
        resolve(beside, source, null);
        SecondJobKeys.resolved(SecondJobKeys.jobs(read.values()).get(job), beside);
      }
      if (read.control() != null) {
        resolve(read.control().values(), source, read);
      }
    }
    throwIfAny();
    checkNames(all.stream().map(ReadExperiment::values).toList());
    all.stream().flatMap(ReadExperiment::all).forEach(this::check);
    throwIfAny();
    List<Experiment> experiments = all.stream().map(this::bind).toList();
    throwIfAny();
    return experiments;
  }

  private void throwIfAny() {
    problems.throwIfAny(file.equals(TEXT) ? "" : file.toString(), overrides);
  }

  /**
   * An experiment as read, with its control where that has settings of its own.
   *
   * @param control null if there is none, or if it only leaves the faults out
   * @param beside the experiments of further jobs
   */
  private record ReadExperiment(Values values, @Nullable ReadControl control, List<Values> beside) {
    Stream<Values> all() {
      Stream<Values> jobs = Stream.concat(Stream.of(values), beside.stream());
      return control == null ? jobs : Stream.concat(jobs, Stream.of(control.values()));
    }
  }

  private record ReadControl(ControlFile file, Values values) {}

  private @Nullable ReadControl control(
      Values values, LocatedYaml tree, ValueType.ReadingContext reading) {
    if (!(values.find(ControlFile.KEY) instanceof ControlType.WantedControl wanted)
        || wanted.set().isEmpty()) {
      return null;
    }
    ControlFile control = new ControlFile(schema, wanted, problems);
    LocatedYaml its = control.of(tree);
    if (its == null || !(schema.parse(its, "", reading) instanceof Values parsed)) {
      return null;
    }
    if (values.has("name")) {
      parsed.set("name", values.text("name") + "-control");
    }
    return new ReadControl(control, parsed);
  }

  private List<Values> beside(Values values, LocatedYaml tree, ValueType.ReadingContext reading) {
    List<Values> beside = new ArrayList<>();
    for (LocatedYaml job : problems.none() ? SecondJobKeys.of(tree) : List.<LocatedYaml>of()) {
      if (schema.parse(job, "", reading) instanceof Values parsed) {
        beside.add(parsed);
        parsed.set("name", values.text("name") + "-" + SecondJob.name(beside.size()));
      }
    }
    return beside;
  }

  private void check(Values values) {
    String engine = values.section("engine").text("name");
    EngineDeclaration checked = engines.open() ? null : engines.find(engine);
    new ExperimentChecks(values, checked, engines.left()).run();
  }

  /**
   * Fills in the defaults that depend on other values, and applies the scale.
   *
   * @param run of a control, what it is the control of; else null
   */
  private void resolve(Values values, LocatedYaml.Source source, @Nullable ReadExperiment run) {
    if (!values.written("description")) {
      values.set("description", topComment(source.lines()));
    }
    values.set("scale", LoadRate.rounded(values.decimal("scale") * scale));
    if (shortened) {
      Shortening.apply(values, overrides);
    }
    Values engine = values.section("engine");
    EngineDeclaration known = engines.find(engine.text("name"));
    EngineKeys.resolve(engine, engines, file);
    if (engine.text("version").isEmpty() && known != null) {
      engine.set("version", known.version());
    }
    schema.fillInFollowing(values);
    WorkloadKeys.resolve(values.section("workload"));
    if (run == null || run.control() == null || run.control().file().sets(ControlFile.RATE)) {
      new LoadRate(file, scale, schema, capacities).resolve(values);
    } else {
      // A share is one of the run's capacity: the control has the same load.
      Values load = run.values().section("load");
      values.section("load").set("rate", load.rate("rate"));
      Object share = load.find(LoadSpec.SHARE);
      if (share != null) {
        values.section("load").set(LoadSpec.SHARE, share);
      }
    }
    FaultKeys.resolve(values.list("faults"));
    new CoresKeys(values, known).resolve();
    EngineSpec spec = EngineKeys.bind(engine);
    DeliveryGuarantee promise =
        known == null ? spec.promiseOfGuarantee() : known.promise().apply(spec);
    WorkloadTraits workload = WorkloadTraits.of(values.section("workload")::find);
    List<Expectation> written =
        ImpliedExpectations.told(workload, engines.left(), values.list("expect"));
    values.set("expect", ImpliedExpectations.with(promise, workload, written));
  }

  private static String topComment(List<String> lines) {
    List<String> words = new ArrayList<>();
    for (String line : lines) {
      if (!line.startsWith("#")) {
        break;
      }
      if (line.startsWith(FOR_EDITORS)) {
        continue;
      }
      words.add(line.substring(1).strip());
    }
    return String.join(" ", words).strip();
  }

  private void checkNames(List<Values> all) {
    Map<String, Integer> count = new HashMap<>();
    for (Values values : all) {
      if (count.merge(values.text("name"), 1, Integer::sum) == 2) {
        values.wrong(
            "name",
            "two experiments of the matrix have the name " + values.text("name"),
            "Let them differ in more than punctuation.");
      }
    }
  }

  private Experiment bind(ReadExperiment read) {
    Values values = read.values();
    ReadControl control = read.control();
    if (control == null) {
      List<Experiment> beside = new ArrayList<>();
      for (Values job : read.beside()) {
        String comment = SecondJobKeys.comment(values.text("name"), beside.size() + 1);
        beside.add(bind(job, comment, null, List.of()));
      }
      return bind(values, "", null, List.copyOf(beside));
    }
    Experiment its =
        bind(control.values(), control.file().comment(values.text("name")), null, List.of());
    if (ControlFile.same(its.resolvedYaml(), schema.lines(values, 0))) {
      values.wrong(
          ControlFile.KEY,
          "the control of " + values.text("name") + " would be the same run",
          "Let control.set name a value that the experiment does not have.");
    }
    return bind(values, "", new Experiment.Counterpart(control.file().settings(), its), List.of());
  }

  private Experiment bind(
      Values values,
      String before,
      Experiment.@Nullable Counterpart counterpart,
      List<Experiment> beside) {
    List<Values> faults = values.list("faults");
    Values load = values.section("load");
    return new Experiment(
        values.text("name"),
        values.text("description"),
        values.number("seed"),
        values.count("repetitions"),
        wantsControl(values),
        values.decimal("scale"),
        values.text("shortened"),
        KafkaKeys.spec(values.section("kafka")),
        EngineKeys.bind(values.section("engine")),
        WorkloadKeys.bind(values.section("workload"), load, values.number("seed"), engines.left()),
        load.as(LoadSpec.class, Map.of("http", HttpSpec.of(load))),
        values.section("phases").as(Experiment.Phases.class, Map.of()),
        faults.stream().map(FaultKeys::bind).toList(),
        List.copyOf(values.<Expectation>list("expect")),
        values.section("sustain").as(SustainSpec.class, Map.of()),
        values.has("rig") ? new RigSpec(values.section("rig").list("allow")) : RigSpec.STRICT,
        values.has(CoresKeys.KEY) ? CoresKeys.bind(values.section(CoresKeys.KEY)) : null,
        values.has(ExperimentSchema.INCIDENT)
            ? values.section(ExperimentSchema.INCIDENT).as(IncidentSpec.class, Map.of())
            : null,
        before + LoadRate.comment(load) + schema.lines(values, 0),
        counterpart,
        beside,
        places(values));
  }

  private static Map<String, LocatedYaml.SourcePlace> places(Values values) {
    Values engine = values.section("engine");
    Map<String, LocatedYaml.SourcePlace> places = new HashMap<>();
    Stream.of(ProgramJar.KEY, ProgramJar.MAIN, EngineSpec.JAVA)
        .filter(engine::written)
        .forEach(key -> places.put(key, engine.place(key)));
    if (values.has(CoresKeys.KEY)) {
      places.put(CoresSpec.ROLES, values.section(CoresKeys.KEY).place(CoresSpec.ROLES));
    }
    return Map.copyOf(places);
  }

  private static boolean wantsControl(Values values) {
    return values.find(ControlFile.KEY) instanceof ControlType.WantedControl wanted && wanted.any();
  }
}
