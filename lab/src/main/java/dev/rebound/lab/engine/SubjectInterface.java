package dev.rebound.lab.engine;

import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.topic.TopicLanes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** How a subject is asked, and where what it did is seen. */
public sealed interface SubjectInterface {
  /** How many lanes inputs are in, each judged for itself. */
  int lanes(JobSpec job);

  /** The topics of its outputs; empty if they are on none. */
  Optional<TopicLanes> outputLanes(JobSpec job);

  /** The settings that a reader of its outputs must know beside the brokers. */
  Properties output(JobSpec job);

  /** Where its outputs are read, if they are rows. */
  Optional<Rows> rows();

  /** Maven coordinates of what such a reader needs. */
  default List<String> readerJars() {
    return rows().map(Rows::driver).orElse(List.of());
  }

  /**
   * For how long, once there is no load any more, nothing new must have been seen until what it did
   * counts as done; zero if it tells that itself.
   */
  default Duration quiet() {
    return Duration.ZERO;
  }

  /** The first sign that it does its work, in words, and what to look at if there is none. */
  FirstSign firstSign();

  /**
   * The first sign of work.
   *
   * @param missing what there is not, where it is missed
   * @param remedy the beginning of a sentence
   */
  record FirstSign(String missing, String remedy) {}

  /** How many records a second a load is planned for that says nothing itself. */
  double perSecondMax();

  /**
   * The plan's words on a load without a schedule.
   *
   * @param most records that it sends
   */
  List<String> flatOut(long most);

  /**
   * Where rows are read.
   *
   * @param database JDBC address of their database, as instruments of the lab see it
   * @param driver Maven coordinates of that database's driver
   * @param reading settings of a reader of them, as {@code dev.rebound.lab.observe.OutputSources}
   *     takes them: the queries
   */
  record Rows(String database, List<String> driver, Map<String, String> reading) {
    private void into(Properties settings) {
      settings.setProperty("database", database);
      settings.putAll(reading);
    }
  }

  /**
   * By records on topics, and it writes others, or rows.
   *
   * @param rows empty if it writes records
   * @param firstSign see {@link SubjectInterface#firstSign}
   */
  record ByTopics(Optional<Rows> rows, FirstSign firstSign) implements SubjectInterface {
    /** One that writes records. */
    public ByTopics() {
      this(
          Optional.empty(),
          new FirstSign("no output was observed", "See the workers' logs in the run's folder"));
    }

    @Override
    public int lanes(JobSpec job) {
      return job.partitions();
    }

    @Override
    public Optional<TopicLanes> outputLanes(JobSpec job) {
      return rows.isPresent() ? Optional.empty() : Optional.of(job.outputLanes());
    }

    @Override
    public Properties output(JobSpec job) {
      Properties p = new Properties();
      p.setProperty("topic", job.outputLanes().names());
      rows.ifPresent(its -> its.into(p));
      return p;
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
   * A service that is asked by requests.
   *
   * @param requests as it is to be sent them
   * @param written what it writes for them; empty if nothing but its answers is seen
   */
  record OverHttp(Requested requests, Optional<Written> written) implements SubjectInterface {
    /**
     * The requests.
     *
     * @param urls that they go to, as instruments of the lab see them, one after the other; a
     *     single one as a rule
     * @param nodes the node behind each of these; an empty text for one that is none of the run's
     */
    public record Requested(List<String> urls, List<String> nodes, RequestForm form) {}

    /**
     * What tells what it did: rows of a table, or records of the job's output topic.
     *
     * @param rows empty if it is records
     * @param waiting where requests may wait that it has accepted
     * @param quiet see {@link SubjectInterface#quiet}
     * @param firstSign see {@link SubjectInterface#firstSign}
     */
    public record Written(
        Optional<Rows> rows, Waiting waiting, Duration quiet, FirstSign firstSign) {}

    /**
     * Where requests wait that it has accepted, beside the run's input topic.
     *
     * @param outbox query for the ids of those that it keeps in a table to be done later; the table
     *     need not be there. Empty if it has none
     * @param deadLetters topic of those that it has set aside, keyed by their ids; empty if it has
     *     none
     */
    public record Waiting(String outbox, String deadLetters) {}

    /** All requests are in one. */
    @Override
    public int lanes(JobSpec job) {
      return 1;
    }

    @Override
    public Optional<Rows> rows() {
      return written.flatMap(Written::rows);
    }

    @Override
    public Optional<TopicLanes> outputLanes(JobSpec job) {
      return written.filter(its -> its.rows().isEmpty()).map(its -> job.outputLanes());
    }

    @Override
    public Properties output(JobSpec job) {
      Properties p = new Properties();
      p.setProperty("topic", job.output());
      rows().ifPresent(its -> its.into(p));
      return p;
    }

    @Override
    public Duration quiet() {
      return written.map(Written::quiet).orElse(Duration.ZERO);
    }

    @Override
    public FirstSign firstSign() {
      return written
          .map(Written::firstSign)
          .orElse(
              new FirstSign(
                  "no request was accepted",
                  "See the workers' logs in the run's folder: an answer with a status of 2xx"
                      + " accepts"));
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
