package dev.rebound.lab.load;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * An open-loop producer: sends record n at start + n / rate, or as soon after it as it can, and
 * never skips one. Or, flat out, a closed loop: sends whenever the producer takes a record, each
 * with the time at which it is handed over.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * bootstrap, topic, partitions   where to; topics with commas between, and partitions of all of them
 * generator                      number of this generator, from 0
 * rate                           records per second, or max for flat out
 * start                          intended time of record 0, microseconds since the epoch; absent: now
 * records                        optional: how many, after which it ends
 * sendlog, telemetry, control    files, see {@link SendLog}, below, and {@link ProcessControl}
 * workload.*                     see {@link WorkloadSpec}
 * client.*, producer.*           producer settings, unchanged; win over {@link ProducerSettings}
 * </pre>
 *
 * Each telemetry line has, counted since the start: {@code atMicros, dueRecords, sent,
 * acknowledged, failed, unknown} (sent and without an answer that tells), {@code gaveUp} (those of
 * them that the producer gave up on), {@code bytes, blockedMillis} (time in which the producer had
 * no room or no broker), {@code cpuSeconds}; and of the time since the line before: {@code
 * slipMillisMax} (how late records went out by the generator's own fault), {@code ackMillisP50,
 * ackMillisP99, ackMillisMax} (acknowledgement − intended send time; null without any). The last
 * line has {@code done: true}, {@code complete} (everything due was sent and answered) and {@code
 * lastError}.
 *
 * <p>It ends when all records are sent or it is told to stop: then it sends what was due by that
 * moment, waits for the answers, both no longer than the producer's delivery timeout, and ends with
 * status 0.
 */
public final class LoadGenerator {
  static final WallClock CLOCK = WallClock.SYSTEM;

  /** Longest run of records between two looks at the clock. */
  private static final int BURST = 256;

  /** Shortest sleep: at high rates records go out in small bursts, each with its own time. */
  private static final long SLEEP_NANOS_MIN = 500_000;

  /** Slots of the send log made ahead of the sending thread, some seconds' worth. */
  private static final long SLOTS_AHEAD = 600_000;

  private final ToolSettings settings;
  private final TopicLanes lanes;
  private final List<TopicPartition> partitions;
  private final int generator;
  private final Workload workload;
  private final SendSchedule pace;
  private final SendLog log;
  private final BlockingProducer producer;
  private final SendAnswers answers;
  private final long deliveryMillis;
  private final OutgoingRecord message = new OutgoingRecord();
  private long bytesSum;

  // Written by the sending thread, read by telemetry.
  private volatile long sent;
  private volatile long bytes;
  private final SendDelays delays = new SendDelays();

  private LoadGenerator(ToolSettings settings) throws IOException {
    this.settings = settings;
    this.lanes = TopicLanes.of(settings.text("topic"), settings.count("partitions"));
    this.partitions = lanes.all();
    this.generator = settings.count("generator");
    this.workload = Workloads.create(WorkloadSpec.fromProperties(settings.properties()));
    String rate = settings.text("rate");
    double ratePerSecond =
        rate.equals(Rate.MAX_WORD) ? Double.POSITIVE_INFINITY : Double.parseDouble(rate);
    ProducerSettings producerSettings = ProducerSettings.of(settings);
    this.deliveryMillis = producerSettings.deliveryMillis();
    this.producer = new BlockingProducer(producerSettings);
    for (String topic : lanes.topics()) {
      producer.awaitTopic(topic, lanes.partitions(), Duration.ofSeconds(60));
    }
    warmUp();
    long startMicros = settings.whole("start", CLOCK.micros());
    this.pace =
        new SendSchedule(
            startMicros,
            ratePerSecond,
            settings.whole("records", Long.MAX_VALUE),
            workload::turn,
            workload.unevenOver());
    // Times that do not follow from the rate are kept with each record.
    double kept = workload.unevenOver() > 0 ? Double.POSITIVE_INFINITY : ratePerSecond;
    this.log =
        SendLog.create(settings.path("sendlog"), generator, lanes.lanes(), startMicros, kept);
    this.answers = new SendAnswers(log);
  }

