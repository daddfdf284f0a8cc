package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.oracle.Oracles;
import dev.rebound.workload.OutputTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of several output topics as those of one run: counts are added up, a length is the
 * longest of all topics ({@link TopicFaults}), a latency the greatest, and what a load or a reader
 * saw second by second is that of the first topic of which outputs are due by themselves.
 */
final class TopicAggregate {
  /** What is not asked of outputs that are judged as a whole. */
  private static final Set<FindingKind> OF_EACH =
      EnumSet.of(FindingKind.LOST, FindingKind.DUPLICATED);

  private final Evidence evidence;
  private final List<OutputTopic> topics;
  private final List<TopicFindings> findings;
  private final List<AnalysisResult> each;
  private final int lead;

  TopicAggregate(Evidence evidence, List<OutputTopic> topics, List<TopicFindings> findings) {
    this.evidence = evidence;
    this.topics = topics;
    this.findings = findings;
    this.each = findings.stream().map(TopicFindings::result).toList();
    int first = 0;
    while (first < each.size() && each.get(first).outputsPerRecord() == 0) {
      first++;
    }
    this.lead = first < each.size() ? first : 0;
  }

  AnalysisResult result() {
    List<List<FaultResult>> ofTopics = each.stream().map(AnalysisResult::faults).toList();
    List<FaultResult> faults =
        TopicFaults.faults(
            topics.stream().map(OutputTopic::name).toList(),
            ofTopics,
            findings.stream().map(TopicFindings::below).toList());
    AnalysisResult its = each.get(lead);
    return new AnalysisResult(
        faults,
        audits(),
        its.latencies(),
        its.timeline(),
        its.outputsPerRecord(),
        measures(faults),
        null);
  }

  /** The audits of the judged reader come first. */
  private List<Audit> audits() {
    List<Audit> audits = new ArrayList<>();
    for (boolean judged : new boolean[] {true, false}) {
      for (int t = 0; t < each.size(); t++) {
        boolean first = t == 0;
        for (Audit audit : each.get(t).audits()) {
          if (audit.judged() == judged) {
            audits.add(audit.in(topics.get(t).name(), kind -> first || !kind.ofInputs()));
          }
        }
      }
    }
    return audits;
  }

  private Measures measures(List<FaultResult> faults) {
    Measures ofFaults = new RunMeasures(evidence, faults).measures();
    Map<String, Double> metrics = withoutFaults(each.get(lead).metrics());
    Map<String, Bounds> bounds = withoutFaults(each.get(lead).bounds());
    Set<String> counts = counts();
    metrics.keySet().removeAll(counts);
    bounds.keySet().removeAll(counts);
    for (String count : counts) {
      OptionalDouble sum = sum(count);
      if (sum.isPresent()) {
        metrics.put(count, sum.getAsDouble());
        if (each.stream().anyMatch(its -> its.bounds().containsKey(count))) {
          bounds.put(count, new Bounds(sum.getAsDouble(), most(count)));
        }
      }
    }
    greatestLatencies(metrics, bounds);
    Map<String, String> details = new TreeMap<>();
    for (int t = 0; t < each.size(); t++) {
      String topic = topics.get(t).name() + ": ";
      each.get(t)
          .measures()
          .details()
          .forEach((metric, of) -> details.merge(metric, topic + of, (a, b) -> a + "; " + b));
    }
    return new Measures(metrics, bounds, unjudged(counts), details).and(ofFaults);
  }

  private double most(String count) {
    return each.stream()
        .filter(its -> its.metrics().containsKey(count))
        .mapToDouble(its -> bounds(its.bounds(), count, its.metrics().get(count)).high())
        .sum();
  }

  private OptionalDouble sum(String count) {
    boolean ofInputs =
        Arrays.stream(FindingKind.values())
            .anyMatch(kind -> kind.ofInputs() && kind.toString().equals(count));
    List<Double> known =
        each.stream()
            .limit(ofInputs ? 1 : each.size())
            .map(its -> its.metrics().get(count))
            .filter(Objects::nonNull)
            .toList();
    return known.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(known.stream().mapToDouble(Double::doubleValue).sum());
  }

