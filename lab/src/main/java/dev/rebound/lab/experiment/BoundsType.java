package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Quantity.Malformed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Bounds on metrics: name to bound. Its value is a list of {@link Expectation}. */
record BoundsType() implements ValueType {
  private static final Pattern BOUND = Pattern.compile("(<=|>=|==|<|>|=|)\\s*(.*)");

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (tree instanceof LocatedYaml.Scalar scalar && scalar.empty()) {
      return List.of();
    }
    if (!(tree instanceof LocatedYaml.Mapping mapping)) {
      reading.wrong(
          tree.place(), at + " must be a map", "Write metric: bound, for example lost: 0.");
      return null;
    }
    List<Expectation> expectations = new ArrayList<>();
    for (LocatedYaml.TreeEntry entry : mapping.entries()) {
      Optional<Metrics.Metric> metric = Metrics.find(entry.key()).filter(Metrics.Metric::ofRun);
      if (metric.isEmpty()) {
        reading.wrong(
            entry.keyPlace(), "unknown metric '" + entry.key() + "'", unknown(entry.key()));
      } else if (!(entry.value() instanceof LocatedYaml.Scalar scalar) || scalar.empty()) {
        reading.wrong(
            entry.value().place(),
            "the bound of " + entry.key() + " must be one value",
            "Write for example " + metric.get().unit().example() + ".");
      } else {
        try {
          Expectation expectation = expectation(metric.get(), scalar);
          if (metric.get().unit() == Metrics.Unit.RATIO && !reading.left()) {
            requireShare(expectation);
          }
          expectations.add(expectation);
        } catch (Malformed e) {
          reading.wrong(
              scalar.place(), "bound of " + entry.key() + ": " + e.getMessage(), e.remedy());
        }
      }
    }
    return expectations;
  }

  private static String unknown(String written) {
    List<String> names = Metrics.ofRuns().stream().map(Metrics.Metric::name).toList();
    return Suggestion.meant(written, names)
        .orElse(
            "docs/reference/metrics.md lists them, for example lost, recovery.max,"
                + " baseline.latency.p99.");
  }

  private static Expectation expectation(Metrics.Metric metric, LocatedYaml.Scalar scalar)
      throws Malformed {
    String text = scalar.text().strip();
    Matcher matcher = BOUND.matcher(text);
    if (!matcher.matches()) {
      throw new Malformed("'" + text + "' is no bound", metric.unit().example());
    }
    Expectation.Op op =
        switch (matcher.group(1)) {
          case "<" -> Expectation.Op.LESS;
          case "<=" -> Expectation.Op.AT_MOST;
          case ">=" -> Expectation.Op.AT_LEAST;
          case ">" -> Expectation.Op.GREATER;
          default -> Expectation.Op.EQUAL;
        };
    double bound = bound(metric.unit(), matcher.group(2));
    return new Expectation(metric.name(), op, bound, text, scalar.place().line());
  }

  /** Whoever writes 5 for 5 % would bound nothing. */
  private static void requireShare(Expectation expectation) throws Malformed {
    if (expectation.bound() > 1) {
      throw new Malformed(
          "a share is never above 1", "Write 0.05 for 5 %: it is a part of the whole.");
    }
  }

  private static double bound(Metrics.Unit unit, String text) throws Malformed {
    return switch (unit) {
      case MILLIS -> Quantity.duration(text).toMillis();
      case RECORDS_PER_SECOND -> Quantity.rate(text).perSecond();
      case BYTES -> Quantity.bytes(text).count();
      case COUNT, RATIO, CORES, CPU_SECONDS, BYTES_PER_SECOND -> number(unit, text);
    };
  }

  private static double number(Metrics.Unit unit, String text) throws Malformed {
    if (!text.matches("[0-9]+(\\.[0-9]+)?")) {
      throw new Malformed(
          "'" + text + "' is not a number",
          "It is " + unit.text() + ", without a unit: write for example " + unit.example() + ".");
    }
    return Double.parseDouble(text);
  }

  @Override
  public String render(Object value, int indent) {
    // A default of what nobody looks at would ask for it, if it stood in a file.
    List<Expectation> expectations =
        ((List<?>) value)
            .stream().map(Expectation.class::cast).filter(e -> !e.ifLookedAt()).toList();
    if (expectations.isEmpty()) {
      return " {}\n";
    }
    StringBuilder text = new StringBuilder("\n");
    for (Expectation expectation : expectations) {
      text.append(" ".repeat(indent + 2)).append(expectation.metric()).append(": ");
      text.append(ScalarType.quoted(expectation.text())).append('\n');
    }
    return text.toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = ValueType.ofType("object").put("additionalProperties", false);
    ObjectNode properties = json.putObject("properties");
    for (Metrics.Metric metric : Metrics.ofRuns()) {
      ObjectNode property = properties.putObject(metric.name());
      property.put("description", metric.meaning() + " Unit: " + metric.unit().text() + ".");
      property.putArray("type").add("string").add("number");
    }
    return json;
  }

  @Override
  public boolean takesLists() {
    return true;
  }
}
