package dev.rebound.job.storm;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What becomes of a key's state, and what comes out, with one more match or visit. */
interface KeyedStep {
  /** Where the states of keys are kept. */
  interface States {
    /** A key's state, not to be changed; null if it has none. */
    byte @Nullable [] get(int key);

    /** Sets it; null if there is to be none. */
    void put(int key, byte @Nullable [] state);
  }

  /** Applies what was found in a record to a key's state; the output, or null if there is none. */
  byte @Nullable [] apply(States states, int key, byte[] found);

  /** The step of a workload. */
  static KeyedStep of(Properties workload) {
    WorkloadSpec spec = WorkloadSpec.fromProperties(workload);
    return spec.name().equals("fixed-window")
        ? windows(new FixedWindow(spec))
        : rules(Workloads.logic(spec));
  }

  private static KeyedStep rules(KeyedLogic logic) {
    KeyedLogic.Emitter emitter = EventReporter.witness().emitter();
    return (states, key, found) ->
        logic.output(states.get(key), found, emitter, state -> states.put(key, state));
  }

  private static KeyedStep windows(FixedWindow windows) {
    WindowState kept = WindowState.of(windows);
    int visits = windows.windowVisits();
    KeyedLogic.Emitter emitter = EventReporter.witness().emitter();
    return (states, key, found) -> {
      byte[] before = states.get(key);
      List<byte[]> output = new ArrayList<>(1);
      byte[] now =
          kept.next(
              before,
              WindowInput.decode(found),
              visits,
              (window, full) -> output.add(window.closed(full, emitter)));
      if (now != before) {
        states.put(key, now);
      }
      return output.isEmpty() ? null : output.get(0);
    };
  }
}