  /** Who waits for a program waits for all that it writes. */
  private void greatestLatencies(Map<String, Double> metrics, Map<String, Bounds> bounds) {
    for (int t = 0; t < each.size(); t++) {
      AnalysisResult its = each.get(t);
      if (t == lead || !isDue(t)) {
        continue;
      }
      its.metrics()
          .forEach(
              (metric, value) -> {
                if (isLatency(metric)) {
                  Bounds known = bounds(its.bounds(), metric, value);
                  Double before =
                      metrics.put(metric, Math.max(value, metrics.getOrDefault(metric, value)));
                  if (before != null) {
                    Bounds so = bounds(bounds, metric, before);
                    known =
                        new Bounds(
                            Math.max(so.low(), known.low()), Math.max(so.high(), known.high()));
                  }
                  if (known.low() < known.high()) {
                    bounds.put(metric, known);
                  } else {
                    bounds.remove(metric);
                  }
                }
              });
    }
  }

  private static Bounds bounds(Map<String, Bounds> known, String metric, double value) {
    return known.getOrDefault(metric, new Bounds(value, value));
  }

  /** True if outputs are due in a topic by themselves. */
  private boolean isDue(int topic) {
    return each.get(topic).outputsPerRecord() > 0;
  }

  private Map<String, String> unjudged(Set<String> counts) {
    Map<String, String> unjudged = new TreeMap<>();
    for (int t = 0; t < each.size(); t++) {
      OutputTopic topic = topics.get(t);
      Map<String, String> its = new TreeMap<>(each.get(t).unjudged());
      boolean leads = t == lead;
      boolean due = isDue(t);
      // What faults show is judged of all topics together; what the audit leaves open stays open.
      its.keySet().removeIf(Metrics::isOfFaults);
      findings.get(t).unchecked().forEach(its::putIfAbsent);
      its.forEach(
          (metric, why) -> {
            boolean counted = counts.contains(metric) && !isNotAsked(topic, metric);
            boolean latency = (due || leads) && isLatency(metric) && !isShownByAnother(metric, why);
            if (counted
                || Metrics.isOfFaults(metric)
                || latency
                || (leads && !counts.contains(metric) && !isLatency(metric))) {
              unjudged.putIfAbsent(metric, topic.name() + ": " + why);
            }
          });
    }
    untoldExcess().ifPresent(why -> unjudged.putIfAbsent(Metrics.EXCESS, why));
    return unjudged;
  }

  /** Whether a topic merely had nothing due in a phase in which another one had. */
  private boolean isShownByAnother(String metric, String why) {
    return why.startsWith(RunMeasures.NOTHING_DUE)
        && IntStream.range(0, each.size())
            .anyMatch(t -> isDue(t) && each.get(t).metrics().containsKey(metric));
  }

  /** Why the sum over the topics that tell of it is not all; empty if each tells, or none. */
  private Optional<String> untoldExcess() {
    List<String> untold =
        IntStream.range(0, each.size())
            .filter(t -> !each.get(t).metrics().containsKey(Metrics.EXCESS))
            .mapToObj(t -> topics.get(t).name())
            .toList();
    return untold.isEmpty() || untold.size() == each.size()
        ? Optional.empty()
        : Optional.of(untold.get(0) + ": it does not tell by how much states exceed what was due");
  }

  /** Where no topic is asked for single outputs, nothing is known of them. */
  private boolean isNotAsked(OutputTopic topic, String metric) {
    return Oracles.of(topic.workload()).judgedAsWhole()
        && (metric.equals(Metrics.BEYOND_COMMIT)
            || OF_EACH.stream().anyMatch(kind -> kind.toString().equals(metric)))
        && topics.stream().anyMatch(other -> !Oracles.of(other.workload()).judgedAsWhole());
  }

  /** Whether it is one, or all of a phase. */
  private static boolean isLatency(String metric) {
    return Metrics.PHASES.stream()
        .flatMap(phase -> Stream.of(phase + ".latency", phase + ".visible", phase + ".window"))
        .anyMatch(name -> metric.equals(name) || metric.startsWith(name + "."));
  }

  private static Set<String> counts() {
    Set<String> counts = new TreeSet<>();
    Arrays.stream(FindingKind.values()).map(FindingKind::toString).forEach(counts::add);
    counts.add(Metrics.EXCESS);
    counts.add(Metrics.BEYOND_COMMIT);
    return counts;
  }

  private static <T> Map<String, T> withoutFaults(Map<String, T> metrics) {
    Map<String, T> without = new TreeMap<>(metrics);
    without.keySet().removeIf(Metrics::isOfFaults);
    return without;
  }
}
