package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.LastingTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.oracle.records.Events;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Writes a made-up run as the files that a real one leaves. For one run and one thread. */
final class SimulatedEvidence {
  private static final int ENTRY_BITS = 21;

  /** Shares of the engine's words that nobody hears, and that are heard late. */
  private static final double WORDS_LOST = 0.1;

  private static final double WORDS_LATE = 0.2;

  /** Share of hiccups that the hypervisor owns up to. */
  private static final double STEAL_TOLD = 0.6;

  /** Share of readings that were missed, and in which the generator is late for no reason. */
  private static final double SAMPLES_LOST = 0.03;

  private static final double SLIPS = 0.02;

  private final SimulatedScenario world;
  private final Simulation course;
  private final Workload workload;

  /** The rule of each output due in the order of records; {@link #first} says where they begin. */
  private final int[] rules;

  private final int[] first;

  /** What each says that its rule had matched by then. */
  private final long[] counts;

  private final boolean[] lost;

  /** Appearances, the outputs due first and what came once more after them. */
  private final int[] outputs;

  private final long[] appended;
  private final long[] offsets;

  SimulatedEvidence(SimulatedScenario world, Simulation course) {
    this.world = world;
    this.course = course;
    this.first = new int[course.done.length + 1];
    if (world.consumers() == null) {
      RuleMatch matching = new RuleMatch(spec(world));
      this.workload = matching;
      this.rules = matches(matching);
      long[] perRule = new long[matching.rules()];
      this.counts = Arrays.stream(rules).mapToLong(rule -> ++perRule[rule]).toArray();
    } else {
      // One output for each record.
      this.workload = new Events(WorkloadSpec.of(Events.KIND, world.seed()));
      this.rules = new int[course.done.length];
      Arrays.setAll(first, n -> n);
      this.counts = new long[course.done.length];
    }
    this.lost = new boolean[counts.length];
    lose();
    int again = 0;
    for (Simulation.RecordTime repeat : course.again) {
      again += first[repeat.record() + 1] - first[repeat.record()];
    }
    this.outputs = new int[counts.length + again];
    this.appended = new long[outputs.length];
    this.offsets = new long[outputs.length];
    appear();
  }

  private static WorkloadSpec spec(SimulatedScenario world) {
    return RuleMatch.spec(
        world.seed(),
        world.rules(),
        world.selectivity(),
        world.skewed() ? "zipf:1.5" : "uniform",
        "indexed",
        256);
  }

  private int[] matches(RuleMatch matching) {
    IntStream.Builder all = IntStream.builder();
    int[] size = new int[1];
    try (Matcher matcher = matching.newMatcher()) {
      for (int n = 0; n < course.done.length; n++) {
        matcher.expected(
            0,
            n,
            rule -> {
              all.add(rule);
              size[0]++;
            });
        first[n + 1] = size[0];
      }
    }
    return all.build().toArray();
  }

  private void lose() {
    SeededRandom dice = world.dice(4);
    for (int n = 0; world.lost() > 0 && n < course.done.length; n++) {
      long at = world.intended(n);
      for (int i = first[n]; i < first[n + 1]; i++) {
        boolean unlucky = dice.chance(world.lost());
        lost[i] = unlucky && at >= world.lostFrom() && at < world.lostTo();
      }
    }
  }

  private void appear() {
    for (int n = 0; n < course.done.length; n++) {
      for (int i = first[n]; i < first[n + 1]; i++) {
        outputs[i] = i;
        appended[i] = lost[i] ? Standstill.NEVER : course.done[n];
      }
    }
    int at = counts.length;
    for (Simulation.RecordTime repeat : course.again) {
      int n = repeat.record();
      for (int i = first[n]; i < first[n + 1]; i++) {
        outputs[at] = i;
        appended[at++] = lost[i] ? Standstill.NEVER : repeat.at();
      }
    }
    long[] next = new long[world.partitions()];
    for (int entry : inOrder(appended)) {
      offsets[entry] = next[partition(entry)]++;
    }
  }

  /** Entries by time; those that never came are left out. */
  private static int[] inOrder(long[] times) {
    return IntStream.range(0, times.length)
        .filter(i -> times[i] < Standstill.NEVER)
        .mapToLong(i -> times[i] << ENTRY_BITS | i)
        .sorted()
        .mapToInt(key -> (int) (key & (1 << ENTRY_BITS) - 1))
        .toArray();
  }

  private int partition(int entry) {
    ConsumerGroupSettings consumers = world.consumers();
    if (consumers != null) {
      int record = outputs[entry];
      int lane = record % world.partitions();
      return consumers.copied()
          ? lane
          : (int) (world.dice(1_000_000 + record).unit() * world.partitions());
    }
    return RecordFormat.rulePartition(rules[outputs[entry]], world.partitions());
  }

  /** True if a record has outputs that come. */
  boolean shows(int record) {
    return IntStream.range(first[record], first[record + 1]).anyMatch(i -> !lost[i]);
  }

  /** The same run if nobody could tell which input an output is of. */
  Evidence unidentified(Evidence evidence) {
    WorkloadSpec none = WorkloadSpec.of(Events.KIND, world.seed()).with("oracle", "none");
    return EvidenceBuilder.builder(evidence).workload(new Events(none)).build();
  }

