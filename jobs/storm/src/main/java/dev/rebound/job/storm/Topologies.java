package dev.rebound.job.storm;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutConfig;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;

/**
 * The topologies by the workload that each computes: records → what is found in them, in the worker
 * that read them → a state for each key → outputs.
 */
final class Topologies {
  private static final List<String> KNOWN =
      List.of("fixed-window", "grep", "grouping", "log-match", "rule-match", "sessions");
  private static final String RECORDS = "records";
  private static final String CLOSING = "closing";
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
    check(options);
    return options.text("model").equals("trident")
        ? batches(options, partitions)
        : records(options, partitions);
  }

  private static void check(JobOptions options) {
    String workload = options.workload().name();
    if (!KNOWN.contains(options.workload().pipeline())) {
      throw options.notComputed(KNOWN);
    }
    if (workload.equals("fixed-window") && new FixedWindow(options.workload()).byTime()) {
      throw new IllegalArgumentException(
          "windows of time are not computed: Storm closes them by the newest time that it has seen,"
              + " and not by the slowest partition's; choose --workload.window count");
    }
  }

  private static boolean keyed(JobOptions options) {
    return !options.workload().pipeline().equals("grep");
  }

  private static StormTopology records(JobOptions options, int partitions) {
    Properties workload = options.workload().toProperties();
    int parallelism = TopologySettings.parallelism(options);
    TopologyBuilder builder = new TopologyBuilder();
    boolean made = options.generated() > 0;
    builder.setSpout(
        RECORDS,
        made
            ? new GeneratedSpout(options, partitions)
            : new RecordSpout(TopologySettings.spout(options)),
        parallelism);
    boolean logged = keyed(options) && TopologySettings.hasChangelog(options);
    BoltDeclarer outputs =
        builder.setBolt(
            OUTPUTS,
            new OutputBolt(
                workload,
                options.text("output"),
                partitions,
                logged ? new Changelog(options) : null,
                TopologySettings.producer(options)),
            parallelism);
    if (keyed(options)) {
      BoltDeclarer finding =
          builder
              .setBolt(FINDING, new FindingBolt(workload, partitions), parallelism)
              .customGrouping(RECORDS, new SameTaskGrouping());
      if (made) {
        // What has states read out is sent, whatever makes the records.
        builder.setSpout(CLOSING, new RecordSpout(TopologySettings.spout(options)), parallelism);
        finding.customGrouping(CLOSING, new SameTaskGrouping());
      }
      outputs.fieldsGrouping(FINDING, new Fields(StateChangeFinder.FIELDS.get(0)));
    } else {
      outputs.customGrouping(RECORDS, new SameTaskGrouping());
    }
    return builder.createTopology();
  }

  /** The same on Trident: in batches, whose changes of a state are kept apart. */
  private static StormTopology batches(JobOptions options, int partitions) {
    Properties workload = options.workload().toProperties();
    int parallelism = TopologySettings.parallelism(options);
    TridentTopology topology = new TridentTopology();
    String transactions = options.text("group");
    boolean made = options.generated() > 0;
    boolean transactional = made || !options.text("spout").equals("opaque");
    // A spout that dies between keeping the parts of a batch of two partitions makes Trident forget
    // how far the second was, and read it from its beginning: so none has two.
    int spouts = transactional ? Math.max(parallelism, partitions) : parallelism;
    Stream records =
        made
            ? topology.newStream(transactions, new GeneratedBatches(options, partitions))
            : read(topology, transactions, options);
    BatchState.Factory states =
        new BatchState.Factory(
            keyed(options) ? new Changelog(options) : null, TopologySettings.producer(options));
    BatchState.Updater updater =
        new BatchState.Updater(workload, options.text("output"), partitions);
    if (keyed(options)) {
      FindingFunction finding = new FindingFunction(workload, partitions);
      Stream found = found(records, finding, spouts);
      if (made) {
        // What has states read out is sent, whatever makes the records.
        Stream closing = read(topology, transactions + "-" + CLOSING, options);
        found =
            topology.merge(
                BatchState.Updater.FIELDS,
                found.project(BatchState.Updater.FIELDS),
                found(closing, finding, spouts).project(BatchState.Updater.FIELDS));
      }
      found
          .partitionBy(new Fields(StateChangeFinder.FIELDS.get(0)))
          .partitionPersist(states, BatchState.Updater.FIELDS, updater)
          .parallelismHint(parallelism);
    } else {
      records.partitionPersist(states, RecordTuple.FIELDS, updater).parallelismHint(spouts);
    }
    return topology.build();
  }

  private static Stream read(TridentTopology topology, String name, JobOptions options) {
    KafkaTridentSpoutConfig<byte[], byte[]> reading = TopologySettings.batches(options);
    boolean tells = TopologySettings.tells(options);
    String spout = options.text("spout");
    return spout.equals("opaque")
        ? topology.newStream(name, new RecordEmitter.Opaque(reading, tells))
        : topology.newStream(
            name, new RecordEmitter.Transactional(reading, tells, spout.equals("as-shipped")));
  }

  private static Stream found(Stream records, FindingFunction finding, int spouts) {
    return records
        .each(RecordTuple.FIELDS, finding, StateChangeFinder.FIELDS)
        .parallelismHint(spouts);
  }

  /** Emits what is found in a record of a batch. */
  private static final class FindingFunction extends BaseFunction {
    private static final long serialVersionUID = 1L;

    private final Properties workload;
    private final int partitions;

    @SuppressWarnings("NullAway.Init") // prepare sets it
    private transient StateChangeFinder finder;

    FindingFunction(Properties workload, int partitions) {
      this.workload = workload;
      this.partitions = partitions;
    }

    @Override
    public void prepare(Map<String, Object> settings, TridentOperationContext context) {
      finder = new StateChangeFinder(workload, partitions);
    }

    @Override
    public void execute(TridentTuple tuple, TridentCollector collector) {
      finder.find(tuple, collector::emit);
    }
  }
}
