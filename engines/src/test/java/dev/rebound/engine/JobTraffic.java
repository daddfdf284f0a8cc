package dev.rebound.engine;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.workload.HeadedWorkload;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A small, steady load for a job, and a read-committed look at every output, judged against what
 * the workload says: one thread sends, one reads.
 */
final class JobTraffic implements AutoCloseable {
  private record Output(long sequence, int rule) {}

  private final JobSpec job;
  private final HeadedWorkload workload;
  private final double recordsPerSecond;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Set<Output> expected = ConcurrentHashMap.newKeySet();
  private final Map<Output, Integer> seen = new ConcurrentHashMap<>();
  private final Map<Integer, Long> readOut = new ConcurrentHashMap<>();
  private final Set<String> misplaced = ConcurrentHashMap.newKeySet();
  private final AtomicLong failedSends = new AtomicLong();
  private final Thread sender;
  private final Thread reader;
  private volatile boolean sending = true;
  private volatile boolean reading = true;

  JobTraffic(String bootstrap, JobSpec job, double recordsPerSecond) {
    this.job = job;
    this.workload = (HeadedWorkload) Workloads.create(job.workload());
    this.recordsPerSecond = recordsPerSecond;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "acks", "all", "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.consumer =
        new KafkaConsumer<>(
            new HashMap<>(
                Map.of(
                    "bootstrap.servers",
                    bootstrap,
                    "isolation.level",
                    "read_committed",
                    "auto.offset.reset",
                    "earliest")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.sender = start("traffic-sender", this::send);
    this.reader = start("traffic-reader", this::read);
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void send() {
    long startNanos = System.nanoTime();
    try (Matcher matcher = workload.newMatcher()) {
      for (long sequence = 0; sending; sequence++) {
        long aheadNanos =
            startNanos + (long) (sequence * 1e9 / recordsPerSecond) - System.nanoTime();
        if (aheadNanos > 0) {
          Thread.sleep(Duration.ofNanos(aheadNanos).toMillis() + 1);
        }
        long number = sequence;
        matcher.expected(0, sequence, rule -> expected.add(new Output(number, rule)));
        send(RecordFormat.RecordKind.DATA, sequence, (int) (sequence % job.partitions()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(RecordFormat.RecordKind kind, long sequence, int partition) {
    byte[] record = new byte[RecordFormat.HEADER_BYTES + workload.payloadBytesMax()];
    int payload =
        kind == RecordFormat.RecordKind.DATA
            ? workload.payload(0, sequence, record, RecordFormat.HEADER_BYTES)
            : 0;
    RecordFormat.header(record, kind, 0, payload, sequence, System.currentTimeMillis() * 1000);
    byte[] value = Arrays.copyOf(record, RecordFormat.HEADER_BYTES + payload);
    var unused =
        producer.send(
            new ProducerRecord<>(job.input(), partition, null, value),
            (metadata, failure) -> {
              if (failure != null) {
                failedSends.incrementAndGet();
              }
            });
  }

  private void read() {
    try (consumer) {
      consumer.assign(
          IntStream.range(0, job.partitions())
              .mapToObj(partition -> new TopicPartition(job.output(), partition))
              .toList());
      while (reading) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          read(record);
        }
      }
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record) {
    OutputRecord output = OutputRecord.decode(record.value());
    if (RecordFormat.rulePartition(output.rule(), job.partitions()) != record.partition()) {
      misplaced.add("rule " + output.rule() + " on partition " + record.partition());
    }
    switch (output.kind()) {
      case MATCH -> seen.merge(new Output(output.sequence(), output.rule()), 1, Integer::sum);
      case READOUT -> readOut.merge(output.rule(), output.count(), Math::max);
    }
  }

  long distinctOutputs() {
    return seen.size();
  }

  long expectedOutputs() {
    return expected.size();
  }

  /** Outputs beyond the first of each identity. */
  long duplicates() {
    return seen.values().stream().mapToLong(times -> times - 1).sum();
  }

  /** Outputs that no record that was sent asks for. */
  Set<String> unexpected() {
    Set<String> unexpected = new TreeSet<>();
    seen.keySet().stream()
        .filter(output -> !expected.contains(output))
        .forEach(output -> unexpected.add(output.toString()));
    return unexpected;
  }

  /** Outputs that stood on a partition other than their rule's. */
  Set<String> misplaced() {
    return misplaced;
  }

  /** Sum of the matches that all rules' final states count. */
  long readOutMatches() {
    return readOut.values().stream().mapToLong(Long::longValue).sum();
  }

  void awaitOutputs(long count, Duration limit) throws InterruptedException {
    await(() -> seen.size() >= count, limit, () -> count + " outputs; " + seen.size() + " came");
  }

  void stopSending() throws InterruptedException {
    sending = false;
    sender.join(Duration.ofSeconds(30).toMillis());
    producer.flush();
  }

  /** Waits until every expected output was seen. */
  void awaitComplete(Duration limit) throws InterruptedException {
    if (failedSends.get() > 0) {
      throw new AssertionError(failedSends + " sends failed");
    }
    await(
        () -> seen.keySet().containsAll(expected),
        limit,
        () ->
            "every output; "
                + expected.stream().filter(output -> !seen.containsKey(output)).count()
                + " of "
                + expected.size()
                + " are missing");
  }

  /** Sends a closing record to every partition and waits for every rule's state. */
  void closeRound(Duration limit) throws InterruptedException {
    for (int partition = 0; partition < job.partitions(); partition++) {
      send(RecordFormat.RecordKind.CLOSING, 1, partition);
    }
    producer.flush();
    await(
        () -> readOut.size() == workload.rules(),
        limit,
        () -> "all states to be read out; " + readOut.size() + " of " + workload.rules());
  }

  private static void await(BooleanSupplier done, Duration limit, Supplier<String> what)
      throws InterruptedException {
    long giveUp = System.nanoTime() + limit.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError("waited " + limit + " for " + what.get());
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    sending = false;
    reading = false;
    try {
      sender.join(5000);
      reader.join(5000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(Duration.ofSeconds(2));
  }
}
