package dev.rebound.lab.fault;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The process of a member: it is sent signals, and started again when it has ended. */
public record MemberProcess(Node member) implements Target {
  @Override
  public String act() {
    return "signal";
  }

  @Override
  public Incarnation life() {
    return member.current();
  }

  /** Sends a signal, and says what was seen of it. */
  public ActProof signal(Signal signal) {
    return ActProof.of(member.signal(signal));
  }

  /** Asks it to end, and kills it if it has not by then. */
  ActProof stop(Duration grace, LongSupplier micros) {
    Incarnation life = member.current();
    boolean lived = member.alive();
    long sent = micros.getAsLong();
    if (!lived) {
      return new ActProof(life, sent, false, 0, "it was dead already", null);
    }
    member.stop(grace);
    long afterMillis = (micros.getAsLong() - sent) / 1000;
    boolean killed = afterMillis >= grace.toMillis();
    boolean gone = !member.alive();
    String words =
        !gone
            ? "still alive after it was asked to end, and SIGKILL"
            : killed
                ? "did not end within " + Quantity.text(grace) + " of being asked to and was killed"
                : "gone after " + afterMillis + " ms";
    FaultProblem otherwise =
        gone && killed
            ? new FaultProblem(
                member.name() + " " + words,
                "See its log for what kept it, or give it a longer grace: what was measured of it"
                    + " is a kill.")
            : null;
    return new ActProof(life, sent, gone, afterMillis, words, otherwise);
  }

  /** Lets it go on after it was stopped. */
  public ActProof resume() {
    ActProof proof = signal(Signal.RESUME);
    return proof.words((proof.proven() ? "resumed: " : "was not seen to go on: ") + proof.words());
  }

  /**
   * Starts the next life of one that has ended, and sees that it is one; of one whose daemon was
   * quicker, that life.
   */
  ActProof startAgain(@Nullable Restart restart, ActProof hit, LongSupplier micros) {
    Incarnation before = member.current();
    long began = micros.getAsLong();
    if (restart == null) {
      return ActProof.now(before, began, micros, false, "stays down");
    }
    if (member.alive() && member.restartsItself() && isAfter(before, hit)) {
      String words = "was restarted by its daemon as pid " + before.pid();
      return ActProof.now(before, began, micros, true, words);
    }
    if (member.alive()) {
      String words = "was to be started again, and still lives as it did before";
      return ActProof.now(before, began, micros, false, words);
    }
    boolean wiped = restart.disk() == Restart.Disk.WIPED;
    Incarnation next = member.restart(wiped, restart.as() == Restart.Identity.NEW);
    boolean anew =
        next.number() > before.number()
            && (next.pid() != before.pid() || next.startMicros() != before.startMicros())
            && member.alive();
    String words =
        anew
            ? "restarted as pid " + next.pid() + ", disk " + (wiped ? "wiped" : "kept")
            : "was started again, and no new process of it lives";
    return ActProof.now(next, began, micros, anew, words);
  }

  /**
   * Starts the next life of one that has ended by itself, with its disk and its name, and sees that
   * it is one; of one that somebody else was quicker to start, that life.
   */
  public ActProof startAgain(LongSupplier micros) {
    Incarnation ended = member.current();
    ActProof hit = new ActProof(ended, micros.getAsLong(), true, 0, "it has ended", null);
    Restart asItWas = new Restart(Duration.ZERO, Restart.Disk.KEPT, Restart.Identity.SAME);
    try {
      return startAgain(asItWas, hit, micros);
    } catch (IllegalStateException e) {
      if (!member.alive()) {
        throw e;
      }
      Incarnation next = member.current();
      String words = "was started again as pid " + next.pid();
      return ActProof.now(next, hit.beganMicros(), micros, true, words);
    }
  }

  private static boolean isAfter(Incarnation life, ActProof hit) {
    Incarnation ended = hit.life();
    return ended != null && life.number() > ended.number();
  }
}
