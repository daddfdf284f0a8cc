package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import dev.rebound.workload.due.Walk;

/**
 * Of what nobody has said what it owes: nothing is due, and nothing is judged.
 *
 * @param inputLanes of the input topic
 * @param unjudged why, a sentence
 */
record NothingDue(int inputLanes, String unjudged) implements Due {
  @Override
  public long size() {
    return 0;
  }

  @Override
  public long inputs() {
    return 0;
  }

  @Override
  public int outputLanes() {
    return 0;
  }

  @Override
  public int outputLane(long index) {
    return -1;
  }

  @Override
  public int strands() {
    return 0;
  }

  @Override
  public long firstOf(int strand) {
    return 0;
  }

  @Override
  public Walk walk(int strand) {
    throw new IllegalArgumentException("there is no strand " + strand);
  }

  @Override
  public Lookup lookup() {
    return new Lookup() {
      @Override
      public long find(Observation seen) {
        return NOT_JUDGED;
      }

      @Override
      public int inputLane() {
        return 0;
      }

      @Override
      public long inputOffset() {
        return -1;
      }

      @Override
      public long dueMicros() {
        return 0;
      }

      @Override
      public int chain() {
        return 0;
      }
    };
  }

  @Override
  public int chains() {
    return 0;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return StateAudit.NONE;
  }

  @Override
  public String describe(long index) {
    return "output " + index;
  }

  @Override
  public String describe(Observation seen) {
    return "an output";
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout";
  }

  @Override
  public void close() {}
}
