package dev.rebound.lab.rig;

import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.HttpSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.http.HttpGenerator;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.WorkloadSpec;
import java.util.List;
import java.util.Properties;

/**
 * A load process that sends requests over HTTP, at a rate or for users who wait for answers.
 *
 * @param workload whose records are the bodies of requests
 */
record HttpLoad(LoadSpec load, SubjectInterface.OverHttp.Requested requests, WorkloadSpec workload)
    implements Load {
  /** Bytes that a process takes besides for each request that may be in flight. */
  private static final long BYTES_IN_FLIGHT = 32 << 10;

  /**
   * Requests of users from which the optimizing compiler is worth its while: of fewer, most are
   * over before it is done.
   */
  private static final long LONG_LOAD = 100_000;

  /** Requests in flight that the usual heap of an instrument has room for. */
  private static final int USUAL_IN_FLIGHT = 1_000;

  @Override
  public List<ProcessSpec> processes(LoadTurn turn) {
    HttpSpec http = load.http();
    Properties p = new Properties();
    p.setProperty("url", String.join(",", requests.urls()));
    p.setProperty("method", requests.form().method());
    p.setProperty("headers", String.join("\n", requests.form().headers()));
    // No two generators of a run have the same number.
    p.setProperty("generator", Integer.toString(Math.max(0, turn.round() - 1)));
    if (load.flatOut()) {
      p.setProperty("users", Integer.toString(http.users()));
      p.setProperty("thinkMillis", Long.toString(http.think().toMillis()));
      p.setProperty("records", Long.toString(turn.recordsMax()));
    } else {
      p.setProperty("rate", Double.toString(turn.rate().perSecond()));
    }
    p.setProperty("start", Long.toString(turn.startMicros()));
    p.setProperty("timeoutMillis", Long.toString(http.timeout().toMillis()));
    p.setProperty("http", http.version());
    if (http.connections() > 0) {
      p.setProperty("connections", Integer.toString(http.connections()));
    }
    p.setProperty("sendlog", "${dir}/" + Instruments.SEND_LOG);
    p.setProperty("requests", "${dir}/" + Instruments.REQUESTS);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("control", "${dir}/" + Instruments.CONTROL);
    p.putAll(workload.toProperties());
    boolean quickly =
        load.flatOut() ? turn.recordsMax() < LONG_LOAD : Instruments.compiledQuickly(turn.rate());
    ProcessSpec process =
        Instruments.process(
            turn.named("generator-1"), Generators.ROLE, HttpGenerator.class.getName(), p, quickly);
    // Each request in flight has a connection, a buffer and a body.
    int inFlight = load.flatOut() ? http.users() : USUAL_IN_FLIGHT;
    return List.of(process.with(Math.max(0, inFlight - USUAL_IN_FLIGHT) * BYTES_IN_FLIGHT));
  }

  @Override
  public RunningLoad start(LoadTurn turn, Platform platform) {
    return new StartedLoad(turn, processes(turn).stream().map(platform::start).toList(), true);
  }
}
