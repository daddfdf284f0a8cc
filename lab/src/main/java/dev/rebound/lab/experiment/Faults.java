package dev.rebound.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the fault schedule from the values of the file. */
final class Faults {
  private static final List<String> KINDS = List.of("kill", "terminate", "pause");
  private static final Duration RESTART_AFTER = Duration.ofSeconds(5);

  private Faults() {}

  /** Fills in what depends on the kind of fault, and checks that the line says one thing. */
  static void resolve(List<Values> faults, Problems problems) {
    for (Values fault : faults) {
      List<String> kinds = KINDS.stream().filter(fault::has).toList();
      if (kinds.size() != 1) {
        problems.add(
            fault.place(),
            kinds.isEmpty()
                ? "this fault does nothing"
                : "this fault does several things: " + String.join(", ", kinds),
            "Write one of kill, terminate and pause, for example kill: worker.");
        continue;
      }
      resolveTime(fault, problems);
      resolveKind(fault, kinds.get(0), problems);
    }
  }

  private static void resolveTime(Values fault, Problems problems) {
    if (!fault.has("at") && !fault.has("every")) {
      problems.add(fault.place(), "this fault has no time", "Add at: 5s, or every: 60s.");
    } else if (!fault.has("at")) {
      fault.set("at", DependentDefaults.FIRST_OF_PERIOD);
    }
    if (fault.has("every") && fault.duration("every").isZero()) {
      problems.add(fault.place("every"), "a period of zero", "Write for example every: 60s.");
    }
  }

  private static void resolveKind(Values fault, String kind, Problems problems) {
    boolean pause = kind.equals("pause");
    if (pause && !fault.has("for")) {
      problems.add(fault.place(), "this pause has no end", "Add for: 3s.");
    } else if (pause && fault.duration("for").isZero()) {
      problems.add(fault.place("for"), "a pause of no length", "Write for example for: 3s.");
    }
    if (!pause && fault.has("for")) {
      problems.add(
          fault.place("for"),
          "'for' belongs to a pause, not to " + kind,
          "Remove it; restart: { after: 5s } says when a victim comes back.");
    }
    if (pause && fault.has("restart")) {
      problems.add(fault.place("restart"), "a paused node is not restarted", "Remove restart.");
    }
    if (!pause && !fault.has("restart")) {
      Values restart = new Values(fault.place());
      restart.set("after", RESTART_AFTER);
      restart.set("disk", "kept");
      restart.set("as", "same");
      fault.set("restart", restart);
    }
  }

  static String kind(Values fault) {
    return KINDS.stream().filter(fault::has).findFirst().orElseThrow();
  }

  static String role(Values fault) {
    return fault.text(kind(fault));
  }

  static Fault bind(Values fault) {
    Duration every = fault.has("every") ? fault.duration("every") : null;
    Fault.Schedule schedule = new Fault.Schedule(fault.duration("at"), every);
    int count = fault.count("count");
    String role = role(fault);
    return switch (kind(fault)) {
      case "kill" -> new Fault.Kill(role, count, schedule, restart(fault));
      case "terminate" -> new Fault.Terminate(role, count, schedule, restart(fault));
      case "pause" -> new Fault.Pause(role, count, schedule, fault.duration("for"));
      default -> throw new IllegalStateException("unknown kind of fault " + kind(fault));
    };
  }

  private static Fault.@Nullable Restart restart(Values fault) {
    if (!(fault.find("restart") instanceof Values restart)) {
      return null;
    }
    return new Fault.Restart(
        restart.duration("after"),
        Fault.Restart.Disk.valueOf(restart.text("disk").toUpperCase(Locale.ROOT)),
        Fault.Restart.Identity.valueOf(restart.text("as").toUpperCase(Locale.ROOT)));
  }
}
