package dev.rebound.lab.rig;

import dev.rebound.lab.observe.IdentitySum;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.telemetry.TelemetryProbe;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An observer at work. Its last line is asked for on one thread. */
public final class RunningObserver implements RunningPart {
  /**
   * Outputs as a reader of what is committed saw them, an {@link
   * dev.rebound.analysis.evidence.ObservedFile}.
   */
  public static final String COMMITTED = "observed-committed.bin";

  /** The same of a reader of everything. */
  public static final String UNCOMMITTED = "observed-uncommitted.bin";

  /** Latency, one histogram a second. */
  public static final String LATENCY = "latency.hlog";

  private final Node node;
  private final LastLine said;
  private final List<Probe> probes;

  /**
   * @param tellsRate whether nobody else tells the rate of outputs, as they are on no topic
   */
  RunningObserver(Node node, boolean tellsRate) {
    this.node = node;
    this.said = new LastLine(Instruments.telemetry(node));
    this.probes = List.of(TelemetryProbe.ofObserver(Instruments.telemetry(node), tellsRate));
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(ObserverPart.ROLE) ? List.of(node) : List.of();
  }

  @Override
  public List<Probe> probes() {
    return probes;
  }

  /** How many records it has seen. */
  public long records() {
    return (long) said.number("records");
  }

  /** How many outputs these hold. */
  public long outputs() {
    return (long) said.number("outputs");
  }

  /** Of how many records that the job's source makes it has seen an output, once or more often. */
  public long distinct() {
    return (long) said.number("distinct");
  }

  /** How many outputs there are that it has not read yet. */
  public long behind() {
    return (long) said.number("lagRecords");
  }

  /** Sum of the identities that it has seen, see {@link IdentitySum}; empty if it says nothing. */
  public String identities() {
    return said.text(IdentitySum.FIELD);
  }

  /**
   * Ends them in order, all at the same time: each may have as much left to read as another.
   * Returns once the files of each are whole, or the time is up.
   */
  public static void stop(List<RunningObserver> all, Deadline by) {
    all.forEach(observer -> Instruments.requestStop(observer.node));
    all.forEach(observer -> LabTools.awaitEnd(observer.node, by));
  }

  /** One of its files; empty if it is not there. */
  public Optional<Path> fetch(String file) {
    return node.fetch(file);
  }

  /** It ends with the platform. */
  @Override
  public void close() {}
}
