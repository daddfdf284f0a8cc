package dev.rebound.lab.experiment;

import java.util.List;

/**
 * The demands of an experiment on the rig, as far as it lessens them.
 *
 * @param allow codes of the doubts about the rig that make nothing unknown; they are told wherever
 *     the figures are
 */
public record RigSpec(List<String> allow) {
  /** Nothing is allowed. */
  public static final RigSpec STRICT = new RigSpec(List.of());
}
