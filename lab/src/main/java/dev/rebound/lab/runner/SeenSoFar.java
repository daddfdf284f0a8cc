package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.lab.time.Time;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.workload.Workloads;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.IsolationLevel;

/**
 * What was sent and seen of a job while it goes on, in copies of the files that grow. They are gone
 * once this is closed.
 */
record SeenSoFar(Path folder, LabTools tools, KafkaCluster kafka, RunningObserver observing)
    implements Closeable {
  /** The observer writes down each second what it has seen. */
  private static final Duration WRITTEN_AFTER = Duration.ofMillis(2_500);

  /**
   * Audits it as all of a run is audited, but that the input is not read again.
   *
   * @param committed up to which offset of each input partition what is not there is lost
   */
  AnalysisResult audit(List<RunningLoad.SentLog> sent, List<Long> committed) throws IOException {
    Files.createDirectories(folder);
    Instruments instruments = tools.instruments();
    Optional<TopicLanes> topics = instruments.outputLanes();
    List<Long> ends =
        topics
            .map(lanes -> kafka.endOffsets(lanes, IsolationLevel.READ_COMMITTED))
            .orElse(List.of());
    Time.real().sleep(WRITTEN_AFTER);
    boolean whole = topics.isPresent() || observing.behind() == 0;
    List<Path> seen = new ArrayList<>();
    for (int i = 0; i < instruments.outputFiles(); i++) {
      String its = ObservedFile.ofTopic(RunningObserver.COMMITTED, i);
      seen.add(copy(observing.fetch(its), its));
    }
    // The sends last: each output that was seen is of one of them.
    List<Path> sends = new ArrayList<>();
    for (RunningLoad.SentLog one : sent) {
      sends.add(copy(one.log(), "sent-" + one.by()));
    }
    for (int i = 0; i < seen.size() && topics.isPresent(); i++) {
      int lanes = ends.size() / seen.size();
      whole &= reaches(seen.get(i), ends.subList(i * lanes, (i + 1) * lanes));
    }
    List<Long> until = whole ? committed : Collections.nCopies(committed.size(), 0L);
    return Analyst.analyse(
        Evidence.of(
                Workloads.create(instruments.workload()),
                instruments.promise(),
                instruments.lanes(),
                sends,
                seen.get(0))
            .reread(seen.get(0))
            .rows(topics.isEmpty())
            .unfinished(new UnfinishedWork(until, List.of()))
            .build());
  }

  private Path copy(Optional<Path> file, String name) throws IOException {
    Path to = folder.resolve(name);
    return file.isPresent()
        ? Files.copy(file.get(), to, StandardCopyOption.REPLACE_EXISTING)
        : Files.write(to, new byte[0]);
  }

  /** Whether a reader has seen what stands at the end of each partition. */
  private static boolean reaches(Path seen, List<Long> ends) throws IOException {
    long[] next = new long[ends.size()];
    try (ObservedFile.Reader entry = new ObservedFile.Reader(seen)) {
      while (entry.next()) {
        if (entry.partition() < next.length) {
          next[entry.partition()] = Math.max(next[entry.partition()], entry.offset() + 1);
        }
      }
    }
    for (int p = 0; p < next.length; p++) {
      if (next[p] < ends.get(p)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
