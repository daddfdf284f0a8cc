package dev.rebound.lab.nemesis;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.fault.Fault;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.fault.Proof;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries a fault out in turns: the next victims are hit when those before them were healed and are
 * back at work. Work that takes its time is done aside, and {@link #look} only takes in what has
 * come of it; {@link #cut} alone waits. For one thread.
 */
final class FaultInTurns {
  private static final long ASK_EVERY_MICROS = 250_000;

  private final Strike strike;
  private final FaultPlan.Turns inTurns;
  private final Supplier<BreakableMembers> members;
  private final Journal journal;
  private final Time time;
  private final Executor aside;
  private final BiConsumer<Node, Proof> hit;
  private List<TurnVictim> turn = List.of();
  private int turns;
  private int reached;

  /** A victim of the turn that is under way. */
  private static final class TurnVictim {
    private final Node node;
    private final CompletableFuture<Proof> hit;
    private @Nullable CompletableFuture<Optional<String>> answer;
    private boolean told;
    private boolean ready;
    private boolean back;
    private boolean lost;
    private long healedMicros;
    private long askMicros;
    private String missing = "it was not ready";

    TurnVictim(Node node, CompletableFuture<Proof> hit) {
      this.node = node;
      this.hit = hit;
    }
  }

  /**
   * @param aside does what takes long, on a thread that is not the caller's
   * @param hit hears of each victim that was hit, on the caller's
   */
  FaultInTurns(
      Strike strike,
      FaultPlan.Turns inTurns,
      Supplier<BreakableMembers> members,
      Journal journal,
      Time time,
      Executor aside,
      BiConsumer<Node, Proof> hit) {
    this.strike = strike;
    this.inTurns = inTurns;
    this.members = members;
    this.journal = journal;
    this.time = time;
    this.aside = aside;
    this.hit = hit;
  }

  /** Begins with the first turn. */
  void begin() {
    List<Node> victims = strike.victims();
    int until = Math.min(reached + inTurns.atOnce(), victims.size());
    turn = victims.subList(reached, until).stream().map(this::member).toList();
    reached = until;
    turns++;
  }

  private TurnVictim member(Node node) {
    Fault<?> fault = strike.fault();
    return new TurnVictim(
        node,
        CompletableFuture.supplyAsync(() -> fault.apply(node, time::micros), aside)
            .exceptionally(e -> Nemesis.failed(fault, node, e, time::micros)));
  }

  /** Takes in what was done, and does what is next; false once nothing is. */
  boolean look() {
    turn.forEach(this::look);
    if (!turn.stream().allMatch(m -> m.back || m.lost)) {
      return true;
    }
    boolean lost = turn.stream().anyMatch(m -> m.lost);
    if (lost || reached == strike.victims().size()) {
      end(lost);
      return false;
    }
    say(names() + (turn.size() == 1 ? " is" : " are") + " back at work; " + left() + " to go");
    begin();
    return true;
  }

  private void look(TurnVictim m) {
    if (!m.told) {
      if (m.hit.isDone()) {
        m.told = true;
        Proof proof = m.hit.join();
        strike.turn(turns - 1, proof);
        hit.accept(m.node, proof);
      }
    } else if (m.healedMicros > 0 && !m.back && !m.lost) {
      follow(m);
    }
  }

  /** A victim was healed, or could not be. */
  void healed(Node node, boolean healed) {
    for (TurnVictim m : turn) {
      if (m.node.equals(node)) {
        m.lost = !healed;
        m.healedMicros = time.micros();
      }
    }
  }

  private void follow(TurnVictim m) {
    CompletableFuture<Optional<String>> answer = m.answer;
    if (answer == null) {
      if (time.micros() >= m.askMicros) {
        m.answer = ask(m);
      }
    } else if (answer.isDone()) {
      m.answer = null;
      m.askMicros = time.micros() + ASK_EVERY_MICROS;
      take(m, answer);
    }
    long within = inTurns.backWithin().toNanos() / 1000;
    if (m.back || m.lost) {
      return;
    }
    if (!m.node.alive()) {
      lose(m, "ended again before it was back at work");
    } else if (time.micros() - m.healedMicros >= within) {
      lose(
          m,
          "was not back at work within " + Quantity.text(inTurns.backWithin()) + ": " + m.missing);
    }
  }

  /** Whether it is ready, and then whether the engine has it back. */
  private CompletableFuture<Optional<String>> ask(TurnVictim m) {
    boolean ready = m.ready;
    return CompletableFuture.supplyAsync(
        () -> {
          if (!ready) {
            m.node.awaitReady(inTurns.backWithin());
          }
          return members.get().missing(m.node);
        },
        aside);
  }

  private void take(TurnVictim m, CompletableFuture<Optional<String>> answer) {
    try {
      Optional<String> missing = answer.join();
      m.ready = true;
      m.back = missing.isEmpty();
      m.missing = missing.orElse("");
    } catch (CompletionException e) {
      if (m.ready && m.node.alive()) {
        // The engine could not be asked: it may answer the next time.
        m.missing = reason(e);
      } else {
        lose(m, "is not back at work: " + reason(e));
      }
    }
  }

  private static String reason(CompletionException e) {
    Throwable cause = e.getCause() instanceof ReboundException known ? known : e;
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("").strip();
  }

  private void lose(TurnVictim m, String how) {
    m.lost = true;
    journal.append(
        Event.DoubtRaised.of(
            Doubt.NOT_HEALED, "fault " + strike.number() + ": " + m.node.name() + " " + how));
  }

  private void end(boolean lost) {
    if (lost && left() > 0) {
      strike.cut(time.micros());
      over();
      notInFull(
          left() + " of " + strike.victims().size() + " were left alone, as one was not back",
          "See "
              + turn.stream()
                  .filter(m -> m.lost)
                  .map(m -> "logs/" + m.node.name() + ".log")
                  .collect(Collectors.joining(", "))
              + " in the run's folder.");
      return;
    }
    strike.over(time.micros());
    over();
    if (!strike.confirmed()) {
      journal.append(strike.notConfirmed());
    } else if (!lost) {
      say(
          String.format(
              Locale.ROOT,
              "all %d were back at work after %.1f s",
              strike.victims().size(),
              (time.micros() - strike.injected().signalMicros()) / 1e6));
    }
  }

  /**
   * Ends it where it stands. Waits for what is being hit now, so that it can be healed, as long as
   * that may take, and for nothing else.
   */
  void cut() {
    for (TurnVictim m : turn) {
      awaitHarmed(m);
      look(m);
    }
    long back = turn.stream().filter(m -> m.back).count();
    if (left() == 0 && back == turn.size()) {
      end(false);
      return;
    }
    strike.cut(time.micros());
    over();
    notInFull(
        reached
            - turn.size()
            + back
            + " of "
            + strike.victims().size()
            + " were back at work when its time was over",
        "Lengthen phases.faults.");
  }

  private void awaitHarmed(TurnVictim m) {
    Duration within = strike.fault().plan().provenWithin();
    try {
      var unused = m.hit.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      var unused =
          m.hit.complete(
              strike
                  .fault()
                  .failed(
                      m.node,
                      "nothing came of it within " + within.toSeconds() + " s",
                      time::micros));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // a failure is an answer, see member()
    }
  }

  private void over() {
    journal.append(new Event.FaultOver(strike.number()));
  }

  private void notInFull(String how, String remedy) {
    journal.append(
        new Event.DoubtRaised(
            Doubt.FAULT_NOT_CONFIRMED.code(),
            "fault "
                + strike.number()
                + " ("
                + strike.words()
                + ") was not carried out in full: "
                + how,
            remedy));
  }

  /** Whether it is this fault that is carried out here. */
  boolean isOf(Strike other) {
    return strike == other;
  }

  private int left() {
    return strike.victims().size() - reached;
  }

  private String names() {
    return String.join(", ", turn.stream().map(m -> m.node.name()).toList());
  }

  private void say(String what) {
    journal.append(new Event.Progress("fault " + strike.number() + ": " + what));
  }
}
