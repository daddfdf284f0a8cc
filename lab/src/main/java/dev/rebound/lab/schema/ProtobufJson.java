package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.sample.EventTime;
import dev.rebound.oracle.sample.Field;
import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plain JSON as messages of Protobuf, and the other way round, much as Protobuf's own mapping has
 * it: a field has its name in the schema, or the one that it has in JSON; bytes are Base64, but for
 * identities of OpenTelemetry's traces, which its JSON has in hexadecimal; values of enums their
 * names, a {@code Timestamp} is a date, a {@code Duration} a text such as {@code 1.5s}, and what is
 * wrapped stands by itself. Whole numbers are numbers, whatever their length.
 */
final class ProtobufJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  private static final Descriptor TIMESTAMP =
      TimestampProto.getDescriptor().findMessageTypeByName("Timestamp");
  private static final Descriptor DURATION =
      DurationProto.getDescriptor().findMessageTypeByName("Duration");
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);
  private static final BigInteger UINT64_MAX =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private static final Set<String> HEX = Set.of("trace_id", "span_id", "parent_span_id");

  private ProtobufJson() {}

  /**
   * The message; an {@link OptionProblem} says which field it cannot hold.
   *
   * @param path of the value in the record
   */
  static DynamicMessage message(Descriptor type, JsonNode json, String path) {
    if (!json.isObject()) {
      throw SchemaMismatch.value(path, json, "a message " + type.getName());
    }
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    Set<FieldDescriptor> given = new HashSet<>();
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      String at = path + "." + member.getKey();
      FieldDescriptor field = field(type, member.getKey());
      if (field == null) {
        throw SchemaMismatch.stray(at, type.getName());
      }
      if (member.getValue().isNull()) {
        continue;
      }
      OneofDescriptor choice = field.getRealContainingOneof();
      if (!given.add(field) || (choice != null && message.hasOneof(choice))) {
        throw new OptionProblem(
            Records.SCHEMA,
            "%s stands beside %s, and the schema has one of them"
                .formatted(
                    at, choice == null ? "the same field" : "another field of " + choice.getName()),
            "Take one of them out of the record.");
      }
      set(message, field, member.getValue(), at);
    }
    for (FieldDescriptor field : type.getFields()) {
      if (field.isRequired() && !given.contains(field)) {
        throw new OptionProblem(
            Records.SCHEMA,
            path + "." + field.getName() + " is missing, and " + type.getName() + " requires it",
            "Add it to the record, or make it optional in the schema.");
      }
    }
    return message.build();
  }

  static @Nullable FieldDescriptor field(Descriptor type, String name) {
    FieldDescriptor its = type.findFieldByName(name);
    return its != null
        ? its
        : type.getFields().stream()
            .filter(field -> field.getJsonName().equals(name))
            .findFirst()
            .orElse(null);
  }

  private static void set(
      DynamicMessage.Builder message, FieldDescriptor field, JsonNode json, String path) {
    if (field.isMapField()) {
      if (!json.isObject()) {
        throw SchemaMismatch.value(path, json, "a map");
      }
      for (Map.Entry<String, JsonNode> entry : json.properties()) {
        String at = path + "." + entry.getKey();
        Descriptor type = field.getMessageType();
        message.addRepeatedField(
            field,
            DynamicMessage.newBuilder(type)
                .setField(type.findFieldByNumber(1), key(type, entry.getKey(), at))
                .setField(
                    type.findFieldByNumber(2),
                    value(type.findFieldByNumber(2), entry.getValue(), at))
                .build());
      }
    } else if (field.isRepeated()) {
      if (!json.isArray()) {
        throw SchemaMismatch.value(path, json, "repeated " + words(field));
      }
      for (int i = 0; i < json.size(); i++) {
        message.addRepeatedField(field, value(field, json.get(i), path + "[" + i + "]"));
      }
    } else {
      message.setField(field, value(field, json, path));
    }
  }

  /** A key of a map, which is a text in JSON whatever it is in the schema. */
  private static Object key(Descriptor entry, String text, String path) {
    FieldDescriptor field = entry.findFieldByNumber(1);
    JsonNode json = TextNode.valueOf(text);
    if (field.getJavaType() == FieldDescriptor.JavaType.BOOLEAN
        && (text.equals("true") || text.equals("false"))) {
      return Boolean.valueOf(text);
    }
    return value(field, json, path);
  }

  private static Object value(FieldDescriptor field, JsonNode json, String path) {
    TypedJson its = new TypedJson(json, path, () -> words(field));
    return switch (field.getJavaType()) {
      case INT -> whole(field, its).intValue();
      case LONG -> whole(field, its).longValue();
      case FLOAT -> its.float32();
      case DOUBLE -> its.float64();
      case BOOLEAN -> its.logical();
      case STRING -> its.text();
      case BYTE_STRING -> bytes(field, its);
      case ENUM -> {
        EnumValueDescriptor known =
            json.isTextual()
                ? field.getEnumType().findValueByName(json.textValue())
                : json.canConvertToInt() && json.isIntegralNumber()
                    ? field.getEnumType().findValueByNumber(json.intValue())
                    : null;
        if (known == null) {
          throw its.wrong();
        }
        yield known;
      }
      case MESSAGE -> nested(field.getMessageType(), its);
    };
  }

  /** A whole number in the range of its type; of 64 bits it may be a text. */
  private static BigInteger whole(FieldDescriptor field, TypedJson its) {
    BigInteger whole =
        its.exact(
            number -> {
              its.require(Math.abs((long) number.scale()) < 100);
              return number.toBigIntegerExact();
            });
    its.require(
        switch (field.getType()) {
          case UINT32, FIXED32 -> whole.signum() >= 0 && whole.bitLength() <= 32;
          case UINT64, FIXED64 -> whole.signum() >= 0 && whole.compareTo(UINT64_MAX) <= 0;
          default ->
              whole.bitLength() < (field.getJavaType() == FieldDescriptor.JavaType.INT ? 32 : 64);
        });
    return whole;
  }

  /** Identities of traces are in hexadecimal in OpenTelemetry's JSON, and all else is Base64. */
  private static boolean isHex(FieldDescriptor field) {
    return field.getFullName().startsWith("opentelemetry.proto.") && HEX.contains(field.getName());
  }

  private static ByteString bytes(FieldDescriptor field, TypedJson its) {
    if (isHex(field)) {
      try {
        return ByteString.copyFrom(HexFormat.of().parseHex(its.text()));
      } catch (IllegalArgumentException e) {
        throw its.wrong();
      }
    }
    String text = its.text().replace('-', '+').replace('_', '/');
    try {
      return ByteString.copyFrom(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw its.wrong();
    }
  }

  private static DynamicMessage nested(Descriptor type, TypedJson its) {
    JsonNode json = its.json();
    if (wraps(type)) {
      FieldDescriptor inner = type.findFieldByNumber(1);
      return DynamicMessage.newBuilder(type)
          .setField(inner, value(inner, json, its.path()))
          .build();
    }
    if (same(type, TIMESTAMP)) {
      EventTime time =
          json.isTextual() || json.isIntegralNumber()
              ? EventTime.of(
                  new Field(Field.FieldKind.QUOTED, json.asText(), 0, json.asText().length()))
              : null;
      if (time == null) {
        throw its.wrong();
      }
      return seconds(
          type,
          Math.floorDiv(time.micros(), 1_000_000L),
          (int) Math.floorMod(time.micros(), 1_000_000L) * 1000);
    }
    return same(type, DURATION) ? duration(type, its) : message(type, json, its.path());
  }

  private static DynamicMessage duration(Descriptor type, TypedJson its) {
    String text = its.text();
    its.require(text.matches("-?\\d{1,12}([.]\\d{1,9})?s"));
    BigDecimal nanos = new BigDecimal(text.substring(0, text.length() - 1)).multiply(NANOS);
    BigDecimal[] parts = nanos.divideAndRemainder(NANOS);
    return seconds(type, parts[0].longValueExact(), parts[1].intValueExact());
  }

  private static DynamicMessage seconds(Descriptor type, long seconds, int nanos) {
    return DynamicMessage.newBuilder(type)
        .setField(type.findFieldByNumber(1), seconds)
        .setField(type.findFieldByNumber(2), nanos)
        .build();
  }

  private static boolean wraps(Descriptor type) {
    return type.getFile().getName().equals(WrappersProto.getDescriptor().getName());
  }

  private static boolean same(Descriptor type, Descriptor known) {
    return type.getFullName().equals(known.getFullName());
  }

  private static String words(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case ENUM ->
          "one of "
              + field.getEnumType().getValues().stream()
                  .map(EnumValueDescriptor::getName)
                  .collect(Collectors.joining(", "));
      case MESSAGE -> {
        Descriptor type = field.getMessageType();
        yield same(type, TIMESTAMP)
            ? "Timestamp, a date such as 2026-03-01T12:00:00Z"
            : same(type, DURATION) ? "Duration, such as 1.5s" : "a message " + type.getName();
      }
      case BYTE_STRING -> isHex(field) ? "bytes, in hexadecimal" : "bytes, in Base64";
      case FLOAT -> SchemaMismatch.FLOAT;
      case INT, LONG, DOUBLE, BOOLEAN, STRING -> field.getType().name().toLowerCase(Locale.ROOT);
    };
  }

  /**
   * A message as JSON, with the names of the schema. Fields that are not sent when they are 0 or
   * empty are there. Throws {@link IOException} if it has what its schema does not have.
   */
  static byte[] json(Message message) throws IOException {
    Object plain = plain(message);
    return JSON.writeValueAsBytes(
        CloudEventJson.isProtobuf(message.getDescriptorForType().getFullName())
            ? CloudEventJson.ofProtobuf(JSON.valueToTree(plain))
            : plain);
  }

  private static Object plain(Message message) throws IOException {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      throw new IOException("it has fields that its schema does not have");
    }
    Descriptor type = message.getDescriptorForType();
    if (wraps(type)) {
      FieldDescriptor inner = type.findFieldByNumber(1);
      return single(inner, message.getField(inner));
    }
    if (same(type, TIMESTAMP)) {
      try {
        return Instant.ofEpochSecond(number(message, 1), number(message, 2)).toString();
      } catch (DateTimeException | ArithmeticException e) {
        throw new IOException("it has a time that is none", e);
      }
    }
    if (same(type, DURATION)) {
      BigDecimal seconds =
          BigDecimal.valueOf(number(message, 1))
              .add(
                  BigDecimal.valueOf(number(message, 2))
                      .divide(NANOS, 9, RoundingMode.UNNECESSARY));
      return (seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString()) + "s";
    }
    Map<String, Object> members = new LinkedHashMap<>();
    for (FieldDescriptor field : type.getFields()) {
      if (field.isRepeated() || !field.hasPresence() || message.hasField(field)) {
        members.put(field.getName(), whole(field, message.getField(field)));
      }
    }
    return members;
  }

  private static long number(Message message, int field) {
    return ((Number) message.getField(message.getDescriptorForType().findFieldByNumber(field)))
        .longValue();
  }

  private static Object whole(FieldDescriptor field, Object value) throws IOException {
    if (!field.isRepeated()) {
      return single(field, value);
    }
    List<Object> items = new ArrayList<>();
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Object its : (List<?>) value) {
      if (field.isMapField() && its instanceof Message entry) {
        FieldDescriptor key = entry.getDescriptorForType().findFieldByNumber(1);
        FieldDescriptor inner = entry.getDescriptorForType().findFieldByNumber(2);
        entries.put(
            String.valueOf(signed(key, entry.getField(key))), single(inner, entry.getField(inner)));
      } else {
        items.add(single(field, its));
      }
    }
    return field.isMapField() ? entries : items;
  }

  /** A value with its sign: numbers that have none are kept in those that have one. */
  private static Object signed(FieldDescriptor field, Object value) {
    return switch (field.getType()) {
      case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
      case UINT64, FIXED64 -> new BigInteger(Long.toUnsignedString((Long) value));
      default -> value;
    };
  }

  private static Object single(FieldDescriptor field, Object value) throws IOException {
    if (value instanceof Message message) {
      return plain(message);
    }
    if (value instanceof ByteString bytes) {
      return isHex(field)
          ? HexFormat.of().formatHex(bytes.toByteArray())
          : Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
    if (value instanceof EnumValueDescriptor its) {
      // One that the schema does not know has no place among its values.
      return its.getIndex() < 0 ? (Object) its.getNumber() : its.getName();
    }
    return signed(field, value);
  }
}
