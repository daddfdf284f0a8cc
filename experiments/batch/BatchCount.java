import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A batch job: each interval it reads what came since its last run from a topic, counts it by key,
 * and writes each record's count to another topic. Its counts are kept in a compacted topic, its
 * position in the offsets of its group.
 *
 * <p>SAVE=together writes results, counts and position in one transaction: exactly once. The two
 * usual mistakes: SAVE=first saves counts and position before the results, SAVE=last after them.
 */
public class BatchCount {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, String> env = System.getenv();
  private final String group = env.get("REBOUND_GROUP");
  private final String state = group + "-counts";
  private final String save = env.getOrDefault("SAVE", "together");
  private final KafkaConsumer<String, byte[]> input;
  private final KafkaProducer<String, byte[]> producer;
  private final Map<String, Long> counts;

  public static void main(String[] arguments) throws Exception {
    Duration interval = Duration.ofMillis(Long.parseLong(System.getenv("REBOUND_COMMIT_INTERVAL_MS")));
    BatchCount job = new BatchCount();
    System.out.println("ready");
    for (int number = 1; ; number++) {
      Instant next = Instant.now().plus(interval); // whoever was killed begins anew at once
      job.batch(number);
      Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
    }
  }

  private BatchCount() throws Exception {
    Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", env.get("REBOUND_BOOTSTRAP")));
    if (save.equals("together")) {
      settings.put("transactional.id", group);
    }
    producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    if (save.equals("together")) {
      producer.initTransactions(); // ends what a killed predecessor has left open
    }
    counts = savedCounts();
    input = consumer();
    List<TopicPartition> partitions =
        IntStream.range(0, Integer.parseInt(env.get("REBOUND_PARTITIONS")))
            .mapToObj(partition -> new TopicPartition(env.get("REBOUND_INPUT"), partition))
            .toList();
    input.assign(partitions); // the only one of its group: nobody waits until a dead member is missed
    Map<TopicPartition, OffsetAndMetadata> saved = input.committed(new HashSet<>(partitions));
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata offset = saved.get(partition);
      input.seek(partition, offset == null ? 0 : offset.offset());
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", env.get("REBOUND_BOOTSTRAP"),
            "group.id", group,
            "enable.auto.commit", "false",
            "auto.offset.reset", "none",
            "isolation.level", "read_committed",
            "max.poll.records", "10000"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private Map<String, Long> savedCounts() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", env.get("REBOUND_BOOTSTRAP")))) {
      NewTopic topic = new NewTopic(state, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
    Map<String, Long> found = new HashMap<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      TopicPartition partition = new TopicPartition(state, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(POLL).forEach(r -> found.put(r.key(), Long.parseLong(new String(r.value()))));
      }
    }
    return found;
  }

  private void batch(int number) {
    Map<TopicPartition, Long> until = input.endOffsets(input.assignment());
    List<ProducerRecord<String, byte[]>> results = new ArrayList<>();
    Set<String> changed = new HashSet<>();
    while (until.entrySet().stream().anyMatch(end -> input.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<String, byte[]> record : input.poll(POLL)) {
        long count = counts.merge(record.key(), 1L, Long::sum);
        changed.add(record.key());
        byte[] value = ("{\"key\":\"" + record.key() + "\",\"count\":" + count + "}").getBytes();
        // A header says which record this is of.
        results.add(
            new ProducerRecord<>(
                env.get("REBOUND_OUTPUT"), record.partition(), record.key(), value, record.headers()));
      }
    }
    System.out.println("batch " + number + ": " + results.size() + " records");
    switch (save) {
      case "together" -> {
        producer.beginTransaction();
        write(number, results);
        saveCounts(changed);
        producer.sendOffsetsToTransaction(position(), input.groupMetadata());
        producer.commitTransaction();
      }
      case "first" -> {
        saveCounts(changed);
        input.commitSync(position());
        write(number, results);
      }
      case "last" -> {
        write(number, results);
        saveCounts(changed);
        input.commitSync(position());
      }
      default -> throw new IllegalArgumentException("SAVE=" + save);
    }
    System.out.println("batch " + number + " is done");
  }

  private void write(int number, List<ProducerRecord<String, byte[]>> results) {
    int half = results.size() / 2;
    results.subList(0, half).forEach(producer::send);
    producer.flush();
    System.out.println("batch " + number + ": half of it is written");
    results.subList(half, results.size()).forEach(producer::send);
    producer.flush();
  }

  private void saveCounts(Set<String> changed) {
    for (String key : changed) {
      producer.send(new ProducerRecord<>(state, key, String.valueOf(counts.get(key)).getBytes()));
    }
    producer.flush();
  }

  private Map<TopicPartition, OffsetAndMetadata> position() {
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    input.assignment().forEach(p -> next.put(p, new OffsetAndMetadata(input.position(p))));
    return next;
  }
}
