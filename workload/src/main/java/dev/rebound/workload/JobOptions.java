package dev.rebound.workload;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of a job's {@code main}: common to all jobs, and those of its own.
 *
 * <p>Given as {@code --name value} or {@code --name=value}, or as lines {@code name=value} of the
 * properties file that {@code --config} names; the command line wins over the file. Settings under
 * a prefix ({@code client.}, {@code producer.}, {@code consumer.}, {@code engine.}) go to the
 * engine unchanged. Errors are {@link IllegalArgumentException}s that say what is wrong and what
 * would be right.
 */
public final class JobOptions {
  /** Exit status of a process whose options are wrong. */
  public static final int EXIT_BAD_INPUT = 64;

  private static final List<String> PREFIXES =
      List.of("client.", "producer.", "consumer.", "engine.");

  /**
   * One option of a job.
   *
   * @param name without dashes
   * @param fallback value if it is not given; null if it must be given
   * @param meaning one line for {@code --help}, with the unit where there is one
   * @param choices the values allowed; empty for any
   */
  public record JobOption(
      String name, @Nullable String fallback, String meaning, List<String> choices) {
    public JobOption(String name, @Nullable String fallback, String meaning) {
      this(name, fallback, meaning, List.of());
    }
  }

  /** That of jobs whose source can make the records itself. */
  public static final JobOption GENERATED =
      new JobOption(
          "generated",
          "0",
          "make so many records in a source of the job's own, which keeps how far it has come;"
              + " 0: read them from the input topic");

  private final Map<String, JobOption> known;
  private final Map<String, String> given;

  private JobOptions(Map<String, JobOption> known, Map<String, String> given) {
    this.known = known;
    this.given = given;
  }

  /** Options that every job has. */
  public static List<JobOption> common() {
    List<JobOption> options =
        new ArrayList<>(
            List.of(
                new JobOption("bootstrap", null, "address of the Kafka cluster: host:port,…"),
                new JobOption("input", "records", "topic to read records from"),
                new JobOption("output", "matches", "topic to write matches to"),
                new JobOption(
                    "group", "rebound", "consumer group, application id, transactional id prefix"),
                new JobOption(
                    "guarantee",
                    "at-least-once",
                    "what the job promises for its outputs",
                    List.of("none", "at-least-once", "exactly-once")),
                new JobOption(
                    "partitions", "0", "partitions of the input topic; 0: ask the cluster"),
                new JobOption(
                    "commit-interval-ms", "1000", "milliseconds between commits or checkpoints"),
                new JobOption("node", "0", "number of this node, stamped on every output"),
                new JobOption("incarnation", "1", "number of this life of the node, from 1"),
                new JobOption("state-dir", "state", "folder for local state"),
                new JobOption("threads", "1", "processing threads")));
    options.addAll(ofWorkloads());
    return List.copyOf(options);
  }

  /** The options of all workloads, each once. */
  private static List<JobOption> ofWorkloads() {
    List<String> names = Workloads.kinds().stream().map(WorkloadKind::name).toList();
    Map<String, JobOption> options = new LinkedHashMap<>();
    options.put(
        "name",
        new JobOption(WorkloadSpec.PREFIX + "name", names.get(0), String.join(" or ", names)));
    options.put(
        "seed", new JobOption(WorkloadSpec.PREFIX + "seed", "42", "decides whatever is drawn"));
    for (WorkloadKind kind : Workloads.kinds()) {
      for (WorkloadOption option : kind.options()) {
        options.putIfAbsent(
            option.property(),
            new JobOption(
                WorkloadSpec.PREFIX + option.property(), option.byDefault(), option.meaning()));
      }
    }
    return List.copyOf(options.values());
  }

  /**
   * Parses, or prints help or what is wrong and ends the process; for use in {@code main} only.
   *
   * @param program how the job is called, for example {@code java -jar rebound-job-flink.jar}
   * @param about one sentence: what it does
   */
  public static JobOptions parseOrExit(
      String program, String about, List<JobOption> own, String[] args) {
    if (Arrays.asList(args).contains("--help")) {
      System.out.print(help(program, about, own));
      System.exit(0);
    }
    try {
      return parse(own, args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println("`" + program + " --help` lists every option.");
      System.exit(EXIT_BAD_INPUT);
      throw e;
    }
  }

  /** Parses; {@link IllegalArgumentException} says what is wrong. */
  public static JobOptions parse(List<JobOption> own, String... args) {
    Map<String, JobOption> known = known(own);
    Map<String, String> line = new TreeMap<>();
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < args.length; i++) {
      String argument = args[i];
      if (!argument.startsWith("--") || argument.length() == 2) {
        throw new IllegalArgumentException(
            "'" + argument + "' is no option; write --name value or --name=value");
      }
      int equals = argument.indexOf('=');
      String name = argument.substring(2, equals < 0 ? argument.length() : equals);
      if (!name.equals("config")) {
        check(known, name, "--" + name);
      }
      if (equals < 0 && i + 1 == args.length) {
        throw new IllegalArgumentException("--" + name + " needs a value");
      }
      String value = equals < 0 ? args[++i] : argument.substring(equals + 1);
      if (name.equals("config")) {
        given.putAll(file(known, Path.of(value)));
      } else {
        line.put(name, value);
      }
    }
    given.putAll(line);
    JobOptions options = new JobOptions(known, given);
    options.checkValues();
    return options;
  }

