package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Observed rates against the probabilities asked for, and the same answer on every call. */
class RuleMatchTest {
  private static final int RECORDS = 100_000;

  /** Standard deviations; a fixed seed makes the outcome repeatable, so nothing flickers. */
  private static final double BOUND = 5;

  private static WorkloadSpec spec(
      long seed, int rules, double selectivity, String distribution, String matching) {
    return RuleMatch.spec(seed, rules, selectivity, distribution, matching, 256);
  }

  private static List<Integer> rules(Matcher matcher, int generator, long sequence) {
    List<Integer> rules = new ArrayList<>();
    matcher.expected(generator, sequence, rules::add);
    return rules;
  }

  private static void assertRates(WorkloadSpec spec) {
    double[] probabilities =
        RuleProbabilities.of(
                spec.whole("rules"), spec.decimal("selectivity"), spec.text("distribution"))
            .probabilities();
    int[] counts = new int[spec.whole("rules")];
    try (Matcher matcher = new RuleMatch(spec).newMatcher()) {
      for (int n = 0; n < RECORDS; n++) {
        matcher.expected(1, n, rule -> counts[rule]++);
      }
    }
    for (int rule = 0; rule < counts.length; rule++) {
      double p = probabilities[rule];
      double deviation = Math.sqrt(RECORDS * p * (1 - p));
      assertThat((double) counts[rule])
          .as("matches of rule %s of %s", rule, spec)
          .isBetween(
              RECORDS * p - BOUND * deviation - 1e-9, RECORDS * p + BOUND * deviation + 1e-9);
    }
  }

  @Example
  void everyRuleMatchesAsOftenAsItsProbabilitySays() {
    for (String matching : List.of("indexed", "scan")) {
      assertRates(spec(42, 10, 0.5, "uniform", matching));
      assertRates(spec(43, 300, 20, "uniform", matching));
      assertRates(spec(44, 10, 10, "uniform", matching));
      assertRates(spec(45, 10, 0, "uniform", matching));
      assertRates(spec(46, 1, 0.3, "uniform", matching));
      assertRates(spec(47, 200, 0.5, "zipf", matching));
      assertRates(spec(48, 50, 5, "zipf:1.5", matching));
      assertRates(spec(49, 20, 20, "zipf:2", matching));
      assertRates(spec(50, 20, 0.5, "zipf:0", matching));
    }
  }

  @Example
  void rulesAreIndependentOfEachOther() {
    for (String matching : List.of("indexed", "scan")) {
      for (String distribution : List.of("uniform", "zipf:0.5")) {
        assertIndependent(spec(7, 8, 3, distribution, matching));
      }
    }
  }

  private static void assertIndependent(WorkloadSpec spec) {
    double[] p = RuleProbabilities.of(8, 3, spec.text("distribution")).probabilities();
    int[][] together = new int[8][8];
    try (Matcher matcher = new RuleMatch(spec).newMatcher()) {
      for (int n = 0; n < RECORDS; n++) {
        List<Integer> rules = rules(matcher, 3, n);
        for (int a : rules) {
          for (int b : rules) {
            together[a][b]++;
          }
        }
      }
    }
    for (int a = 0; a < 8; a++) {
      for (int b = 0; b < a; b++) {
        double both = p[a] * p[b];
        assertThat((double) together[a][b])
            .as("rules %s and %s together, %s", a, b, spec)
            .isBetween(
                RECORDS * both - BOUND * Math.sqrt(RECORDS * both * (1 - both)),
                RECORDS * both + BOUND * Math.sqrt(RECORDS * both * (1 - both)));
      }
    }
  }

  @Example
  void neighbouringRecordsAndGeneratorsAreIndependent() {
    try (Matcher matcher = new RuleMatch(spec(9, 1, 0.5, "uniform", "indexed")).newMatcher()) {
      int likeNext = 0;
      int likeOtherGenerator = 0;
      for (int n = 0; n < RECORDS; n++) {
        boolean here = rules(matcher, 0, n).isEmpty();
        likeNext += here == rules(matcher, 0, n + 1).isEmpty() ? 1 : 0;
        likeOtherGenerator += here == rules(matcher, 1, n).isEmpty() ? 1 : 0;
      }
      double deviation = Math.sqrt(RECORDS * 0.25);
      assertThat((double) likeNext)
          .isBetween(RECORDS / 2.0 - BOUND * deviation, RECORDS / 2.0 + BOUND * deviation);
      assertThat((double) likeOtherGenerator)
          .isBetween(RECORDS / 2.0 - BOUND * deviation, RECORDS / 2.0 + BOUND * deviation);
    }
  }

