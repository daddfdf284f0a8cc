package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to the connections between two sets of members, whoever of them connects.
 *
 * @param tag of the fault that it belongs to; healing removes what has it
 * @param victims names of members, or {@link #ANY}
 * @param peers those at the other ends, likewise
 * @param way whose bytes it is on; {@link Way#BOTH} unless it holds or slows
 * @param harm what is done
 */
public record Rule(String tag, Set<String> victims, Set<String> peers, Way way, Harm harm) {
  /** Anyone, unknown processes too, among names of members. */
  public static final String ANY = "*";

  private static final String DELAY = "delay";
  private static final String JITTER = "jitter";
  private static final String RATE = "rate";
  private static final String REQUEST = "request";
  private static final String ERROR = "error";

  /** Whose bytes. */
  public enum Way {
    /** Those of victims and of their peers. */
    BOTH,
    /** What victims send. */
    FORTH,
    /** What victims are sent. */
    BACK
  }

  /** What a rule does. */
  public sealed interface Harm {
    /** Bytes are kept until it is healed. */
    record Hold() implements Harm {}

    /**
     * Bytes come later, or fewer of them at a time.
     *
     * @param delay by which each piece comes later
     * @param jitter drawn evenly between minus and plus this, added to the delay; no more than it
     * @param bytesPerSecond of all matching connections together, each way for itself; 0 for no
     *     limit
     * @param request only such requests of clients of Kafka, and what comes after them on their
     *     connection; null for everything
     */
    record Slow(Duration delay, Duration jitter, long bytesPerSecond, @Nullable ApiKeys request)
        implements Harm {}

    /** Connections are half-open from now on, those that are made while it is in force too. */
    record Hang() implements Harm {}

    /** New connections are reset. */
    record Refuse() implements Harm {}

    /**
     * Requests of clients of Kafka are answered with an error in the broker's place, which never
     * sees them. A request that nobody is to answer (a Produce with acks=0) goes nowhere.
     */
    record Answer(ApiKeys request, Errors error) implements Harm {}
  }

  /** Throws {@link ReboundException} for what makes no sense. */
  public Rule {
    victims = Set.copyOf(victims);
    peers = Set.copyOf(peers);
    word("a tag", tag);
    members(victims);
    members(peers);
    if (harm instanceof Harm.Slow slow) {
      check(slow);
    }
    if (harm instanceof Harm.Answer answer && answer.error() == Errors.NONE) {
      throw wrong("a refusal without an error", "Name an error of Kafka, such as NOT_COORDINATOR.");
    }
    boolean ofBytes =
        harm instanceof Harm.Hold || (harm instanceof Harm.Slow slow && slow.request() == null);
    if (!ofBytes && way != Way.BOTH) {
      throw wrong(text(harm) + " on one way alone", "Write both.");
    }
  }

  private static void check(Harm.Slow slow) {
    if (slow.jitter().isNegative()
        || slow.jitter().compareTo(slow.delay()) > 0
        || slow.bytesPerSecond() < 0) {
      throw wrong(text(slow), "Have a jitter of no more than the delay, and no negative value.");
    }
    if (slow.request() != null && slow.bytesPerSecond() != 0) {
      throw wrong(
          "a rate for requests of one kind",
          "Leave out the rate, or have it for all that is sent, by a rule without a request.");
    }
  }

  /** The request of clients of Kafka that has this name, as {@code EndTxn}; empty if none has. */
  public static Optional<ApiKeys> request(String name) {
    return Arrays.stream(ApiKeys.values())
        .filter(key -> key.name.equalsIgnoreCase(name))
        .findFirst();
  }

  /** True if it is on bytes that one sends to the other; null for a process that is no member. */
  boolean onBytes(@Nullable String sender, @Nullable String receiver) {
    return (way != Way.BACK && isVictims(sender, receiver))
        || (way != Way.FORTH && isVictims(receiver, sender));
  }

  /** True if the one counts as its victim, and the other as a peer. */
  boolean isVictims(@Nullable String one, @Nullable String other) {
    return between(victims, peers, one, other);
  }

  /** True if the one is a victim, and the other a peer. */
  static boolean between(
      Set<String> victims, Set<String> peers, @Nullable String one, @Nullable String other) {
    return has(victims, one) && has(peers, other);
  }

  private static boolean has(Set<String> names, @Nullable String name) {
    return names.contains(ANY) || (name != null && names.contains(name));
  }

  /**
   * The rule as control has it: {@code TAG VICTIMS PEERS WAY HARM}, names with commas between, and
   * one of
   *
   * <pre>
   * hold
   * slow [delay=MILLIS] [jitter=MILLIS] [rate=BYTES-PER-SECOND] [request=NAME]
   * hang
   * refuse [request=NAME error=NAME]
   * </pre>
   */
  public String text() {
    return String.join(
        " ", tag, text(victims), text(peers), way.name().toLowerCase(Locale.ROOT), text(harm));
  }

  /** Names as control has them. */
  static String text(Set<String> names) {
    return String.join(",", new TreeSet<>(names));
  }

  private static String text(Harm harm) {
    if (harm instanceof Harm.Slow slow) {
      StringBuilder text = new StringBuilder("slow");
      text.append(" " + DELAY + "=").append(slow.delay().toMillis());
      text.append(" " + JITTER + "=").append(slow.jitter().toMillis());
      text.append(" " + RATE + "=").append(slow.bytesPerSecond());
      ApiKeys request = slow.request();
      return request == null
          ? text.toString()
          : text.append(" " + REQUEST + "=").append(request.name).toString();
    }
    if (harm instanceof Harm.Answer answer) {
      return "refuse " + REQUEST + "=" + answer.request().name + " " + ERROR + "=" + answer.error();
    }
    return harm instanceof Harm.Hold ? "hold" : harm instanceof Harm.Hang ? "hang" : "refuse";
  }

  /** The rule that such words are. Throws {@link ReboundException} if they are none. */
  static Rule parse(List<String> words) {
    if (words.size() < 5) {
      throw wrong(
          "no rule: " + String.join(" ", words),
          "Write TAG VICTIMS PEERS both|forth|back hold|slow|hang|refuse [KEY=VALUE]...");
    }
    Map<String, String> values = values(words.subList(5, words.size()));
    Harm harm =
        switch (words.get(4)) {
          case "hold" -> new Harm.Hold();
          case "hang" -> new Harm.Hang();
          case "slow" -> slow(values);
          case "refuse" -> refuse(values);
          default -> throw wrong("harm " + words.get(4), "Write hold, slow, hang or refuse.");
        };
    if (!values.isEmpty()) {
      throw wrong(words.get(4) + " with " + values.keySet(), "Remove that.");
    }
    Way way =
        switch (words.get(3)) {
          case "both" -> Way.BOTH;
          case "forth" -> Way.FORTH;
          case "back" -> Way.BACK;
          default -> throw wrong("way " + words.get(3), "Write both, forth or back.");
        };
    return new Rule(words.get(0), names(words.get(1)), names(words.get(2)), way, harm);
  }

  private static Harm slow(Map<String, String> values) {
    String request = values.remove(REQUEST);
    return new Harm.Slow(
        Duration.ofMillis(whole(values, DELAY)),
        Duration.ofMillis(whole(values, JITTER)),
        whole(values, RATE),
        request == null ? null : known(request));
  }

  private static Harm refuse(Map<String, String> values) {
    String request = values.remove(REQUEST);
    String error = values.remove(ERROR);
    if (request == null && error == null) {
      return new Harm.Refuse();
    }
    if (request == null || error == null) {
      throw wrong("refuse with one of request and error", "Name both, or neither.");
    }
    Errors named =
        Arrays.stream(Errors.values())
            .filter(one -> one.name().equals(error))
            .findFirst()
            .orElseThrow(() -> wrong("error " + error, "Name an error of Kafka: NOT_COORDINATOR."));
    return new Harm.Answer(known(request), named);
  }

  private static ApiKeys known(String request) {
    return request(request)
        .orElseThrow(() -> wrong("request " + request, "Name a request of Kafka: EndTxn."));
  }

  /** Takes a number out of such values; 0 if it is not among them. */
  static long whole(Map<String, String> values, String key) {
    String value = values.remove(key);
    if (value == null) {
      return 0;
    }
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw ReboundException.badInput(
          "forwarder: " + key + "=" + value, "Write a whole number.", e);
    }
  }

  /** The names of members that control has in a word. */
  static Set<String> names(String word) {
    return Set.copyOf(List.of(word.split(",", -1)));
  }

  /** What words such as {@code key=value} say; it can be changed. */
  static Map<String, String> values(List<String> words) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : words) {
      int at = word.indexOf('=');
      if (at <= 0 || values.put(word.substring(0, at), word.substring(at + 1)) != null) {
        throw wrong("the word " + word, "Write KEY=VALUE, each key once.");
      }
    }
    return values;
  }

  private static void members(Set<String> names) {
    if (names.isEmpty()) {
      throw wrong("no member", "Name members, or " + ANY + ".");
    }
    names.forEach(name -> word("a member", name));
  }

  /** It stands in a line of control, between others. */
  private static void word(String what, String word) {
    if (!word.matches("[^\\s,]+")) {
      throw wrong(what + " is called '" + word + "'", "Use a name without spaces and commas.");
    }
  }

  private static ReboundException wrong(String what, String remedy) {
    return ReboundException.badInput("forwarder: " + what, remedy);
  }
}
