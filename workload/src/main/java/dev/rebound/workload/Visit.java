package dev.rebound.workload;

import java.nio.charset.StandardCharsets;

/**
 * The part of a record that {@link VisitWindows} projects: when it was made, and whose visit it is.
 *
 * <p>A record's value is text with commas, of which these are the first two fields: microseconds
 * since the epoch, and the client's address as {@code 10.x.y.z}, which numbers the clients from 0.
 *
 * @param micros microseconds since the epoch
 */
public record Visit(long micros, int address) {
  /** Addresses that there can be. */
  public static final int ADDRESSES_MAX = 1 << 24;

  private static final int OCTETS = 4;

  /** The address as text. */
  public static String text(int address) {
    return "10." + (address >>> 16 & 0xFF) + "." + (address >>> 8 & 0xFF) + "." + (address & 0xFF);
  }

  /** Reads a record's value; {@link IllegalArgumentException} if it is none. */
  public static Visit of(byte[] value) {
    int at = 0;
    long micros = 0;
    while (at < value.length && isDigit(value[at])) {
      micros = micros * 10 + (value[at++] - '0');
    }
    if (at == 0 || at == value.length || value[at] != ',') {
      throw wrong(value);
    }
    int address = 0;
    for (int octet = 0; octet < OCTETS; octet++) {
      int part = 0;
      int digits = 0;
      for (at++; at < value.length && isDigit(value[at]) && digits < 3; at++) {
        part = part * 10 + (value[at] - '0');
        digits++;
      }
      boolean ended = at < value.length && value[at] == (octet == OCTETS - 1 ? ',' : '.');
      if (digits == 0 || part > 0xFF || !ended) {
        throw wrong(value);
      }
      // The first octet, 10, falls off with the mask.
      address = address << 8 | part;
    }
    return new Visit(micros, address & ADDRESSES_MAX - 1);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static IllegalArgumentException wrong(byte[] value) {
    return new IllegalArgumentException(
        "not a visit: %s"
            .formatted(
                new String(value, 0, Math.min(value.length, 80), StandardCharsets.ISO_8859_1)));
  }
}
