package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Rate;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of a {@link Section}, by key, each with its place. Belongs to one reading. */
public final class Values {
  private final LocatedYaml.SourcePlace place;
  private final Problems problems;
  private final Map<String, Object> byKey = new LinkedHashMap<>();
  private final Map<String, LocatedYaml.SourcePlace> places = new HashMap<>();

  Values(LocatedYaml.SourcePlace place, Problems problems) {
    this.place = place;
    this.problems = problems;
  }

  /** Tells what is wrong with a value, where it stands. */
  public void wrong(String key, String message, String remedy) {
    problems.add(place(key), message, remedy);
  }

  /** Tells what is wrong with the section. */
  public void wrong(String message, String remedy) {
    problems.add(place, message, remedy);
  }

  public void put(String key, Object value, LocatedYaml.SourcePlace at) {
    byKey.put(key, value);
    places.put(key, at);
  }

  /** Replaces a value by one that was worked out. */
  public void set(String key, Object value) {
    byKey.put(key, value);
  }

  /** Takes a value away, as if there had never been one. */
  void drop(String key) {
    byKey.remove(key);
    places.remove(key);
  }

  public LocatedYaml.SourcePlace place() {
    return place;
  }

  /** Where the value stands, or where its section does if it is a default. */
  public LocatedYaml.SourcePlace place(String key) {
    LocatedYaml.SourcePlace at = places.getOrDefault(key, place);
    return at.line() == 0 ? place : at;
  }

  /** True if the file itself says it. */
  public boolean written(String key) {
    LocatedYaml.SourcePlace at = places.get(key);
    return at != null && at.line() > 0;
  }

  /** Every key that has a value, those of the file in its order. */
  Set<String> keys() {
    return Collections.unmodifiableSet(byKey.keySet());
  }

  @Nullable Object find(String key) {
    return byKey.get(key);
  }

  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  private Object value(String key) {
    Object value = byKey.get(key);
    if (value == null) {
      throw new IllegalStateException("no value for '" + key + "'");
    }
    return value;
  }

  public String text(String key) {
    return (String) value(key);
  }

  public long number(String key) {
    return (Long) value(key);
  }

  public int count(String key) {
    return Math.toIntExact(number(key));
  }

  public double decimal(String key) {
    return (Double) value(key);
  }

  /** True if the key has that value; false where there is none. */
  boolean is(String key) {
    return Boolean.TRUE.equals(byKey.get(key));
  }

  public Duration duration(String key) {
    return (Duration) value(key);
  }

  public Rate rate(String key) {
    return (Rate) value(key);
  }

  public Bytes bytes(String key) {
    return (Bytes) value(key);
  }

  public Values section(String key) {
    return (Values) value(key);
  }

  @SuppressWarnings("unchecked")
  public Map<String, String> settings(String key) {
    return Map.copyOf((Map<String, String>) value(key));
  }

  @SuppressWarnings("unchecked")
  public <T> List<T> list(String key) {
    return (List<T>) value(key);
  }

  /**
   * A record of these values: each component has the value of the key of its name, {@code
   * max-records} for {@code maxRecords}. Where there is none it is 0 or false, or null if it may
   * be.
   *
   * @param others by the name of the component, in place of those of the file
   */
  <T extends Record> T as(Class<T> type, Map<String, ?> others) {
    RecordComponent[] parts = type.getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types)
          .newInstance(Arrays.stream(parts).map(part -> component(part, others)).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is no record of such values", e);
    }
  }

  private @Nullable Object component(RecordComponent part, Map<String, ?> others) {
    String key = part.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    Object value = others.containsKey(part.getName()) ? others.get(part.getName()) : find(key);
    Class<?> type = part.getType();
    if (type == int.class) {
      return value == null ? 0 : Math.toIntExact((Long) value);
    }
    if (type == long.class && value == null) {
      return 0L;
    }
    if (value == null
        && type != boolean.class
        && !part.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      throw new IllegalStateException("no value for '" + key + "'");
    }
    return value instanceof Map<?, ?> settings
        ? Map.copyOf(settings)
        : type == boolean.class ? Boolean.TRUE.equals(value) : value;
  }
}
