package dev.rebound.oracle.records;

import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.Lazy;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadSpec;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How values and keys of records that have a schema are encoded. Schemas are read when they are
 * first asked for: a check of what is due needs none. Thread-safe.
 */
final class Encoding {
  /** A time that records can be sent at, of which it is tried whether they can be encoded. */
  private static final long TRIED_MICROS = 1_900_000_000_000_000L;

  /** So many records say how long encoded ones are. */
  private static final int MEASURED_MAX = 1_000;

  private final WorkloadSpec spec;
  private final boolean keys;
  private final Lazy<ValueCodec> values;
  private final Lazy<ValueCodec> ofKeys;

  private Encoding(WorkloadSpec spec) {
    this.spec = spec;
    this.values = new Lazy<>(() -> ValueCodec.source().of(spec));
    this.ofKeys = new Lazy<>(() -> ValueCodec.source().ofKeys(spec));
    this.keys = !SchemaOptions.text(spec, Records.KEY_SCHEMA).isEmpty();
  }

  /** That of a workload; null if its records are sent as they are. */
  static @Nullable Encoding of(WorkloadSpec spec) {
    return SchemaOptions.text(spec, Records.SCHEMA).isEmpty() ? null : new Encoding(spec);
  }

  byte[] value(byte[] json) {
    return values.get().encoded(json);
  }

  /** What a record says to whoever reads it. */
  byte @Nullable [] asRead(byte[] json) {
    return values.get().asRead(json);
  }

  /** What an output says; null if it is not encoded as it must be. */
  byte @Nullable [] read(byte[] value) {
    return values.get().decoded(value);
  }

  /** The key of record n of a sample; null if it has none. */
  byte @Nullable [] key(Sample sample, long number) {
    byte[] json = keys ? sample.keyJson(number) : null;
    if (json == null) {
      return sample.key(number);
    }
    return ofKeys.get().encoded(json);
  }

  /** What the key of an output says, be it encoded or a text; null if it cannot be read. */
  byte @Nullable [] readKey(byte @Nullable [] key) {
    if (!keys || key == null || key.length == 0 || key[0] != ValueCodec.MAGIC) {
      return key;
    }
    return ofKeys.get().decoded(key);
  }

  /** Words on how records are sent. */
  String describe() {
    return ", sent as " + Path.of(spec.text(Records.SCHEMA)).getFileName() + " says";
  }

  /** An {@link OptionProblem} says which records cannot be sent so, and why. */
  void requireAll(Sample sample, Records records) {
    if (!sample.fields().json()) {
      throw new OptionProblem(
          Records.SCHEMA,
          "records of JSON can be sent in a schema, and those of %s are none"
              .formatted(spec.text("from")),
          "Write the sample as JSON, one object a line, or remove schema.");
    }
    var unused = values.get();
    requireAll(sample, "", row -> records.value(0, row, TRIED_MICROS));
    if (keys) {
      unused = ofKeys.get();
      requireAll(sample, Records.KEY_SCHEMA, row -> key(sample, row));
    }
  }

  /**
   * @param option that is to blame; empty for the one that the problem names
   */
  private static void requireAll(
      Sample sample, String option, LongFunction<byte @Nullable []> encoded) {
    OptionProblem first = null;
    long firstRow = 0;
    int more = 0;
    for (long row = 0; row < sample.rows(); row++) {
      try {
        var unused = encoded.apply(row);
      } catch (OptionProblem e) {
        if (first == null) {
          first = e;
          firstRow = row;
        } else {
          more++;
        }
      }
    }
    if (first != null) {
      throw new OptionProblem(
          option.isEmpty() ? first.option() : option,
          "%s: %s%s%s"
              .formatted(
                  sample.place(firstRow),
                  option.isEmpty() ? "" : "its key: ",
                  first.problem(),
                  more == 0 ? "" : " (and " + more + " more of " + sample.rows() + " records)"),
          first.remedy());
    }
  }

  /** Mean length of an encoded record in bytes. */
  int bytesPerRecord(Sample sample, Records records) {
    int measured = Math.min(sample.rows(), MEASURED_MAX);
    long bytes = 0;
    for (int row = 0; row < measured; row++) {
      bytes += records.value(0, row, TRIED_MICROS).length;
    }
    return (int) (bytes / measured);
  }
}
