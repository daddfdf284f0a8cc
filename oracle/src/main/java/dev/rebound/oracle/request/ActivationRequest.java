package dev.rebound.oracle.request;

import dev.rebound.workload.SplitMix;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The user that one request asks to activate: general data, an address, contact details. Drawn from
 * a key alone, so that a row can be held against it.
 *
 * @param columns name, first name, last name, e-mail, date of birth, street, city, postal code,
 *     country, phone, channel; in the order in which a row is read, see {@link #checksum}
 */
record ActivationRequest(List<String> columns) {
  /** Columns of a row that say what was asked for. */
  static final int COLUMNS = 11;

  private static final List<String> FIRST =
      List.of(
          "Ana", "Ioan", "Sabina", "Ștefan", "Zoë", "Mihai", "Łucja", "Jürgen", "Elena", "Radu");
  private static final List<String> LAST =
      List.of("Popescu", "Pătrașcu", "Ionescu", "Müller", "Nowak", "Dumitru", "Šimić", "Costa");
  private static final List<String> STREETS =
      List.of(
          "Strada Lungă", "Bulevardul Unirii", "Calea Victoriei", "Aleea Rozelor", "Piața Mare");
  private static final List<String> CITIES =
      List.of("București", "Cluj-Napoca", "Iași", "Timișoara", "Constanța", "Brașov");
  private static final List<String> CHANNELS = List.of("email", "phone", "post");

  /** Longest body, bytes, over every draw and every number. */
  static final int BYTES_MAX = 640;

  ActivationRequest {
    columns = List.copyOf(columns);
  }

  /** The user of record (generator, sequence). */
  static ActivationRequest of(long key, int generator, long sequence) {
    long drawn = SplitMix.key(key, generator, sequence);
    long more = SplitMix.mix(drawn);
    String name = name(generator, sequence);
    return new ActivationRequest(
        List.of(
            name,
            one(FIRST, drawn),
            one(LAST, drawn >>> 8),
            name + "@example.org",
            String.format(
                Locale.ROOT,
                "%04d-%02d-%02d",
                1940 + of(drawn >>> 16, 65),
                1 + of(drawn >>> 24, 12),
                1 + of(drawn >>> 32, 28)),
            one(STREETS, more) + " " + (1 + of(more >>> 8, 250)),
            one(CITIES, more >>> 16),
            String.format(Locale.ROOT, "%06d", of(more >>> 20, 1_000_000)),
            "RO",
            String.format(Locale.ROOT, "+40 7%08d", of(more >>> 32, 100_000_000)),
            one(CHANNELS, more >>> 5)));
  }

  private static String one(List<String> words, long drawn) {
    return words.get(of(drawn, words.size()));
  }

  private static int of(long drawn, int bound) {
    return (int) Long.remainderUnsigned(drawn & 0xFFFFFFFFL, bound);
  }

  /** The user's name: the business key, one of each record. */
  static String name(int generator, long sequence) {
    return "u-" + generator + "-" + sequence;
  }

  /**
   * The body of the request, JSON.
   *
   * @param requestId of the request
   */
  byte[] json(String requestId) {
    String text =
        "{\"requestId\":\"%s\",\"user\":{\"userName\":\"%s\",\"firstName\":\"%s\",\"lastName\":\"%s\",\"email\":\"%s\",\"birthDate\":\"%s\"},\"address\":{\"street\":\"%s\",\"city\":\"%s\",\"postalCode\":\"%s\",\"country\":\"%s\"},\"contact\":{\"phone\":\"%s\",\"channel\":\"%s\"}}"
            .formatted(Stream.concat(Stream.of(requestId), columns.stream()).toArray());
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A sum over every column, which differs where one of them does. */
  long checksum() {
    return checksum(columns);
  }

  /** The same of what was read. */
  static long checksum(List<String> columns) {
    long sum = 0;
    for (byte b : RowText.of(columns)) {
      sum = SplitMix.mix(sum ^ b);
    }
    return sum;
  }
}
