package dev.rebound.lab.artifact;

import dev.rebound.base.ReboundException;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.aether.AbstractRepositoryListener;
import org.eclipse.aether.DefaultRepositoryCache;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.graph.selector.AndDependencySelector;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Resolves Maven coordinates, with their runtime dependencies, to jars in the user's Maven cache.
 *
 * <p>The cache is asked first, so that a warm cache needs no network; what is not there is
 * downloaded from the repositories that the user's {@code settings.xml} gives (Maven Central by
 * default). The resolver starts on first use, not on construction. A set is resolved once per
 * instance. Thread-safe: one set is resolved at a time.
 */
public final class Artifacts implements AutoCloseable {
  /** Excludes all that coordinates bring along: nobody asks what that would be. */
  public static final String ALL = "*:*";

  private static final int NAMED_MAX = 8;

  private record ArtifactKey(List<String> coordinates, List<String> exclusions) {}

  private final Consumer<String> progress;
  private final ContextOverrides.Builder overrides;
  private final Map<ArtifactKey, List<ResolvedJar>> sets = new LinkedHashMap<>();
  private final Set<Path> used = new TreeSet<>();
  private final boolean offline;
  private @Nullable Context context;

  /** Uses the user's cache and settings; {@code progress} gets sentences for people. */
  public Artifacts(Consumer<String> progress) {
    this(progress, ContextOverrides.create().withUserSettings(true), false);
  }

  Artifacts(Consumer<String> progress, ContextOverrides.Builder overrides, boolean offline) {
    this.progress = progress;
    this.overrides = overrides;
    this.offline = offline;
  }

  /**
   * Resolves one class path, in the order of the coordinates, each followed by what it needs.
   *
   * @param coordinates {@code group:artifact[:extension[:classifier]]:version}
   * @param exclusions {@code group:artifact} to leave out of what the coordinates bring along;
   *     {@code *} as artifact for a whole group; {@link #ALL} for all of it
   */
  public synchronized List<ResolvedJar> resolve(List<String> coordinates, List<String> exclusions) {
    if (coordinates.isEmpty()) {
      return List.of();
    }
    ArtifactKey key = new ArtifactKey(List.copyOf(coordinates), List.copyOf(exclusions));
    List<ResolvedJar> known = sets.get(key);
    if (known == null) {
      known = load(key);
      sets.put(key, known);
    }
    return known;
  }

  /** Like {@link #resolve}, only the files. */
  public List<Path> paths(List<String> coordinates, List<String> exclusions) {
    return resolve(coordinates, exclusions).stream().map(ResolvedJar::file).toList();
  }

  /** Tells whoever hears of downloads of something else that takes a while. */
  void tell(String line) {
    progress.accept(line);
  }

  /** Every jar resolved so far, each once, in the order in which they were first needed. */
  public synchronized Collection<ResolvedJar> resolved() {
    Map<String, ResolvedJar> all = new LinkedHashMap<>();
    sets.values().forEach(set -> set.forEach(one -> all.putIfAbsent(one.coordinate(), one)));
    return List.copyOf(all.values());
  }

  /**
   * Writes a zip with every jar resolved so far and all that resolving them takes, for a machine
   * without a network ({@link #unpack}).
   */
  public synchronized void bundle(Path zip) {
    Bundle.write(zip, localRepository(), used);
  }

  /**
   * Puts what a {@link #bundle} has into the user's Maven cache; what is there already stays.
   *
   * @return how many jars it has
   */
  public synchronized int unpack(Path bundle) {
    return Bundle.unpack(bundle, localRepository());
  }

  @Override
  public synchronized void close() {
    if (context != null) {
      context.close();
      context = null;
    }
  }

  private List<ResolvedJar> load(ArtifactKey key) {
    try {
      return resolve(key, true);
    } catch (RepositoryException inCache) {
      if (offline) {
        throw failure(key, inCache);
      }
    }
    progress.accept("resolving " + named(key.coordinates()));
    try {
      return resolve(key, false);
    } catch (RepositoryException e) {
      throw failure(key, e);
    }
  }

