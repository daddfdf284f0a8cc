package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hides what fields of JSON say: other text, or another number, in its place, the same wherever it
 * was the same. It follows from a key that is made up at random and kept nowhere.
 */
public final class SampleMask {
  private static final String HMAC = "HmacSHA256";

  private final List<FieldPath> paths;
  private final long[] masked;
  private final Mac mac;

  public SampleMask(List<FieldPath> paths) {
    this.paths = List.copyOf(paths);
    this.masked = new long[paths.size()];
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    try {
      this.mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** True if there is anything to hide. */
  boolean any() {
    return !paths.isEmpty();
  }

  /**
   * A value with its fields hidden; an {@link OptionProblem} if one of them is no single value, or
   * may stand elsewhere, as what its path leads through is there in another shape.
   *
   * @param place where it was read, in words
   */
  byte[] hidden(byte[] value, String place) {
    byte[] hidden = value;
    for (int i = 0; i < masked.length; i++) {
      Field field = JsonFields.findOnce(hidden, paths.get(i));
      if (field == null) {
        String obstacle = JsonFields.obstacle(hidden, paths.get(i));
        if (obstacle != null) {
          throw new OptionProblem(
              "mask",
              place + ": " + obstacle + ", which " + paths.get(i) + " leads into",
              "Mask a path that all records have alike; nothing was written.");
        }
        continue;
      }
      if (field.kind() == Field.FieldKind.NESTED) {
        throw new OptionProblem(
            "mask",
            place + ": " + paths.get(i) + " is an object or array",
            "Name each field in it that is to be masked.");
      }
      masked[i]++;
      hidden =
          ValueEdit.all(hidden, List.of(new ValueEdit(field.start(), field.end(), instead(field))));
    }
    return hidden;
  }

  private String instead(Field field) {
    byte[] hash = mac.doFinal(field.text().getBytes(StandardCharsets.UTF_8));
    return switch (field.kind()) {
      case NUMBER -> Integer.toString(ByteBuffer.wrap(hash).getInt() & Integer.MAX_VALUE);
      case LOGICAL -> "false";
      case QUOTED, BARE, NESTED -> "\"masked-" + HexFormat.of().formatHex(hash, 0, 6) + "\"";
    };
  }

  /** A field that no value had is a mistake: what was to be hidden may stand elsewhere. */
  void requireUsed() {
    for (int i = 0; i < masked.length; i++) {
      if (masked[i] == 0) {
        throw new OptionProblem(
            "mask",
            "none of the records has " + paths.get(i) + ", which was to be masked",
            "Correct the path; nothing was written.");
      }
    }
  }
}
