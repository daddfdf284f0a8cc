package dev.rebound.lab.check;

import dev.rebound.lab.observe.ObservedFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What the output topic held when it was read again after the drain: which positions, and which
 * outputs. One bit per position and one per output due.
 */
final class Positions {
  private final Chunks.Bits[] offsets;
  private final Chunks.Bits outputs = new Chunks.Bits();

  private Positions(int partitions) {
    offsets = new Chunks.Bits[partitions];
    for (int p = 0; p < partitions; p++) {
      offsets[p] = new Chunks.Bits();
    }
  }

  static Positions read(Path file, Expected expected) throws IOException {
    Positions positions = new Positions(expected.partitions());
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        if (entry.partition() < positions.offsets.length) {
          positions.offsets[entry.partition()].add(entry.offset());
        }
        if (entry.kind() == ObservedFile.KIND_MATCH) {
          long index = expected.index(entry.generator(), entry.sequence(), entry.rule());
          if (index >= 0) {
            positions.outputs.add(index);
          }
        }
      }
    }
    return positions;
  }

  boolean contains(int partition, long offset) {
    return partition < offsets.length && offsets[partition].contains(offset);
  }

  /** True if an output due was there, whatever the live reader saw. */
  boolean holds(long index) {
    return outputs.contains(index);
  }
}
