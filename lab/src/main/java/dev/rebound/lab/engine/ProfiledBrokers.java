package dev.rebound.lab.engine;

import dev.rebound.lab.experiment.EngineSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@code quick} and {@code tuned} set on brokers, whichever engine is under test: all of it
 * documented. {@code stock} leaves Kafka's own.
 */
final class ProfiledBrokers {
  private ProfiledBrokers() {}

  static Map<String, String> settings(EngineSpec spec) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (spec.quick() || spec.tuned()) {
      // A group that begins, as after the death of all its members, waits so long for more of them
      // (3 s); once for groups of consumers and once for those of the streams protocol.
      settings.put("group.initial.rebalance.delay.ms", "0");
      settings.put("group.streams.initial.rebalance.delay.ms", "0");
      // How often brokers look for transactions that have timed out (10 s): until then, what stands
      // behind them is hidden from read-committed readers. It shortens no timeout.
      settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    }
    return settings;
  }
}
