package dev.rebound.workload;

import com.gliwka.hyperscan.wrapper.CompileErrorException;
import com.gliwka.hyperscan.wrapper.Database;
import com.gliwka.hyperscan.wrapper.Expression;
import com.gliwka.hyperscan.wrapper.ExpressionFlag;
import com.gliwka.hyperscan.wrapper.Match;
import com.gliwka.hyperscan.wrapper.Scanner;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * All expressions compiled into one Hyperscan database, searched in one pass over a line.
 *
 * <p>The database is shared; a scanner belongs to one thread, and the library allows 256 of them in
 * a process. The only class that touches the native library, so that a machine without it can do
 * without this class.
 */
final class HyperscanRules implements TextRules {
  private final Database database;

  private HyperscanRules(Database database) {
    this.database = database;
  }

  /**
   * Compiles the rules.
   *
   * @throws IllegalArgumentException if Hyperscan refuses an expression: file, line, cause, remedy
   * @throws LinkageError if the native library does not load here
   */
  static TextRules compile(LogRules rules) {
    if (!Scanner.getIsValidPlatform()) {
      throw new UnsatisfiedLinkError("this processor lacks the instructions that Hyperscan needs");
    }
    List<Expression> expressions = new ArrayList<>();
    for (int i = 0; i < rules.rules().size(); i++) {
      expressions.add(
          new Expression(
              rules.rules().get(i).expression(),
              EnumSet.of(ExpressionFlag.SINGLEMATCH, ExpressionFlag.UTF8),
              i));
    }
    try {
      return new HyperscanRules(Database.compile(expressions));
    } catch (CompileErrorException e) {
      Expression failed = e.getFailedExpression();
      Integer id = failed == null ? null : failed.getId();
      if (id == null) {
        throw new IllegalArgumentException(
            rules.source() + ": Hyperscan refuses the rules: " + e.getMessage(), e);
      }
      LogRules.Rule rule = rules.rules().get(id);
      throw LogRules.wrong(
          rules.source(),
          rule.line(),
          "Hyperscan refuses " + rule.expression() + ": " + e.getMessage(),
          "write it without look-around, back-references and possessive quantifiers");
    }
  }

  @Override
  public String engine() {
    return "Hyperscan " + Scanner.getVersion();
  }

  @Override
  public LineSearch newSearch() {
    Scanner scanner;
    try {
      scanner = new Scanner();
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          ("Hyperscan gives no further scanner to this process: %s Close matchers that are not"
                  + " needed, or use fewer threads.")
              .formatted(e.getMessage()),
          e);
    }
    scanner.allocScratch(database);
    return new ScannerSearch(scanner, database, new BitSet());
  }

  private record ScannerSearch(Scanner scanner, Database database, BitSet found)
      implements LineSearch {
    @Override
    public void find(String line, IntConsumer sink) {
      if (line.isEmpty()) {
        return;
      }
      found.clear();
      for (Match match : scanner.scan(database, line)) {
        Integer rule = match.getMatchedExpression().getId();
        if (rule != null) {
          found.set(rule);
        }
      }
      for (int rule = found.nextSetBit(0); rule >= 0; rule = found.nextSetBit(rule + 1)) {
        sink.accept(rule);
      }
    }

    @Override
    public void close() {
      scanner.close();
    }
  }
}
