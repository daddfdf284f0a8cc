package dev.rebound.oracle.request;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.perrecord.ContentAudit;
import dev.rebound.oracle.perrecord.PerRecordDue;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.SplitMix;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The workload {@code activation}: requests to activate users, each of which owes one row, equal in
 * content.
 *
 * <p>A record is the body of a request, JSON; its key is the request's id, {@code
 * generator:sequence:intended time in microseconds since the epoch}. The output is a row of
 * columns: of what was done, the request's id and the user's name; then the user's data as they
 * stand, as {@link ActivationRequest} has them, the name once more. Which request a row is of that
 * first name says, the business key, whatever id it has.
 */
public final class Activation implements RequestedWorkload, Oracle {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("activation", WorkloadKind.Shape.REQUESTED, Activation::new);

  private static final long STREAM = 0x7A1D_0006L;
  private static final Pattern USER = Pattern.compile("u-([0-9]{1,5})-([0-9]{1,18})");
  private static final int GENERATOR_MAX = 0xFFFF;

  /** Columns of a row that say of which request it is; what follows was asked for. */
  private static final int OF_WHICH = 2;

  private final WorkloadSpec spec;
  private final long key;

  public Activation(WorkloadSpec spec) {
    this.spec = spec;
    this.key = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String describe() {
    return "user activations";
  }

  @Override
  public int recordBytes() {
    return ActivationRequest.BYTES_MAX;
  }

  @Override
  public byte[] body(int generator, long sequence, long intendedMicros) {
    return request(generator, sequence).json(id(generator, sequence, intendedMicros));
  }

  private static String id(int generator, long sequence, long intendedMicros) {
    return new String(
        RecordIdHeader.of(generator, sequence, intendedMicros), StandardCharsets.US_ASCII);
  }

  ActivationRequest request(int generator, long sequence) {
    return ActivationRequest.of(key, generator, sequence);
  }

  /** A row that is none of ours gives no output. */
  @Override
  public void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    List<String> columns = value == null ? List.of() : RowText.columns(value);
    if (columns.size() != OF_WHICH + ActivationRequest.COLUMNS) {
      return;
    }
    var name = USER.matcher(columns.get(1));
    if (!name.matches() || Integer.parseInt(name.group(1)) > GENERATOR_MAX) {
      return;
    }
    int generator = Integer.parseInt(name.group(1));
    long sequence = Long.parseLong(name.group(2));
    byte[] tagged = RecordIdHeader.output(columns.get(0).getBytes(StandardCharsets.UTF_8));
    OutputRecord asked = tagged == null ? null : OutputRecord.decode(tagged);
    boolean its = asked != null && asked.generator() == generator && asked.sequence() == sequence;
    sink.accept(
        OutputRecord.of(
                OutputRecord.OutputKind.MATCH,
                generator,
                0,
                sequence,
                its && asked != null ? asked.intendedMicros() : 0,
                0,
                ActivationRequest.checksum(columns.subList(OF_WHICH, columns.size())))
            .encode());
  }

  @Override
  public Due due(Ledger ledger) {
    return new PerRecordDue(
        this,
        ledger,
        List.of(UnjudgedAspects.REQUEST_OF_ROW),
        (exact, diverged) ->
            new ContentAudit(
                "what stands in the row is not what was asked for: ",
                seen ->
                    seen.evidenceLow() == request(seen.generator(), seen.sequence()).checksum()
                        ? null
                        : "",
                diverged));
  }
}
