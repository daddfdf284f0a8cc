package dev.rebound.lab.harm;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Signal;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * SIGSTOP, then SIGCONT.
 *
 * @param count how many victims
 * @param duration how long they stand still
 */
public record Pause(int count, Duration duration) implements Harm<MemberProcess> {
  static final HarmOption FOR =
      HarmOption.duration("for", null, "pause: how long the victims stand still.", "3s");

  static final HarmKind KIND = new Kind();

  @Override
  public HarmKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "pause (SIGSTOP)";
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.halting(count, duration);
  }

  @Override
  public MemberProcess target(Node member) {
    return new MemberProcess(member);
  }

  @Override
  public Proof apply(MemberProcess process, LongSupplier micros) {
    return process.signal(Signal.PAUSE);
  }

  @Override
  public Proof heal(MemberProcess process, LongSupplier micros) {
    return process.resume();
  }

  /** As experiment files name it. */
  private static final class Kind implements HarmKind {
    @Override
    public String key() {
      return "pause";
    }

    @Override
    public String meaning() {
      return "SIGSTOP to nodes of this role, then SIGCONT.";
    }

    @Override
    public List<HarmOption> options() {
      return List.of(HarmOption.COUNT, FOR);
    }

    @Override
    public Wrong misplaced(HarmOption option) {
      return option.equals(HarmOption.RESTART)
          ? new Wrong("a paused node is not restarted", "Remove restart.")
          : HarmKind.super.misplaced(option);
    }

    @Override
    public void check(FaultLine line) {
      if (!line.has(FOR.key())) {
        line.wrong(new Wrong("this pause has no end", "Add for: 3s."));
      } else if (line.duration(FOR.key()).isZero()) {
        line.wrong(FOR.key(), new Wrong("a pause of no length", "Write for example for: 3s."));
      }
    }

    @Override
    public void checkTimes(FaultLine line, Duration phase) {
      Duration length = line.duration(FOR.key());
      Duration at = line.duration("at");
      Duration end = at.plus(length);
      if (at.compareTo(phase) < 0 && end.compareTo(phase) > 0) {
        line.wrong(
            FOR.key(),
            new Wrong(
                "this pause outlasts the faults phase, which lasts " + Quantity.text(phase),
                "Write a shorter pause, or phases: { faults: " + Quantity.text(end) + " }."));
      }
      if (line.has("every") && length.compareTo(line.duration("every")) >= 0) {
        line.wrong(
            FOR.key(),
            new Wrong(
                "this pause lasts longer than its period",
                "Write less than " + Quantity.text(line.duration("every")) + "."));
      }
    }

    @Override
    public void checkVictims(FaultLine line, String role, int members) {
      HarmKind.enough(line, HarmOption.COUNT.key(), "victims", role, members);
    }

    @Override
    public Harm<?> harm(FaultLine line) {
      return new Pause(line.count(HarmOption.COUNT.key()), line.duration(FOR.key()));
    }
  }
}
