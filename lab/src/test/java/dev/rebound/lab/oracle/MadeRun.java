package dev.rebound.lab.oracle;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.judge.RunJudge;
import dev.rebound.analysis.judge.RunTerms;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.ExperimentTerms;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run of some seconds of any workload, without a process: what was sent, and what a job wrote for
 * it, judged as the lab judges it, by the expectations that the guarantee brings.
 */
final class MadeRun {
  /** What of its evidence a run may be without. */
  enum Piece {
    SEND_LOG,
    LIVE_READING,
    SECOND_READING,
    READING_OF_INPUT,
    REQUESTS,
    WAITING,
    STABLE_OFFSETS,
    END_OFFSETS
  }

  static final int PARTITIONS = 4;
  static final long START = 1_700_000_000_000_000L;
  static final int RECORDS = 160;
  private static final double RATE = 40;

  private final Path folder;
  private final String workloadYaml;
  private Workload workload;
  final List<Input> inputs = new ArrayList<>();
  final List<Written> outputs = new ArrayList<>();
  private String more = "";
  private final Set<Piece> without = EnumSet.noneOf(Piece.class);
  private boolean readTwice;

  /**
   * @param workloadYaml the section of an experiment file, on one line; files are of the folder
   */
  MadeRun(Path folder, String workloadYaml) {
    this.folder = folder;
    this.workloadYaml = workloadYaml;
    this.workload = Workloads.create(experiment("exactly-once").workload());
    send();
  }

  /** The same inputs, and a copy of the outputs. */
  private MadeRun(MadeRun other) {
    this.folder = other.folder;
    this.workloadYaml = other.workloadYaml;
    this.workload = other.workload;
    this.inputs.addAll(other.inputs);
    this.outputs.addAll(other.outputs);
    this.more = other.more;
    this.without.addAll(other.without);
    this.readTwice = other.readTwice;
  }

  MadeRun copy() {
    return new MadeRun(this);
  }

  Workload workload() {
    return workload;
  }

