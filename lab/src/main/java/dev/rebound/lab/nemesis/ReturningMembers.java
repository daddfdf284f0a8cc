package dev.rebound.lab.nemesis;

import dev.rebound.platform.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Members that were started again, or go on after they stood still, until each was seen to be back
 * at work. An answer may take its time, so that it is asked for aside. For one thread.
 */
final class ReturningMembers {
  private final Supplier<BreakableMembers> members;
  private final Executor aside;
  private final Map<Node, Optional<CompletableFuture<Optional<String>>>> awaited =
      new LinkedHashMap<>();

  /**
   * @param aside does what takes long, on a thread that is not the caller's
   */
  ReturningMembers(Supplier<BreakableMembers> members, Executor aside) {
    this.members = members;
    this.aside = aside;
  }

  /** A member has a new life, or goes on with the one that it had. */
  void healed(Node node) {
    awaited.put(node, Optional.empty());
  }

  /**
   * Takes in what was answered, and asks again: what the first of them still misses, in words;
   * empty if each is back, or dead again.
   */
  Optional<String> missing() {
    awaited.keySet().removeIf(node -> !node.alive());
    Optional<String> first = Optional.empty();
    for (Node node : awaited.keySet().toArray(new Node[0])) {
      Optional<String> missing = missing(node);
      first = first.isPresent() ? first : missing.map(what -> node.name() + ": " + what);
    }
    return first;
  }

  private Optional<String> missing(Node node) {
    CompletableFuture<Optional<String>> answer =
        awaited
            .getOrDefault(node, Optional.empty())
            .orElseGet(
                () -> CompletableFuture.supplyAsync(() -> members.get().missing(node), aside));
    if (!answer.isDone()) {
      awaited.put(node, Optional.of(answer));
      return Optional.of("nobody has answered yet");
    }
    awaited.put(node, Optional.empty());
    try {
      Optional<String> missing = answer.join();
      if (missing.isEmpty()) {
        awaited.remove(node);
      }
      return missing;
    } catch (CompletionException e) {
      return Optional.of(String.valueOf(e.getCause()));
    }
  }
}
