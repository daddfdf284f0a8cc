package dev.rebound.report.terminal;

import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.VerdictLabel;
import java.util.Locale;

/** Colours and marks of the terminal, as far as it can show them. Text width ignores colour. */
public final class TerminalColours {
  private final boolean colour;
  private final boolean unicode;

  public TerminalColours(TerminalOptions options) {
    this.colour = options.colour();
    this.unicode = options.unicode();
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String faint(String text) {
    return paint("2", text);
  }

  public String red(String text) {
    return paint("31", text);
  }

  public String green(String text) {
    return paint("32", text);
  }

  public String yellow(String text) {
    return paint("33", text);
  }

  /** In capitals and in colour. */
  public String verdict(VerdictLabel standing) {
    return coloured(standing, standing.toString().toUpperCase(Locale.ROOT));
  }

  /** ✓ ✗ ? in colour. */
  public String mark(Verdict verdict) {
    VerdictLabel standing = VerdictLabel.of(verdict);
    return coloured(standing, plain(standing.mark()));
  }

  private String coloured(VerdictLabel standing, String text) {
    return switch (standing) {
      case PASS -> green(text);
      case FAIL -> red(text);
      case RUNNING, UNKNOWN, INTERRUPTED, NOT_STARTED -> yellow(text);
    };
  }

  /** Puts ASCII in place of what the character set does not have. */
  public String plain(String text) {
    if (unicode) {
      return text;
    }
    StringBuilder ascii = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '✓' -> ascii.append('+');
        case '✗' -> ascii.append('x');
        case '–', '—' -> ascii.append('-');
        case '…' -> ascii.append("...");
        case '±' -> ascii.append("+/-");
        case '→' -> ascii.append("->");
        case '·' -> ascii.append('-');
        case '×' -> ascii.append('x');
        case '≤' -> ascii.append("<=");
        case '≥' -> ascii.append(">=");
        default -> ascii.append(c);
      }
    }
    return ascii.toString();
  }

  private String paint(String code, String text) {
    return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
