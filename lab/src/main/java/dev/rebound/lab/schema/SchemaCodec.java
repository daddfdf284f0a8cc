package dev.rebound.lab.schema;

import dev.rebound.oracle.records.ValueCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values as clients of schema registries write them: a byte 0, the id that the registry has for the
 * schema (4 bytes, big-endian), and the value in the form of the schema. Thread-safe.
 */
final class SchemaCodec implements ValueCodec {
  private static final int HEADER_BYTES = 1 + Integer.BYTES;

  private final SchemaForm schema;
  private final @Nullable SchemaForm output;
  private final @Nullable SchemaRegistry registry;
  private final String subject;
  private final Map<Integer, Optional<SchemaForm>> known = new ConcurrentHashMap<>();
  private volatile @Nullable Integer id;

  /**
   * @param output the schema that outputs must be written in; null for any that the registry has
   * @param registry null before there is one: then the id is 0, and no output can be decoded
   * @param subject that the registry has the schema under
   */
  SchemaCodec(
      SchemaForm schema,
      @Nullable SchemaForm output,
      @Nullable SchemaRegistry registry,
      String subject) {
    this.schema = schema;
    this.output = output;
    this.registry = registry;
    this.subject = subject;
  }

  @Override
  public byte[] encoded(byte[] json) {
    byte[] body = schema.encoded(json);
    return ByteBuffer.allocate(HEADER_BYTES + body.length)
        .put(MAGIC)
        .putInt(id())
        .put(body)
        .array();
  }

  @Override
  public byte @Nullable [] asRead(byte[] json) {
    return schema.decoded(schema.encoded(json));
  }

  private int id() {
    Integer its = id;
    if (its == null) {
      its = registry == null ? 0 : registry.register(subject, schema);
      id = its;
    }
    return its;
  }

  @Override
  public byte @Nullable [] decoded(byte[] value) {
    if (value.length < HEADER_BYTES || value[0] != MAGIC) {
      return null;
    }
    SchemaForm its =
        known.computeIfAbsent(ByteBuffer.wrap(value).getInt(1), this::schema).orElse(null);
    return its == null ? null : its.decoded(Arrays.copyOfRange(value, HEADER_BYTES, value.length));
  }

  /** What reads values of an id; none if the registry has none, or if outputs may not be so. */
  private Optional<SchemaForm> schema(int number) {
    Optional<SchemaForm> its = registry == null ? Optional.empty() : registry.schema(number);
    SchemaForm asked = output;
    return asked == null ? its : its.filter(asked::saysTheSame).map(asked::reading);
  }
}
