package dev.rebound.engine;

import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;

/** Gives out addresses to plans alone, and starts nothing. */
abstract class PlanOnly implements Platform {
  @Override
  public Node start(ProcessSpec spec) {
    throw new AssertionError("a plan starts nothing");
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void listen(ProcessListener listener) {}

  @Override
  public FreeResources room() {
    throw new AssertionError("a plan needs no room");
  }

  @Override
  public ClassPaths classPaths() {
    throw new AssertionError("a plan has no jars");
  }

  @Override
  public void close() {}
}
