package dev.rebound.advise;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster with the applications that use it, and what they have to cope with. */
record ClusterUse(ClusterFacts cluster, List<Application> applications, Circumstances given) {
  /** The clients of a kind, of all applications. */
  Stream<Client> clients(Function<Application, @Nullable Client> which) {
    return applications.stream()
        .flatMap(application -> Stream.ofNullable(which.apply(application)));
  }

  /** The greatest value of a setting that any of these clients has written; 0 if none has. */
  long greatest(Function<Application, @Nullable Client> which, String key) {
    return clients(which)
        .filter(client -> client.wrote(key))
        .mapToLong(client -> client.number(key, 0))
        .max()
        .orElse(0);
  }
}
