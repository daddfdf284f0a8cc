package dev.rebound.job.storm;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import java.util.Properties;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * The topologies by the workload that each computes: records → what is found in them, in the worker
 * that read them → a state for each key → outputs.
 */
final class Topologies {
  private static final String RECORDS = "records";
  private static final String FINDING = "finding";
  private static final String OUTPUTS = "outputs";

  private Topologies() {}

  /**
   * The topology of the workload that the options name; {@link IllegalArgumentException} if this
   * job has none.
   *
   * @param partitions of the input and the output topic
   */
  static StormTopology of(JobOptions options, int partitions) {
    Properties workload = options.workload().toProperties();
    Properties producing = TopologySettings.producer(options);
    String topic = options.text("output");
    int parallelism = TopologySettings.parallelism(options);
    TopologyBuilder builder = new TopologyBuilder();
    builder.setSpout(RECORDS, new RecordSpout(TopologySettings.spout(options)), parallelism);
    switch (options.workload().name()) {
      case "rule-match", "log-match", "fixed-window" -> {
        boolean windows = windows(options);
        Changelog changelog =
            TopologySettings.hasChangelog(options) ? new Changelog(options) : null;
        builder
            .setBolt(FINDING, new FindingBolt(workload, windows, partitions), parallelism)
            .customGrouping(RECORDS, new Neighbour());
        builder
            .setBolt(
                OUTPUTS,
                new KeyedBolt(workload, topic, partitions, changelog, producing),
                parallelism)
            .fieldsGrouping(FINDING, new Fields(FindingBolt.KEY));
      }
      case "grep" ->
          builder
              .setBolt(OUTPUTS, new GrepBolt(workload, topic, producing), parallelism)
              .customGrouping(RECORDS, new Neighbour());
      default ->
          throw new IllegalArgumentException(
              "this job does not compute "
                  + options.workload().name()
                  + "; it knows fixed-window, grep, log-match, rule-match");
    }
    return builder.createTopology();
  }

  private static boolean windows(JobOptions options) {
    if (!options.workload().name().equals("fixed-window")) {
      return false;
    }
    if (new FixedWindow(options.workload()).byTime()) {
      throw new IllegalArgumentException(
          "windows of time are not computed: Storm closes them by the newest time that it has seen,"
              + " and not by the slowest partition's; choose --workload.window count");
    }
    return true;
  }
}