  /** What a reference program printed of these inputs, a line each. */
  void reference(List<String> lines) {
    try {
      Path printed = Files.write(folder.resolve("reference.result"), lines);
      workload = Workloads.create(workload.spec().with("reference-result", printed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Expectations of the file itself. */
  MadeRun expecting(String expect) {
    more = "expect: { " + expect + " }\n";
    return this;
  }

  /** The same, with a piece of evidence less. */
  MadeRun without(Piece piece) {
    without.add(piece);
    return this;
  }

  /** The same, of which each reader came by all that it saw twice. */
  MadeRun readTwice() {
    readTwice = true;
    return this;
  }

  private boolean has(Piece piece) {
    return !without.contains(piece);
  }

  Experiment experiment(String guarantee) {
    String yaml =
        "name: made\nkafka: { partitions: "
            + PARTITIONS
            + " }\nengine: { name: made, guarantee: "
            + guarantee
            + " }\nworkload: "
            + workloadYaml
            + "\nload: { rate: 40/s"
            + (workloadYaml.contains("log-match")
                ? ", file: " + Path.of("../experiments/sample-server.log").toAbsolutePath()
                : "")
            + " }\n"
            + more;
    try {
      Path file = Files.writeString(folder.resolve("made.yaml"), yaml);
      return ExperimentFile.load(file, List.of(), 1).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int lanes() {
    return PARTITIONS * workload.inputTopics();
  }

  private static long intended(long n) {
    return START + (long) (n * 1e6 / RATE);
  }

  private void send() {
    long[] ends = new long[lanes()];
    for (long n = 0; n < RECORDS; n++) {
      int lane = workload.placement().partition(0, n, lanes());
      byte[][] sent = new byte[3][];
      workload.write(
          0,
          n,
          intended(n),
          new RecordSink() {
            @Override
            public byte[] value(int length) {
              sent[0] = new byte[length];
              return sent[0];
            }

            @Override
            public void key(byte[] key) {
              sent[1] = key;
            }

            @Override
            public void header(String name, byte[] bytes) {
              sent[2] = bytes;
            }
          });
      inputs.add(new Input(n, intended(n), lane, ends[lane]++, sent[1], sent[2], sent[0]));
    }
  }

  void write(Written output) {
    outputs.add(output);
  }

  /** The topic of an output, where there are several; else empty. */
  String topic(int at) {
    List<OutputTopic> topics = workload.outputTopics();
    return topics.isEmpty() ? "" : topics.get(outputs.get(at).topic()).name();
  }

  boolean requested() {
    return workload.shape() == WorkloadKind.Shape.REQUESTED;
  }

  /** Judged as a run of the lab is. */
  Results judged(String guarantee) {
    try {
      return judge(guarantee);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Results judge(String guarantee) throws IOException {
    Experiment experiment = experiment(guarantee);
    DeliveryGuarantee promise = experiment.engine().promiseOfGuarantee();
    if (requested()) {
      promise = new DeliveryGuarantee(promise.delivery(), promise.state(), false, 0);
    }
    Path log = folder.resolve("send");
    long[] slots = inputs.stream().mapToLong(in -> SendLog.ACKNOWLEDGED + in.offset()).toArray();
    SendLog.write(log, 0, lanes(), START, RATE, slots);
    if (!has(Piece.SEND_LOG)) {
      Files.delete(log);
    }
    Path live = folder.resolve("live.bin");
    Path again = folder.resolve("again.bin");
    long[] ends = observe(live, again);
    if (!has(Piece.LIVE_READING)) {
      Files.delete(live);
    }
    List<Long> offsets = Arrays.stream(ends).boxed().toList();
    long end = intended(RECORDS);
    EvidenceBuilder evidence =
        Evidence.of(workload, promise, lanes(), List.of(log), live)
            .reread(has(Piece.SECOND_READING) ? again : null)
            .inputReading(
                has(Piece.READING_OF_INPUT) ? new Evidence.InputReading(Set.of(), 0, 0) : null)
            .phases(
                List.of(
                    new PhaseTimes("baseline", START, START + 2_000_000),
                    new PhaseTimes("settle", START + 2_000_000, end),
                    new PhaseTimes("drain", end, end + 60_000_000)))
            .lastStable(has(Piece.STABLE_OFFSETS) ? offsets : List.of())
            .highWatermark(has(Piece.END_OFFSETS) ? offsets : List.of());
    if (requested()) {
      evidence
          .requests(has(Piece.REQUESTS) ? List.of(asked()) : List.of())
          .waiting(
              has(Piece.WAITING)
                  ? new PendingRequests(
                      PendingRequests.Knowledge.KNOWN, Set.of(), Set.of(), Set.of())
                  : PendingRequests.NOT_ASKED);
    }
    Files.writeString(folder.resolve("journal.jsonl"), "");
    RunTerms terms =
        ExperimentTerms.of(
            experiment, promise, new RunDirectory(folder, "made"), new Execution.RunTurn(1, false));
    return RunJudge.judge(folder, terms, evidence.build(), false).results();
  }

  private Path asked() throws IOException {
    Path file = folder.resolve("requests");
    Files.deleteIfExists(file);
    try (RequestLog log = RequestLog.create(file, 0, START, 10, 1)) {
      for (Input input : inputs) {
        log.due(input.sequence(), input.micros(), 0, 600, true);
        log.handed(input.sequence(), input.micros());
        log.ended(
            input.sequence(),
            input.micros() + 5_000,
            RequestLog.RequestOutcome.ACCEPTED,
            RequestLog.RequestEnding.ANSWERED,
            202,
            80);
      }
    }
    return file;
  }

  /** Writes what both readings saw; where each output partition ends. */
  private long[] observe(Path live, Path again) throws IOException {
    List<OutputTopic> topics = workload.outputTopics();
    int count = Math.max(1, topics.size());
    int partitions = lanes();
    long[] ends = new long[count * partitions];
    for (int t = 0; t < count; t++) {
      Workload its = topics.isEmpty() ? workload : topics.get(t).workload();
      try (ObservedFile.Writer first = new ObservedFile.Writer(ObservedFile.ofTopic(live, t));
          ObservedFile.Writer second = new ObservedFile.Writer(ObservedFile.ofTopic(again, t))) {
        for (int round = 0; round < (readTwice ? 2 : 1); round++) {
          Arrays.fill(ends, t * partitions, (t + 1) * partitions, 0);
          observe(t, its, first, second, ends);
        }
      }
    }
    return ends;
  }

  private void observe(
      int t, Workload its, ObservedFile.Writer first, ObservedFile.Writer second, long[] ends)
      throws IOException {
    for (int i = 0; i < outputs.size(); i++) {
      Written output = outputs.get(i);
      if (output.topic() != t) {
        continue;
      }
      long micros = START + 5_000 + (intended(RECORDS) - START) * i / outputs.size();
      long offset = ends[t * lanes() + output.partition()]++;
      for (byte[] one : read(its, output)) {
        if (output.live()) {
          first.append(output.partition(), offset, micros / 1000, micros, one);
        }
        if (output.stands()) {
          second.append(output.partition(), offset, micros / 1000, micros, one);
        }
      }
    }
  }

  /** What a reader makes of a record: nothing that it knows is null. */
  private static List<byte[]> read(Workload workload, Written output) {
    List<byte[]> read = new ArrayList<>();
    workload.outputs(headers(output), output.value(), read::add);
    return read.isEmpty() ? Collections.singletonList(null) : read;
  }

  private static Headers headers(Written output) {
    return new Headers() {
      @Override
      public byte @Nullable [] last(String name) {
        return name.equals(RecordIdHeader.HEADER) ? output.tag() : null;
      }

      @Override
      public byte @Nullable [] key() {
        return output.key();
      }
    };
  }

  /** What was found for the reader that is judged, by kind. */
  static Map<String, Long> found(Results results) {
    Map<String, Long> found = new TreeMap<>();
    for (Results.Audit audit : results.audits()) {
      for (Finding finding : audit.findings()) {
        if (finding.count() > 0) {
          found.merge(finding.kind().toString(), finding.count(), Long::sum);
        }
      }
    }
    return found;
  }

  static Map<String, String> verdicts(Results results) {
    Map<String, String> verdicts = new HashMap<>();
    results.judgements().forEach(j -> verdicts.put(j.metric(), j.verdict().toString()));
    return verdicts;
  }
}
