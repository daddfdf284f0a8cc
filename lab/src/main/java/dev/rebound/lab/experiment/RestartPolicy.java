package dev.rebound.lab.experiment;

import java.util.List;

/**
 * What becomes of a worker of a user's program that has ended by itself, as its supervisor
 * (systemd, a container's restart policy) has it in production. A victim of a fault comes back as
 * the fault says.
 *
 * @param always whether it is started again, with a pause that grows
 * @param endsWhenIdle whether one that ends with status 0 once the load is over is done
 */
public record RestartPolicy(boolean always, boolean endsWhenIdle) {
  private static final String POLICY = "restart-policy";
  private static final String ENDS_WHEN_IDLE = "ends-when-idle";
  private static final String ALWAYS = "always";

  /** The keys of an engine that runs a program of the user's. */
  public static final List<Option> OPTIONS =
      List.of(
          Option.optional(
                  POLICY, ScalarType.choice("restart policy", List.of(ALWAYS, "never")), ALWAYS)
              .meaning(
                  "With a program of your own: whether a worker that ends by itself is started again,"
                      + " after 1 s, and twice as long each time up to 30 s; after eight times in a"
                      + " row it stays down. `restarts` counts them; never if absent."),
          Option.optional(ENDS_WHEN_IDLE, ScalarType.flag(), "true")
              .meaning(
                  "With a program of your own: a worker that ends with status 0 once the load is over"
                      + " is done, and has not failed."));

  /** The policy of an engine's section. */
  public static RestartPolicy of(EngineSpec engine) {
    return new RestartPolicy(
        engine.option(POLICY, "never").equals(ALWAYS), engine.flag(ENDS_WHEN_IDLE, false));
  }
}
