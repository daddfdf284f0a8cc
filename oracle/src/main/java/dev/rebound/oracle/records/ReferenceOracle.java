package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.keyed.DecimalAmounts;
import dev.rebound.oracle.keyed.ReferenceAudit;
import dev.rebound.oracle.perrecord.UpdatesDue;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.ReferenceResult;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.oracle.sample.ValueHash;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The oracle {@code equals}: outputs are what a reference program of the user's makes of the inputs
 * that are stored.
 *
 * @param perKey whether the last output of each key counts; else all outputs do
 * @param outputKey of outputs that has their key; null for the record's own
 * @param outputValue of outputs that has the value; null for the whole value
 * @param result what the reference program printed; null where it printed nothing of use
 */
record ReferenceOracle(
    boolean perKey,
    @Nullable FieldPath outputKey,
    @Nullable FieldPath outputValue,
    @Nullable Path result) {
  static final String WORD = "equals";

  /** Bytes that the check holds of each record, at most. */
  static final int BYTES_PER_INPUT = 300;

  static ReferenceOracle of(
      WorkloadSpec spec, @Nullable FieldPath outputKey, @Nullable FieldPath outputValue) {
    String result = spec.options().getOrDefault(RecordOptions.RESULT, "");
    return new ReferenceOracle(
        perKey(spec), outputKey, outputValue, result.isEmpty() ? null : Path.of(result));
  }

  static boolean perKey(WorkloadSpec spec) {
    return spec.text("per").equals("key");
  }

  /**
   * What an output is known by, and says; null if it has no key, or no value where it is to have
   * one.
   */
  @Nullable OutputRecord output(
      Sample sample, byte @Nullable [] recordKey, byte @Nullable [] value) {
    String key = perKey ? key(sample, recordKey, value) : "";
    ValueHash its = key == null ? null : value(sample, value);
    return key == null || its == null
        ? null
        : OutputRecord.of(
            OutputRecord.OutputKind.READOUT,
            0,
            0,
            perKey ? ReferenceResult.keyHash(key) : 0,
            0,
            its.high(),
            its.low());
  }

  private @Nullable String key(
      Sample sample, byte @Nullable [] recordKey, byte @Nullable [] value) {
    if (outputKey == null) {
      return recordKey == null ? null : new String(recordKey, StandardCharsets.UTF_8);
    }
    Field field = value == null ? null : sample.fields().findInOutput(value, outputKey);
    return field == null ? null : field.text();
  }

  private @Nullable ValueHash value(Sample sample, byte @Nullable [] value) {
    if (value == null) {
      return ValueHash.NULL;
    }
    if (outputValue != null) {
      Field field = sample.fields().findInOutput(value, outputValue);
      return field == null ? null : ValueHash.of(field, value);
    }
    String number = ValueHash.isText(value) ? null : DecimalAmounts.FINE.text(value);
    return number == null
        ? ValueHash.of(value)
        : ValueHash.of(number.getBytes(StandardCharsets.UTF_8));
  }

  /** {@link IllegalArgumentException} says what is wrong with what the reference printed. */
  Due due(Ledger ledger, Sample sample, List<NotJudged> notJudged) {
    ReferenceResult reference = result == null ? null : ReferenceResult.read(result, perKey);
    long uncertain = ReferenceAudit.uncertain(ledger);
    Map<Long, String> names = new HashMap<>();
    sample.keys().forEach(key -> names.put(ReferenceResult.keyHash(key), key));
    return new UpdatesDue(
        ledger,
        (exact, diverged) ->
            new ReferenceAudit(reference, perKey, names::get, uncertain, exact, diverged),
        notJudged,
        seen -> words(names, seen),
        perKey ? "a value that is no output of a key" : "an output without the value");
  }

  private String words(Map<Long, String> names, Observation seen) {
    String name = names.get(seen.identityHigh());
    return !perKey
        ? "an output"
        : name == null
            ? "an output of a key that is not in the sample"
            : "an output of key " + name;
  }
}
