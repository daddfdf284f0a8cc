package dev.rebound.lab.nemesis;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.fault.ActProof;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries a fault out in turns: the next victims are hit when those before them were healed and are
 * back at work. Work that takes its time is done aside, and {@link #look} only takes in what has
 * come of it; {@link #cut} alone waits. For one thread.
 */
final class FaultInTurns {
  private static final long ASK_EVERY_MICROS = 250_000;

  private final FaultExecution execution;
  private final FaultPlan.Turns inTurns;
  private final Nemesis nemesis;
  private List<TurnVictim> turn = List.of();
  private int reached;

  /** A victim of the turn that is under way. */
  private static final class TurnVictim {
    private final Node node;
    private final CompletableFuture<ActProof> hit;
    private @Nullable CompletableFuture<Optional<String>> answer;
    private boolean told;
    private boolean ready;
    private boolean back;
    private boolean lost;
    private long healedMicros;
    private long askMicros;
    private String missing = "it was not ready";

    TurnVictim(Node node, CompletableFuture<ActProof> hit) {
      this.node = node;
      this.hit = hit;
    }
  }

  FaultInTurns(FaultExecution execution, FaultPlan.Turns inTurns, Nemesis nemesis) {
    this.execution = execution;
    this.inTurns = inTurns;
    this.nemesis = nemesis;
  }

  /** Begins with the first turn. */
  void begin() {
    List<Node> victims = execution.victims();
    int until = Math.min(reached + inTurns.atOnce(), victims.size());
    turn =
        victims.subList(reached, until).stream()
            .map(node -> new TurnVictim(node, nemesis.act(execution, node)))
            .toList();
    reached = until;
  }

  /** Takes in what was done, and does what is next; false once nothing is. */
  boolean look() {
    turn.forEach(this::look);
    if (!turn.stream().allMatch(m -> m.back || m.lost)) {
      return true;
    }
    boolean lost = turn.stream().anyMatch(m -> m.lost);
    if (lost || reached == execution.victims().size()) {
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
        nemesis.hit(execution, m.node, m.hit.join());
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
        m.healedMicros = nemesis.time.micros();
      }
    }
  }

  private void follow(TurnVictim m) {
    CompletableFuture<Optional<String>> answer = m.answer;
    if (answer == null) {
      if (nemesis.time.micros() >= m.askMicros) {
        m.answer = ask(m);
      }
    } else if (answer.isDone()) {
      m.answer = null;
      m.askMicros = nemesis.time.micros() + ASK_EVERY_MICROS;
      take(m, answer);
    }
    long within = inTurns.backWithin().toNanos() / 1000;
    if (m.back || m.lost) {
      return;
    }
    if (!m.node.alive()) {
      lose(m, "ended again before it was back at work");
    } else if (nemesis.time.micros() - m.healedMicros >= within) {
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
          return nemesis.members.get().missing(m.node);
        },
        nemesis.aside);
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
    nemesis.journal.append(
        Event.DoubtRaised.of(
            Doubt.NOT_HEALED, "fault " + execution.number() + ": " + m.node.name() + " " + how));
  }

  private void end(boolean lost) {
    if (lost && left() > 0) {
      execution.cut();
      over();
      notInFull(
          left() + " of " + execution.victims().size() + " were left alone, as one was not back",
          "See "
              + turn.stream()
                  .filter(m -> m.lost)
                  .map(m -> "logs/" + m.node.name() + ".log")
                  .collect(Collectors.joining(", "))
              + " in the run's folder.");
      return;
    }
    over();
    if (!execution.confirmed()) {
      nemesis.journal.append(execution.notConfirmed());
    } else if (!lost) {
      say(
          String.format(
              Locale.ROOT,
              "all %d were back at work after %.1f s",
              execution.victims().size(),
              (nemesis.time.micros() - execution.signalMicros()) / 1e6));
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
    execution.cut();
    over();
    notInFull(
        reached
            - turn.size()
            + back
            + " of "
            + execution.victims().size()
            + " were back at work when its time was over",
        "Lengthen phases.faults.");
  }

  private void awaitHarmed(TurnVictim m) {
    Duration within = execution.fault().plan().provenWithin();
    try {
      var unused = m.hit.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      var unused =
          m.hit.complete(
              execution
                  .fault()
                  .failed(
                      m.node,
                      "nothing came of it within " + within.toSeconds() + " s",
                      nemesis.time::micros));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // a failure is an answer, see Nemesis#act
    }
  }

  private void over() {
    nemesis.journal.append(new Event.FaultOver(execution.number()));
  }

  private void notInFull(String how, String remedy) {
    nemesis.journal.append(
        new Event.DoubtRaised(
            Doubt.FAULT_NOT_CONFIRMED.code(),
            "fault %s (%s) was not carried out in full: %s"
                .formatted(execution.number(), execution.words(), how),
            remedy));
  }

  /** Whether it is this fault that is carried out here. */
  boolean isOf(FaultExecution other) {
    return execution == other;
  }

  private int left() {
    return execution.victims().size() - reached;
  }

  private String names() {
    return String.join(", ", turn.stream().map(m -> m.node.name()).toList());
  }

  private void say(String what) {
    nemesis.journal.append(new Event.Progress("fault " + execution.number() + ": " + what));
  }
}
