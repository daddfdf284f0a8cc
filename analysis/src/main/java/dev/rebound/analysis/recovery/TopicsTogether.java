package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.workload.OutputTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The results of several output topics as those of one run: counts are added up, a length is the
 * longest of all topics ({@link LongestOfTopics}), and what a load or a reader saw second by second
 * is that of the first topic of which outputs are due by themselves.
 */
final class TopicsTogether {
  private static final String EXCESS = "excess";

  /** What is not asked of outputs that are judged as a whole. */
  private static final Set<FindingKind> OF_EACH =
      EnumSet.of(FindingKind.LOST, FindingKind.DUPLICATED);

  private final Evidence evidence;
  private final List<OutputTopic> topics;
  private final List<AnalysisResult> each;
  private final int lead;

  TopicsTogether(Evidence evidence, List<OutputTopic> topics, List<AnalysisResult> each) {
    this.evidence = evidence;
    this.topics = topics;
    this.each = each;
    int first = 0;
    while (first < each.size() && each.get(first).outputsPerRecord() == 0) {
      first++;
    }
    this.lead = first < each.size() ? first : 0;
  }

  AnalysisResult result() {
    List<List<FaultResult>> ofTopics = each.stream().map(AnalysisResult::faults).toList();
    List<FaultResult> faults =
        LongestOfTopics.faults(topics.stream().map(OutputTopic::name).toList(), ofTopics);
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
            audits.add(
                new Audit(
                    audit.reader(),
                    judged,
                    audit.expected(),
                    audit.distinct(),
                    audit.observed(),
                    audit.findings().stream()
                        .filter(finding -> first || !finding.kind().ofInputs())
                        .toList(),
                    topics.get(t).name()));
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
    Map<String, String> unjudged = new TreeMap<>();
    Set<String> counts = counts();
    for (String count : counts) {
      boolean once =
          Arrays.stream(FindingKind.values())
              .anyMatch(kind -> kind.ofInputs() && kind.toString().equals(count));
      double sum = 0;
      boolean any = false;
      for (int t = 0; t < (once ? 1 : each.size()); t++) {
        Double its = each.get(t).metrics().get(count);
        any |= its != null;
        sum += its == null ? 0 : its;
      }
      metrics.remove(count);
      if (any) {
        metrics.put(count, sum);
      }
    }
    for (int t = 0; t < each.size(); t++) {
      int topic = t;
      each.get(t)
          .unjudged()
          .forEach(
              (metric, why) -> {
                boolean its = topic == lead || counts.contains(metric) || ofFaults(metric);
                if (its && !isNotAsked(topics.get(topic), metric)) {
                  unjudged.putIfAbsent(metric, topics.get(topic).name() + ": " + why);
                }
              });
    }
    unjudged.putAll(ofFaults.unjudged());
    return new Measures(metrics, bounds, unjudged)
        .and(new Measures(ofFaults.metrics(), ofFaults.bounds(), Map.of()));
  }

  private static boolean isNotAsked(OutputTopic topic, String metric) {
    return topic.workload().judgedAsWhole()
        && OF_EACH.stream().anyMatch(kind -> kind.toString().equals(metric));
  }

  private static Set<String> counts() {
    Set<String> counts = new TreeSet<>();
    Arrays.stream(FindingKind.values()).map(FindingKind::toString).forEach(counts::add);
    counts.add(EXCESS);
    return counts;
  }

  private static <T> Map<String, T> withoutFaults(Map<String, T> metrics) {
    Map<String, T> without = new TreeMap<>(metrics);
    without.keySet().removeIf(TopicsTogether::ofFaults);
    return without;
  }

  private static boolean ofFaults(String metric) {
    return Metrics.FALSE_ALARMS.equals(metric)
        || RunMeasures.OF_FAULTS.stream()
            .anyMatch(name -> metric.equals(name) || metric.startsWith(name + "."));
  }
}