  private static String named(List<String> coordinates) {
    int more = coordinates.size() - NAMED_MAX;
    String first = coordinates.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private ReboundException failure(ArtifactKey key, RepositoryException e) {
    return MissingArtifact.explain(key.coordinates(), e, localRepository());
  }

  private Path localRepository() {
    return context().repositorySystemSession().getLocalRepository().getBasedir().toPath();
  }

  private List<ResolvedJar> resolve(ArtifactKey key, boolean fromCache) throws RepositoryException {
    Context maven = context();
    DefaultRepositorySystemSession session =
        new DefaultRepositorySystemSession(maven.repositorySystemSession());
    session.setOffline(fromCache);
    // A descriptor that is only missing from the cache must not pass for one that names no
    // dependencies: neither now nor, remembered, when the repositories are asked.
    session.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(!fromCache, true));
    session.setCache(new DefaultRepositoryCache());
    session.setDependencySelector(
        new AndDependencySelector(session.getDependencySelector(), NativeArchives.ofThisSystem()));
    // A failure of an hour ago says nothing about now.
    session.setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false));
    session.setRepositoryListener(
        new AbstractRepositoryListener() {
          @Override
          public void artifactResolved(RepositoryEvent event) {
            if (event.getFile() != null) {
              used.add(event.getFile().toPath());
            }
          }
        });
    session.setTransferListener(new DownloadProgress(progress, System::nanoTime));
    List<ResolvedJar> files = new ArrayList<>();
    for (ArtifactResult result : results(key, maven, session)) {
      Artifact artifact = result.getArtifact();
      files.add(new ResolvedJar(MissingArtifact.coordinate(artifact), artifact.getFile().toPath()));
    }
    return List.copyOf(files);
  }

  private static List<ArtifactResult> results(
      ArtifactKey key, Context maven, DefaultRepositorySystemSession session)
      throws RepositoryException {
    if (key.exclusions().contains(ALL)) {
      List<ArtifactRequest> alone = new ArrayList<>();
      for (String coordinate : key.coordinates()) {
        alone.add(new ArtifactRequest(artifact(coordinate), maven.remoteRepositories(), null));
      }
      return maven.repositorySystem().resolveArtifacts(session, alone);
    }
    DependencyRequest dependencies =
        new DependencyRequest(
            request(key, maven), DependencyFilterUtils.classpathFilter("runtime"));
    return maven.repositorySystem().resolveDependencies(session, dependencies).getArtifactResults();
  }

  private static CollectRequest request(ArtifactKey key, Context context) {
    List<Exclusion> exclusions = new ArrayList<>();
    for (String exclusion : key.exclusions()) {
      String[] parts = exclusion.split(":", -1);
      if (parts.length != 2) {
        throw ReboundException.badInput(
            "'" + exclusion + "' excludes nothing",
            "Write exclusions as group:artifact or group:*.");
      }
      exclusions.add(new Exclusion(parts[0], parts[1], "*", "*"));
    }
    CollectRequest request = new CollectRequest();
    for (String coordinate : key.coordinates()) {
      request.addDependency(new Dependency(artifact(coordinate), "runtime", false, exclusions));
    }
    request.setRepositories(context.remoteRepositories());
    return request;
  }

  private static Artifact artifact(String coordinate) {
    try {
      return new DefaultArtifact(coordinate);
    } catch (IllegalArgumentException e) {
      throw ReboundException.badInput(
          "'" + coordinate + "' is not a Maven coordinate",
          "Write it as group:artifact[:extension[:classifier]]:version.",
          e);
    }
  }

  private Context context() {
    if (context == null) {
      context = Runtimes.INSTANCE.getRuntime().create(overrides.build());
    }
    return context;
  }
}
