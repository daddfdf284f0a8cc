package dev.rebound.lab.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** How a subject is asked, and where what it did is seen. */
public sealed interface Asked {
  /** How many lanes inputs are in, each judged for itself. */
  int lanes(JobSpec job);

  /** The topic of its outputs; empty if they are on none. */
  Optional<String> outputTopic(JobSpec job);

  /** The settings that a reader of its outputs must know beside the brokers. */
  Properties output(JobSpec job);

  /** Maven coordinates of what such a reader needs. */
  List<String> readerJars();

  /** How many records a second a load is planned for that says nothing itself. */
  double perSecondMax();

  /**
   * The plan's words on a load without a schedule.
   *
   * @param most records that it sends
   */
  List<String> flatOut(long most);

  /** By records on a topic, and it writes another one. */
  record ByTopics() implements Asked {
    @Override
    public int lanes(JobSpec job) {
      return job.partitions();
    }

    @Override
    public Optional<String> outputTopic(JobSpec job) {
      return Optional.of(job.output());
    }

    @Override
    public Properties output(JobSpec job) {
      Properties p = new Properties();
      p.setProperty("topic", job.output());
      return p;
    }

    @Override
    public List<String> readerJars() {
      return List.of();
    }

    @Override
    public double perSecondMax() {
      return 500_000;
    }

    @Override
    public List<String> flatOut(long most) {
      return List.of(
          "load.rate is max: a generator sends whenever the producer takes a record, so that what"
              + " stops the brokers stops the load as well. Rates, CPU cost and counts are"
              + " measured; outage, recovery time and latencies are unknown",
          String.format(
              Locale.ROOT,
              "after %,d records (load.max-records) the load ends, and the rest of the phases is"
                  + " left out",
              most),
          "what the job does not keep up with waits in the input topic: phases.drain is the limit"
              + " for that, too");
    }
  }

  /**
   * A service that is asked by requests, and writes rows of a database.
   *
   * @param urls that requests are posted to, one after the other; a single one as a rule
   * @param database JDBC address of its database, as the run's processes see it
   * @param driver Maven coordinates of that database's driver
   * @param rows query for what it did, in an order that never changes; {@code
   *     dev.rebound.lab.observe.TableSource} says in which form
   * @param strays query for what else stands in its tables though no such row is of it: of each, in
   *     one column, which it is
   * @param noEffect header of an answer whose request certainly had no effect, {@code name: value}
   * @param outbox query for the ids of requests that it has accepted and keeps in a table to be
   *     done later; the table need not be there
   * @param deadLetters topic of the requests that it has set aside, keyed by their ids
   */
  record OverHttp(
      List<String> urls,
      String database,
      List<String> driver,
      String rows,
      String strays,
      String noEffect,
      String outbox,
      String deadLetters)
      implements Asked {

    /** All requests are in one. */
    @Override
    public int lanes(JobSpec job) {
      return 1;
    }

    @Override
    public Optional<String> outputTopic(JobSpec job) {
      return Optional.empty();
    }

    @Override
    public Properties output(JobSpec job) {
      Properties p = new Properties();
      p.setProperty("topic", job.output());
      p.setProperty("database", database);
      p.setProperty("rows", rows);
      p.setProperty("strays", strays);
      return p;
    }

    @Override
    public List<String> readerJars() {
      return driver;
    }

    @Override
    public double perSecondMax() {
      return 10_000;
    }

    @Override
    public List<String> flatOut(long most) {
      return List.of(
          "load.rate is max: each user sends its next request once the last is answered, so that"
              + " what slows the service slows the load as well. Rates, CPU cost and counts are"
              + " measured; outage, recovery time and latencies are unknown",
          String.format(
              Locale.ROOT,
              "after %,d requests (load.max-records) the load ends, and the rest of the phases is"
                  + " left out",
              most));
    }
  }
}
