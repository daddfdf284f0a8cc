package dev.rebound.oracle.sample;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Other text in place of some bytes of a value. */
record ValueEdit(int from, int to, String text) {
  /** A value with all edits made; they do not overlap, and are in order. */
  static byte[] all(byte[] value, List<ValueEdit> edits) {
    if (edits.isEmpty()) {
      return value;
    }
    byte[][] texts = new byte[edits.size()][];
    int length = value.length;
    for (int i = 0; i < texts.length; i++) {
      texts[i] = edits.get(i).text().getBytes(StandardCharsets.UTF_8);
      length += texts[i].length - (edits.get(i).to() - edits.get(i).from());
    }
    byte[] edited = new byte[length];
    int read = 0;
    int written = 0;
    for (int i = 0; i < texts.length; i++) {
      int kept = edits.get(i).from() - read;
      System.arraycopy(value, read, edited, written, kept);
      System.arraycopy(texts[i], 0, edited, written + kept, texts[i].length);
      written += kept + texts[i].length;
      read = edits.get(i).to();
    }
    System.arraycopy(value, read, edited, written, value.length - read);
    return edited;
  }
}
