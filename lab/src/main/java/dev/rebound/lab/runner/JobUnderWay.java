package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.probe.ChangelogProbe;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Observing;
import dev.rebound.lab.rig.Tools;
import dev.rebound.lab.time.Deadline;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A job that runs on its brokers and is observed.
 *
 * @param lag keeps the offsets that the analysis needs
 * @param drain knows what the job has still to deliver
 */
record JobUnderWay(
    KafkaCluster kafka, Cluster cluster, Observing observing, LagProbe lag, Drain drain) {
  /**
   * Starts everything but the load.
   *
   * @param sink hears what the engine says from then on
   */
  static JobUnderWay start(
      Planned planned,
      Deployment deployment,
      Sampler sampler,
      Tools tools,
      Deadline by,
      Consumer<Transition> sink) {
    KafkaCluster kafka = deployment.startBrokers(planned.parts(), by);
    Cluster cluster = deployment.startSubject(planned.parts(), by);
    cluster.watch(sink);
    Observing observing =
        deployment.add(planned.observer().start(deployment.platform(), by, line -> {}));
    return of(
        planned, kafka, cluster, observing, tools, probe -> sampler.add(probe, sampler.own()));
  }

  /**
   * Starts a second job on the cluster of a first one, and everything of its own but the load.
   *
   * @param planned of the second job
   * @param sampling hears of its probes
   * @param sink hears what the engine says of it from then on
   */
  static JobUnderWay beside(
      JobUnderWay first,
      Planned planned,
      Deployment deployment,
      Consumer<Probe> sampling,
      Tools tools,
      Deadline by,
      Consumer<Transition> sink) {
    Cluster cluster = deployment.keep(first.cluster().also(planned.parts().job(), by));
    cluster.watch(sink);
    Observing observing =
        deployment.keep(planned.observer().start(deployment.platform(), by, line -> {}));
    cluster.probes().forEach(sampling);
    observing.probes().forEach(sampling);
    return of(planned, first.kafka(), cluster, observing, tools, sampling);
  }

  private static JobUnderWay of(
      Planned planned,
      KafkaCluster kafka,
      Cluster cluster,
      Observing observing,
      Tools tools,
      Consumer<Probe> sampling) {
    JobSpec job = planned.parts().job();
    LagProbe lag =
        new LagProbe(
            kafka.bootstrap().outside(),
            job.client(),
            job.input(),
            planned.instruments().access().isPresent() ? "" : job.output(),
            job.partitions(),
            cluster.progress());
    sampling.accept(lag);
    cluster
        .ownTopics()
        .changelog()
        .ifPresent(
            topics ->
                sampling.accept(
                    new ChangelogProbe(kafka.bootstrap().outside(), job.client(), topics)));
    return new JobUnderWay(
        kafka, cluster, observing, lag, new Drain(job, kafka, cluster, observing, tools));
  }

  /**
   * Ends the observer in order, and tells what the engine complains of.
   *
   * @param subject the engine's processes
   */
  void stopObserving(List<ProcessSpec> subject, Journal journal, Deadline by) {
    observing.stop(by);
    List<String> nodes = subject.stream().map(ProcessSpec::node).toList();
    cluster.complaints().forEach(complaint -> journal.append(warning(complaint, nodes)));
  }

  /**
   * What the journal says of a complaint.
   *
   * @param nodes of the engine
   */
  static Event.Warning warning(String complaint, List<String> nodes) {
    List<String> named = nodes.stream().filter(node -> complaint.startsWith(node + ":")).toList();
    String logs =
        (named.isEmpty() ? nodes : named)
            .stream().map(node -> "logs/" + node + ".log").collect(Collectors.joining(", "));
    return new Event.Warning(
        "engine-complaint", complaint, "See " + logs + " in the run's folder.");
  }
}
