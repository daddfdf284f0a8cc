package dev.rebound.engine;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the classes of a jar name in their constant pools, held against a class path. */
final class NamedMembers {
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;

  private final ClassLoader loader;
  private final Set<String> missing = new TreeSet<>();

  private NamedMembers(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Names of classes, and {@code class.member}, that are not there.
   *
   * @param naming pattern of the entries of the jar that may name them
   */
  static Set<String> missing(Path jar, List<Path> classPath, String naming) throws IOException {
    URL[] urls =
        Stream.concat(Stream.of(jar), classPath.stream())
            .map(NamedMembers::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        JarFile file = new JarFile(jar.toFile())) {
      NamedMembers named = new NamedMembers(loader);
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().matches(naming)) {
          try (InputStream in = file.getInputStream(entry)) {
            named.check(in.readAllBytes());
          }
        }
      }
      return named.missing;
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void check(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    in.skipNBytes(8);
    int count = in.readUnsignedShort();
    int[] tags = new int[count];
    Object[] values = new Object[count];
    for (int i = 1; i < count; i++) {
      tags[i] = in.readUnsignedByte();
      switch (tags[i]) {
        case UTF8 -> values[i] = in.readUTF();
        case CLASS, 8, 16, 19, 20 -> values[i] = new int[] {in.readUnsignedShort()};
        case 15 -> in.skipNBytes(3);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        case 3, 4 -> in.skipNBytes(4);
        default -> values[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
      }
    }
    for (int i = 1; i < count; i++) {
      if (tags[i] == CLASS) {
        find(className(values, i));
      } else if (tags[i] == FIELD || tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
        int[] member = (int[]) values[i];
        int[] nameAndType = (int[]) values[member[1]];
        member(
            className(values, member[0]),
            (String) values[nameAndType[0]],
            (String) values[nameAndType[1]]);
      }
    }
  }

  private static String className(Object[] values, int index) {
    return ((String) values[((int[]) values[index])[0]]).replace('/', '.');
  }

  private @Nullable Class<?> find(String name) {
    if (name.startsWith("[")) {
      return null;
    }
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      missing.add(name);
      return null;
    }
  }

  private void member(String owner, String name, String descriptor) {
    Class<?> type = find(owner);
    if (type == null) {
      return;
    }
    try {
      if (!has(type, name, descriptor) && !has(Object.class, name, descriptor)) {
        missing.add(owner + "." + name + descriptor);
      }
    } catch (LinkageError e) {
      missing.add(owner + ", a member of which cannot be linked: " + e.getMessage());
    }
  }

  private static boolean has(@Nullable Class<?> type, String name, String descriptor) {
    if (type == null) {
      return false;
    }
    return Stream.of(type.getDeclaredFields())
            .anyMatch(field -> field.getName().equals(name) && of(field).equals(descriptor))
        || Stream.of(type.getDeclaredMethods())
            .anyMatch(method -> method.getName().equals(name) && of(method).equals(descriptor))
        || Stream.of(type.getDeclaredConstructors())
            .anyMatch(made -> name.equals("<init>") && of(made).equals(descriptor))
        // A method handle's signature is the caller's own.
        || type.getName().startsWith("java.lang.invoke.")
        || has(type.getSuperclass(), name, descriptor)
        || Arrays.stream(type.getInterfaces()).anyMatch(its -> has(its, name, descriptor));
  }

  private static String of(Field field) {
    return field.getType().descriptorString();
  }

  private static String of(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }

  private static String of(Constructor<?> made) {
    return MethodType.methodType(void.class, made.getParameterTypes()).toMethodDescriptorString();
  }
}
