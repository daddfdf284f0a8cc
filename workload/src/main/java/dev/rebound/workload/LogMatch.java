package dev.rebound.workload;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code log-match}: records are the lines of a log file, repeated from its start
 * after its end, and rules are regular expressions, found anywhere in the line.
 *
 * <p>Record (generator, sequence) is line (sequence mod number of lines). Bytes that are no UTF-8
 * count as U+FFFD. Hyperscan searches for all expressions in one pass; where its native library
 * does not load, {@code java.util.regex} finds the same rules, more slowly, and a warning is
 * logged. (Character classes mean ASCII in both. Expressions that Hyperscan cannot express are
 * refused where it runs.)
 *
 * <p>A job, which only matches, needs no log file: it is read on the first use of {@link #payload}
 * or {@link Matcher#expected}.
 */
public final class LogMatch implements HeadedWorkload {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("log-match", WorkloadKind.Shape.KEYED, LogMatch::new)
          .options(
              RuleState.SIZE,
              WorkloadOption.of("rules-file", new WorkloadOption.File(), "", "rules.txt")
                  .meaning(
                      "log-match: regular expressions, one per line; empty for the shipped set."),
              WorkloadOption.of("log-file", new WorkloadOption.ReplayedFile(true), "", "access.log")
                  .meaning("The log whose lines are replayed."));

  private static final System.Logger LOG = System.getLogger(LogMatch.class.getName());

  private final WorkloadSpec spec;
  private final LogRules rules;
  private final TextRules compiled;
  private final Lazy<Replay> replay;

  /** The lines, and the rules of each line that was asked for. */
  private record Replay(LogLines lines, AtomicReferenceArray<int @Nullable []> matches) {
    static Replay of(LogLines lines) {
      return new Replay(lines, new AtomicReferenceArray<>(lines.count()));
    }

    int line(long sequence) {
      return (int) (sequence % lines.count());
    }
  }

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public LogMatch(WorkloadSpec spec) {
    this(spec, true);
  }

  /**
   * @param nativeSearch false to do without Hyperscan
   */
  LogMatch(WorkloadSpec spec, boolean nativeSearch) {
    this.spec = spec;
    this.replay = new Lazy<>(() -> Replay.of(LogLines.read(spec.text("log-file"))));
    this.rules =
        spec.text("rules-file").isEmpty()
            ? LogRules.shipped()
            : LogRules.read(Path.of(spec.text("rules-file")));
    this.compiled = nativeSearch ? compile(rules) : new TextRules.JavaRules(rules);
    if (!spec.text("log-file").isEmpty()) {
      LogLines.checkPresent(spec.text("log-file"));
    }
  }

  private static TextRules compile(LogRules rules) {
    try {
      return HyperscanRules.compile(rules);
    } catch (LinkageError e) {
      LOG.log(
          System.Logger.Level.WARNING,
          ("Hyperscan does not load here (%s); java.util.regex searches instead, which is some"
                  + " hundred times slower. Put com.gliwka.hyperscan:hyperscan on the class path, on a"
                  + " processor of the x86-64 kind.")
              .formatted(e.getMessage()));
      return new TextRules.JavaRules(rules);
    }
  }

  /**
   * A description with everything said.
   *
   * @param rulesFile empty for the shipped set
   * @param logFile empty for none
   */
  public static WorkloadSpec spec(String rulesFile, String logFile) {
    return WorkloadSpec.of(KIND, 1).with("rules-file", rulesFile).with("log-file", logFile);
  }

  @Override
  public String describe() {
    return "log-match, " + rules() + " rules";
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public int rules() {
    return rules.rules().size();
  }

  /** Name of a rule, as its file gives it. */
  public String ruleName(int rule) {
    return rules.rules().get(rule).name();
  }

  /** The library that searches, and its version. */
  public String searchEngine() {
    return compiled.engine();
  }

  /** Counted over all lines of the log file, each once. */
  @Override
  public double outputsPerRecord() {
    Replay replay = this.replay.get();
    long[] matches = new long[1];
    try (Matcher matcher = newMatcher()) {
      for (int line = 0; line < replay.lines.count(); line++) {
        matcher.expected(0, line, rule -> matches[0]++);
      }
    }
    return (double) matches[0] / replay.lines.count();
  }

  @Override
  public int payloadBytes(int generator, long sequence) {
    Replay replay = this.replay.get();
    return replay.lines.length(replay.line(sequence));
  }

  @Override
  public int payloadBytesMax() {
    return replay.get().lines.bytesMax();
  }

  @Override
  public int payload(int generator, long sequence, byte[] target, int offset) {
    Replay replay = this.replay.get();
    return replay.lines.copy(replay.line(sequence), target, offset);
  }

  @Override
  public Matcher newMatcher() {
    return new LogMatcher(compiled.newSearch());
  }

  private final class LogMatcher implements Matcher {
    private final TextRules.LineSearch search;

    LogMatcher(TextRules.LineSearch search) {
      this.search = search;
    }

    @Override
    public void match(byte[] record, IntConsumer sink) {
      search.find(text(record), sink);
    }

    private static String text(byte[] record) {
      int length = RecordFormat.payloadBytes(record);
      if (length < 0 || length > record.length - RecordFormat.HEADER_BYTES) {
        throw new IllegalArgumentException(
            "a record of " + record.length + " bytes claims a payload of " + length);
      }
      return new String(record, RecordFormat.HEADER_BYTES, length, StandardCharsets.UTF_8);
    }

    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      Replay replay = LogMatch.this.replay.get();
      int line = replay.line(sequence);
      int[] matches = replay.matches.get(line);
      if (matches == null) {
        matches = search(replay.lines, line);
        replay.matches.set(line, matches);
      }
      for (int rule : matches) {
        sink.accept(rule);
      }
    }

    private int[] search(LogLines lines, int line) {
      int[] matches = new int[rules()];
      int[] count = new int[1];
      search.find(
          new String(lines.line(line), StandardCharsets.UTF_8), rule -> matches[count[0]++] = rule);
      return Arrays.copyOf(matches, count[0]);
    }

    @Override
    public void close() {
      search.close();
    }
  }
}
