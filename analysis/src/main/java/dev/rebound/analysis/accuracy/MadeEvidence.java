package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
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
import java.util.List;

/** Writes a made-up run as the files that a real one leaves. For one run and one thread. */
final class MadeEvidence {
  private static final int ENTRY_BITS = 21;

  /** Shares of the engine's words that nobody hears, and that are heard late. */
  private static final double WORDS_LOST = 0.1;

  private static final double WORDS_LATE = 0.2;

  /** Share of hiccups that the hypervisor owns up to. */
  private static final double STEAL_TOLD = 0.6;

  /** Share of readings that were missed, and in which the generator is late for no reason. */
  private static final double SAMPLES_LOST = 0.03;

  private static final double SLIPS = 0.02;

  private final World world;
  private final Course course;
  private final Workload workload;

  /** Outputs due in the order of their records; {@link #first} says where a record's begin. */
  private int[] rules = new int[1 << 12];

  private final int[] first;
  private boolean[] lost = new boolean[0];
  private long[] counts = new long[0];

  /** Appearances, the outputs due first and what came once more after them. */
  private int[] outputs = new int[0];

  private long[] appended = new long[0];
  private long[] offsets = new long[0];

  MadeEvidence(World world, Course course) {
    this.world = world;
    this.course = course;
    this.workload =
        world.consumers() == null
            ? new RuleMatch(spec(world))
            : new Events(WorkloadSpec.of(Events.KIND, world.seed()));
    this.first = new int[course.done.length + 1];
    match();
    lose();
    appear();
  }

  private static WorkloadSpec spec(World world) {
    return RuleMatch.spec(
        world.seed(),
        world.rules(),
        world.selectivity(),
        world.skewed() ? "zipf:1.5" : "uniform",
        "indexed",
        256);
  }

  private void match() {
    if (workload instanceof RuleMatch matching) {
      matchRules(matching);
    } else {
      matchEach();
    }
  }

  /** One output for each record. */
  private void matchEach() {
    rules = new int[course.done.length];
    Arrays.setAll(first, n -> n);
    counts = new long[course.done.length];
  }

  private void matchRules(RuleMatch matching) {
    int[] size = new int[1];
    long[] perRule = new long[matching.rules()];
    long[] count = new long[rules.length];
    try (Matcher matcher = matching.newMatcher()) {
      for (int n = 0; n < course.done.length; n++) {
        first[n] = size[0];
        matcher.expected(
            0,
            n,
            rule -> {
              if (size[0] == rules.length) {
                rules = Arrays.copyOf(rules, 2 * size[0]);
              }
              rules[size[0]++] = rule;
            });
      }
    }
    first[course.done.length] = size[0];
    count = Arrays.copyOf(count, size[0]);
    for (int i = 0; i < size[0]; i++) {
      count[i] = ++perRule[rules[i]];
    }
    counts = count;
  }

  private void lose() {
    Dice dice = world.dice(4);
    lost = new boolean[counts.length];
    for (int n = 0; world.lost() > 0 && n < course.done.length; n++) {
      long at = world.intended(n);
      for (int i = first[n]; i < first[n + 1]; i++) {
        boolean unlucky = dice.chance(world.lost());
        lost[i] = unlucky && at >= world.lostFrom() && at < world.lostTo();
      }
    }
  }

  private void appear() {
    int size = counts.length;
    for (int a = 0; a < course.agains; a++) {
      size += first[course.again[a] + 1] - first[course.again[a]];
    }
    outputs = new int[size];
    appended = new long[size];
    for (int n = 0; n < course.done.length; n++) {
      for (int i = first[n]; i < first[n + 1]; i++) {
        outputs[i] = i;
        appended[i] = lost[i] ? Standstill.NEVER : course.done[n];
      }
    }
    int at = counts.length;
    for (int a = 0; a < course.agains; a++) {
      int n = course.again[a];
      for (int i = first[n]; i < first[n + 1]; i++) {
        outputs[at] = i;
        appended[at++] = lost[i] ? Standstill.NEVER : course.againAt[a];
      }
    }
    offsets = new long[size];
    long[] next = new long[world.partitions()];
    for (int entry : inOrder(appended)) {
      offsets[entry] = next[partition(entry)]++;
    }
  }

  /** Entries by time; those that never came are left out. */
  private static int[] inOrder(long[] times) {
    long[] keys = new long[times.length];
    int size = 0;
    for (int i = 0; i < times.length; i++) {
      if (times[i] < Standstill.NEVER) {
        keys[size++] = times[i] << ENTRY_BITS | i;
      }
    }
    Arrays.sort(keys, 0, size);
    int[] entries = new int[size];
    for (int i = 0; i < size; i++) {
      entries[i] = (int) (keys[i] & (1 << ENTRY_BITS) - 1);
    }
    return entries;
  }

  private int partition(int entry) {
    Consumers consumers = world.consumers();
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
    for (int i = first[record]; i < first[record + 1]; i++) {
      if (!lost[i]) {
        return true;
      }
    }
    return false;
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
        .commits(new MadeCommits(world, course).write(folder.resolve("commits.bin")))
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
    Dice dice = world.dice(7);
    for (int f = 0; f < world.faults().size(); f++) {
      MadeFault harm = world.faults().get(f);
      long until =
          f + 1 < world.faults().size() ? world.faults().get(f + 1).signal() : Standstill.NEVER;
      List<Transition> said =
          harm.words().stream()
              .filter(word -> word.at() < until && !dice.chance(WORDS_LOST))
              .map(w -> new Transition(heard(w.at(), dice), w.step(), w.node(), "made up"))
              .sorted((a, b) -> Long.compare(a.atMicros(), b.atMicros()))
              .toList();
      faults.add(
          FaultTimes.of(f + 1, harm.kind(), "worker", harm.victims(), world.wall(harm.signal()))
              .transitions(said)
              .returns(harm.returns().stream().map(world::wall).toList())
              .build());
    }
    return faults;
  }

  private List<PhaseTimes> phases() {
    return List.of(
        new PhaseTimes("warmup", world.wall(0), world.wall(world.baselineFrom())),
        new PhaseTimes(
            "baseline", world.wall(world.baselineFrom()), world.wall(world.baselineTo())),
        new PhaseTimes("faults", world.wall(world.baselineTo()), world.wall(world.loadEnd())),
        new PhaseTimes("drain", world.wall(world.loadEnd()), world.wall(world.horizon())));
  }

  /** When the lab heard of what happened: mostly at once, else as lines are written out. */
  private long heard(long at, Dice dice) {
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
    Dice dice = world.dice(6);
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
              clock(at) + drift));
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

  /** Wall clock minus monotonic clock. */
  private long clock(long at) {
    return world.wall(at) - at;
  }
}