  @Property(tries = 300)
  void rulesComeAscendingOnceEachAndTheSameOnEveryCallAndThread(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5000) int rules,
      @ForAll @DoubleRange(max = 1) double share,
      @ForAll @DoubleRange(max = 3) double exponent,
      @ForAll @IntRange(max = 65535) int generator,
      @ForAll @LongRange(min = 0) long sequence) {
    for (String matching : List.of("indexed", "scan")) {
      for (String distribution : List.of("uniform", "zipf:" + exponent)) {
        RuleMatch workload =
            new RuleMatch(spec(seed, rules, share * rules, distribution, matching));
        byte[] record = new byte[256];
        RecordFormat.header(record, RecordFormat.RecordKind.DATA, generator, 232, sequence, 1);
        workload.payload(generator, sequence, record, RecordFormat.HEADER_BYTES);
        try (Matcher matcher = workload.newMatcher()) {
          List<Integer> expected = rules(matcher, generator, sequence);
          assertThat(expected).isSorted().doesNotHaveDuplicates();
          assertThat(expected).allMatch(rule -> rule >= 0 && rule < rules);
          List<Integer> matched = new ArrayList<>();
          matcher.match(record, matched::add);
          assertThat(matched).isEqualTo(expected);
        }
        assertThat(
                CompletableFuture.supplyAsync(
                        () -> rules(workload.newMatcher(), generator, sequence))
                    .join())
            .isEqualTo(rules(workload.newMatcher(), generator, sequence));
      }
    }
  }

  @Property(tries = 200)
  void probabilitiesFallAndAddUpToTheSelectivity(
      @ForAll @IntRange(min = 1, max = 2000) int rules,
      @ForAll @DoubleRange(max = 1) double share,
      @ForAll @DoubleRange(max = 10) double exponent) {
    double[] p = RuleProbabilities.of(rules, share * rules, "zipf:" + exponent).probabilities();
    double sum = 0;
    double before = 1;
    for (double probability : p) {
      assertThat(probability).isBetween(0.0, before + 1e-12);
      before = probability;
      sum += probability;
    }
    assertThat(sum).isCloseTo(share * rules, org.assertj.core.data.Offset.offset(1e-6));
  }

  @Example
  void theSetOfRulesNeverChangesBetweenReleases() {
    assertThat(first(spec(42, 1000, 0.5, "uniform", "indexed")))
        .isEqualTo("[][][][297][452, 619][634][994][][][][368][]");
    assertThat(first(spec(42, 1000, 0.5, "zipf", "indexed")))
        .isEqualTo("[][][][4][15, 56][60][907][][][][7][]");
    assertThat(first(spec(42, 1000, 0.5, "uniform", "scan")))
        .isEqualTo("[][][][231][][540][177][537][][][774][]");
  }

  private static String first(WorkloadSpec spec) {
    StringBuilder text = new StringBuilder();
    try (Matcher matcher = new RuleMatch(spec).newMatcher()) {
      for (int n = 0; n < 12; n++) {
        text.append(rules(matcher, 0, n));
      }
    }
    return text.toString();
  }

  @Example
  void impossibleDescriptionsSayWhatWouldBeRight() {
    assertThatThrownBy(() -> new RuleMatch(spec(1, 10, 11, "zipf", "indexed")))
        .hasMessageContaining("workload.selectivity is 11.0")
        .hasMessageContaining("from 0 to 10");
    assertThatThrownBy(() -> new RuleMatch(spec(1, 10, Double.NaN, "zipf", "indexed")))
        .hasMessageContaining("selectivity");
    assertThatThrownBy(() -> new RuleMatch(spec(1, 0, 0, "uniform", "indexed")))
        .hasMessageContaining("at least one rule");
    assertThatThrownBy(() -> new RuleMatch(spec(1, 10, 1, "zipf:x", "indexed")))
        .hasMessageContaining("zipf:A");
    assertThatThrownBy(() -> new RuleMatch(spec(1, 10, 1, "normal", "indexed")))
        .hasMessageContaining("write uniform, zipf");
    assertThatThrownBy(() -> new RuleMatch(spec(1, 10, 1, "uniform", "index")))
        .hasMessageContaining("write indexed or scan");
    assertThatThrownBy(() -> new RuleMatch(RuleMatch.spec(1, 10, 1, "uniform", "indexed", 23)))
        .hasMessageContaining("header of 24 bytes");
  }

  @Example
  void payloadsDifferAndFillExactlyTheirPlace() {
    RuleMatch workload = new RuleMatch(spec(1, 10, 1, "uniform", "indexed"));
    byte[] one = new byte[workload.payloadBytesMax() + 20];
    byte[] again = one.clone();
    byte[] next = one.clone();
    assertThat(workload.payload(0, 5, one, 7)).isEqualTo(232);
    workload.payload(0, 5, again, 7);
    workload.payload(0, 6, next, 7);
    assertThat(one).isEqualTo(again).isNotEqualTo(next);
    for (int i = 0; i < one.length; i++) {
      if (i < 7 || i >= 7 + 232) {
        assertThat(one[i]).isZero();
      }
    }
  }

  @Example
  void payloadsCannotBeCompressed() {
    RuleMatch workload = new RuleMatch(RuleMatch.spec(1, 10, 1, "uniform", "indexed", 1024));
    byte[] batch = new byte[1000 * 64];
    for (int n = 0; n < 64; n++) {
      workload.payload(0, n, batch, n * 1000);
    }
    java.util.zip.Deflater deflater = new java.util.zip.Deflater(9);
    deflater.setInput(batch);
    deflater.finish();
    int compressed = deflater.deflate(new byte[2 * batch.length]);
    deflater.end();
    assertThat(compressed).isGreaterThan(batch.length * 99 / 100);
  }
}
