package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.Telemetry;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The input topic's word on sends, as {@link InputAudit} writes it. A send's key is {@code
 * generator << 48 | sequence}.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      8  magic and version
 *      8      8  number of entries
 *     16     16  per entry: key; offset in the input partition, -1 if it is missing, -n if it is
 *                there n times, twice or more (it may have another entry)
 * </pre>
 *
 * @param resolved stored sends of which the producer did not know it: key to offset
 * @param missing acknowledged sends that the topic does not have
 * @param copies sends that the topic has more than once: key to how often
 */
public record InputFindings(
    Map<Long, Long> resolved, Set<Long> missing, Map<Long, Integer> copies) {
  private static final long MISSING = -1;

  private static final long MAGIC = 0x52424E4449465301L;

  /** Reads a file of findings; throws {@link ReboundException} naming it if it is none. */
  public static InputFindings read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readLong() != MAGIC) {
        throw new IOException("not a file of findings of this version");
      }
      Map<Long, Long> resolved = new HashMap<>();
      Set<Long> missing = new HashSet<>();
      Map<Long, Integer> copies = new HashMap<>();
      for (long left = in.readLong(); left > 0; left--) {
        long key = in.readLong();
        long offset = in.readLong();
        if (offset == MISSING) {
          missing.add(key);
        } else if (offset < MISSING) {
          copies.put(key, Math.toIntExact(-offset));
        } else {
          resolved.put(key, offset);
        }
      }
      return new InputFindings(resolved, missing, copies);
    } catch (IOException e) {
      throw ReboundException.badInput(
          "cannot read " + file + ": " + e, "Audit the input topic again.", e);
    }
  }

  void write(Path file) {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MAGIC);
      out.writeLong((long) resolved.size() + missing.size() + copies.size());
      for (Map.Entry<Long, Long> entry : resolved.entrySet()) {
        out.writeLong(entry.getKey());
        out.writeLong(entry.getValue());
      }
      for (long key : missing) {
        out.writeLong(key);
        out.writeLong(MISSING);
      }
      for (Map.Entry<Long, Integer> entry : copies.entrySet()) {
        out.writeLong(entry.getKey());
        out.writeLong(-entry.getValue());
      }
    } catch (IOException e) {
      throw Telemetry.cannotWrite(file, e);
    }
  }
}
