package dev.rebound.lab.experiment;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The engines that a file may name, as far as they are known.
 *
 * @param names of them; empty if any name will do
 * @param byName what is known of them
 * @param open true if an engine may have keys that nobody here declares: they are read as they
 *     stand
 * @param left true if the file is what a run left: the files that it names may be gone, and are not
 *     read
 */
record KnownEngines(
    Set<String> names, SortedMap<String, EngineDeclaration> byName, boolean open, boolean left) {
  /** Any name will do, and so will any key. */
  static final KnownEngines ANY = named(Set.of());

  /** Nothing but their names. */
  static KnownEngines named(Set<String> names) {
    return new KnownEngines(names, new TreeMap<>(), true, false);
  }

  /** These and no others, with their keys and no others; {@link #ANY} if there are none. */
  static KnownEngines of(Map<String, EngineDeclaration> known) {
    SortedMap<String, EngineDeclaration> sorted = new TreeMap<>(known);
    return known.isEmpty() ? ANY : new KnownEngines(sorted.keySet(), sorted, false, false);
  }

  /** The same for what a run left, which may know keys that have gone since. */
  KnownEngines lenient() {
    return new KnownEngines(names, byName, true, true);
  }

  @Nullable EngineDeclaration find(String name) {
    return byName.get(name);
  }
}
