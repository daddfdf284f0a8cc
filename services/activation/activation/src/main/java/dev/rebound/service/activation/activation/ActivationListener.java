package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.activation.ActivationSettings.Acknowledge;
import dev.rebound.service.activation.activation.ActivationSettings.OnFailure;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.FirstCause;
import dev.rebound.service.activation.common.InvalidRequestException;
import dev.rebound.service.activation.common.RequestJson;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Carries out the requests of the topic: a record is acknowledged once it is saved, delivered again
 * after a pause if that fails, and set aside if that would never do.
 */
class ActivationListener {
  /** Names the consumers within the service. */
  static final String ID = "activations";

  /** Names those that save what they poll together. */
  static final String BATCH_ID = "activations-batch";

  private static final Logger log = LoggerFactory.getLogger(ActivationListener.class);

  private final Activations activations;
  private final RequestJson json;
  private final DeadLetters deadLetters;
  private final ActivationSettings.Consumer settings;
  private final Tries tries = new Tries();

  ActivationListener(
      Activations activations,
      RequestJson json,
      DeadLetters deadLetters,
      ActivationSettings.Consumer settings) {
    this.activations = activations;
    this.json = json;
    this.deadLetters = deadLetters;
    this.settings = settings;
  }

  /** Started once the topic is there, unless batches are saved together. */
  @KafkaListener(
      id = ID,
      idIsGroup = false,
      topics = "${activation.topic}",
      concurrency = "${activation.consumer.concurrency}",
      autoStartup = "false")
  void receive(ConsumerRecord<byte[], byte[]> record, Acknowledgment acknowledgment) {
    if (settings.acknowledge() == Acknowledge.BEFORE_SAVE) {
      acknowledgment.acknowledge();
    }
    if (!isDealtWith(record)) {
      acknowledgment.nack(settings.pause());
      return;
    }
    tries.forget(record);
    if (settings.acknowledge() == Acknowledge.AFTER_SAVE) {
      acknowledgment.acknowledge();
    }
  }

  /** The same for all that was polled at once; started in place of the other. */
  @KafkaListener(
      id = BATCH_ID,
      idIsGroup = false,
      topics = "${activation.topic}",
      concurrency = "${activation.consumer.concurrency}",
      batch = "true",
      autoStartup = "false")
  void receiveAll(List<ConsumerRecord<byte[], byte[]>> records, Acknowledgment acknowledgment) {
    if (settings.acknowledge() == Acknowledge.BEFORE_SAVE) {
      acknowledgment.acknowledge();
    }
    int done = dealtWith(records);
    if (done < records.size()) {
      acknowledgment.nack(done, settings.pause());
      return;
    }
    if (settings.acknowledge() == Acknowledge.AFTER_SAVE) {
      acknowledgment.acknowledge();
    }
  }

  /**
   * How many records, from the first one on, are dealt with: together or, where one of them fails
   * by itself, each alone until one has to come again.
   */
  private int dealtWith(List<ConsumerRecord<byte[], byte[]>> records) {
    try {
      activations.saveAll(
          records.stream().map(record -> json.read(record.value())).toList(), Source.KAFKA);
      records.forEach(tries::forget);
      return records.size();
    } catch (RuntimeException e) {
      String words = FirstCause.inWords(e);
      if (Outages.is(e)) {
        boolean swallowed = settings.onFailure() == OnFailure.SWALLOW;
        log.warn(
            "{} records from {} on {}: {}",
            records.size(),
            name(records.get(0)),
            swallowed ? "failed, and are passed over" : "wait " + settings.pause(),
            words);
        return swallowed ? records.size() : 0;
      }
      log.warn(
          "{} records from {} on are saved one by one: {}",
          records.size(),
          name(records.get(0)),
          words);
    }
    int done = 0;
    while (done < records.size() && isDealtWith(records.get(done))) {
      tries.forget(records.get(done));
      done++;
    }
    return done;
  }

  private boolean isDealtWith(ConsumerRecord<byte[], byte[]> record) {
    try {
      ActivationRequest request = json.read(record.value());
      activations.save(request, Source.KAFKA);
      return true;
    } catch (InvalidRequestException e) {
      return isSetAside(record, e, "is no valid request");
    } catch (RuntimeException e) {
      return isDealtWith(record, e);
    }
  }

  private boolean isDealtWith(ConsumerRecord<byte[], byte[]> record, RuntimeException failure) {
    String words = FirstCause.inWords(failure);
    if (settings.onFailure() == OnFailure.SWALLOW) {
      log.warn("{} failed, and is passed over: {}", name(record), words);
      return true;
    }
    if (Outages.is(failure)) {
      log.warn("{} waits {}: {}", name(record), settings.pause(), words);
      return false;
    }
    int failed = tries.failed(record);
    if (failed < settings.tries()) {
      log.warn(
          "{} failed ({} of {} times), comes again in {}: {}",
          name(record),
          failed,
          settings.tries(),
          settings.pause(),
          words);
      return false;
    }
    return isSetAside(record, failure, "failed " + failed + " times");
  }

  private boolean isSetAside(
      ConsumerRecord<byte[], byte[]> record, RuntimeException reason, String why) {
    String words = FirstCause.inWords(reason);
    try {
      deadLetters.add(record, reason);
    } catch (RuntimeException e) {
      log.warn("{} {}, and could not be set aside: {}", name(record), why, FirstCause.inWords(e));
      return false;
    }
    log.warn("{} {}, and is set aside: {}", name(record), why, words);
    return true;
  }

  private static String name(ConsumerRecord<?, ?> record) {
    return record.topic() + "-" + record.partition() + "@" + record.offset();
  }
}
