package dev.rebound.advise;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a file declares.
 *
 * @param applications what clients it sets up, and what stands around them
 * @param clusters what brokers and topics it declares
 * @param notes what of it is not looked at, one sentence each
 */
public record FileSettings(
    List<Application> applications, List<ClusterFacts> clusters, List<String> notes) {
  /** Of no file. */
  public static final FileSettings NONE = new FileSettings(List.of(), List.of(), List.of());

  static FileSettings of(List<Application> applications) {
    return new FileSettings(List.copyOf(applications), List.of(), List.of());
  }

  boolean isEmpty() {
    return applications.isEmpty() && clusters.isEmpty();
  }

  /** Both. */
  public FileSettings with(FileSettings other) {
    return new FileSettings(
        both(applications, other.applications),
        both(clusters, other.clusters),
        both(notes, other.notes));
  }

  private static <T> List<T> both(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
