package dev.rebound.oracle.due;

import java.util.Arrays;

/**
 * Arrays of primitives that grow without being copied and may be longer than 2^31: memory of a
 * check then is what is stored and no more. Not for several threads at once.
 */
public final class LargeArrays {
  /**
   * The binary logarithm of a part's length in elements. Parts of 8-byte values have 256 KiB: what
   * is larger than half a region, which may be of 1 MiB, would take whole regions of the garbage
   * collector.
   */
  private static final int SHIFT = 15;

  private static final int SIZE = 1 << SHIFT;
  private static final int MASK = SIZE - 1;

  private LargeArrays() {}

  /** Growing array of 16-bit values, 2 bytes each. */
  public static final class Chars {
    private char[][] chunks = new char[16][];
    private long size;

    public void add(int value) {
      int chunk = (int) (size >>> SHIFT);
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunk);
      }
      if (chunks[chunk] == null) {
        chunks[chunk] = new char[SIZE];
      }
      chunks[chunk][(int) (size++ & MASK)] = (char) value;
    }

    public int get(long index) {
      return chunks[(int) (index >>> SHIFT)][(int) (index & MASK)];
    }

    /**
     * The part of the array that an index is in, for walks; the index's place is {@link #place}.
     */
    public char[] part(long index) {
      return chunks[(int) (index >>> SHIFT)];
    }

    /** Place of an index in its {@link #part}. Parts begin at multiples of a power of 2. */
    public static int place(long index) {
      return (int) (index & MASK);
    }

    public long size() {
      return size;
    }
  }

  /** Growing array of numbers from 0 on, 2 bytes each where 16 bits are enough, else 4. */
  public static final class Numbers {
    private final Chars low = new Chars();
    private final Chars high = new Chars();
    private final boolean wide;

    /**
     * @param below what all numbers are less than
     */
    public Numbers(int below) {
      wide = below > 1 << 16;
    }

    public void add(int value) {
      low.add(value);
      if (wide) {
        high.add(value >>> 16);
      }
    }

    public int get(long index) {
      return wide ? high.get(index) << 16 | low.get(index) : low.get(index);
    }

    public long size() {
      return low.size();
    }
  }

  /** Growing array of 64-bit values, 8 bytes each. */
  public static final class Longs {
    private long[][] chunks = new long[16][];
    private long size;

    public void add(long value) {
      int chunk = (int) (size >>> SHIFT);
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, 2 * chunk);
      }
      if (chunks[chunk] == null) {
        chunks[chunk] = new long[SIZE];
      }
      chunks[chunk][(int) (size++ & MASK)] = value;
    }

    public long get(long index) {
      return chunks[(int) (index >>> SHIFT)][(int) (index & MASK)];
    }

    public long size() {
      return size;
    }
  }

  /** Array of 8-bit values of a fixed length, 1 byte each, all 0 at first. */
  public static final class Bytes {
    private final byte[][] chunks;

    public Bytes(long length) {
      chunks = new byte[(int) ((length + MASK) >>> SHIFT)][];
      for (int i = 0; i < chunks.length; i++) {
        chunks[i] = new byte[(int) Math.min(SIZE, length - ((long) i << SHIFT))];
      }
    }

    public int get(long index) {
      return chunks[(int) (index >>> SHIFT)][(int) (index & MASK)] & 0xFF;
    }

    public void set(long index, int value) {
      chunks[(int) (index >>> SHIFT)][(int) (index & MASK)] = (byte) value;
    }
  }

  /** 32-bit values by number, all 0 at first, 4 bytes each where any is set; grows. */
  public static final class SparseInts {
    private static final int PART_SHIFT = 12;
    private static final int PART_MASK = (1 << PART_SHIFT) - 1;

    private int[][] parts = new int[16][];

    /** Sets a value and gives the one before. */
    public int set(long index, int value) {
      int part = (int) (index >>> PART_SHIFT);
      if (part >= parts.length) {
        parts = Arrays.copyOf(parts, Math.max(part + 1, 2 * parts.length));
      }
      if (parts[part] == null) {
        parts[part] = new int[1 << PART_SHIFT];
      }
      int before = parts[part][(int) (index & PART_MASK)];
      parts[part][(int) (index & PART_MASK)] = value;
      return before;
    }

    public int get(long index) {
      int part = (int) (index >>> PART_SHIFT);
      return part < parts.length && parts[part] != null
          ? parts[part][(int) (index & PART_MASK)]
          : 0;
    }
  }

  /** A set of small non-negative numbers, one bit each; grows. */
  public static final class Bits {
    private static final int WORD_SHIFT = 10;
    private static final int WORD_MASK = (1 << WORD_SHIFT) - 1;

    private long[][] chunks = new long[16][];

    /** Adds a number; true if it was not there. */
    public boolean add(long number) {
      long word = number >>> 6;
      int chunk = (int) (word >>> WORD_SHIFT);
      if (chunk >= chunks.length) {
        chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, 2 * chunks.length));
      }
      if (chunks[chunk] == null) {
        chunks[chunk] = new long[1 << WORD_SHIFT];
      }
      long bit = 1L << number;
      long before = chunks[chunk][(int) (word & WORD_MASK)];
      chunks[chunk][(int) (word & WORD_MASK)] = before | bit;
      return (before & bit) == 0;
    }

    public boolean contains(long number) {
      long word = number >>> 6;
      int chunk = (int) (word >>> WORD_SHIFT);
      return chunk < chunks.length
          && chunks[chunk] != null
          && (chunks[chunk][(int) (word & WORD_MASK)] & (1L << number)) != 0;
    }

    /** The first number from one on that is not there; {@code until} if all before it are. */
    public long nextAbsent(long from, long until) {
      long number = from;
      while (number < until && contains(number)) {
        number++;
      }
      return number;
    }
  }
}
