package dev.rebound.lab.schema;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Values in Avro's binary. */
final class AvroForm implements SchemaForm {
  static final String LANGUAGE = "AVRO";

  /** A length that is garbled must not take all memory: Avro would make room for it. */
  private static final String LENGTH_MAX = Integer.toString(16 << 20);

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static {
    for (String what : new String[] {"bytes", "string", "collectionItems"}) {
      String property = "org.apache.avro.limits." + what + ".maxLength";
      if (System.getProperty(property) == null) {
        System.setProperty(property, LENGTH_MAX);
      }
    }
  }

  private final Schema schema;
  private final GenericDatumWriter<Object> writer;
  private final GenericDatumReader<Object> reader;

  /** {@link IllegalArgumentException} says what is wrong with the text. */
  AvroForm(String text) {
    try {
      this.schema = new Schema.Parser().parse(text);
    } catch (AvroRuntimeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    this.writer = new GenericDatumWriter<>(schema);
    this.reader = new GenericDatumReader<>(schema);
  }

  @Override
  public String language() {
    return LANGUAGE;
  }

  @Override
  public String text() {
    return schema.toString();
  }

  @Override
  public String meaning() {
    return SchemaNormalization.toParsingForm(schema);
  }

  @Override
  public boolean hasMembers() {
    return schema.getType() == Schema.Type.RECORD;
  }

  @Override
  public byte[] encoded(byte[] json) {
    try {
      Object value = AvroJson.value(schema, shaped(JSON.readTree(json)), "$");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(json.length);
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
      writer.write(value, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode shaped(JsonNode json) {
    return CloudEventJson.isAvro(schema) ? CloudEventJson.inAvro(json) : json;
  }

  /** To its last byte: what follows a value is no part of it. */
  @Override
  public byte @Nullable [] decoded(byte[] value) {
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(value, null);
    try {
      Object read = reader.read(null, decoder);
      return decoder.isEnd() ? AvroJson.json(schema, read) : null;
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      return null;
    } catch (UnsupportedOperationException | NegativeArraySizeException e) {
      return null; // as Avro answers lengths that are garbled
    }
  }
}
