package dev.rebound.engine.adapter;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds in logs of Kafka's clients that a program asks for brokers where none are. Pure. */
record ForeignBrokers(String host, String port) {
  /** Negative numbers are addresses that a program was given; others it has learnt of brokers. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "Connection to node -\\d+ \\(([^/()]*)/([^()]*):(\\d+)\\) could not be established");

  private static final List<String> HERE = List.of("localhost", "127.0.0.1");

  static Optional<ForeignBrokers> in(Stream<String> lines) {
    return lines
        .flatMap(line -> REFUSED.matcher(line).results())
        .map(ForeignBrokers::of)
        .findFirst();
  }

  private static ForeignBrokers of(MatchResult found) {
    String name = found.group(1);
    return new ForeignBrokers(name.isEmpty() ? found.group(2) : name, found.group(3));
  }

  String problem() {
    return "it asks for brokers at " + host + ":" + port + ", where none answer";
  }

  String remedy() {
    return "Let it connect to REBOUND_BOOTSTRAP"
        + (HERE.contains(host)
            ? "; if it has this address in its code, write kafka: { port: " + port + " }."
            : ".");
  }
}
