package dev.rebound.lab.rig;

import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.JobSpecBuilder;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.experiment.ProgramJar;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.schema.RegistryPart;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Program;
import dev.rebound.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A subject and what it cannot do without, as they are planned.
 *
 * @param job that the subject runs, on topics of its own
 * @param ofRecords what the records of the jobs ask for, whoever takes them: a schema registry
 */
public record Parts(JobSpec job, KafkaPart kafka, List<Part> ofRecords, Subject subject) {
  /** How the name of an input topic ends. */
  public static final String INPUT_END = "-records";

  private static final String SECOND_INPUT_END = "-joined";

  private static final String OUTPUT_END = "-matches";

  /**
   * Starts nothing, and reserves addresses. Throws {@link dev.rebound.base.ReboundException} for an
   * experiment that this engine cannot carry out.
   *
   * @param brokers how the experiment's brokers are set
   */
  public static Parts planned(
      Experiment experiment, KafkaSpec brokers, Engine engine, String runId, Platform platform) {
    JobSpec job = job(experiment, brokers, runId, platform);
    Subject subject = engine.configure(program(experiment, engine, platform), job, platform);
    KafkaPart kafka = KafkaPart.planned(brokers, subject.brokerSettings(), platform);
    return new Parts(
        job, kafka, RegistryPart.planned(job.jobs(), brokers.schemaRegistry(), platform), subject);
  }

  /** The parts that must have started before the others can be planned; starts nothing. */
  public static List<Part> before(
      Experiment experiment, Engine engine, String runId, Platform platform) {
    return engine.before(experiment.engine(), job(experiment, experiment.kafka(), runId, platform));
  }

  /** Refuses an experiment whose program those parts were to make, and it cannot be started. */
  public static void requireProgram(Experiment experiment) {
    String jar = experiment.engine().options().get(ProgramJar.KEY);
    if (jar != null && !Files.isRegularFile(Path.of(jar))) {
      throw experiment.wrong(
          ProgramJar.KEY,
          "engine.jar: " + jar + " does not exist, and setup has run",
          "Let a command of engine.setup write it there; the path is relative to the experiment file,"
              + " and the logs of setup are in the run's folder.");
    }
    if (jar != null && !ProgramJar.isSource(Path.of(jar))) {
      requireStartable(experiment, Path.of(jar));
    }
  }

  private static void requireStartable(Experiment experiment, Path jar) {
    String main = experiment.engine().options().get(ProgramJar.MAIN);
    var unused = ProgramJar.startable(jar, main, experiment::wrong);
  }

  /** The job of an experiment, with those that are beside it. */
  private static JobSpec job(
      Experiment experiment, KafkaSpec brokers, String runId, Platform platform) {
    List<JobSpec> jobs = new ArrayList<>();
    for (Experiment one : experiment.jobs()) {
      jobs.add(oneJob(one, brokers, id(runId, jobs.size()), platform));
    }
    return jobs.get(0).with(jobs.subList(1, jobs.size()));
  }

  /** The engine's section, with a jar where it names a source file. */
  private static EngineSpec program(Experiment experiment, Engine engine, Platform platform) {
    EngineSpec spec = experiment.engine();
    String jar = spec.options().get(ProgramJar.KEY);
    boolean made = spec.options().containsKey(EngineSection.COMMANDS.get(0));
    if (jar == null
        || !ProgramJar.isSource(Path.of(jar))
        || (made && !Files.exists(Path.of(jar)))) {
      return spec;
    }
    EngineDeclaration known = engine.declaration();
    List<Program.Java> beside =
        known.jars().apply(known.version(spec)).stream()
            .map(
                set ->
                    new Program.Java(
                        set.coordinates(), set.exclusions(), "", List.of(), List.of(), null))
            .toList();
    Path compiled = platform.classPaths().compiled(Path.of(jar), beside);
    if (made) {
      requireStartable(experiment, compiled);
    }
    return spec.with(ProgramJar.KEY, compiled.toString());
  }

  /** The id of one of a run's jobs; the first one has the run's. */
  public static String id(String runId, int job) {
    return job == 0 ? runId : runId + "-" + SecondJob.name(job);
  }

  private static JobSpec oneJob(
      Experiment experiment, KafkaSpec brokers, String runId, Platform platform) {
    String input = named(brokers.input(), "rebound-" + runId + INPUT_END);
    int topics = Workloads.create(experiment.workload()).inputTopics();
    return new JobSpec(
            runId,
            RegistryPart.told(experiment.workload(), brokers.schemaRegistry(), input, platform),
            KafkaCluster.bootstrap(brokers, platform).inside(),
            brokers.client(),
            inputs(input, topics, brokers, runId),
            outputs(experiment, brokers, runId),
            brokers.partitions() * topics,
            brokers.replication())
        .in(brokers.group())
        .making(experiment.load().generated() ? experiment.load().maxRecords() : 0);
  }

  private static Map<String, String> inputs(
      String first, int topics, KafkaSpec brokers, String runId) {
    Map<String, String> inputs = new TreeMap<>();
    inputs.put(JobSpec.INPUT, first);
    if (topics > 1) {
      inputs.put(
          JobSpec.SECOND_INPUT,
          named(brokers.secondInput(), "rebound-" + runId + SECOND_INPUT_END));
    }
    return inputs;
  }

  private static Map<String, String> outputs(
      Experiment experiment, KafkaSpec brokers, String runId) {
    List<String> several = TopicOptions.topics(experiment.workload());
    Map<String, String> outputs = new TreeMap<>();
    for (int i = 0; i < several.size(); i++) {
      outputs.put(JobSpec.output(i), several.get(i));
    }
    if (several.isEmpty()) {
      String name = named(output(experiment, brokers), "rebound-" + runId + OUTPUT_END);
      outputs.put(JobSpec.OUTPUT, name);
    }
    return outputs;
  }

  /** The name that the file gives the output topic; empty for none. */
  private static String output(Experiment experiment, KafkaSpec brokers) {
    String ofService = experiment.engine().options().get(EngineSection.TOPIC);
    return ofService == null || ofService.equals(EngineSection.OWN_TOPIC)
        ? brokers.output()
        : ofService;
  }

  private static String named(String name, String own) {
    return name.isEmpty() ? own : name;
  }

  /**
   * The job as instruments of the lab are told it: they see brokers and registry from outside.
   *
   * @param platform on which it was planned
   */
  public JobSpec outside(Platform platform) {
    KafkaSpec brokers = kafka.spec();
    return JobSpecBuilder.builder(job)
        .bootstrap(KafkaCluster.bootstrap(brokers, platform).outside())
        .workload(RegistryPart.outside(job.workload(), brokers.schemaRegistry(), platform))
        .build();
  }

  /** The same parts, as another job on them sees them. */
  public Parts of(JobSpec other) {
    return new Parts(other, kafka, ofRecords, subject);
  }

  /** What starts between the brokers and the subject, in this order. */
  public List<Part> supporting() {
    List<Part> supporting = new ArrayList<>(ofRecords);
    supporting.addAll(subject.parts());
    return supporting;
  }

  /** In the order in which they start. */
  public List<Part> all() {
    List<Part> all = new ArrayList<>(List.of(kafka));
    all.addAll(supporting());
    all.add(subject);
    return all;
  }
}
