package dev.rebound.analysis.units;

/**
 * A size in bytes. In files, KB, MB and GB are powers of 1,024, as the field writes record sizes.
 */
public record Bytes(long count) implements Comparable<Bytes> {
  @Override
  public int compareTo(Bytes other) {
    return Long.compare(count, other.count);
  }

  @Override
  public String toString() {
    if (count >= 1L << 30 && count % (1L << 30) == 0) {
      return (count >> 30) + "GB";
    }
    if (count >= 1L << 20 && count % (1L << 20) == 0) {
      return (count >> 20) + "MB";
    }
    if (count >= 1L << 10 && count % (1L << 10) == 0) {
      return (count >> 10) + "KB";
    }
    return count + "B";
  }
}
