package dev.rebound.lab.artifact;

import java.util.Locale;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.DependencyCollectionContext;
import org.eclipse.aether.collection.DependencySelector;
import org.eclipse.aether.graph.Dependency;

/**
 * Of JavaCPP's archives of native code, one for each system, those of one system alone.
 *
 * @param system as these archives are classified
 */
record NativeArchives(String system) implements DependencySelector {
  private static final String SYSTEMS = "(android|ios|linux|macosx|windows)-.*";

  static NativeArchives ofThisSystem() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static NativeArchives of(String name, String architecture) {
    String os = name.toLowerCase(Locale.ROOT).replaceFirst("^mac ?os.*", "macosx").split(" ", 2)[0];
    return new NativeArchives(
        os + "-" + architecture.replace("amd64", "x86_64").replace("aarch64", "arm64"));
  }

  @Override
  public boolean selectDependency(Dependency dependency) {
    Artifact artifact = dependency.getArtifact();
    return !artifact.getGroupId().matches("org\\.bytedeco|com\\.gliwka\\.hyperscan")
        || !artifact.getClassifier().matches(SYSTEMS)
        || artifact.getClassifier().equals(system);
  }

  @Override
  public DependencySelector deriveChildSelector(DependencyCollectionContext context) {
    return this;
  }
}
