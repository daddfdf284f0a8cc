package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.workload.OutputRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Input and output topic in memory, and the open-loop generators that fill the input. */
final class FakeTopics {
  /** A record of the input; its offset is its place in its partition. */
  record Input(int generator, long sequence, long intendedMicros) {}

  /**
   * An output as the live reader saw it.
   *
   * @param takenBack true if it is gone when the topic is read again
   */
  record Output(
      int partition, long offset, long atMicros, OutputRecord record, boolean takenBack) {}

  private final int partitions;
  private final int generators;
  private final double ratePerSecond;
  private final long recordsMax;
  private final List<List<Input>> inputs = new ArrayList<>();
  private final List<Output> outputs = new ArrayList<>();
  private final long[] outputEnds;
  private final long[] sent;
  private final boolean[] ended;
  private long startMicros = Long.MAX_VALUE;
  private int hiddenFrom;
  private int hiddenUntil;

  /** The rate of a flat-out load, records per second. */
  static final double FLAT_OUT = 800;

  /**
   * @param ratePerSecond of all generators together; infinite for flat out
   * @param recordsMax how many each generator sends at most; 0 for no limit
   */
  FakeTopics(int partitions, int generators, double ratePerSecond, long recordsMax) {
    this.partitions = partitions;
    this.generators = generators;
    this.ratePerSecond = ratePerSecond / generators;
    this.recordsMax = recordsMax == 0 ? Long.MAX_VALUE : recordsMax;
    this.sent = new long[generators];
    this.ended = new boolean[generators];
    this.outputEnds = new long[partitions];
    for (int p = 0; p < partitions; p++) {
      inputs.add(new ArrayList<>());
    }
  }

  void startLoad(long micros) {
    startMicros = micros;
  }

  void end(int generator) {
    ended[generator] = true;
  }

  /** Sends everything that was due by now. */
  void send(long nowMicros) {
    for (int g = 0; g < generators; g++) {
      while (!ended[g]
          && sent[g] < recordsMax
          && startMicros <= nowMicros
          && intended(sent[g]) <= nowMicros) {
        long sequence = sent[g]++;
        inputs.get((int) (sequence % partitions)).add(new Input(g, sequence, intended(sequence)));
      }
    }
  }

  private long intended(long sequence) {
    double rate = Double.isInfinite(ratePerSecond) ? FLAT_OUT / generators : ratePerSecond;
    return startMicros + (long) (sequence * 1e6 / rate);
  }

  /** True once a generator has sent all that it may. */
  boolean allSent() {
    return Arrays.stream(sent).anyMatch(count -> count >= recordsMax);
  }

  long end(List<Input> partition) {
    return partition.size();
  }

  List<Input> input(int partition) {
    return inputs.get(partition);
  }

  List<Long> inputEnds() {
    return inputs.stream().map(this::end).toList();
  }

  List<Long> outputEnds() {
    List<Long> ends = new ArrayList<>();
    for (long end : outputEnds) {
      ends.add(end);
    }
    return ends;
  }

  long inputCount() {
    return inputs.stream().mapToLong(this::end).sum();
  }

  int outputCount() {
    return outputs.size();
  }

  Output append(OutputRecord record, long nowMicros) {
    return append(record, nowMicros, false);
  }

  private Output append(OutputRecord record, long nowMicros, boolean takenBack) {
    int p = record.rule() % partitions;
    Output output = new Output(p, outputEnds[p]++, nowMicros, record, takenBack);
    outputs.add(output);
    return output;
  }

  /** Outputs since a time that this applies to cannot be read again; returns how many. */
  int takeBack(long sinceMicros, Predicate<Output> which) {
    int taken = 0;
    for (int i = outputs.size() - 1; i >= 0 && outputs.get(i).atMicros() >= sinceMicros; i--) {
      Output o = outputs.get(i);
      if (which.test(o)) {
        outputs.set(i, new Output(o.partition(), o.offset(), o.atMicros(), o.record(), true));
        taken++;
      }
    }
    return taken;
  }

  List<Path> writeSendLogs(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int g = 0; g < generators; g++) {
      Path file = folder.resolve("generator-" + g + "-send.log");
      try (SendLog log = SendLog.create(file, g, partitions, startMicros, ratePerSecond)) {
        for (int p = 0; p < partitions; p++) {
          List<Input> partition = inputs.get(p);
          for (int offset = 0; offset < partition.size(); offset++) {
            Input input = partition.get(offset);
            if (input.generator() == g) {
              log.handed(input.sequence(), input.intendedMicros());
              log.set(input.sequence(), offset + SendLog.ACKNOWLEDGED);
            }
          }
        }
      }
      files.add(file);
    }
    return files;
  }

  /** So many outputs in the middle of the run are not given to the live reader. */
  void hide(int many) {
    hiddenFrom = outputs.size() / 2;
    hiddenUntil = hiddenFrom + many;
  }

  /** The first outputs come once more as the last ones, and are not given to the live reader. */
  void repeatUnseen(int many) {
    hiddenFrom = outputs.size();
    for (int i = 0; i < Math.min(many, hiddenFrom); i++) {
      append(outputs.get(i).record(), outputs.get(hiddenFrom - 1).atMicros());
    }
    hiddenUntil = outputs.size();
  }

  /**
   * Writes the outputs that a reader saw.
   *
   * @param again read after the drain, so without what was taken back
   */
  Path writeObserved(Path file, boolean again) throws IOException {
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int i = 0; i < outputs.size(); i++) {
        Output o = outputs.get(i);
        if (again ? !o.takenBack() : i < hiddenFrom || i >= hiddenUntil) {
          writer.append(
              o.partition(), o.offset(), o.atMicros() / 1000, o.atMicros(), o.record().encode());
        }
      }
    }
    return file;
  }

  Evidence.OffsetSample sampleEnds(long nowMicros) {
    return new Evidence.OffsetSample(nowMicros, inputEnds());
  }
}
