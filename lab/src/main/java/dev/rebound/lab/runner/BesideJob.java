package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.Sending;
import dev.rebound.lab.rig.Tools;
import dev.rebound.lab.time.Deadline;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The second job of a rig, with a load, an observer and a drain of its own; brokers and engine are
 * those of the first one. For one thread, but for what the engine says.
 */
final class BesideJob {
  private final Companion companion;
  private final Planned planned;
  private final Deployment deployment;
  private final Sampler sampler;
  private final Sampler.Outlet outlet;
  private final Tools tools;
  private final RigWatch watch = new RigWatch();
  private final List<Transition> transitions = new CopyOnWriteArrayList<>();
  private @Nullable JobUnderWay job;
  private @Nullable Sending sending;
  private long droppedLate;

  /**
   * @param planned of this job
   */
  BesideJob(Companion companion, Planned planned, Deployment deployment, Sampler sampler) {
    this.companion = companion;
    this.planned = planned;
    this.deployment = deployment;
    this.sampler = sampler;
    this.outlet = sampler.beside(companion.journal()::append);
    this.tools = new Tools(deployment.platform(), planned.instruments());
    companion.journal().listen(watch);
  }

  /** Has the first job's cluster run this one, too, and starts all that is its own but the load. */
  void start(JobUnderWay first, Deadline by) {
    job =
        JobUnderWay.beside(
            first, planned, deployment, probe -> sampler.add(probe, outlet), tools, by, this::said);
  }

  private void said(Transition transition) {
    transitions.add(transition);
    companion
        .journal()
        .append(
            new Event.EngineTransition(
                transition.atMicros(), transition.step(), transition.node(), transition.detail()));
  }

  private JobUnderWay job() {
    return Objects.requireNonNull(job, "the second job has not started");
  }

  private Sending sending() {
    return Objects.requireNonNull(sending, "the second job's load has not started");
  }

  /**
   * Starts its load.
   *
   * @param firstMicros intended send time of its first record
   */
  void send(long firstMicros) {
    Load.Turn turn = new Load.Turn(0, companion.experiment().load().rate(), 0, firstMicros);
    Sending started = deployment.keep(planned.load().start(turn, deployment.platform()));
    started.probes().forEach(probe -> sampler.add(probe, outlet));
    sending = started;
  }

  boolean outputSeen() {
    return job().observing().records() > 0;
  }

  /** Asks the load for its end, and waits for it. */
  void stopLoad(Deadline by) {
    sending().stop(by);
    job().drain().loadStopped(sending());
  }

  /** What is still to come of it. */
  Optional<String> undrained() {
    return job().drain().undrained().map(missing -> "of the second job: " + missing);
  }

  /** Has its final states read out, where it has any. */
  void closingRound(int round, Deadline by) {
    if (Runner.readsOutState(companion.experiment())) {
      job().drain().closingRound(round, by);
    }
  }

  /** Ends its observer, and lets go of the cluster. */
  void stop(Deadline by) {
    job().stopObserving(planned.parts().subject().processes(), companion.journal(), by);
    droppedLate = job().cluster().droppedLate();
    deployment.end(job().cluster());
  }

  /** Why the journal takes nothing any more. */
  Optional<String> broken() {
    return companion.journal().failure().map(e -> String.valueOf(e.getMessage()));
  }

  Evidence evidence(List<Nemesis.Injected> faults, List<Evidence.PhaseTimes> phases) {
    return new LocalEvidence(
            companion.experiment(), planned, companion.directory(), companion.journal(), tools)
        .gather(
            sending().sent(),
            job(),
            new LocalEvidence.Told(
                faults,
                watch.followed(companion.journal()),
                List.copyOf(transitions),
                phases,
                droppedLate));
  }
}
