package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes windows that are full, and makes of one in N what a mistake makes of it, by turns. */
final class WrongWindows {
  private static final Logger LOG = LoggerFactory.getLogger(WrongWindows.class);
  private static final int COUNT_AT = 8;

  private final List<PlantedBug> bugs;
  private final int oneIn;
  private final KeyedLogic.Emitter emitter;
  private final boolean listed;
  private long full;
  private int mistakes;

  /** Waits to be merged with the next one of another address. */
  private @Nullable WindowRecord held;

  /**
   * @param listed whether what is written lists its visits
   */
  WrongWindows(JobOptions options, List<PlantedBug> bugs, boolean listed) {
    this.bugs = bugs.stream().filter(PlantedBug::ofWindows).toList();
    this.oneIn = Math.max(1, options.number("drop-one-in"));
    this.emitter = options.emitter();
    this.listed = listed;
  }

  /**
   * Writes a window, or what a mistake makes of it.
   *
   * @param window lists its visits
   * @param whole false if a closing record reads it out before it is full
   */
  void close(WindowRecord window, boolean whole, PartitionWork.OutputSink sink) {
    WindowRecord other = held;
    if (other != null && other.address() != window.address()) {
      held = null;
      List<WindowInput> both = new ArrayList<>(other.visits());
      both.addAll(window.visits());
      send(window.address(), both, whole, sink);
      LOG.info("made a mistake: {}", PlantedBug.ADDRESSES_MERGED);
    } else if (other == null && whole && !bugs.isEmpty() && ++full % oneIn == 0) {
      wrong(bugs.get(mistakes++ % bugs.size()), window, sink);
    } else {
      sink.send(window.address(), closed(window, whole));
    }
  }

  private void wrong(PlantedBug bug, WindowRecord window, PartitionWork.OutputSink sink) {
    int address = window.address();
    List<WindowInput> visits = new ArrayList<>(window.visits());
    int last = visits.size() - 1;
    switch (bug) {
      case WINDOW_TWICE -> {
        sink.send(address, closed(window, true));
        sink.send(address, closed(window, true));
      }
      case WINDOW_EARLY -> {
        send(address, visits.subList(0, last), true, sink);
        send(address, visits.subList(last, last + 1), true, sink);
      }
      case VISIT_MISSING -> send(address, visits.subList(0, last), true, sink);
      case VISIT_TWICE -> {
        visits.add(visits.get(0));
        send(address, visits, true, sink);
      }
      case ADDRESSES_MERGED -> held = window;
      case WRONG_COUNT -> sink.send(address, miscounted(window));
      case WRONG_TIMES -> {
        visits.replaceAll(
            v ->
                new WindowInput(
                    false, v.generator(), address, v.sequence(), v.micros() - 1_000_000));
        send(address, visits, true, sink);
      }
      default -> throw new IllegalStateException(bug + " is no mistake with windows");
    }
    if (held == null) {
      LOG.info("made a mistake: {}", bug);
    }
  }

  private byte[] miscounted(WindowRecord window) {
    byte[] bytes = closed(window, true);
    ByteBuffer wrong = ByteBuffer.wrap(bytes);
    wrong.putLong(COUNT_AT, wrong.getLong(COUNT_AT) + 1);
    return bytes;
  }

  private void send(
      int address, List<WindowInput> visits, boolean whole, PartitionWork.OutputSink sink) {
    WindowRecord window = null;
    for (WindowInput visit : visits) {
      window =
          WindowRecord.with(
              window,
              new WindowInput(false, visit.generator(), address, visit.sequence(), visit.micros()),
              true);
    }
    if (window != null) {
      sink.send(address, closed(window, whole));
    }
  }

  private byte[] closed(WindowRecord window, boolean whole) {
    return (listed ? window : summed(window)).closed(whole, emitter);
  }

  /** The window without its visits. */
  private static WindowRecord summed(WindowRecord window) {
    long checksum = 0;
    for (WindowInput visit : window.visits()) {
      checksum += RuleState.identityHash(visit.generator(), visit.sequence(), visit.address());
    }
    return WindowRecord.summed(
        window.address(), window.count(), window.oldestMicros(), window.newestMicros(), checksum);
  }
}
