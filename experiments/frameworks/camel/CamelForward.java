package example;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** Reads a topic and writes what it read to another, by a route; headers go with a message. */
public class CamelForward extends RouteBuilder {
  public static void main(String[] arguments) throws Exception {
    new Main(CamelForward.class).run(arguments);
  }

  @Override
  public void configure() {
    from("kafka:{{env:REBOUND_INPUT}}?brokers={{env:REBOUND_BOOTSTRAP}}&groupId={{env:REBOUND_GROUP}}"
            + "&autoOffsetReset=earliest&sessionTimeoutMs=6000&heartbeatIntervalMs=2000")
        .to("kafka:{{env:REBOUND_OUTPUT}}?brokers={{env:REBOUND_BOOTSTRAP}}");
  }
}
