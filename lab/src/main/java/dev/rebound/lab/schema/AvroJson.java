package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.sample.EventTime;
import dev.rebound.oracle.sample.Field.FieldKind;
import dev.rebound.workload.OptionProblem;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Plain JSON as values of Avro, and the other way round. A value of a union stands by itself, or
 * behind its type as in Avro's own JSON where several could hold it; a number is of the first type
 * that can, and a text no bytes where it can be a string. Decimals are numbers, or texts that are
 * some; times and dates are whole numbers, as Avro counts them, or texts such as {@code
 * 2026-03-01T12:00:00Z}; other bytes are texts of which each character is one.
 */
final class AvroJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  private static final Conversions.DecimalConversion DECIMALS = new Conversions.DecimalConversion();

  private AvroJson() {}

  /**
   * The value; an {@link OptionProblem} says which field the schema cannot hold.
   *
   * @param path of the value in the record
   */
  static @Nullable Object value(Schema schema, JsonNode json, String path) {
    TypedJson its = new TypedJson(json, path, () -> words(schema));
    return switch (schema.getType()) {
      case RECORD -> record(schema, its);
      case ARRAY -> array(schema, its);
      case MAP -> map(schema, its);
      case UNION -> union(schema, its);
      case ENUM -> {
        its.require(json.isTextual() && schema.hasEnumSymbol(json.asText()));
        yield new GenericData.EnumSymbol(schema, json.asText());
      }
      case STRING -> its.text();
      case BYTES -> ByteBuffer.wrap(bytes(schema, its));
      case FIXED -> new GenericData.Fixed(schema, bytes(schema, its));
      case INT -> {
        long whole = whole(schema, its);
        its.require(whole == (int) whole);
        yield (int) whole;
      }
      case LONG -> whole(schema, its);
      case FLOAT -> its.float32();
      case DOUBLE -> its.float64();
      case BOOLEAN -> its.logical();
      case NULL -> {
        its.require(json.isNull());
        yield null;
      }
    };
  }

  private static Object record(Schema schema, TypedJson its) {
    its.require(its.json().isObject());
    for (Iterator<String> names = its.json().fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (schema.getField(name) == null) {
        throw SchemaMismatch.stray(its.path() + "." + name, schema.getName());
      }
    }
    GenericData.Record record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      JsonNode given = its.json().get(field.name());
      if (given == null && !field.hasDefaultValue()) {
        throw new OptionProblem(
            Records.SCHEMA,
            "%s.%s is missing, and the schema of %s has no default for it"
                .formatted(its.path(), field.name(), schema.getName()),
            "Add it to the record, or give it a default in the schema.");
      }
      record.put(
          field.pos(),
          given == null
              ? GenericData.get().getDefaultValue(field)
              : value(field.schema(), given, its.path() + "." + field.name()));
    }
    return record;
  }

  private static Object array(Schema schema, TypedJson its) {
    its.require(its.json().isArray());
    List<@Nullable Object> values = new ArrayList<>(its.json().size());
    for (JsonNode one : its.json()) {
      values.add(value(schema.getElementType(), one, its.path() + "[" + values.size() + "]"));
    }
    return values;
  }

  private static Object map(Schema schema, TypedJson its) {
    its.require(its.json().isObject());
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    its.json()
        .properties()
        .forEach(
            one ->
                values.put(
                    one.getKey(),
                    value(schema.getValueType(), one.getValue(), its.path() + "." + one.getKey())));
    return values;
  }

  private static @Nullable Object union(Schema schema, TypedJson its) {
    List<Schema> open =
        schema.getTypes().stream()
            .filter(branch -> (branch.getType() == Schema.Type.NULL) == its.json().isNull())
            .toList();
    if (open.size() == 1) {
      return value(open.get(0), its.json(), its.path());
    }
    Map<Schema, @Nullable Object> held = new LinkedHashMap<>();
    for (Schema branch : open) {
      try {
        held.put(branch, value(branch, its.json(), its.path()));
      } catch (OptionProblem e) {
        // another branch may hold it
      }
    }
    Optional<Schema> text =
        held.keySet().stream().filter(branch -> branch.getType() == Schema.Type.STRING).findFirst();
    if (text.isPresent()) {
      // Bytes are texts here as well: what is one is meant as one.
      held.keySet().removeIf(AvroJson::isBytes);
    }
    if (held.size() == 1
        || (!held.isEmpty() && held.keySet().stream().allMatch(AvroJson::isNumber))) {
      return held.values().iterator().next();
    }
    for (Schema branch : open) {
      JsonNode named = its.json().get(branch.getFullName());
      if (named != null && its.json().size() == 1) {
        return value(branch, named, its.path() + "." + branch.getFullName());
      }
    }
    if (held.isEmpty()) {
      throw its.wrong();
    }
    List<String> names = held.keySet().stream().map(Schema::getFullName).toList();
    throw new OptionProblem(
        Records.SCHEMA,
        "%s is ambiguous: each of %s in its union can hold it"
            .formatted(its.path(), String.join(", ", names)),
        "Say which it is, as Avro's own JSON does: {\"%s\": …}.".formatted(names.get(0)));
  }

  private static boolean isBytes(Schema schema) {
    return (schema.getType() == Schema.Type.BYTES || schema.getType() == Schema.Type.FIXED)
        && schema.getLogicalType() == null;
  }

  private static boolean isNumber(Schema schema) {
    return switch (schema.getType()) {
      case INT, LONG, FLOAT, DOUBLE -> true;
      case RECORD, ENUM, ARRAY, MAP, UNION, FIXED, STRING, BYTES, BOOLEAN, NULL -> false;
    };
  }

  private static byte[] bytes(Schema schema, TypedJson its) {
    byte[] bytes;
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      bytes = decimal(decimal, schema, its);
    } else {
      its.require(its.text().chars().allMatch(c -> c <= 0xFF));
      bytes = its.text().getBytes(StandardCharsets.ISO_8859_1);
    }
    its.require(schema.getType() == Schema.Type.BYTES || bytes.length == schema.getFixedSize());
    return bytes;
  }

  private static byte[] decimal(LogicalTypes.Decimal decimal, Schema schema, TypedJson its) {
    BigDecimal scaled =
        its.exact(number -> number.setScale(decimal.getScale(), RoundingMode.UNNECESSARY));
    its.require(scaled.precision() <= decimal.getPrecision());
    return schema.getType() == Schema.Type.FIXED
        ? DECIMALS.toFixed(scaled, schema, decimal).bytes()
        : DECIMALS.toBytes(scaled, schema, decimal).array();
  }

  private static long whole(Schema schema, TypedJson its) {
    JsonNode json = its.json();
    Long counted = json.isTextual() ? counted(schema.getLogicalType(), json.asText()) : null;
    if (counted != null) {
      return counted;
    }
    its.require(json.isNumber());
    return its.exact(BigDecimal::longValueExact);
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
                new dev.rebound.oracle.sample.Field(FieldKind.QUOTED, text, 0, text.length()))
            : null;
    return time == null ? null : Long.valueOf(inUnits(name, time.micros()));
  }

  private static long inUnits(String type, long micros) {
    return type.endsWith("-millis")
        ? Math.floorDiv(micros, 1000)
        : type.endsWith("-nanos") ? Math.multiplyExact(micros, 1000) : micros;
  }

  private static String words(Schema schema) {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      return "decimal with %s digits, %s of them behind the point"
          .formatted(decimal.getPrecision(), decimal.getScale());
    }
    return switch (schema.getType()) {
      case UNION ->
          schema.getTypes().stream().map(AvroJson::words).collect(Collectors.joining(" or "));
      case ENUM -> "one of " + String.join(", ", schema.getEnumSymbols());
      case FIXED -> schema.getFixedSize() + " bytes";
      case RECORD -> "a record " + schema.getName();
      case FLOAT -> SchemaMismatch.FLOAT;
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
    Object plain = plain(schema, value);
    return JSON.writeValueAsBytes(
        CloudEventJson.isAvro(schema) ? CloudEventJson.ofAvro(JSON.valueToTree(plain)) : plain);
  }

  private static @Nullable Object plain(Schema schema, @Nullable Object value) {
    if (schema.getType() == Schema.Type.UNION) {
      return plain(schema.getTypes().get(GenericData.get().resolveUnion(schema, value)), value);
    }
    if (value instanceof IndexedRecord record) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      schema
          .getFields()
          .forEach(its -> fields.put(its.name(), plain(its.schema(), record.get(its.pos()))));
      return fields;
    }
    if (value instanceof Iterable<?> values) {
      List<@Nullable Object> items = new ArrayList<>();
      values.forEach(its -> items.add(plain(schema.getElementType(), its)));
      return items;
    }
    if (value instanceof Map<?, ?> values) {
      Map<String, @Nullable Object> entries = new LinkedHashMap<>();
      values.forEach(
          (key, its) -> entries.put(String.valueOf(key), plain(schema.getValueType(), its)));
      return entries;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return plain(schema, bytes);
    }
    if (value instanceof GenericFixed fixed) {
      return plain(schema, fixed.bytes());
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : value.toString();
  }

  private static Object plain(Schema schema, byte[] bytes) {
    return schema.getLogicalType() instanceof LogicalTypes.Decimal decimal && bytes.length > 0
        ? new BigDecimal(new BigInteger(bytes), decimal.getScale())
        : new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
