package dev.rebound.oracle.records;

import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.RecordCondition;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadSpec;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The option {@code where}: which records of a user's own owe an output. */
public final class RecordFilter {
  public static final String WHERE = "where";

  static final WorkloadOption OPTION =
      WorkloadOption.text(WHERE, "$.amount > 0")
          .meaning(
              "records: which records owe an output, by a field of theirs as it stands in the"
                  + " sample; without it all do.");

  private RecordFilter() {}

  /** Which records owe an output; null for all. An {@link OptionProblem} says if it is none. */
  static @Nullable RecordCondition of(WorkloadSpec spec) {
    String text = spec.options().getOrDefault(WHERE, "").strip();
    try {
      return text.isEmpty() ? null : RecordCondition.of(text);
    } catch (IllegalArgumentException e) {
      throw new OptionProblem(
          WHERE,
          "where: " + e.getMessage(),
          "Write it as $.amount > 0, $.status == paid (or !=, <, <=, >=), $.coupon is missing or"
              + " $.coupon is there.");
    }
  }

  /** An {@link OptionProblem} says what does not go together with it. */
  static void requireTogether(WorkloadSpec spec, boolean keyed) {
    RecordCondition where = of(spec);
    if (where == null) {
      return;
    }
    String oracle = spec.text("oracle");
    OptionProblem.when(
        !keyed && !oracle.equals("echo"),
        WHERE,
        "where says which records owe an output, and with oracle %s none owes one by itself"
            .formatted(oracle),
        oracle.equals(ReferenceOracle.WORD)
            ? "Remove it: the reference leaves out what owes none."
            : "Remove it.");
    OptionProblem.when(
        RecordOptions.micros(spec, RecordOptions.WINDOW) > 0,
        WHERE,
        "what a program leaves out before its windows decides when they close, so that where and"
            + " tumbling do not go together",
        "Remove one of them, or write oracle: equals.");
    for (String rewritten : List.of("id", "time")) {
      List<FieldPath> its =
          rewritten.equals(RecordOptions.ID)
              ? RecordOptions.paths(spec, rewritten).stream().limit(1).toList()
              : Stream.ofNullable(RecordOptions.path(spec, rewritten)).toList();
      if (its.contains(where.path())) {
        throw new OptionProblem(
            WHERE,
            "where looks at " + where.path() + ", which is rewritten when a record is sent",
            "Name another field.");
      }
    }
  }
}
