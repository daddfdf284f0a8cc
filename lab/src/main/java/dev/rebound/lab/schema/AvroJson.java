package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.workload.Records;
import dev.rebound.workload.sample.EventTime;
import dev.rebound.workload.sample.Field.FieldKind;
import dev.rebound.workload.sample.SampleProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Plain JSON as values of Avro, and the other way round. A value of a union stands by itself, and
 * is of the first branch that can hold it. Decimals are numbers, or texts that are some; times and
 * dates are whole numbers, as Avro counts them, or texts such as {@code 2026-03-01T12:00:00Z};
 * other bytes are texts of which each character is one.
 */
final class AvroJson {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  private AvroJson() {}

  /**
   * The value; a {@link SampleProblem} says which field the schema cannot hold.
   *
   * @param path of the value in the record
   */
  static @Nullable Object value(Schema schema, JsonNode json, String path) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, json, path);
      case ARRAY -> array(schema, json, path);
      case MAP -> map(schema, json, path);
      case UNION -> union(schema, json, path);
      case ENUM -> {
        require(json.isTextual() && schema.hasEnumSymbol(json.asText()), schema, json, path);
        yield new GenericData.EnumSymbol(schema, json.asText());
      }
      case STRING -> {
        require(json.isTextual(), schema, json, path);
        yield json.asText();
      }
      case BYTES -> ByteBuffer.wrap(bytes(schema, json, path));
      case FIXED -> new GenericData.Fixed(schema, bytes(schema, json, path));
      case INT -> {
        long whole = whole(schema, json, path);
        require(whole == (int) whole, schema, json, path);
        yield (int) whole;
      }
      case LONG -> whole(schema, json, path);
      case FLOAT -> {
        require(Misfit.isFloat(json), schema, json, path);
        yield json.floatValue();
      }
      case DOUBLE -> {
        require(json.isNumber() && Double.isFinite(json.doubleValue()), schema, json, path);
        yield json.doubleValue();
      }
      case BOOLEAN -> {
        require(json.isBoolean(), schema, json, path);
        yield json.booleanValue();
      }
      case NULL -> {
        require(json.isNull(), schema, json, path);
        yield null;
      }
    };
  }

  private static Object record(Schema schema, JsonNode json, String path) {
    require(json.isObject(), schema, json, path);
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (schema.getField(name) == null) {
        throw Misfit.stray(path + "." + name, schema.getName());
      }
    }
    GenericData.Record record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      JsonNode its = json.get(field.name());
      if (its == null && !field.hasDefaultValue()) {
        throw new SampleProblem(
            Records.SCHEMA,
            path
                + "."
                + field.name()
                + " is missing, and the schema of "
                + schema.getName()
                + " has no default for it",
            "Add it to the record, or give it a default in the schema.");
      }
      record.put(
          field.pos(),
          its == null
              ? GenericData.get().getDefaultValue(field)
              : value(field.schema(), its, path + "." + field.name()));
    }
    return record;
  }

  private static Object array(Schema schema, JsonNode json, String path) {
    require(json.isArray(), schema, json, path);
    List<@Nullable Object> values = new ArrayList<>(json.size());
    for (JsonNode its : json) {
      values.add(value(schema.getElementType(), its, path + "[" + values.size() + "]"));
    }
    return values;
  }

  private static Object map(Schema schema, JsonNode json, String path) {
    require(json.isObject(), schema, json, path);
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    json.properties()
        .forEach(
            its ->
                values.put(
                    its.getKey(),
                    value(schema.getValueType(), its.getValue(), path + "." + its.getKey())));
    return values;
  }

  private static @Nullable Object union(Schema schema, JsonNode json, String path) {
    List<Schema> open =
        schema.getTypes().stream()
            .filter(branch -> (branch.getType() == Schema.Type.NULL) == json.isNull())
            .toList();
    if (open.size() == 1) {
      return value(open.get(0), json, path);
    }
    for (Schema branch : open) {
      try {
        return value(branch, json, path);
      } catch (SampleProblem e) {
        // another branch may hold it
      }
    }
    throw wrong(schema, json, path);
  }

  private static byte[] bytes(Schema schema, JsonNode json, String path) {
    byte[] bytes =
        schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
            ? decimal(decimal, schema, json, path)
            : json.asText().getBytes(StandardCharsets.ISO_8859_1);
    boolean its =
        schema.getLogicalType() instanceof LogicalTypes.Decimal
            || (json.isTextual() && json.asText().chars().allMatch(c -> c <= 0xFF));
    require(
        its && (schema.getType() == Schema.Type.BYTES || bytes.length == schema.getFixedSize()),
        schema,
        json,
        path);
    return bytes;
  }

  /** The digits as a whole number in two's complement, as long as the schema says. */
  private static byte[] decimal(
      LogicalTypes.Decimal decimal, Schema schema, JsonNode json, String path) {
    try {
      require(json.isNumber() || json.isTextual(), schema, json, path);
      BigDecimal number = json.isNumber() ? json.decimalValue() : new BigDecimal(json.asText());
      BigDecimal scaled = number.setScale(decimal.getScale(), RoundingMode.UNNECESSARY);
      require(scaled.precision() <= decimal.getPrecision(), schema, json, path);
      byte[] digits = scaled.unscaledValue().toByteArray();
      if (schema.getType() != Schema.Type.FIXED || digits.length >= schema.getFixedSize()) {
        return digits;
      }
      byte[] padded = new byte[schema.getFixedSize()];
      Arrays.fill(padded, (byte) (scaled.signum() < 0 ? -1 : 0));
      System.arraycopy(digits, 0, padded, padded.length - digits.length, digits.length);
      return padded;
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(schema, json, path);
    }
  }

  private static long whole(Schema schema, JsonNode json, String path) {
    Long counted = json.isTextual() ? counted(schema.getLogicalType(), json.asText()) : null;
    if (counted != null) {
      return counted;
    }
    require(json.isNumber(), schema, json, path);
    try {
      return json.decimalValue().longValueExact();
    } catch (ArithmeticException e) {
      throw wrong(schema, json, path);
    }
  }

  /** A text as a type of times and dates counts it; null if it is none of that type. */
  private static @Nullable Long counted(@Nullable LogicalType type, String text) {
    String name = type == null ? "" : type.getName();
    try {
      if (name.equals("date")) {
        return LocalDate.parse(text).toEpochDay();
      }
      if (name.startsWith("time-")) {
        return inUnits(name, LocalTime.parse(text).toNanoOfDay() / 1000);
      }
    } catch (DateTimeException e) {
      return null;
    }
    EventTime time =
        name.contains("timestamp-")
            ? EventTime.of(
                new dev.rebound.workload.sample.Field(FieldKind.QUOTED, text, 0, text.length()))
            : null;
    return time == null ? null : Long.valueOf(inUnits(name, time.micros()));
  }

  private static long inUnits(String type, long micros) {
    return type.endsWith("-millis")
        ? Math.floorDiv(micros, 1000)
        : type.endsWith("-nanos") ? Math.multiplyExact(micros, 1000) : micros;
  }

  private static void require(boolean right, Schema schema, JsonNode json, String path) {
    if (!right) {
      throw wrong(schema, json, path);
    }
  }

  private static SampleProblem wrong(Schema schema, JsonNode json, String path) {
    return Misfit.value(path, json, words(schema));
  }

  private static String words(Schema schema) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      return "decimal with "
          + decimal.getPrecision()
          + " digits, "
          + decimal.getScale()
          + " of them behind the point";
    }
    return switch (schema.getType()) {
      case UNION ->
          schema.getTypes().stream().map(AvroJson::words).collect(Collectors.joining(" or "));
      case ENUM -> "one of " + String.join(", ", schema.getEnumSymbols());
      case FIXED -> schema.getFixedSize() + " bytes";
      case RECORD -> "a record " + schema.getName();
      case FLOAT -> Misfit.FLOAT;
      case ARRAY, MAP, STRING, BYTES, INT, LONG, DOUBLE, BOOLEAN, NULL ->
          schema.getLogicalType() == null
              ? schema.getType().getName()
              : schema.getLogicalType().getName();
    };
  }

  /** A value as JSON; one that is a text, as it is. */
  static byte[] json(Schema schema, @Nullable Object value) throws IOException {
    if (value instanceof CharSequence text) {
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      write(schema, value, json);
    }
    return bytes.toByteArray();
  }

  private static void write(Schema schema, @Nullable Object value, JsonGenerator json)
      throws IOException {
    if (schema.getType() == Schema.Type.UNION) {
      write(schema.getTypes().get(GenericData.get().resolveUnion(schema, value)), value, json);
    } else if (value == null) {
      json.writeNull();
    } else if (value instanceof IndexedRecord record) {
      json.writeStartObject();
      for (Schema.Field field : schema.getFields()) {
        json.writeFieldName(field.name());
        write(field.schema(), record.get(field.pos()), json);
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> values) {
      json.writeStartArray();
      for (Object its : values) {
        write(schema.getElementType(), its, json);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> values) {
      json.writeStartObject();
      for (Map.Entry<?, ?> its : values.entrySet()) {
        json.writeFieldName(String.valueOf(its.getKey()));
        write(schema.getValueType(), its.getValue(), json);
      }
      json.writeEndObject();
    } else {
      single(schema, value, json);
    }
  }

  private static void single(Schema schema, Object value, JsonGenerator json) throws IOException {
    if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Float number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean logical) {
      json.writeBoolean(logical);
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      bytes(schema, bytes, json);
    } else if (value instanceof GenericFixed fixed) {
      bytes(schema, fixed.bytes(), json);
    } else {
      json.writeString(value.toString());
    }
  }

  private static void bytes(Schema schema, byte[] bytes, JsonGenerator json) throws IOException {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal && bytes.length > 0) {
      json.writeNumber(new BigDecimal(new BigInteger(bytes), decimal.getScale()));
    } else {
      json.writeString(new String(bytes, StandardCharsets.ISO_8859_1));
    }
  }
}
