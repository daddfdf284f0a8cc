package dev.rebound.workload;

import java.util.List;
import java.util.function.IntConsumer;

/** Compiled regular expressions, all searched for in a line at once. Immutable, safe to share. */
interface TextRules {
  /** The library that searches, for people, and its version. */
  String engine();

  LineSearch newSearch();

  /** Searches lines; for use by one thread. */
  interface LineSearch extends AutoCloseable {
    /** Gives the rules that are found in {@code line}, in ascending order, each once. */
    void find(String line, IntConsumer sink);

    @Override
    void close();
  }

  /** One expression after the other by {@code java.util.regex}: slow, but everywhere. */
  record JavaRules(LogRules rules) implements TextRules {
    @Override
    public String engine() {
      return "java.util.regex";
    }

    @Override
    public LineSearch newSearch() {
      List<java.util.regex.Matcher> matchers =
          rules.rules().stream().map(rule -> rule.pattern().matcher("")).toList();
      return new LineSearch() {
        @Override
        public void find(String line, IntConsumer sink) {
          for (int rule = 0; rule < matchers.size(); rule++) {
            if (matchers.get(rule).reset(line).find()) {
              sink.accept(rule);
            }
          }
        }

        @Override
        public void close() {}
      };
    }
  }
}
