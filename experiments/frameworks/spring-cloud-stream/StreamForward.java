package example;

import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Reads a topic and writes what it read to another: Spring Cloud Stream binds the function. */
@SpringBootApplication
public class StreamForward {
  public static void main(String[] arguments) {
    SpringApplication.run(StreamForward.class, arguments);
  }

  @Bean
  UnaryOperator<String> forward() {
    return text -> text;
  }
}
