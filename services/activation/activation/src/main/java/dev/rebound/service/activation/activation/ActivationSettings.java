package dev.rebound.service.activation.activation;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How requests are carried out. Three settings make what people get wrong; their defaults are
 * right.
 *
 * @param idempotent whether a request that comes again changes nothing. False: it is carried out
 *     each time, and each time has an effect
 */
@ConfigurationProperties("activation")
record ActivationSettings(boolean idempotent, Consumer consumer) {
  /**
   * Reading the topic.
   *
   * @param concurrency consumers, each on a thread of its own
   * @param batch whether what a consumer polls is saved together, in one transaction, and
   *     acknowledged together; where that fails for a record's sake, one by one. False: each record
   *     has a transaction of its own
   * @param acknowledge when a record counts as carried out
   * @param onFailure what becomes of a record that could not be saved
   * @param pause before it is delivered again
   * @param tries failures of one record, outages of the database left out, after which it is set
   *     aside
   */
  record Consumer(
      int concurrency,
      boolean batch,
      Acknowledge acknowledge,
      OnFailure onFailure,
      Duration pause,
      int tries) {}

  /** When a record counts as carried out. */
  enum Acknowledge {
    AFTER_SAVE,
    /** A mistake: what a killed service was about to save is never read again. */
    BEFORE_SAVE
  }

  /** The end of a record that could not be saved. */
  enum OnFailure {
    /** It is delivered again. */
    NACK,
    /** A mistake: it is logged, acknowledged and gone. */
    SWALLOW
  }
}
