package dev.rebound.workload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The workload {@code grep}: lines of a log, of which those that a regular expression is found in
 * come out as they went in.
 *
 * <p>Values are the lines themselves, in UTF-8; a {@link RecordIdHeader} says which record it is.
 * Lines come from a log file, from its start again when it ends, or else are made up: one in 20 has
 * the level ERROR, three WARN, the others INFO.
 */
public final class Grep implements FilterWorkload {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("grep", WorkloadKind.Shape.IN_PLACE, Grep::new)
          .check(Grep::check)
          .options(
              WorkloadOption.of(
                      "pattern", new WorkloadOption.AnyText(), "ERROR|WARN", "timeout|refused")
                  .meaning("grep: the regular expression (of Java) that lines are searched for."),
              WorkloadOption.of(
                      "log-file", new WorkloadOption.ReplayedFile(false), "", "access.log")
                  .meaning("The log whose lines are replayed."));

  private static final long STREAM = 0x7A1D_0004L;
  private static final int SAMPLE = 10_000;
  private static final int MADE_UP_BYTES_MAX = 80;
  private static final int LEVELS = 20;

  private static final byte[] ERROR = ascii("ERROR");
  private static final byte[] WARN = ascii("WARN");
  private static final byte[] INFO = ascii("INFO");
  private static final byte[] REQUEST = ascii(" request ");
  private static final byte[] CLIENT = ascii(" of client ");
  private static final byte[] TOOK = ascii(" took ");
  private static final byte[] MILLIS = ascii(" ms");

  /** The shares of made-up lines, each worked out once, as an expression may be slow. */
  private static final Map<WorkloadSpec, Double> MADE_UP_SHARES = new ConcurrentHashMap<>();

  private final WorkloadSpec spec;
  private final Pattern pattern;
  private final long key;
  private final Lazy<LogLines> lines;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Grep(WorkloadSpec spec) {
    this.spec = spec;
    this.key = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
    this.lines = new Lazy<>(() -> LogLines.read(spec.text("log-file")));
    try {
      this.pattern = Pattern.compile(spec.text("pattern"));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "workload.pattern is no regular expression: " + e.getMessage(), e);
    }
    if (!spec.text("log-file").isEmpty()) {
      LogLines.checkPresent(spec.text("log-file"));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void check(WorkloadSpec spec, int partitions) {
    try {
      Pattern.compile(spec.text("pattern"));
    } catch (PatternSyntaxException e) {
      throw new OptionProblem(
          "pattern",
          "no regular expression: " + e.getDescription() + " at character " + e.getIndex(),
          "Write it as Java's java.util.regex.Pattern takes it, for example ERROR|WARN.");
    }
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "grep for " + pattern.pattern();
  }

  /** The share of all lines of the log, or of 10,000 that are made up. */
  @Override
  public double outputsPerRecord() {
    return fromFile()
        ? share(lines.get().count())
        : MADE_UP_SHARES.computeIfAbsent(spec, any -> share(SAMPLE));
  }

  private double share(int count) {
    long[] found = new long[1];
    try (Matcher matcher = newMatcher()) {
      for (int n = 0; n < count; n++) {
        matcher.expected(0, n, rule -> found[0]++);
      }
    }
    return (double) found[0] / count;
  }

  private boolean fromFile() {
    return !spec.text("log-file").isEmpty();
  }

  private int line(long sequence) {
    return (int) (sequence % lines.get().count());
  }

  /** Writes a line of at most {@value #MADE_UP_BYTES_MAX} bytes; returns its length. */
  private int madeUp(int generator, long sequence, byte[] line) {
    long drawn = SplitMix.mix(SplitMix.key(key, generator, sequence));
    int level = (int) Long.remainderUnsigned(drawn, LEVELS);
    int end = put(line, 0, level == 0 ? ERROR : level < 4 ? WARN : INFO);
    end = put(line, end, REQUEST);
    end = AsciiNumbers.hex(drawn, line, end);
    end = put(line, end, CLIENT);
    end = AsciiNumbers.decimal(drawn >>> 40 & 0xFF, line, end);
    end = put(line, end, TOOK);
    end = AsciiNumbers.decimal(drawn >>> 50, line, end);
    return put(line, end, MILLIS);
  }

  private static int put(byte[] line, int at, byte[] text) {
    System.arraycopy(text, 0, line, at, text.length);
    return at + text.length;
  }

  @Override
  public int recordBytes() {
    return RecordFormat.HEADER_BYTES + (fromFile() ? lines.get().bytesMax() : MADE_UP_BYTES_MAX);
  }

  /** The line. */
  @Override
  public byte[] value(int generator, long sequence) {
    if (fromFile()) {
      return lines.get().line(line(sequence));
    }
    byte[] line = new byte[MADE_UP_BYTES_MAX];
    return Arrays.copyOf(line, madeUp(generator, sequence, line));
  }

  @Override
  public Matcher newMatcher() {
    return new LineMatcher();
  }

  private final class LineMatcher implements Matcher {
    private final java.util.regex.Matcher search = pattern.matcher("");

    /** Takes a line, without a header. */
    @Override
    public void match(byte[] line, IntConsumer sink) {
      if (search.reset(new String(line, StandardCharsets.UTF_8)).find()) {
        sink.accept(0);
      }
    }

    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      match(value(generator, sequence), sink);
    }
  }
}
