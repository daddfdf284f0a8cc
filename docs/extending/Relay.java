package com.example;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The engine {@code relay}: workers on plain Kafka clients, each a {@link Worker}. */
public final class Relay implements Engine {
  private static final String ROLE = "worker";
  private static final String FILE = "job.properties";
  private static final String READY = "relay reads";

  private static final EngineDeclaration DECLARATION =
      EngineDeclaration.of(
          "relay",
          "1",
          new EngineDeclaration.Capabilities(
              Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE),
              EngineSpec.UNTUNED,
              Set.of(ROLE),
              Set.of(), // it reports no steps of its recovery
              List.of("grep"), // and what is computed as that is
              1));

  @Override
  public EngineDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    List<ProcessSpec> workers =
        IntStream.rangeClosed(1, spec.workers()).mapToObj(i -> worker(i, spec, job)).toList();
    return new Workers(spec, job, new Plan(workers, Map.of("group.id", job.group()), List.of()));
  }

  private static ProcessSpec worker(int number, EngineSpec spec, JobSpec job) {
    return new ProcessSpec(
        ROLE + "-" + number,
        ROLE,
        Owner.SUBJECT,
        // The lab's class path: Rebound, Kafka's clients, and every jar that --with names.
        new Program.Java(
            List.of("lab:"),
            Worker.class.getName(),
            spec.jvm(),
            List.of("--config", "${dir}/" + FILE)),
        spec.memory().count(),
        128L << 20,
        Map.of(),
        Map.of(FILE, new JobFile(number, spec, job).text()),
        new ProcessSpec.Readiness.LogLine(READY));
  }

  private record Workers(EngineSpec spec, JobSpec job, Plan plan) implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      return Members.up(
          new ProgramCluster(
              "relay",
              Members.start(plan, platform),
              new JobProgress.CommittedByGroup(job.group())),
          cluster -> cluster.awaitReady(by));
    }
  }

  /** The job, in a process of its own: what matches goes on, and is committed once it is written. */
  public static final class Worker {
    public static void main(String[] args) {
      JobOptions options =
          JobOptions.parseOrExit("relay", "Sends on what matches.", List.of(), args);
      String output = options.text("output");
      Properties consuming = options.client();
      consuming.put("group.id", options.text("group"));
      consuming.put("auto.offset.reset", "earliest");
      consuming.put("enable.auto.commit", "false");
      consuming.put("session.timeout.ms", "6000");
      Properties producing = options.client();
      ByteArrayDeserializer in = new ByteArrayDeserializer();
      ByteArraySerializer out = new ByteArraySerializer();
      try (Matcher matcher = RuleWorkload.of(Workloads.create(options.workload())).newMatcher();
          var consumer = new KafkaConsumer<>(consuming, in, in);
          var producer = new KafkaProducer<>(producing, out, out)) {
        consumer.subscribe(List.of(options.text("input")));
        System.out.println(READY + " " + options.text("input"));
        while (true) {
          for (ConsumerRecord<byte[], byte[]> read : consumer.poll(Duration.ofMillis(100))) {
            var written =
                new ProducerRecord<>(output, null, read.key(), read.value(), read.headers());
            matcher.match(read.value(), rule -> producer.send(written));
          }
          producer.flush();
          consumer.commitSync();
        }
      }
    }
  }
}
