package dev.rebound.job.storm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.storm.kafka.spout.KafkaSpout;
import org.apache.storm.kafka.spout.KafkaSpoutConfig;
import org.apache.storm.kafka.spout.subscription.ManualPartitioner;
import org.apache.storm.kafka.spout.subscription.RoundRobinManualPartitioner;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;

/**
 * Storm's own spout, which tells the {@link EventReporter} what it has been given, and that it
 * reads.
 */
final class RecordSpout extends KafkaSpout<byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  private transient int task;
  private transient boolean reads;

  RecordSpout(KafkaSpoutConfig<byte[], byte[]> config) {
    super(config);
  }

  @Override
  public void open(
      Map<String, Object> settings, TopologyContext context, SpoutOutputCollector collector) {
    super.open(settings, context, collector);
    task = context.getThisTaskId();
  }

  /** The first of these polls every partition that the spout has been given. */
  @Override
  public void nextTuple() {
    super.nextTuple();
    if (!reads) {
      reads = true;
      EventReporter.witness().reads(task);
    }
  }

  /**
   * Deals partitions out in turn, as Storm's own does, and tells of it, unless the job's records
   * come from elsewhere and this spout only reads what has states read out.
   */
  static final class Partitioner implements ManualPartitioner {
    private static final long serialVersionUID = 1L;

    private final RoundRobinManualPartitioner inTurn = new RoundRobinManualPartitioner();
    private final boolean tells;

    Partitioner(boolean tells) {
      this.tells = tells;
    }

    @Override
    public Set<TopicPartition> getPartitionsForThisTask(
        List<TopicPartition> all, TopologyContext context) {
      Set<TopicPartition> mine = inTurn.getPartitionsForThisTask(all, context);
      if (tells) {
        EventReporter.witness()
            .holds(
                context.getThisTaskId(),
                mine.stream().map(TopicPartition::partition).collect(Collectors.toSet()),
                all.size());
      }
      return mine;
    }
  }
}
