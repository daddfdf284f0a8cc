package dev.rebound.lab.schema;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads {@code .proto} files, which may import those that belong to Protobuf itself. */
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
   * Reads a schema; {@link IllegalArgumentException} says what is wrong with it or with one that it
   * imports, and in which line.
   */
  static FileDescriptor of(ProtobufFile root) {
    try {
      List<ProtoFile> files = new ArrayList<>();
      for (ProtobufFile file : root.all().values()) {
        files.add(ProtoFile.Companion.get(element(file.name(), file.text())));
      }
      files.add(ProtoFile.Companion.get(element(root.name(), root.text())));
      Schema schema = new Linker(CoreLoader.INSTANCE, new ErrorCollector(), true, true).link(files);
      return descriptor(root, schema, new HashMap<>());
    } catch (SchemaException | IllegalStateException e) {
      throw wrong(e);
    } catch (DescriptorValidationException | InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static IllegalArgumentException wrong(RuntimeException e) {
    return new IllegalArgumentException(
        String.valueOf(e.getMessage()).lines().map(String::strip).collect(Collectors.joining(" ")),
        e);
  }

  /**
   * The names by which a file imports others. {@link IllegalArgumentException} says what is wrong
   * with it.
   */
  static List<String> imports(String name, String text) {
    try {
      ProtoFileElement element = element(name, text);
      List<String> imports = new ArrayList<>(element.getImports());
      imports.addAll(element.getPublicImports());
      imports.addAll(element.getWeakImports());
      return imports;
    } catch (IllegalStateException e) {
      throw wrong(e);
    }
  }

  private static ProtoFileElement element(String name, String text) {
    return ProtoParser.Companion.parse(Location.get(name), text);
  }

  /**
   * @param made those that there are already, by name
   */
  private static FileDescriptor descriptor(
      ProtobufFile file, Schema schema, Map<String, FileDescriptor> made)
      throws DescriptorValidationException, InvalidProtocolBufferException {
    FileDescriptor before = made.get(file.name());
    if (before != null) {
      return before;
    }
    List<FileDescriptor> dependencies = new ArrayList<>();
    for (String name : imports(file.name(), file.text())) {
      FileDescriptor known = KNOWN.get(name);
      if (known != null) {
        dependencies.add(known);
        continue;
      }
      ProtobufFile its = file.imports().get(name);
      if (its == null) {
        throw new IllegalArgumentException(
            file.name() + " imports " + name + ", which is not there");
      }
      dependencies.add(descriptor(its, schema, made));
    }
    byte[] bytes =
        new SchemaEncoder(schema)
            .encode(Objects.requireNonNull(schema.protoFile(file.name())))
            .toByteArray();
    FileDescriptor its =
        FileDescriptor.buildFrom(
            FileDescriptorProto.parseFrom(bytes), dependencies.toArray(new FileDescriptor[0]));
    made.put(file.name(), its);
    return its;
  }

  /** True of a file that belongs to Protobuf, and is there without a text. */
  static boolean known(String name) {
    return KNOWN.containsKey(name);
  }

  /** The names of all that are. */
  static List<String> known() {
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

  /**
   * What of a schema decides how values are written: no options of generated code, no comments, and
   * not in which other file a type is.
   */
  static String meaning(FileDescriptor file) {
    FileDescriptorProto.Builder bare = file.toProto().toBuilder();
    bare.clearName().clearOptions().clearService().clearSourceCodeInfo();
    bare.clearDependency().clearPublicDependency().clearWeakDependency();
    bare.getMessageTypeBuilderList().forEach(ProtobufSchema::strip);
    bare.getEnumTypeBuilderList().forEach(its -> its.clearOptions());
    Map<String, String> others = new TreeMap<>();
    file.getMessageTypes().forEach(message -> others(message, file, others));
    return bare.build() + String.join("", others.values());
  }

  /** Types of other files that a message needs, by their names, and what they say. */
  private static void others(Descriptor message, FileDescriptor file, Map<String, String> into) {
    message.getNestedTypes().forEach(its -> others(its, file, into));
    for (FieldDescriptor field : message.getFields()) {
      switch (field.getJavaType()) {
        case MESSAGE -> {
          Descriptor its = field.getMessageType();
          DescriptorProto.Builder bare = its.toProto().toBuilder();
          strip(bare);
          if (isOther(its, file)
              && into.putIfAbsent(its.getFullName(), said(its, bare.build())) == null) {
            others(its, file, into);
          }
        }
        case ENUM -> {
          EnumDescriptor its = field.getEnumType();
          if (isOther(its, file)) {
            into.put(
                its.getFullName(), said(its, its.toProto().toBuilder().clearOptions().build()));
          }
        }
        default -> {}
      }
    }
  }

  private static boolean isOther(GenericDescriptor type, FileDescriptor file) {
    return !type.getFile().equals(file) && !known(type.getFile().getName());
  }

  private static String said(GenericDescriptor type, Message bare) {
    return type.getFullName() + " " + type.getFile().toProto().getSyntax() + "\n" + bare;
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
