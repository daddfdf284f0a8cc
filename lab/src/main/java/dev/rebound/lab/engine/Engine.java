package dev.rebound.lab.engine;

import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.Platform;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A stream processor, or a service, that can be planned, started, given a job, and broken. An
 * adapter talks to processes over HTTP, JMX or files and needs none of the engine's classes.
 * Stateless and thread-safe.
 */
public interface Engine {
  EngineDeclaration declaration();

  /** What others have and it has not, each with the reason: for people. */
  default Map<String, String> limits() {
    return Map.of();
  }

  /** Rebound's own job for a version of it, as an entry of a class path; empty if it has none. */
  default Optional<String> job(String version) {
    return Optional.empty();
  }

  /**
   * The parts that must have started before a run of it is planned, as they make what the plan
   * needs: a program's jar. Nothing else runs by then, brokers included. They end after everything
   * else. A plan alone has to do without.
   */
  default List<Part> before(EngineSpec spec, JobSpec job) {
    return List.of();
  }

  /**
   * Works out everything of a run that is this engine's; starts nothing and touches nothing but
   * reserves addresses on the platform. Throws {@link dev.rebound.base.ReboundException}
   * (BAD_INPUT) for a job that it cannot carry out.
   *
   * @param spec of a file that was read with the {@link #declaration}, in which nothing is wrong
   */
  Subject configure(EngineSpec spec, JobSpec job, Platform platform);
}
