package dev.rebound.lab.experiment;

import static dev.rebound.lab.experiment.ScalarType.choice;
import static dev.rebound.lab.experiment.ScalarType.count;
import static dev.rebound.lab.experiment.ScalarType.duration;
import static dev.rebound.lab.experiment.ScalarType.size;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code engine} of an experiment file: what is asked of every engine, and the keys
 * that each engine declares for itself.
 */
final class EngineKeys {
  private static final Set<String> COMMON =
      common(KnownEngines.ANY).stream().map(Option::key).collect(Collectors.toSet());

  private EngineKeys() {}

  /** Every key that these engines know. */
  static Section section(KnownEngines engines) {
    List<Option> options = new ArrayList<>(common(engines));
    options.addAll(declared(engines));
    return new Section(options, Map.of(), engines.open());
  }

  private static List<Option> common(KnownEngines engines) {
    return List.of(
        Option.required("name", choice("engine", engines.names()), "flink")
            .meaning("Which stream processor, or service."),
        Option.of("version", ScalarType.text(), "''", "2.3.0")
            .meaning("A published version; empty for the newest that Rebound was tried with."),
        Option.of("workers", count(1, 1000), "2", "8").meaning("Worker processes at work."),
        Option.of("spares", count(0, 1000), "0", "1")
            .meaning("Extra worker processes that stand ready (Flink)."),
        Option.of("threads", count(1, 1000), "1", "2")
            .meaning("Processing threads or slots of each worker."),
        Option.of(
                "guarantee",
                choice(
                    "guarantee",
                    List.of(
                        Guarantee.EXACTLY_ONCE.toString(),
                        Guarantee.AT_LEAST_ONCE.toString(),
                        Guarantee.NONE.toString())),
                Guarantee.EXACTLY_ONCE.toString(),
                "at-least-once")
            .meaning("What the engine must promise; sets whatever it takes."),
        Option.of("profile", choice("profile", EngineSpec.PROFILES), EngineSpec.QUICK, "stock")
            .meaning(
                "Set for quick recovery by whatever helps; the engine's own defaults; or tuned by"
                    + " settings that its documentation has, each engine missing a silent worker"
                    + " after 6 s."),
        Option.of("memory", size(new Bytes(64 << 20), new Bytes(1L << 40)), "512MB", "1GB")
            .meaning("Heap of one worker."),
        Option.of("commit-interval", duration(), SubjectMeans.COMMIT_INTERVAL_UNWRITTEN, "500ms")
            .meaning(
                "How often the engine commits: Kafka Streams' commits, Flink's checkpoints, Jet's"
                    + " snapshots, Spark's batches, the offsets of Storm's spouts."),
        Option.of(
                "state", choice("kind of state", List.of("", "memory", "rocksdb")), "''", "rocksdb")
            .meaning("Where state is held; empty for the engine's default."),
        Option.of("config", new SettingsType(), "{}", "{ execution.checkpointing.interval: 2s }")
            .meaning("To the engine, unchanged; wins over the profile."),
        Option.of(EngineSpec.JAVA, ScalarType.text(), "''", "25")
            .meaning(
                "JDK of the engine's processes: a major version among those that `rebound doctor`"
                    + " finds, or the folder of one; empty for Rebound's own."),
        Option.of("jvm", new TextsType(), "[]", "[-XX:+UseZGC]")
            .meaning(
                "Extra JVM options of workers. One that chooses a collector takes the place of G1."));
  }

  /**
   * The engines' own keys, each once and with the names of those that know it. Every engine's keys
   * are in the order in which it declares them, as far as the others' are, too.
   */
  private static List<Option> declared(KnownEngines engines) {
    Map<String, Option> first = new LinkedHashMap<>();
    List<String> order = new ArrayList<>();
    engines
        .byName()
        .forEach(
            (name, engine) -> {
              int at = order.size();
              List<Option> options = engine.options();
              for (int i = options.size() - 1; i >= 0; i--) {
                Option option = options.get(i);
                requireSound(name, option, first.get(option.key()));
                if (first.putIfAbsent(option.key(), option) == null) {
                  order.add(at, option.key());
                } else {
                  at = order.indexOf(option.key());
                }
              }
            });
    List<Option> all = new ArrayList<>();
    for (String key : order) {
      Option option = first.get(key);
      if (option != null) {
        String known = String.join(", ", owners(key, engines));
        all.add(option.meaning(option.meaning() + " Known to " + known + "."));
      }
    }
    return all;
  }

  /** An engine decides itself what an absent key means: such a key has no default. */
  private static void requireSound(String engine, Option option, @Nullable Option other) {
    if (option.required() || option.byDefault() != null || COMMON.contains(option.key())) {
      throw new IllegalStateException(
          engine + " declares " + option.key() + ", which is common, required or has a default");
    }
    if (other != null && !option.alike(other)) {
      throw new IllegalStateException(
          "two engines declare " + option.key() + " and mean different things: " + engine);
    }
  }

  private static List<String> owners(String key, KnownEngines engines) {
    return engines.byName().entrySet().stream()
        .filter(one -> one.getValue().options().stream().anyMatch(o -> o.key().equals(key)))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Refuses keys that belong to other engines than the one that is named, and has commands run in
   * the experiment file's folder where the section names no other.
   */
  static void resolve(Values engine, KnownEngines engines, Path file) {
    String name = engine.text("name");
    if (engines.open() || engines.find(name) == null) {
      return;
    }
    for (String key : engine.keys()) {
      List<String> owners = owners(key, engines);
      if (!COMMON.contains(key) && !owners.contains(name)) {
        String known = String.join(" or ", owners);
        engine.wrong(
            key,
            key + " belongs to " + known + "; this engine is " + name,
            "Remove it, or write name: " + known + ".");
      }
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder != null
        && EngineSection.COMMANDS.stream().anyMatch(engine::has)
        && !engine.has(EngineSection.COMMANDS_IN)) {
      engine.set(EngineSection.COMMANDS_IN, folder.toString());
    }
  }

  static Guarantee guarantee(Values engine) {
    return Arrays.stream(Guarantee.values())
        .filter(guarantee -> guarantee.toString().equals(engine.text("guarantee")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no such guarantee"));
  }

  /** The section as it travels; a key that only some engines know as the resolved file has it. */
  static EngineSpec bind(Values values) {
    Map<String, String> options = new TreeMap<>();
    Set<String> own = new HashSet<>(values.keys());
    own.removeAll(COMMON);
    for (String key : own) {
      Object value = Objects.requireNonNull(values.find(key));
      options.put(
          key,
          value instanceof List<?> words
              ? ShellWords.join(words.stream().map(Object::toString).toList())
              : ScalarType.written(value));
    }
    return values.as(
        EngineSpec.class, Map.of("guarantee", guarantee(values), "options", Map.copyOf(options)));
  }
}
