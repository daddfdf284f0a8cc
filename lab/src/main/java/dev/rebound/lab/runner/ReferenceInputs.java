package dev.rebound.lab.runner;

import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.records.Records;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The values of the inputs that are stored, as they were sent, but not encoded by a schema, in the
 * order of partitions and offsets: one a line, or behind their number of bytes (4 bytes,
 * big-endian) where they are no lines. Memory: 16 bytes per input.
 */
final class ReferenceInputs {
  private final long[][] inputs;

  private ReferenceInputs(Ledger ledger) {
    int[] counts = new int[ledger.lanes()];
    ledger.eachStored((generator, sequence) -> counts[ledger.lane(generator, sequence)]++);
    long[][] offsets = new long[counts.length][];
    inputs = new long[counts.length][];
    for (int lane = 0; lane < counts.length; lane++) {
      offsets[lane] = new long[counts[lane]];
      inputs[lane] = new long[counts[lane]];
    }
    int[] filled = new int[counts.length];
    ledger.eachStored(
        (generator, sequence) -> {
          int lane = ledger.lane(generator, sequence);
          offsets[lane][filled[lane]] = ledger.offset(generator, sequence);
          inputs[lane][filled[lane]++] = Ledger.input(generator, sequence);
        });
    for (int lane = 0; lane < counts.length; lane++) {
      inputs[lane] = Ledger.byOffset(offsets[lane], inputs[lane]);
    }
  }

  /** Writes those of a run into a file. */
  static void write(Records records, Evidence evidence, Path file) throws IOException {
    try (SendLedger ledger =
            new SendLedger(
                evidence.partitions(),
                records.placement(),
                evidence.sendLogs(),
                evidence.resolved(),
                evidence.missingAcknowledged(),
                evidence.inputReading());
        OutputStream to = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (long[] lane : new ReferenceInputs(ledger).inputs) {
        for (long input : lane) {
          int generator = Ledger.generator(input);
          long sequence = Ledger.sequence(input);
          byte[] value = records.plain(generator, sequence, ledger.intendedMicros(input));
          for (int copy = 0; copy < ledger.copies(generator, sequence); copy++) {
            write(value, to, records.lines());
          }
        }
      }
    }
  }

  private static void write(byte[] value, OutputStream to, boolean line) throws IOException {
    if (!line) {
      to.write(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
    }
    to.write(value);
    if (line) {
      to.write('\n');
    }
  }
}
