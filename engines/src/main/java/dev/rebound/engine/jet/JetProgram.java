package dev.rebound.engine.jet;

import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.ProcessSpec.Readiness;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A user's own program that starts a member in each of its processes and runs its job on them. What
 * makes them one cluster stands in environment variables that Hazelcast reads by itself.
 */
record JetProgram(JarProgram program) {
  private static final Pattern HAZELCAST =
      Pattern.compile("com/hazelcast/core/Hazelcast\\.class|.*/hazelcast-[0-9][^/]*\\.jar");

  private static final String SIMPLE = "org.slf4j:slf4j-simple:";

  /** The experiment's, if it has one. */
  static Optional<JetProgram> of(EngineSpec spec) {
    return JarProgram.of(spec).map(JetProgram::new);
  }

  private List<String> classPath(EngineVersion version) {
    List<String> all = new ArrayList<>();
    all.add("file:" + program.jar().file());
    for (String coordinates : version.classPath()) {
      boolean theirs =
          coordinates.startsWith("com.hazelcast")
              ? program.jar().brings(HAZELCAST)
              : coordinates.startsWith(SIMPLE) && program.bringsLogging();
      if (!theirs) {
        all.add(coordinates);
      }
    }
    return all;
  }

  /**
   * A process of it.
   *
   * @param at where this member is found
   * @param members addresses of all, as they know each other, with commas between them
   */
  ProcessSpec process(
      int number,
      EngineSpec spec,
      JobSpec job,
      JetSettings settings,
      EngineVersion version,
      Endpoint at,
      String members) {
    List<String> jvm = settings.jvm(version);
    jvm.add("-Dhazelcast.logging.type=slf4j");
    jvm.add("-Dhazelcast.phone.home.enabled=false");
    jvm.add("-Dhazelcast.socket.bind.any=false");
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("HZ_CLUSTERNAME", job.group());
    environment.put("HZ_JET_ENABLED", "true");
    environment.put("HZ_NETWORK_PORT_PORT", Integer.toString(at.listens().port()));
    if (at.separated()) {
      environment.put("HZ_NETWORK_PUBLICADDRESS", at.inside().toString());
    }
    environment.put("HZ_NETWORK_PORT_AUTOINCREMENT", "false");
    environment.put("HZ_NETWORK_JOIN_AUTODETECTION_ENABLED", "false");
    environment.put("HZ_NETWORK_JOIN_MULTICAST_ENABLED", "false");
    environment.put("HZ_NETWORK_JOIN_TCPIP_ENABLED", "true");
    environment.put("HZ_NETWORK_JOIN_TCPIP_MEMBERS", members);
    return JobWorker.of(
        number,
        spec,
        job,
        new Program.Java(classPath(version), program.mainClass(), jvm, program.arguments()),
        JetSettings.OVERHEAD_BYTES,
        environment,
        JobWorker.readiness(
            spec,
            program.bringsLogging()
                ? new Readiness.UpAtOnce()
                : new Readiness.LogLine(version.text("started"))));
  }

  /** The notes for the reader of the plan. */
  List<String> notes() {
    return List.of(
        "guarantee is what the program claims: it is held to it, and nothing is set by it; config"
            + " goes to it as environment variables",
        program.jar().brings(HAZELCAST)
            ? "the program brings its own Hazelcast"
            : "Hazelcast and its Kafka connector stand on the class path, behind the program's jar",
        "a program's job tells no steps of its recovery, and Jet commits no offsets: it is done"
            + " when all that is due was seen");
  }
}
