package dev.rebound.job.storm;

import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Values;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the records itself, as {@link GeneratedLane} has them, each lane in turn; one that fails it
 * makes again, by its position. Storm keeps nothing of a spout that dies: how far each lane is done
 * is committed to a group of the spout's own, as Storm's Kafka spout does, once in a while.
 */
final class GeneratedSpout extends BaseRichSpout {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(GeneratedSpout.class);
  private static final Duration ASK = Duration.ofSeconds(60);

  private final Properties workload;
  private final Properties client;
  private final String topic;
  private final int lanes;
  private final long records;
  private final long commitNanos;
  private final boolean acknowledged;

  @SuppressWarnings("NullAway.Init") // open sets it
  private transient SpoutOutputCollector collector;

  @SuppressWarnings("NullAway.Init") // open sets it
  private transient Workload making;

  @SuppressWarnings("NullAway.Init") // open sets it
  private transient GeneratedRecord record;

  @SuppressWarnings("NullAway.Init") // open sets it
  private transient List<LaneUnderWay> mine;

  @SuppressWarnings("NullAway.Init") // open sets it
  private transient KafkaConsumer<byte[], byte[]> committing;

  private transient int next;
  private transient int task;
  private transient boolean reads;
  private transient long committedNanos;

  /** One of this task's lanes. */
  private record LaneUnderWay(GeneratedLane lane, UnfinishedPositions positions) {}

  /** The record at a position of a lane, given by its place among the task's own. */
  private record MadeId(int place, long position) {}

  /**
   * @param lanes as the input topic has partitions
   */
  GeneratedSpout(JobOptions options, int lanes) {
    this.workload = options.workload().toProperties();
    this.client = TopologySettings.consumer(options);
    client.setProperty("group.id", options.text("group") + "-made");
    this.topic = options.text("input");
    this.lanes = lanes;
    this.records = options.generated();
    this.commitNanos = Duration.ofMillis(options.number("commit-interval-ms")).toNanos();
    this.acknowledged = TopologySettings.acknowledged(options);
  }

  @Override
  public void open(
      Map<String, Object> settings, TopologyContext context, SpoutOutputCollector output) {
    collector = output;
    making = Workloads.create(WorkloadSpec.fromProperties(workload));
    record = new GeneratedRecord();
    task = context.getThisTaskId();
    committing = new KafkaConsumer<>(client);
    mine = lanes(context);
    committedNanos = System.nanoTime();
    EventReporter.witness()
        .holds(
            task, mine.stream().map(one -> one.lane().lane()).collect(Collectors.toSet()), lanes);
  }

  /** This task's lanes, each from where it was done. */
  private List<LaneUnderWay> lanes(TopologyContext context) {
    int tasks = context.getComponentTasks(context.getThisComponentId()).size();
    Map<Integer, GeneratedLane> its = new HashMap<>();
    for (int lane = context.getThisTaskIndex(); lane < lanes; lane += tasks) {
      its.put(lane, new GeneratedLane(lane, lanes, records));
    }
    Set<TopicPartition> partitions =
        its.keySet().stream().map(this::partition).collect(Collectors.toSet());
    committing.assign(partitions);
    Map<TopicPartition, OffsetAndMetadata> done = committing.committed(partitions, ASK);
    List<LaneUnderWay> all = new ArrayList<>();
    its.forEach(
        (lane, made) -> {
          OffsetAndMetadata from = done.get(partition(lane));
          all.add(
              new LaneUnderWay(
                  made, new UnfinishedPositions(from == null ? 0 : from.offset(), made.length())));
        });
    return all;
  }

  private TopicPartition partition(int lane) {
    return new TopicPartition(topic, lane);
  }

  @Override
  public void nextTuple() {
    if (!reads) {
      reads = true;
      EventReporter.witness().reads(task);
    }
    for (int i = 0; i < mine.size(); i++) {
      int place = next;
      next = (next + 1) % mine.size();
      LaneUnderWay lane = mine.get(place);
      long position = lane.positions().take();
      if (position != UnfinishedPositions.NONE) {
        emit(lane.lane(), place, position);
        break;
      }
    }
    if (System.nanoTime() - committedNanos > commitNanos) {
      commit();
    }
  }

  private void emit(GeneratedLane lane, int place, long position) {
    lane.write(making, position, record);
    Values values = new Values(lane.lane(), null, record.value(), record.tagOrNull(), position);
    if (acknowledged) {
      collector.emit(values, new MadeId(place, position));
    } else {
      collector.emit(values);
    }
  }

  private void commit() {
    committedNanos = System.nanoTime();
    if (mine.isEmpty()) {
      // There are more tasks than lanes; a consumer to which nothing is assigned may not poll.
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    for (LaneUnderWay lane : mine) {
      UnfinishedPositions positions = lane.positions();
      done.put(
          partition(lane.lane().lane()),
          new OffsetAndMetadata(acknowledged ? positions.done() : positions.emitted()));
    }
    committing.commitAsync(
        done,
        (offsets, failure) -> {
          if (failure != null) {
            LOG.warn("how far lanes are done was not committed: {}", failure.toString());
          }
        });
    // Answers to commits are taken up here; nothing is fetched of what is paused.
    committing.pause(done.keySet());
    committing.poll(Duration.ZERO);
  }

  @Override
  public void ack(Object id) {
    MadeId made = (MadeId) id;
    mine.get(made.place()).positions().acknowledge(made.position());
  }

  @Override
  public void fail(Object id) {
    MadeId made = (MadeId) id;
    mine.get(made.place()).positions().fail(made.position());
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    declarer.declare(RecordTuple.FIELDS);
  }

  @Override
  public void close() {
    committing.close();
  }
}
