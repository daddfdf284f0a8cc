package dev.rebound.lab.experiment;

import static dev.rebound.lab.experiment.ScalarType.choice;
import static dev.rebound.lab.experiment.ScalarType.count;
import static dev.rebound.lab.experiment.ScalarType.duration;

import java.time.Duration;
import java.util.List;

/**
 * How requests are sent to a service.
 *
 * @param users without a schedule: how many there are, each of whom sends its next request once the
 *     last is answered
 * @param think without a schedule: how long a user waits after an answer
 * @param timeout of a request, until its whole answer is there
 * @param connections at most; 0 for one of each user, or 1,000 where there is a schedule
 * @param version {@code 1.1} or {@code 2}
 */
public record HttpSpec(
    int users, Duration think, Duration timeout, int connections, String version) {
  static final String USERS = "users";
  static final String THINK = "think";
  static final String TIMEOUT = "timeout";
  static final String CONNECTIONS = "connections";
  static final String VERSION = "http";

  /** The keys of them, in the section {@code load}. */
  static final List<String> KEYS = List.of(USERS, THINK, TIMEOUT, CONNECTIONS, VERSION);

  /** The values where a file says nothing. */
  public static final HttpSpec DEFAULT =
      new HttpSpec(1, Duration.ZERO, Duration.ofSeconds(10), 0, "1.1");

  static List<Option> options() {
    return List.of(
        Option.optional(USERS, count(1, 100_000), "64")
            .meaning(
                "A service, rate: max: users at the same time, each of whom sends its next request"
                    + " once the last is answered; 1 if absent."),
        Option.optional(THINK, duration(), "100ms")
            .meaning(
                "A service, rate: max: how long a user waits after an answer; not at all if"
                    + " absent."),
        Option.optional(TIMEOUT, duration(), "5s")
            .meaning("A service: how long a request waits for its answer; 10 s if absent."),
        Option.optional(CONNECTIONS, count(1, 100_000), "200")
            .meaning(
                "A service, HTTP/1.1: connections at most; one for each user if absent, or 1,000"
                    + " with a rate."),
        Option.optional(VERSION, choice("version of HTTP", List.of("1.1", "2")), "2")
            .meaning("A service: version of HTTP; 1.1 if absent."));
  }

  /** The values of the section {@code load}. */
  static HttpSpec of(Values load) {
    return new HttpSpec(
        load.has(USERS) ? load.count(USERS) : DEFAULT.users,
        load.has(THINK) ? load.duration(THINK) : DEFAULT.think,
        load.has(TIMEOUT) ? load.duration(TIMEOUT) : DEFAULT.timeout,
        load.has(CONNECTIONS) ? load.count(CONNECTIONS) : DEFAULT.connections,
        load.has(VERSION) ? load.text(VERSION) : DEFAULT.version);
  }

  /** Tells that there are keys of requests in the section of a load that sends records. */
  static void refuse(Values load) {
    for (String key : KEYS) {
      if (load.has(key)) {
        load.wrong(
            key,
            "load." + key + " is of requests to a service, and this engine is sent records",
            "Remove it, or name a service as the engine.");
      }
    }
  }

  /** Tells what does not go together with the rest of the section, where there are requests. */
  static void check(Values load) {
    if (load.number("generators") > 1) {
      load.wrong(
          "generators",
          "requests to a service are sent by one generator, by whose count findings are put down to"
              + " faults, and load.generators is "
              + load.number("generators"),
          "Write generators: 1, or leave it out.");
    }
    for (String key : List.of(USERS, THINK)) {
      if (load.has(key) && !load.rate("rate").isMax()) {
        load.wrong(
            key,
            "load." + key + " is of a load that keeps to no rate, and this one has a rate",
            "Remove it, or write rate: max.");
      }
    }
    if (load.has(CONNECTIONS) && of(load).version.equals("2")) {
      load.wrong(
          CONNECTIONS,
          "load.connections bounds nothing with http: 2, where requests share few connections",
          "Remove it, or write http: 1.1; load.users says how many requests are under way.");
    }
  }
}
