package dev.rebound.lab.load;

import dev.rebound.lab.telemetry.ToolSettings;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The producer's settings: the lab's defaults, over them {@code client.*} and {@code producer.*} of
 * the process's settings, unchanged.
 *
 * <p>Defaults: idempotent, {@code acks=all}, a delivery timeout of 120 s so that records outlive a
 * broker's restart, and batches for throughput (10 ms, 128 KB, 64 MB of buffer).
 */
record ProducerSettings(Properties properties) {
  static ProducerSettings of(ToolSettings settings) {
    Properties p = new Properties();
    p.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.text("bootstrap"));
    p.setProperty(ProducerConfig.ACKS_CONFIG, "all");
    p.setProperty(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    p.setProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "120000");
    p.setProperty(ProducerConfig.LINGER_MS_CONFIG, "10");
    p.setProperty(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(128 * 1024));
    p.setProperty(ProducerConfig.BUFFER_MEMORY_CONFIG, Integer.toString(64 << 20));
    // A blocked send comes back each second, so that a stop is seen; the same record is sent again.
    p.setProperty(ProducerConfig.MAX_BLOCK_MS_CONFIG, "1000");
    p.setProperty(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    settings.copy("client.", p);
    settings.copy("producer.", p);
    if ("0".equals(p.getProperty(ProducerConfig.ACKS_CONFIG))
        || "1".equals(p.getProperty(ProducerConfig.ACKS_CONFIG))) {
      // Kafka refuses the combination; what the user set wins over the default.
      if (settings.find("producer." + ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG) == null) {
        p.setProperty(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
      }
    }
    return new ProducerSettings(p);
  }

  long deliveryMillis() {
    return Long.parseLong(
        properties.getProperty(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "120000"));
  }
}