  public static void main(String[] arguments) {
    ToolMain.run(
        "load generator",
        arguments,
        settings -> {
          try {
            new LoadGenerator(settings).run();
          } catch (UncheckedIOException e) {
            throw Telemetry.cannotWrite(settings.path("sendlog"), e);
          }
        });
  }

  /** Lets the JVM compile the payload's code before the schedule starts. */
  private void warmUp() {
    for (int n = 0; n < 5_000; n++) {
      message(n, 0);
    }
  }

  private void run() throws IOException {
    try (log;
        Telemetry telemetry = new Telemetry(settings.path("telemetry"))) {
      log.reserve(SLOTS_AHEAD);
      boolean complete;
      try (ProcessControl control =
          new ProcessControl(
              settings.findPath("control"),
              () -> {
                telemetry.write(line());
                log.reserve(sent + SLOTS_AHEAD);
              })) {
        new PacedLoop(pace, TimeUnit.MILLISECONDS.toMicros(deliveryMillis), SLEEP_NANOS_MIN)
            .run(control, (next, due, now) -> sendBurst(next, Math.min(due, next + BURST), now));
        producer.close(Duration.ofMillis(deliveryMillis + 5_000));
        control.check();
        complete =
            sent == pace.due(CLOCK.micros()) && answers.acknowledged() + answers.failed() == sent;
      }
      telemetry.write(
          line().put("complete", complete).put("lastError", answers.lastError()).put("done", true));
    }
  }

  /** Sends records from {@code next} until {@code to} or until one did not go through at once. */
  private long sendBurst(long next, long to, long nowMicros) {
    delays.slip(pace.slipMicros(next, nowMicros));
    long size = 0;
    long n = next;
    long waited = 0;
    while (n < to && waited == 0) {
      long intended = pace.intendedMicros(n, pace.flatOut() ? CLOCK.micros() : nowMicros);
      ProducerRecord<byte[], byte[]> record = message(n, intended);
      log.handed(n, intended);
      waited = producer.send(record, answers.expect(n, intended));
      Exception refusal = answers.takeRefusal();
      if (refusal != null) {
        // Not handed over: the same record is tried again, so that order is kept and none skipped.
        log.set(n, SendLog.NOT_SENT);
        requireRetriable(refusal);
        waited = producer.tookNanos();
        break;
      }
      size += record.value().length;
      n++;
    }
    if (waited > 0) {
      delays.blocked(waited);
      pace.blocked(TimeUnit.NANOSECONDS.toMicros(waited));
    }
    bytesSum += size;
    bytes = bytesSum;
    sent = n;
    return n;
  }

  /** Record n as it is sent. */
  private ProducerRecord<byte[], byte[]> message(long n, long intendedMicros) {
    message.begin(intendedMicros / 1000);
    workload.write(generator, n, intendedMicros, message);
    TopicPartition to = partitions.get(workload.placement().partition(generator, n, lanes.lanes()));
    return message.to(to.topic(), to.partition());
  }

  private static void requireRetriable(Exception refusal) {
    if (!(refusal instanceof TimeoutException)) {
      throw new ReboundException(
          refusal instanceof KafkaException
              ? ReboundException.Cause.BAD_INPUT
              : ReboundException.Cause.ENVIRONMENT,
          "the producer refuses records: " + refusal,
          "Check record size, topic and the client and producer settings.",
          refusal);
    }
  }

  private Telemetry.TelemetryLine line() {
    long now = CLOCK.micros();
    long sentNow = sent;
    long acknowledged = answers.acknowledged();
    long failed = answers.failed();
    Telemetry.TelemetryLine line =
        new Telemetry.TelemetryLine()
            .put("atMicros", now)
            .put("dueRecords", pace.flatOut() ? sentNow : pace.due(now))
            .put("sent", sentNow)
            .put("acknowledged", acknowledged)
            .put("failed", failed)
            .put("unknown", Math.max(0, sentNow - acknowledged - failed))
            .put("gaveUp", answers.gaveUp())
            .put("bytes", bytes);
    return delays
        .describe(line)
        .millis("ackMillis", answers.takeLatencies(), 50, 99, 100)
        .put("cpuSeconds", Telemetry.cpuSeconds());
  }
}
