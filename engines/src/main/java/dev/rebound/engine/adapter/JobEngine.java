package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import java.util.List;

/** An engine that runs a job of ours, or a jar of the user's in its place. */
public abstract class JobEngine implements Engine {
  /** The workloads that such jobs compute, unless their engine cannot. */
  public static final List<String> WORKLOADS =
      List.of(
          "rule-match",
          "log-match",
          "grep",
          "fixed-window",
          "session-window",
          "grouping",
          "sessions");

  private final EngineDeclaration declaration;

  protected JobEngine(EngineDeclaration declaration) {
    this.declaration = declaration;
  }

  @Override
  public final EngineDeclaration declaration() {
    return declaration;
  }

  @Override
  public final List<Part> before(EngineSpec spec, JobSpec job) {
    return SetupPart.ofJar(spec, job);
  }
}
