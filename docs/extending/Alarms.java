package com.example;

import dev.rebound.workload.FilterWorkload;
import dev.rebound.workload.Grep;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.WorkloadProvider;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * The workload {@code alarms}: readings of sensors, of which those above a limit go on.
 *
 * <p>Every process of a run makes one: the generator that sends, the job that searches, the check
 * that knows what is due. So all follows from the description alone.
 */
public final class Alarms implements FilterWorkload {
  static final WorkloadKind KIND =
      WorkloadKind.of("alarms", WorkloadKind.Shape.IN_PLACE, Alarms::new)
          .options(
              WorkloadOption.whole("limit", 0, 999, "900", "950")
                  .meaning("alarms: readings from 0 to 999 above it go on."))
          // Whatever finds lines with a matcher, and sends them on as they are, computes it.
          .computedAs(Grep.KIND);

  /** What META-INF/services names. */
  public static final class Provider implements WorkloadProvider {
    @Override
    public List<WorkloadKind> workloads() {
      return List.of(KIND);
    }
  }

  private static final String FORM = "sensor %04d reads %03d";
  private static final int BYTES = FORM.formatted(0, 0).length();

  private final WorkloadSpec spec;
  private final int limit;

  Alarms(WorkloadSpec spec) {
    this.spec = spec;
    this.limit = spec.whole("limit");
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public double outputsPerRecord() {
    return (999 - limit) / 1000.0;
  }

  @Override
  public int recordBytes() {
    return BYTES;
  }

  private SplittableRandom draws(int generator, long sequence) {
    return new SplittableRandom((spec.seed() * 31 + generator) * 1_000_000_007L + sequence);
  }

  private String reading(int generator, long sequence) {
    SplittableRandom draws = draws(generator, sequence);
    return FORM.formatted(draws.nextInt(10_000), draws.nextInt(1000));
  }

  @Override
  public byte[] value(int generator, long sequence) {
    return reading(generator, sequence).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Matcher newMatcher() {
    return new Matcher() {
      /** What a job does with a record that it has read. */
      @Override
      public void match(byte[] record, IntConsumer sink) {
        String text = new String(record, StandardCharsets.US_ASCII);
        if (Integer.parseInt(text.substring(text.length() - 3)) > limit) {
          sink.accept(0);
        }
      }

      /** What is due for a record, by its number alone. */
      @Override
      public void expected(int generator, long sequence, IntConsumer sink) {
        SplittableRandom draws = draws(generator, sequence);
        draws.nextInt(10_000);
        if (draws.nextInt(1000) > limit) {
          sink.accept(0);
        }
      }
    };
  }
}
