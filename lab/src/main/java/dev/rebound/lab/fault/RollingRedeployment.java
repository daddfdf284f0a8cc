package dev.rebound.lab.fault;

import dev.rebound.analysis.evidence.Effect;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A rolling redeployment: each living member is asked to end and started again, the next ones when
 * those before are back at work.
 *
 * @param atOnce how many members are stopped at a time
 * @param grace a member that has not ended by then is killed
 * @param backWithin within what time after its start a member must be back at work
 * @param restart how it is started again
 */
public record RollingRedeployment(int atOnce, Duration grace, Duration backWithin, Restart restart)
    implements EndingFault {
  static final FaultOption AT_ONCE =
      new FaultOption(
          "at-once",
          FaultOption.PlainForm.COUNT,
          "1",
          "roll: how many members are stopped at a time.",
          "2");

  static final FaultOption GRACE =
      FaultOption.duration(
          "grace", "30s", "roll: a member that has not ended by then is killed.", "10s");

  static final FaultOption BACK_WITHIN =
      FaultOption.duration(
          "back-within",
          "2m",
          "roll: a member that is not back at work by then ends the roll.",
          "30s");

  static final FaultKind KIND = new RollKind();

  /** The time that estimates assume a member takes to end. */
  private static final Duration ENDING = Duration.ofSeconds(2);

  /** The time that estimates assume a member takes from its start until it is back at work. */
  private static final Duration STARTING = Duration.ofSeconds(8);

  @Override
  public FaultKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "roll (" + atOnce + " at a time)";
  }

  @Override
  public FaultPlan plan() {
    Duration each = ENDING.plus(restart.after()).plus(STARTING);
    return FaultPlan.ending(null, restart)
        .inTurns(new FaultPlan.Turns(atOnce, backWithin, each), grace);
  }

  @Override
  public ActProof apply(MemberProcess process, LongSupplier micros) {
    return process.stop(grace, micros);
  }

  /** As experiment files name it. */
  private static final class RollKind implements FaultKind {
    @Override
    public String key() {
      return "roll";
    }

    @Override
    public String meaning() {
      return "An orderly end of each node of this role in turn; the next one when the last is back.";
    }

    @Override
    public Effect effect() {
      return Effect.of(key());
    }

    @Override
    public List<FaultOption> options() {
      return List.of(AT_ONCE, GRACE, BACK_WITHIN, Restart.OPTION);
    }

    @Override
    public FaultProblem misplaced(String option) {
      return option.equals(FaultOption.COUNT.key())
          ? new FaultProblem(
              "a roll hits every member of its role",
              "Remove count; at-once: 2 says how many are stopped at a time.")
          : FaultKind.super.misplaced(option);
    }

    @Override
    public void check(FaultLine line) {
      if (Restart.of(line) == null) {
        line.wrong(
            Restart.OPTION.key(),
            new FaultProblem(
                "a roll starts each member again",
                "Write restart: { after: 1s }, or terminate instead of roll."));
      }
      if (line.duration(GRACE.key()).isZero()) {
        line.wrong(
            GRACE.key(),
            new FaultProblem(
                "a grace of no length", "Write for example grace: 30s, or kill: worker."));
      }
      if (line.duration(BACK_WITHIN.key()).isZero()) {
        line.wrong(
            BACK_WITHIN.key(),
            new FaultProblem("nobody is back at once", "Write for example back-within: 2m."));
      }
    }

    @Override
    public void checkVictims(FaultLine line, String role, int members) {
      FaultKind.enough(line, AT_ONCE.key(), "members at a time", role, members);
    }

    @Override
    public Fault<?> fault(FaultLine line) {
      Restart restart = Restart.of(line);
      if (restart == null) {
        throw new IllegalStateException("a roll without a restart");
      }
      return new RollingRedeployment(
          line.count(AT_ONCE.key()),
          line.duration(GRACE.key()),
          line.duration(BACK_WITHIN.key()),
          restart);
    }
  }
}
