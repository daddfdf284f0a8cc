package dev.rebound.report.terminal;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The abilities of the terminal.
 *
 * @param live a line may be redrawn in place; otherwise plain lines only
 * @param colour ANSI colours may be used
 * @param unicode the character set has ✓ ✗ – and their like; otherwise ASCII stands in for them
 * @param drawing block characters of eight heights may be used in the live line
 * @param columns width in characters
 */
public record TerminalOptions(
    boolean live, boolean colour, boolean unicode, boolean drawing, int columns) {
  private static final int COLUMNS_DEFAULT = 80;
  private static final int COLUMNS_MIN = 40;
  private static final int COLUMNS_WITHOUT_TERMINAL = 100;

  /** Consoles whose fonts have few block characters, whatever their character set. */
  private static final Set<String> WITHOUT_BLOCKS = Set.of("linux", "vt100", "vt220");

  /** One that draws if it can redraw a line and has the characters. */
  public TerminalOptions(boolean live, boolean colour, boolean unicode, int columns) {
    this(live, colour, unicode, live && unicode, columns);
  }

  /** Output that goes to a file or a pipe, in UTF-8. */
  public static TerminalOptions plain() {
    return new TerminalOptions(false, false, true, COLUMNS_WITHOUT_TERMINAL);
  }

  /**
   * Looks at the console and the environment ({@code NO_COLOR}, {@code TERM}, {@code COLUMNS}).
   *
   * @param noColour {@code --no-color} was given
   */
  public static TerminalOptions detect(boolean noColour) {
    return detect(System.getenv(), isTerminal(System.console()), outputCharset(), noColour);
  }

  public static TerminalOptions detect(
      Map<String, String> environment, boolean terminal, Charset charset, boolean noColour) {
    boolean live = terminal && !"dumb".equals(environment.get("TERM"));
    boolean asked = noColour || !environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean unicode = charset.newEncoder().canEncode("✓✗–…±→" + LiveLine.BLOCKS);
    return new TerminalOptions(
        live,
        live && !asked,
        unicode,
        live && unicode && !WITHOUT_BLOCKS.contains(environment.getOrDefault("TERM", "")),
        columns(environment, terminal));
  }

  private static int columns(Map<String, String> environment, boolean terminal) {
    try {
      return Math.max(
          COLUMNS_MIN, Integer.parseInt(environment.getOrDefault("COLUMNS", "").strip()));
    } catch (NumberFormatException e) {
      if (!terminal) {
        return COLUMNS_WITHOUT_TERMINAL;
      }
      int asked = askTerminal();
      return asked > 0 ? Math.max(COLUMNS_MIN, asked) : COLUMNS_DEFAULT;
    }
  }

  /** Where the shell does not export COLUMNS, the terminal itself knows; 0 if it does not tell. */
  private static int askTerminal() {
    File device = new File("/dev/tty");
    if (!device.canRead()) {
      return 0;
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(device)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        if (!stty.waitFor(500, TimeUnit.MILLISECONDS)) {
          return 0;
        }
        String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return Integer.parseInt(size.substring(size.indexOf(' ') + 1).strip());
      } finally {
        stty.destroyForcibly();
      }
    } catch (IOException | NumberFormatException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /** From JDK 22 on there is a console even where output goes to a file; it then says so itself. */
  private static boolean isTerminal(@org.jspecify.annotations.Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** The character set to write to standard output with. */
  public static Charset outputCharset() {
    for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding"}) {
      String name = System.getProperty(property);
      if (name != null && Charset.isSupported(name)) {
        return Charset.forName(name);
      }
    }
    String native17 = System.getProperty("native.encoding", "");
    return !native17.isEmpty() && Charset.isSupported(native17)
        ? Charset.forName(native17)
        : Charset.defaultCharset();
  }
}
