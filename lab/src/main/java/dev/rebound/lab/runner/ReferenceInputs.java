package dev.rebound.lab.runner;

import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Records;
import dev.rebound.workload.due.Ledger;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The values of the inputs that are stored, as they were sent, in the order of partitions and
 * offsets: one a line, or behind their number of bytes (4 bytes, big-endian) where they are no
 * lines. Memory: 16 bytes per input.
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
      OneValue value = new OneValue();
      for (long[] lane : new ReferenceInputs(ledger).inputs) {
        for (long input : lane) {
          int generator = Ledger.generator(input);
          long sequence = Ledger.sequence(input);
          records.write(generator, sequence, ledger.intendedMicros(input), value);
          for (int copy = 0; copy < ledger.copies(generator, sequence); copy++) {
            value.write(to, records.lines());
          }
        }
      }
    }
  }

  /** Takes a record's value. */
  private static final class OneValue implements RecordSink {
    private byte[] value = new byte[0];

    void write(OutputStream to, boolean line) throws IOException {
      if (line) {
        to.write(value);
        to.write('\n');
      } else {
        to.write(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
        to.write(value);
      }
    }

    @Override
    public byte[] value(int length) {
      value = new byte[length];
      return value;
    }

    @Override
    public void key(byte[] bytes) {}

    @Override
    public void header(String name, byte[] bytes) {}

    @Override
    public void timestamp(long millis) {}
  }
}
