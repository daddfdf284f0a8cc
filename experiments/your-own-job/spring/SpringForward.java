package example;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/** Reads a topic and writes what it read to another: at least once. Settings are in spring.env. */
@SpringBootApplication
public class SpringForward {
  private final KafkaTemplate<byte[], byte[]> template;
  private final String output;
  private final boolean commitFirst;

  public SpringForward(
      KafkaTemplate<byte[], byte[]> template,
      @Value("${app.output}") String output,
      @Value("${commit:last}") String commit) {
    this.template = template;
    this.output = output;
    // "first" commits what was read before it is written. A kill between the two loses it.
    this.commitFirst = commit.equals("first");
  }

  public static void main(String[] arguments) {
    SpringApplication.run(SpringForward.class, arguments);
  }

  /** By default a batch is given up after ten attempts, which loses it. */
  @Bean
  static DefaultErrorHandler forEver() {
    return new DefaultErrorHandler(new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
  }

  /** What was read is committed once this returns. */
  @KafkaListener(topics = "${app.input}", batch = "true")
  void forward(List<ConsumerRecord<byte[], byte[]>> records, Consumer<?, ?> consumer)
      throws Exception {
    if (commitFirst) {
      consumer.commitSync();
    }
    Thread.sleep(200); // stands for the work that a job does
    List<Future<?>> answers = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      // rebound-id is among the headers: it says which record this is
      answers.add(
          template.send(
              new ProducerRecord<>(output, null, record.key(), record.value(), record.headers())));
    }
    template.flush();
    for (Future<?> answer : answers) {
      answer.get();
    }
  }
}