  private static Map<String, JobOption> known(List<JobOption> own) {
    Map<String, JobOption> known = new LinkedHashMap<>();
    for (JobOption option : common()) {
      known.put(option.name(), option);
    }
    for (JobOption option : own) {
      known.put(option.name(), option);
    }
    return known;
  }

  private static Map<String, String> file(Map<String, JobOption> known, Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "--config " + file + ": there is no such file; name a properties file", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--config " + file + ": cannot be read: " + e.getMessage(), e);
    }
    Map<String, String> given = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      check(known, name, file + ": " + name);
      given.put(name, properties.getProperty(name));
    }
    return given;
  }

  private static void check(Map<String, JobOption> known, String name, String place) {
    if (known.containsKey(name) || PREFIXES.stream().anyMatch(name::startsWith)) {
      return;
    }
    String nearest =
        known.keySet().stream()
            .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
            .orElse("");
    boolean near = distance(name, nearest) <= Math.max(2, name.length() / 3);
    throw new IllegalArgumentException(
        place + ": unknown option" + (near ? "; did you mean " + nearest + "?" : ""));
  }

  private void checkValues() {
    for (JobOption option : known.values()) {
      String value = text(option.name());
      if (!option.choices().isEmpty() && !option.choices().contains(value)) {
        throw new IllegalArgumentException(
            "--%s is '%s'; choose one of %s"
                .formatted(option.name(), value, String.join(", ", option.choices())));
      }
    }
    for (String name :
        List.of("partitions", "commit-interval-ms", "node", "incarnation", "threads")) {
      number(name);
    }
    workload();
    if (known.containsKey(GENERATED.name())) {
      generated();
    }
  }

  /** Levenshtein's distance: letters to insert, delete or replace. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  /** The value of an option, or its default. */
  public String text(String name) {
    JobOption option = known.get(name);
    if (option == null) {
      throw new IllegalStateException(
          "the job asks for an option that it did not declare: " + name);
    }
    String value = given.getOrDefault(name, option.fallback());
    if (value == null) {
      throw new IllegalArgumentException("--" + name + " is missing: " + option.meaning());
    }
    return value;
  }

  /** The value of an option as a whole number that is not negative. */
  public int number(String name) {
    String value = text(name);
    try {
      int number = Integer.parseInt(value.trim());
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException(
        "--" + name + " is '" + value + "'; give a whole number from 0 to " + Integer.MAX_VALUE);
  }

  /** The value of {@link #GENERATED}, which goes with the workloads that it makes records of. */
  public long generated() {
    String value = text(GENERATED.name());
    if (!value.matches("\\d{1,12}")) {
      throw new IllegalArgumentException(
          "--generated is '" + value + "'; give a whole number of records");
    }
    long records = Long.parseLong(value);
    String workload = workload().name();
    if (records > 0 && !GeneratedRecord.WORKLOADS.contains(workload)) {
      throw new IllegalArgumentException(
          "--generated makes records of %s, not of %s; leave it out"
              .formatted(String.join(" and ", GeneratedRecord.WORKLOADS), workload));
    }
    return records;
  }

  /** That the job computes another workload than the options name. */
  public IllegalArgumentException notComputed(Collection<String> known) {
    return new IllegalArgumentException(
        "this job does not compute %s; it knows %s"
            .formatted(workload().name(), String.join(", ", new TreeSet<>(known))));
  }

  /** Settings under a prefix such as {@code producer.}, without the prefix. */
  public Map<String, String> under(String prefix) {
    Map<String, String> settings = new TreeMap<>();
    given.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            settings.put(name.substring(prefix.length()), value);
          }
        });
    return settings;
  }

  /** Settings of every client of the brokers. */
  public Properties client() {
    Properties settings = new Properties();
    settings.setProperty("bootstrap.servers", text("bootstrap"));
    settings.putAll(under("client."));
    return settings;
  }

  /** Who emits outputs. */
  public KeyedLogic.Emitter emitter() {
    return new KeyedLogic.Emitter(number("node"), number("incarnation"));
  }

  /** The description of the workload. */
  public WorkloadSpec workload() {
    Properties properties = new Properties();
    given.forEach(properties::setProperty);
    return WorkloadSpec.fromProperties(properties);
  }

  /** The text that {@code --help} prints. */
  public static String help(String program, String about, List<JobOption> own) {
    StringBuilder text = new StringBuilder();
    text.append(about).append("\n\nUsage: ").append(program);
    text.append(
        " --bootstrap HOST:PORT [--config FILE] [--NAME VALUE | --NAME=VALUE]…\n\nOptions:\n");
    line(text, "config", "properties file with any of these options; the command line wins");
    for (JobOption option : known(own).values()) {
      String choices = option.choices().isEmpty() ? "" : ": " + String.join(", ", option.choices());
      String fallback = option.fallback();
      String standard =
          fallback == null ? " (required)" : fallback.isEmpty() ? "" : " [" + fallback + "]";
      line(text, option.name(), option.meaning() + choices + standard);
    }
    line(text, "client.*", "any setting of every Kafka client, unchanged (TLS and SASL included)");
    line(text, "producer.*", "any setting of the producer, unchanged");
    line(text, "consumer.*", "any setting of the consumer, unchanged");
    line(text, "engine.*", "any setting of the engine, unchanged");
    line(text, "help", "print this");
    return text.append("\nExit status: 0 stopped in order, 64 wrong options, 1 anything else.\n")
        .toString();
  }

  private static void line(StringBuilder text, String name, String meaning) {
    text.append(String.format("  --%-24s %s%n", name, meaning));
  }
}
