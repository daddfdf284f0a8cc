package dev.rebound.lab.artifact;

import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.DependencyCollectionException;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;

/** Turns a resolver's failure into one sentence that names the artifact that is missing. */
final class MissingArtifact {
  private MissingArtifact() {}

  static ReboundException explain(List<String> wanted, RepositoryException failure, Path cache) {
    Set<String> missing = new LinkedHashSet<>();
    boolean everyRepositoryAnswered = true;
    for (Exception leaf : leaves(failure, missing)) {
      everyRepositoryAnswered &= leaf instanceof ArtifactNotFoundException && !offline(leaf);
    }
    String names = missing.isEmpty() ? String.join(", ", wanted) : String.join(", ", missing);
    String neededBy =
        wanted.containsAll(missing) ? "" : " (needed by " + String.join(", ", wanted) + ")";
    if (everyRepositoryAnswered && !missing.isEmpty()) {
      return ReboundException.environment(
          names + neededBy + " does not exist in any configured Maven repository",
          "Check name and version, or set a mirror that has it in ~/.m2/settings.xml.",
          failure);
    }
    return ReboundException.environment(
        names
            + neededBy
            + " is not in the Maven cache ("
            + cache
            + ") and could not be downloaded: "
            + reason(failure),
        "Connect once and run it again, or `rebound engines fetch NAME`; carry it here from a machine"
            + " with a network (--to and --from); or set a mirror in ~/.m2/settings.xml.",
        failure);
  }

  /**
   * {@code group:artifact:version}, with extension and classifier only where they say something.
   */
  static String coordinate(Artifact artifact) {
    StringBuilder text = new StringBuilder();
    text.append(artifact.getGroupId()).append(':').append(artifact.getArtifactId());
    boolean classified = !artifact.getClassifier().isEmpty();
    if (classified || !artifact.getExtension().equals("jar")) {
      text.append(':').append(artifact.getExtension());
    }
    if (classified) {
      text.append(':').append(artifact.getClassifier());
    }
    return text.append(':').append(artifact.getVersion()).toString();
  }

  private static List<Exception> leaves(Throwable failure, Set<String> missing) {
    List<Exception> leaves = new ArrayList<>();
    List<ArtifactResult> results = List.of();
    if (failure instanceof DependencyResolutionException e && e.getCause() != null) {
      return leaves(e.getCause(), missing);
    } else if (failure instanceof DependencyCollectionException e) {
      for (Exception one : e.getResult().getExceptions()) {
        leaves.addAll(leaves(one, missing));
      }
      return leaves;
    } else if (failure instanceof ArtifactDescriptorException e) {
      missing.add(coordinate(e.getResult().getArtifact()));
      if (e.getCause() instanceof ArtifactResolutionException cause) {
        results = cause.getResults();
      }
    } else if (failure instanceof ArtifactResolutionException e) {
      results = e.getResults();
      for (ArtifactResult result : results) {
        if (!result.isResolved()) {
          missing.add(coordinate(result.getRequest().getArtifact()));
        }
      }
    }
    for (ArtifactResult result : results) {
      leaves.addAll(result.getExceptions());
    }
    return leaves;
  }

  private static boolean offline(Exception leaf) {
    String message = leaf.getMessage();
    return message != null && message.contains("offline");
  }

  /** The innermost cause says what was wrong with the network; the outer ones repeat names. */
  private static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    String type = innermost.getClass().getSimpleName();
    return message == null ? type : type + ": " + message;
  }
}
