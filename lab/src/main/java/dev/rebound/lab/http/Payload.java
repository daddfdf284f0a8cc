package dev.rebound.lab.http;

import dev.rebound.base.ReboundException;
import dev.rebound.workload.RecordSink;
import java.nio.charset.StandardCharsets;

/**
 * The body of one request: the value of its record. Its key is the request's identity, for what
 * stands beside the body. Headers have no place in it.
 */
final class Payload implements RecordSink {
  private byte[] value = new byte[0];
  private String id = "";

  /** A new array, as bodies are read long after this. */
  @Override
  public byte[] value(int length) {
    value = new byte[length];
    return value;
  }

  @Override
  public void key(byte[] key) {
    id = new String(key, StandardCharsets.UTF_8);
  }

  @Override
  public void header(String name, byte[] bytes) {}

  /** The request's identity; empty if its record has none. */
  String id() {
    return id;
  }

  /** The body that was written; throws {@link ReboundException} if that is nothing. */
  byte[] bytes() {
    if (value.length == 0) {
      // whether a request without a body was sent could not be told
      throw ReboundException.badInput(
          "the workload writes a request without a body",
          "Choose a workload whose records have values.");
    }
    return value;
  }
}
