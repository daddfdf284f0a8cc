package dev.rebound.lab.runner;

import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.RecordId;
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
  private ReferenceInputs() {}

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
      for (long[] lane : ledger.inOrderOfOffsets(ledger.lanes(), ledger::lane)) {
        for (long input : lane) {
          int generator = RecordId.generator(input);
          long sequence = RecordId.sequence(input);
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
