package dev.rebound.lab.schema;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import com.squareup.wire.schema.CoreLoader;
import com.squareup.wire.schema.ErrorCollector;
import com.squareup.wire.schema.Linker;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.ProtoFile;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaException;
import com.squareup.wire.schema.internal.SchemaEncoder;
import com.squareup.wire.schema.internal.parser.ProtoFileElement;
import com.squareup.wire.schema.internal.parser.ProtoParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Reads a {@code .proto} file, which may import those that belong to Protobuf itself. */
final class ProtobufSchema {
  private static final Map<String, FileDescriptor> KNOWN =
      List.of(
              AnyProto.getDescriptor(),
              DurationProto.getDescriptor(),
              EmptyProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              StructProto.getDescriptor(),
              TimestampProto.getDescriptor(),
              WrappersProto.getDescriptor())
          .stream()
          .collect(Collectors.toUnmodifiableMap(FileDescriptor::getName, file -> file));

  private ProtobufSchema() {}

  /**
   * Reads a schema; {@link IllegalArgumentException} says what is wrong with it, and in which line.
   *
   * @param name of its file
   */
  static FileDescriptor of(String name, String text) {
    try {
      ProtoFileElement element = ProtoParser.Companion.parse(Location.get(name), text);
      List<String> imports = new ArrayList<>(element.getImports());
      imports.addAll(element.getPublicImports());
      for (String other : imports) {
        if (!KNOWN.containsKey(other)) {
          throw new IllegalArgumentException(
              "it imports " + other + ", and only " + String.join(", ", known()) + " are known");
        }
      }
      Schema schema =
          new Linker(CoreLoader.INSTANCE, new ErrorCollector(), true, true)
              .link(List.of(ProtoFile.Companion.get(element)));
      byte[] bytes =
          new SchemaEncoder(schema)
              .encode(Objects.requireNonNull(schema.protoFile(name)))
              .toByteArray();
      return FileDescriptor.buildFrom(
          FileDescriptorProto.parseFrom(bytes),
          imports.stream().map(KNOWN::get).toArray(FileDescriptor[]::new));
    } catch (SchemaException | IllegalStateException e) {
      throw new IllegalArgumentException(
          String.valueOf(e.getMessage())
              .lines()
              .map(String::strip)
              .collect(Collectors.joining(" ")),
          e);
    } catch (DescriptorValidationException | InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static List<String> known() {
    return KNOWN.keySet().stream().sorted().toList();
  }

  /**
   * A message of a schema; a {@link Choice} says why it is not clear which.
   *
   * @param name its name, or the end of it; empty for the only one
   */
  static Descriptor message(FileDescriptor file, String name) {
    if (name.isEmpty()) {
      List<Descriptor> outer = file.getMessageTypes();
      if (outer.size() == 1) {
        return outer.get(0);
      }
      throw new Choice(
          outer.isEmpty()
              ? " has no message"
              : " has several messages, " + names(outer) + ", and nothing says which one is meant",
          outer);
    }
    List<Descriptor> all = new ArrayList<>();
    file.getMessageTypes().forEach(message -> gather(message, all));
    List<Descriptor> found =
        all.stream()
            .filter(its -> ("." + its.getFullName()).endsWith("." + name))
            .collect(Collectors.toCollection(ArrayList::new));
    if (found.stream().anyMatch(its -> its.getFullName().equals(name))) {
      found.removeIf(its -> !its.getFullName().equals(name));
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    throw new Choice(
        found.isEmpty()
            ? " has no message " + name + "; it has " + names(all)
            : " has more than one message " + name + ": " + names(found),
        found.isEmpty() ? all : found);
  }

  private static void gather(Descriptor message, List<Descriptor> all) {
    if (!message.getOptions().getMapEntry()) {
      all.add(message);
      message.getNestedTypes().forEach(its -> gather(its, all));
    }
  }

  private static String names(List<Descriptor> messages) {
    return messages.stream().map(Descriptor::getFullName).collect(Collectors.joining(", "));
  }

  /** It is not clear which message of a schema is meant. */
  static final class Choice extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String example;

    private Choice(String problem, List<Descriptor> messages) {
      super(problem);
      this.example = messages.isEmpty() ? "" : messages.get(0).getFullName();
    }

    /** One that could be named; empty if there is none. */
    String example() {
      return example;
    }
  }

  /** What of a schema decides how values are written: no options of generated code, no comments. */
  static String meaning(FileDescriptor file) {
    FileDescriptorProto.Builder bare = file.toProto().toBuilder();
    bare.clearName().clearOptions().clearService().clearSourceCodeInfo();
    bare.getMessageTypeBuilderList().forEach(ProtobufSchema::strip);
    bare.getEnumTypeBuilderList().forEach(its -> its.clearOptions());
    return bare.build().toString();
  }

  private static void strip(DescriptorProto.Builder message) {
    boolean entry = message.getOptions().getMapEntry();
    message.clearOptions().clearReservedName().clearReservedRange();
    if (entry) {
      message.setOptions(MessageOptions.newBuilder().setMapEntry(true));
    }
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      field.clearOptions().clearJsonName();
    }
    message.getNestedTypeBuilderList().forEach(ProtobufSchema::strip);
    message.getEnumTypeBuilderList().forEach(its -> its.clearOptions());
  }
}
