package dev.rebound.engine.activation;

import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processes of the platform: what they are set to, and what they need. Pure but for addresses.
 */
final class ActivationPlan {
  /** Port on which a service answers. */
  static final Port HTTP = Port.of("http");

  private static final String PACKAGE = "dev.rebound.service.activation.";
  private static final String READY = "/actuator/health/readiness";

  /** Classes, threads, buffers and compiled code of a Spring application. */
  private static final long OVERHEAD_BYTES = 256L << 20;

  private final EngineSpec spec;
  private final JobSpec job;
  private final Platform platform;

  private ActivationPlan(EngineSpec spec, JobSpec job, Platform platform) {
    this.spec = spec;
    this.job = job;
    this.platform = platform;
  }

  static Plan of(EngineSpec spec, JobSpec job, Platform platform) {
    return new ActivationPlan(spec, job, platform).plan();
  }

  static String deadLetters(JobSpec job) {
    return job.input() + ".dead-letter";
  }

  private static String activation(int number) {
    return ActivationEngine.ACTIVATION + "-" + number;
  }

  private Plan plan() {
    List<ProcessSpec> processes = new ArrayList<>();
    for (int i = 1; i <= spec.workers(); i++) {
      processes.add(
          service(activation(i), ActivationEngine.ACTIVATION, "activation.ActivationApplication"));
    }
    processes.add(
        service(ActivationEngine.FRONT, ActivationEngine.FRONT, "front.FrontApplication"));
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ActivationEngine.ENDPOINT, ActivationEngine.endpoint(spec));
    settings.putAll(new TreeMap<>(spec.config()));
    List<String> notes =
        List.of(
            "requests go to POST /activations/"
                + ActivationEngine.endpoint(spec)
                + "; what was accepted must be in the database once, equal in content",
            "every process that dies here is killed as a process: no power is cut, and what the"
                + " operating system holds for it stays");
    return new Plan(processes, settings, notes);
  }

  private ProcessSpec service(String node, String role, String main) {
    List<String> jvm = new ArrayList<>(Program.Java.SHARED_CLASSES);
    if (spec.quick()) {
      jvm.addAll(Program.Java.QUICK_START);
    }
    return new ProcessSpec(
        node,
        role,
        Owner.SUBJECT,
        new Program.Java(
            List.of("service:activation/" + role),
            PACKAGE + main,
            JobWorker.withOwn(spec, jvm),
            arguments(node)),
        spec.memory().count(),
        OVERHEAD_BYTES,
        environment(node),
        Map.of(),
        new ProcessSpec.Readiness.Http(HTTP.name(), READY));
  }

  private Map<String, String> environment(String node) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("SERVER_PORT", Integer.toString(platform.reserve(node, HTTP).listens().port()));
    environment.put("DATABASE_URL", PostgresPart.jdbcUrl(platform));
    environment.put("KAFKA_BOOTSTRAP", job.bootstrap());
    environment.put("ACTIVATION_URL", "http://" + platform.reserve(activation(1), HTTP).inside());
    return environment;
  }

  /** The experiment's own settings win, as they stand last. */
  private List<String> arguments(String node) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("server.address", platform.reserve(node, HTTP).listens().host());
    properties.put("activation.topic", job.input());
    properties.put("activation.dead-letter-topic", deadLetters(job));
    properties.put("activation.partitions", Integer.toString(job.partitions()));
    properties.put("activation.replicas", Integer.toString(job.replication()));
    properties.put("spring.kafka.consumer.group-id", job.group());
    job.client().forEach((key, value) -> properties.put("spring.kafka.properties." + key, value));
    properties.putAll(spec.config());
    return properties.entrySet().stream()
        .map(property -> "--" + property.getKey() + "=" + property.getValue())
        .toList();
  }
}
