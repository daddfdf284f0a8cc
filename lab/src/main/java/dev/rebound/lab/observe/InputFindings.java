package dev.rebound.lab.observe;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.Telemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The input topic's word on the sends, as {@link InputAudit} writes it: JSON. A send's key is
 * {@code generator << 48 | sequence}.
 *
 * @param resolved stored sends of which the producer did not know it: key to offset
 * @param missing acknowledged sends that the topic does not have, by key
 * @param acknowledged acknowledged sends in all
 * @param verified those of them that were read, or that the topic can still have: the rest lay
 *     before its beginning
 * @param moved acknowledged sends that stand at another offset than the acknowledged one
 * @param copies sends that the topic has more than once: key to how often
 * @param foreign records that no generator of these logs can have sent
 */
public record InputFindings(
    Map<Long, Long> resolved,
    Set<Long> missing,
    long acknowledged,
    long verified,
    long moved,
    Map<Long, Integer> copies,
    long foreign) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads a file of findings; throws {@link ReboundException} naming it if it is none. */
  public static InputFindings read(Path file) {
    try {
      return JSON.readValue(file.toFile(), InputFindings.class);
    } catch (IOException e) {
      throw ReboundException.badInput(
          "cannot read " + file + ": " + e, "Audit the input topic again.", e);
    }
  }

  void write(Path file) {
    try {
      JSON.writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw Telemetry.cannotWrite(file, e);
    }
  }
}
