package dev.rebound.lab.schema;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values in Protobuf's binary, behind the place of their message in the schema: how many numbers
 * follow, and those of the message and of the ones around it, each among its siblings. One byte 0
 * stands for the first message.
 */
final class ProtobufForm implements SchemaForm {
  static final String LANGUAGE = "PROTOBUF";

  /** Messages do not lie deeper in one another. */
  private static final int DEPTH_MAX = 32;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final ProtobufFile source;
  private final FileDescriptor file;
  private final @Nullable Descriptor message;

  /** {@link IllegalArgumentException} says what is wrong with the text. */
  ProtobufForm(String text) {
    this(new ProtobufFile("schema.proto", text));
  }

  /** The same of one with imports. */
  ProtobufForm(ProtobufFile source) {
    this(source, ProtobufSchema.of(source), null);
  }

  private ProtobufForm(ProtobufFile source, FileDescriptor file, @Nullable Descriptor message) {
    this.source = source;
    this.file = file;
    this.message = message;
  }

  /**
   * Values that are one message of a schema; {@link IllegalArgumentException} says what is wrong.
   *
   * @param message its name, or the end of it; empty for the only one
   */
  static ProtobufForm of(ProtobufFile source, String message) {
    FileDescriptor file = ProtobufSchema.of(source);
    return new ProtobufForm(source, file, ProtobufSchema.message(file, message));
  }

  @Override
  public String language() {
    return LANGUAGE;
  }

  @Override
  public String text() {
    return source.text();
  }

  @Override
  public Map<String, SchemaForm> references() {
    Map<String, SchemaForm> references = new LinkedHashMap<>();
    source.imports().forEach((name, its) -> references.put(name, new ProtobufForm(its)));
    return references;
  }

  @Override
  public String meaning() {
    return ProtobufSchema.meaning(file);
  }

  /** Which message a value is, this one knows, and a registry does not. */
  @Override
  public SchemaForm reading(SchemaForm registered) {
    return this;
  }

  @Override
  public boolean hasMembers() {
    return true;
  }

  /** The field may be called as JSON has it. */
  @Override
  public String member(String name) {
    FieldDescriptor field = message == null ? null : ProtobufJson.field(message, name);
    return field == null ? name : field.getName();
  }

  @Override
  public byte[] encoded(byte[] json) {
    Descriptor its = message;
    if (its == null) {
      throw new IllegalStateException("no message is named");
    }
    try {
      DynamicMessage value = ProtobufJson.message(its, shaped(its, JSON.readTree(json)), "$");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(json.length);
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      List<Integer> place = place(its);
      if (place.equals(List.of(0))) {
        out.writeSInt32NoTag(0);
      } else {
        out.writeSInt32NoTag(place.size());
        for (int number : place) {
          out.writeSInt32NoTag(number);
        }
      }
      value.writeTo(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode shaped(Descriptor message, JsonNode json) {
    return CloudEventJson.isProtobuf(message.getFullName())
        ? CloudEventJson.inProtobuf(json)
        : json;
  }

  /** Numbers of the outermost message and of those in it, down to this one. */
  private static List<Integer> place(Descriptor message) {
    List<Integer> place = new ArrayList<>();
    for (Descriptor at = message; at != null; at = at.getContainingType()) {
      place.add(0, at.getIndex());
    }
    return place;
  }

  /** To its last byte, and without fields that the schema does not have. */
  @Override
  public byte @Nullable [] decoded(byte[] value) {
    try {
      CodedInputStream in = CodedInputStream.newInstance(value);
      Descriptor its = message(in);
      return its == null || (message != null && !its.equals(message))
          ? null
          : ProtobufJson.json(DynamicMessage.parseFrom(its, in.readRawBytes(left(in, value))));
    } catch (IOException e) {
      return null;
    }
  }

  private static int left(CodedInputStream in, byte[] value) {
    return value.length - in.getTotalBytesRead();
  }

  /** The message whose place is read; null if there is none. */
  private @Nullable Descriptor message(CodedInputStream in) throws IOException {
    int size = in.readSInt32();
    if (size < 0 || size > DEPTH_MAX) {
      return null;
    }
    Descriptor at = null;
    for (int step = 0; step < Math.max(1, size); step++) {
      int number = size == 0 ? 0 : in.readSInt32();
      List<Descriptor> siblings = at == null ? file.getMessageTypes() : at.getNestedTypes();
      if (number < 0 || number >= siblings.size()) {
        return null;
      }
      at = siblings.get(number);
    }
    return at == null || at.getOptions().getMapEntry() ? null : at;
  }
}
