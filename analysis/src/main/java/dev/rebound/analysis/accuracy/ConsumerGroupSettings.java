package dev.rebound.analysis.accuracy;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The consumers of a program that is made with a client of Kafka, as the clients' documentation has
 * them, and those that are killed. Times are microseconds, those of events from the start of the
 * load.
 *
 * <ul>
 *   <li>A poll returns so many records at most ({@code max.poll.records}), of what each fetch
 *       brought and was cached: one partition after the other, each as far as its fetch goes
 *       (ConsumerConfig; KIP-41, "Ensuring Fair Consumption"; KIP-387). A fetch is bounded by
 *       {@code max.partition.fetch.bytes}. So a backlog makes full batches, often of a single
 *       partition.
 *   <li>A consumer works in the thread that polls, heartbeats go on meanwhile; it joins a rebalance
 *       inside a poll alone (KafkaConsumer, "Detecting Consumer Failures").
 *   <li>Who sends no heartbeat for {@code session.timeout.ms} is dead, and its partitions go to
 *       others, who go on from what was committed (KafkaConsumer, "Consumer Groups and Topic
 *       Subscriptions"). One that keeps its id ({@code group.instance.id}) and is back before that
 *       has its partitions without a rebalance (KIP-345).
 *   <li>An eager rebalance takes all partitions from all before they join it; in a cooperative one
 *       each keeps what it has, and what is to move is given up first, and assigned by a second
 *       (ConsumerPartitionAssignor.RebalanceProtocol).
 *   <li>{@code onPartitionsRevoked} is called before partitions move, and is where offsets should
 *       be committed (ConsumerRebalanceListener).
 * </ul>
 *
 * @param every how often is committed where a loop does so by time
 * @param polled records that a poll returns at most; where they are gathered, that make a batch
 * @param fetched records of a partition that a fetch brings at most
 * @param revoked whether what was worked on is committed when partitions are taken away
 * @param committing how long a commit takes that is waited for
 * @param session silence after which a consumer is dead
 * @param keepsId whether the one that comes back is known to be the same
 * @param copied whether outputs go to the partition of the same number, or to any
 * @param kills at most one of each worker
 */
@RecordBuilder
record ConsumerGroupSettings(
    Loop loop,
    long every,
    int polled,
    int fetched,
    boolean cooperative,
    boolean revoked,
    long committing,
    long session,
    boolean keepsId,
    boolean copied,
    List<Kill> kills) {

  /**
   * A worker is killed.
   *
   * @param back when it has been started again; {@link Standstill#NEVER} if it is not
   */
  record Kill(int worker, long at, long back) {}

  /** What a program does between two polls. */
  enum Loop {
    /** Works on all that was polled, then commits (KafkaConsumer: {@code commitSync()}). */
    POLL,
    /** Commits each partition once its records of a poll are done (likewise, the third example). */
    PARTITION,
    /** Commits each record once it is done. */
    RECORD,
    /**
     * Gathers records over several polls, puts them into a store at once, and commits
     * (KafkaConsumer, "Manual Offset Control").
     */
    GATHER,
    /** Commits what it has polled, then works on it: at most once. */
    FIRST,
    /**
     * {@code enable.auto.commit}: a poll commits what the polls before it returned, if the last
     * commit is {@code auto.commit.interval.ms} ago (KafkaConsumer, "Automatic Offset Committing").
     */
    AUTOMATIC,
    /**
     * librdkafka: the offset of a message is stored as it is handed out, and a thread in the
     * background commits what is stored each {@code auto.commit.interval.ms}, be the message done
     * or not (INTRODUCTION.md, "Auto offset commit" and "At-least-once processing").
     */
    STORED,
    /** The same where messages are handed out in batches. */
    STORED_BATCH;

    boolean background() {
      return this == STORED || this == STORED_BATCH;
    }
  }

  /** The same ones if nothing happens to them. */
  ConsumerGroupSettings unharmed() {
    return ConsumerGroupSettingsBuilder.builder(this).kills(List.of()).build();
  }
}
