package dev.rebound.analysis.evidence;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a kind of fault on its victims: all that those need to know of it who only read of
 * it. It is told wherever the kind is, except of kinds that are as old as the files.
 *
 * @param act what was done, a sentence without a full stop, with {@code %s} for the victims
 * @param sign what hits a victim, in a word or two, as engineers call it: {@code SIGKILL}
 * @param deadly whether its victims' processes end
 */
public record Effect(String act, String sign, boolean deadly) {
  private static final Map<String, Effect> UNTOLD =
      Map.of(
          "kill", new Effect("SIGKILL hit %s", "SIGKILL", true),
          "terminate", new Effect("An orderly end was asked of %s", "stop signal", true),
          "pause", new Effect("%s stood still (SIGSTOP)", "SIGSTOP", false),
          "roll", new Effect("A roll restarted %s in turn", "roll", true));

  /** That of a kind of which files tell nothing more. */
  public static Effect of(String kind) {
    return UNTOLD.getOrDefault(kind, new Effect("A " + kind + " hit %s", kind, true));
  }

  /** That of a kind, as it was told; null if nothing was. */
  public static Effect of(String kind, @Nullable Effect told) {
    return told == null ? of(kind) : told;
  }

  /** The effect as a file has to tell it beside the kind; null if it need not. */
  public static @Nullable Effect told(String kind, @Nullable Effect effect) {
    return of(kind).equals(effect) ? null : effect;
  }

  /** The act on these, a sentence without a full stop. */
  public String act(String whom) {
    return act.replace("%s", whom);
  }
}