  /** Writes the files into a folder and describes them. */
  Evidence write(Path folder) throws IOException {
    Path log = folder.resolve("send-0.log");
    long[] slots = new long[course.done.length];
    Arrays.setAll(slots, n -> n / world.partitions() + SendLog.ACKNOWLEDGED);
    SendLog.write(log, 0, world.partitions(), world.startMicros(), world.rate(), slots);
    boolean transactional = world.commits().visible();
    int[] records = recordsOfEntries();
    long[] received = new long[outputs.length];
    Arrays.setAll(
        received,
        e ->
            appended[e] == Standstill.NEVER
                ? Standstill.NEVER
                : course.received(appended[e], records[e]));
    long[] visible = received.clone();
    if (transactional) {
      Arrays.fill(visible, counts.length, visible.length, Standstill.NEVER);
      for (int i = 0; i < counts.length; i++) {
        visible[i] = lost[i] ? Standstill.NEVER : course.there[records[i]];
      }
    }
    Path committed = observed(folder.resolve("committed.bin"), visible, records);
    Path uncommitted =
        transactional ? observed(folder.resolve("uncommitted.bin"), received, records) : null;
    return Evidence.of(
            workload,
            DeliveryGuarantee.of(
                world.guarantee(), Math.round(world.commits().intervalMicros() / 1e3)),
            world.partitions(),
            List.of(log),
            committed)
        .uncommitted(uncommitted)
        .faults(faults())
        .phases(phases())
        .rig(rig())
        .commits(new SimulatedCommits(world, course).write(folder.resolve("commits.bin")))
        .build();
  }

  private int[] recordsOfEntries() {
    int[] records = new int[outputs.length];
    for (int n = 0; n < course.done.length; n++) {
      Arrays.fill(records, first[n], first[n + 1], n);
    }
    for (int e = counts.length; e < outputs.length; e++) {
      records[e] = records[outputs[e]];
    }
    return records;
  }

  private Path observed(Path file, long[] receipts, int[] records) throws IOException {
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int entry : inOrder(receipts)) {
        int record = records[entry];
        OutputRecord output =
            new OutputRecord(
                OutputRecord.OutputKind.MATCH,
                0,
                rules[outputs[entry]],
                record,
                world.startMicros() + world.intended(record),
                counts[outputs[entry]],
                0,
                0,
                0,
                world.worker(record % world.partitions()),
                1);
        writer.append(
            partition(entry),
            offsets[entry],
            world.wall(appended[entry]) / 1000,
            world.wall(receipts[entry]),
            output.encode());
      }
    }
    return file;
  }

  private List<FaultTimes> faults() {
    List<FaultTimes> faults = new ArrayList<>();
    SeededRandom dice = world.dice(7);
    for (int f = 0; f < world.faults().size(); f++) {
      SimulatedFault harm = world.faults().get(f);
      long until =
          f + 1 < world.faults().size() ? world.faults().get(f + 1).signal() : Standstill.NEVER;
      List<Transition> said =
          harm.words().stream()
              .filter(word -> word.at() < until && !dice.chance(WORDS_LOST))
              .map(w -> new Transition(heard(w.at(), dice), w.step(), w.node(), "made up"))
              .sorted(Comparator.comparingLong(Transition::atMicros))
              .toList();
      faults.add(
          FaultTimes.of(f + 1, harm.kind(), "worker", harm.victims(), world.wall(harm.signal()))
              .transitions(said)
              .returns(harm.returns().stream().map(world::wall).toList())
              .lasting(
                  harm.healed() == 0
                      ? null
                      : new LastingTimes(world.wall(harm.healed()), true, List.of()))
              .build());
    }
    return faults;
  }

  private List<PhaseTimes> phases() {
    return List.of(
        phase("warmup", 0, world.baselineFrom()),
        phase("baseline", world.baselineFrom(), world.baselineTo()),
        phase("faults", world.baselineTo(), world.loadEnd()),
        phase("drain", world.loadEnd(), world.horizon()));
  }

  private PhaseTimes phase(String name, long from, long until) {
    return new PhaseTimes(name, world.wall(from), world.wall(until));
  }

  /** When the lab heard of what happened: mostly at once, else as lines are written out. */
  private long heard(long at, SeededRandom dice) {
    double late = dice.chance(WORDS_LATE) ? dice.between(0.2, 2) : dice.between(0, 0.1);
    return world.wall(at + (long) (late * 1e6));
  }

  /**
   * About once a second, as far as real probes tell: a reading that falls into a hiccup is left
   * out, as the lab stands still too, and so are some others; what stood still shows as stolen time
   * only where the hypervisor says so; and all readings vary by themselves.
   */
  private List<RigSample> rig() {
    List<RigSample> samples = new ArrayList<>();
    SeededRandom dice = world.dice(6);
    long before = 0;
    long phase = (long) dice.between(0, 1e6);
    for (long tick = phase; tick < world.loadEnd() + 5_000_000; tick += 1_000_000) {
      long at = tick + (long) dice.between(0, 60_000);
      double noise = dice.exponential();
      boolean told = dice.chance(STEAL_TOLD);
      double busy = dice.between(0.3, 0.9);
      double speed = 1e9 * dice.between(0.85, 1.1);
      long drift = (long) dice.between(-2000, 2000);
      double slip = dice.chance(SLIPS) ? dice.between(20, 80) : 2 * noise;
      if (dice.chance(SAMPLES_LOST) || world.afterHiccups(at) != at) {
        continue;
      }
      long stood = longestHiccup(before, at);
      samples.add(
          new RigSample(
              world.wall(at),
              busy,
              Math.min(1, 0.02 * noise + (told ? stood / 1e6 : 0)),
              Math.max(slip, stood / 1e3),
              0,
              speed,
              world.wall(at) - at + drift));
      before = at;
    }
    return samples;
  }

  private long longestHiccup(long from, long to) {
    return world.stops().stream()
        .filter(s -> s.cause() == Standstill.Reason.HICCUP && s.to() > from && s.to() <= to)
        .mapToLong(s -> s.to() - s.from())
        .max()
        .orElse(0);
  }
}
