package dev.rebound.job.storm;

import java.util.Map;
import java.util.Properties;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Emits what a workload finds in a record, each by the rule or address whose state it changes. */
final class FindingBolt extends BaseRichBolt {
  private static final long serialVersionUID = 1L;

  private final Properties workload;
  private final int partitions;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient OutputCollector collector;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient StateChangeFinder finder;

  /**
   * @param partitions of the input topic
   */
  FindingBolt(Properties workload, int partitions) {
    this.workload = workload;
    this.partitions = partitions;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    collector = output;
    finder = new StateChangeFinder(workload, partitions);
  }

  @Override
  public void execute(Tuple input) {
    finder.find(input, found -> collector.emit(input, found));
    collector.ack(input);
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    declarer.declare(StateChangeFinder.FIELDS);
  }
}
