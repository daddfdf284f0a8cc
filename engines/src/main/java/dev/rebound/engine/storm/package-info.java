/**
 * Apache Storm as an engine under test: Nimbus, supervisors, the workers that these start and start
 * again, and ZooKeeper, followed through what they write, without any of Storm's classes.
 *
 * <p>{@link StormSettings} has the profile's settings, each with its reason beside it; {@code
 * config} wins over all of it. {@link StormProcesses} plans Nimbus, supervisors and the client that
 * submits the topology; workers are adopted once they run. {@link StormCluster} follows the
 * supervisors' and Nimbus's logs and the workers' events; {@link WorkerLedger} tells the steps:
 * detected when a supervisor or Nimbus sees a worker dead, reassigned when every dead worker is
 * launched anew or Nimbus has moved its work, restored when every partition is read again.
 */
package dev.rebound.engine.storm;
