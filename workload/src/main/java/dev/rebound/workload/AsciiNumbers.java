package dev.rebound.workload;

import java.nio.charset.StandardCharsets;

/** Writes numbers as ASCII digits, without a detour by text. */
public final class AsciiNumbers {
  /** No number has more digits than so many, its sign included. */
  public static final int MAX = 20;

  private AsciiNumbers() {}

  /** Writes a number in decimal digits; returns the place behind it. */
  public static int decimal(long number, byte[] target, int at) {
    if (number < 0) {
      byte[] text = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, target, at, text.length);
      return at + text.length;
    }
    int end = at + 1;
    for (long left = number; left >= 10; left /= 10) {
      end++;
    }
    long left = number;
    for (int place = end - 1; place >= at; place--) {
      target[place] = (byte) ('0' + left % 10);
      left /= 10;
    }
    return end;
  }

  /** Writes a number in hexadecimal digits, without a sign; returns the place behind it. */
  public static int hex(long number, byte[] target, int at) {
    int digits = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 3) / 4);
    for (int i = 0; i < digits; i++) {
      int digit = (int) (number >>> (4 * (digits - 1 - i))) & 0xF;
      target[at + i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    return at + digits;
  }
}
