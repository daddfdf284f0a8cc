package example;

import io.smallrye.reactive.messaging.kafka.Record;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Reads a topic and writes what it read to another: SmallRye acknowledges an input once its output is. */
@ApplicationScoped
public class QuarkusForward {
  @Incoming("in")
  @Outgoing("out")
  Record<String, String> forward(Record<String, String> input) {
    return Record.of(input.key(), input.value());
  }
}
