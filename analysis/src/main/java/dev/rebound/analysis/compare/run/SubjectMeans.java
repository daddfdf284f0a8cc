package dev.rebound.analysis.compare.run;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a subject has to do its work with, as it was set up in the end: what two engines should have
 * alike. Pure.
 *
 * @param known in the form that a person reads; what is missing is not known
 */
public record SubjectMeans(Map<Mean, String> known) {
  /** Nothing is known. */
  public static final SubjectMeans UNKNOWN = new SubjectMeans(Map.of());

  /** The commit interval of files that write none: a program of one's own has one of its own. */
  public static final String COMMIT_INTERVAL_UNWRITTEN = "2s";

  private static final String NONE = "0";
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");

  /** Keys of engines' own settings that overrule the interval between commits. */
  private static final Pattern INTERVAL =
      Pattern.compile("engine\\.config\\..*(commit|checkpoint|trigger|snapshot).*interval.*");

  public SubjectMeans {
    known = Map.copyOf(known);
  }

  /** One of them. */
  public enum Mean {
    WORKERS("workers", "engine.workers"),
    /** Threads or slots of a worker. */
    THREADS("threads", "engine.threads"),
    /** Of a worker. */
    HEAP("heap", "engine.memory"),
    /** Of all processes, heap and what is beside it. */
    MEMORY("memory in all", ""),
    COMMIT_INTERVAL("commit interval", "engine.commit-interval"),
    COLLECTOR("collector", "engine.jvm"),
    JDK("JDK", "engine.java"),
    CORES("cores", "cores.subject"),
    /** Threads or slots that stand ready and have no work. */
    SPARES("spare slots", "engine.spares"),
    /** Copies of states, or of a coordinator, that stand ready. */
    STANDBYS("standbys", "engine.standbys");

    private final String word;
    private final String setting;

    Mean(String word, String setting) {
      this.word = word;
      this.setting = setting;
    }

    /** As files have it: {@code commit-interval}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As a sentence has it. */
    public String word() {
      return word;
    }

    /** The key of experiment files that asks for it; empty if none does. */
    public String setting() {
      return setting;
    }

    /** Whether the machine has it, and not the settings alone make it. */
    public boolean isOfMachine() {
      return this == COLLECTOR || this == JDK || this == CORES;
    }
  }

  /** Those that are named by {@link Mean#key}; what else is named tells nothing. */
  public static SubjectMeans of(Map<String, String> byKey) {
    Map<Mean, String> known = new EnumMap<>(Mean.class);
    for (Mean mean : Mean.values()) {
      String value = byKey.get(mean.key());
      if (value != null) {
        known.put(mean, value);
      }
    }
    return new SubjectMeans(known);
  }

  /** The same, one of them told otherwise. */
  public SubjectMeans with(Mean mean, String value) {
    Map<Mean, String> changed = new EnumMap<>(Mean.class);
    changed.putAll(known);
    changed.put(mean, value);
    return new SubjectMeans(changed);
  }

  /** By {@link Mean#key}, as files have them. */
  public Map<String, String> byKey() {
    Map<String, String> byKey = new LinkedHashMap<>();
    for (Mean mean : Mean.values()) {
      of(mean).ifPresent(value -> byKey.put(mean.key(), value));
    }
    return byKey;
  }

  public Optional<String> of(Mean mean) {
    return Optional.ofNullable(known.get(mean));
  }

  /** Those of a run: as they were recorded, else what its settings tell. */
  public static SubjectMeans of(ComparedRun run) {
    Map<Mean, String> known = new EnumMap<>(Mean.class);
    known.putAll(asked(run.settings()).known);
    known.putAll(run.means().known);
    if (isOwnProgram(run.settings())) {
      known.remove(Mean.COMMIT_INTERVAL, COMMIT_INTERVAL_UNWRITTEN);
    }
    return new SubjectMeans(known);
  }

  /** What settings ask for, by dotted key, where nothing else changes it. */
  private static SubjectMeans asked(Map<String, String> settings) {
    Map<String, String> told = new TreeMap<>();
    for (Mean mean : Mean.values()) {
      String value = settings.get(mean.setting());
      if (value != null) {
        told.put(mean.key(), value);
      }
    }
    boolean command = settings.containsKey(Variants.RUN);
    boolean program = isOwnProgram(settings);
    boolean configured = any(settings, key -> key.startsWith("engine.config."));
    String profile = settings.getOrDefault("engine.profile", "");
    if (program) {
      told.remove(Mean.THREADS.key());
    }
    if (command || any(settings, key -> isPadded(key, settings))) {
      told.remove(Mean.HEAP.key());
    }
    if (any(settings, key -> INTERVAL.matcher(key).matches())) {
      told.remove(Mean.COMMIT_INTERVAL.key());
    }
    if (!NONE.equals(told.get(Mean.SPARES.key())) || profile.isEmpty() || profile.equals("quick")) {
      told.remove(Mean.SPARES.key());
    }
    if (profile.equals("stock") && !configured && !program) {
      told.putIfAbsent(Mean.STANDBYS.key(), NONE);
    }
    settings.forEach(
        (key, value) -> {
          Matcher collector = COLLECTOR.matcher(value);
          if (key.startsWith("engine.jvm.") && collector.matches()) {
            told.put(Mean.COLLECTOR.key(), collector.group(1));
          }
        });
    return of(told);
  }

  private static boolean isOwnProgram(Map<String, String> settings) {
    return settings.containsKey(Variants.RUN) || settings.containsKey(Variants.JAR);
  }

  /** A state that the workload pads makes engines take more heap than they are asked to. */
  private static boolean isPadded(String key, Map<String, String> settings) {
    return key.endsWith("workload.state") && !"0B".equals(settings.get(key));
  }

  private static boolean any(Map<String, String> settings, Predicate<String> key) {
    return settings.keySet().stream().anyMatch(key);
  }
}
