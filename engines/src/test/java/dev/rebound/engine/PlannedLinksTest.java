package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.ObserverPart;
import dev.rebound.lab.rig.Parts;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told which address of whom, and who connects to whom, in the plans of every engine. */
class PlannedLinksTest {
  private static final String JOB = "load: { rate: 10/s }";

  /** Engine sections, with what else their files say. */
  private static final Map<String, String> FILES = new LinkedHashMap<>();

  static {
    FILES.put("kafka-streams", JOB);
    FILES.put("faulty", JOB);
    FILES.put("flink", JOB);
    FILES.put(
        "flink, jobmanagers: 2, checkpoints: hdfs, datanodes: 2, hdfs-replication: 2, spares: 1",
        JOB);
    FILES.put("jet", JOB);
    FILES.put("storm", JOB);
    FILES.put("spark, checkpoints: hdfs", JOB);
    FILES.put("activation, endpoint: rest", "workload: { name: activation }\n" + JOB);
    FILES.put("activation, endpoint: kafka", "workload: { name: activation }\n" + JOB);
    FILES.put(
        "service, run: cat, ask: POST /orders, table: orders, key: order_id",
        "workload: { name: requests }\n" + JOB);
    FILES.put(
        "service, run: cat, topic: orders, ask: \"http://h:${REBOUND_PORT}/\"",
        "workload: { name: requests }\n" + JOB);
    FILES.put(
        "external, run: cat, database: postgresql",
        "workload: { name: records, from: orders.jsonl, id: $.id, schema: order.avsc }\n" + JOB);
  }

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\"}\n");
    Files.writeString(
        folder.resolve("order.avsc"),
        "{\"type\":\"record\",\"name\":\"O\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}");
  }

  /** The parts of a run, with those that look at it and load it, on a platform. */
  private record Planned(Parts parts, List<ProcessSpec> processes, Apart platform) {
    List<Link> links() {
      return parts.all().stream().flatMap(part -> part.links().stream()).toList();
    }

    Set<String> roles() {
      Set<String> roles = new TreeSet<>();
      parts.all().stream().map(Part::roles).forEach(roles::addAll);
      return roles;
    }
  }

  private Planned planned(String engine, String more) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            name: x
            kafka: { brokers: 3, replication: 3 }
            engine: { guarantee: at-least-once, workers: %s, name: %s }
            %s
            """
                .formatted(engine.startsWith("activation, endpoint: rest") ? 1 : 2, engine, more));
    Experiment experiment = ExperimentFile.load(file, List.of(), 1, Engines.declared()).get(0);
    Apart platform = new Apart();
    Parts parts =
        Parts.planned(
            experiment,
            experiment.kafka(),
            Engines.named(experiment.engine().name()),
            "run-1",
            platform);
    Instruments instruments =
        new Instruments(
            experiment,
            0,
            parts.subject().promise(),
            parts.outside(platform),
            parts.subject().asked());
    List<ProcessSpec> processes = new ArrayList<>();
    parts.all().forEach(part -> processes.addAll(part.processes()));
    processes.addAll(new ObserverPart(instruments).processes());
    processes.addAll(
        Load.of(experiment.load(), instruments.job(), instruments)
            .processes(new Load.LoadTurn(0, experiment.load().rate(), 0, 0)));
    return new Planned(parts, processes, platform);
  }

  /** All that a process is given. */
  private static String given(ProcessSpec process) {
    List<String> all = new ArrayList<>(process.program().arguments());
    if (process.program() instanceof Program.Java java) {
      all.addAll(java.jvmOptions());
    }
    all.addAll(process.environment().values());
    all.addAll(process.files().values());
    // As properties files have it.
    return String.join("\n", all).replace("\\:", ":");
  }

  private static boolean has(String text, int port) {
    return Arrays.asList(text.split("\\D+", -1)).contains(Integer.toString(port));
  }

  @Test
  void aNodeBindsWhatItListensOnAndOthersAreToldByWhatItIsKnown() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Planned planned = planned(file.getKey(), file.getValue());
      for (ProcessSpec process : planned.processes()) {
        String given = given(process);
        if (process.owner() != Owner.INSTRUMENT) {
          planned
              .platform()
              .endpoints()
              .forEach(
                  (port, at) -> {
                    String what = "%s of %s: %s".formatted(process.node(), file.getKey(), port);
                    boolean own = port.startsWith(process.node() + "/");
                    assertThat(has(given, at.listens().port()) || !own)
                        .as("%s binds %s, in %s", what, at.listens(), given)
                        .isTrue();
                    assertThat(has(given, at.listens().port()) && !own && at.separated())
                        .as("%s is told what that binds, %s, in %s", what, at.listens(), given)
                        .isFalse();
                    assertThat(has(given, at.outside().port()))
                        .as("%s is told of the lab's %s, in %s", what, at.outside(), given)
                        .isEqualTo(own && port.endsWith("/lab"));
                  });
        }
      }
    }
  }

  @Test
  void instrumentsConnectFromOutside() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Planned planned = planned(file.getKey(), file.getValue());
      List<ProcessSpec> instruments =
          planned.processes().stream()
              .filter(process -> process.owner() == Owner.INSTRUMENT)
              .toList();
      assertThat(instruments).as(file.getKey()).hasSizeGreaterThanOrEqualTo(2);
      for (ProcessSpec process : instruments) {
        String given = given(process);
        assertThat(given)
            .as("%s of %s", process.node(), file.getKey())
            .doesNotContain("binds:", "known:");
        assertThat(planned.platform().endpoints().values())
            .as("%s of %s: %s", process.node(), file.getKey(), given)
            .anyMatch(at -> has(given, at.outside().port()));
        for (Endpoint at : planned.platform().endpoints().values()) {
          assertThat(has(given, at.listens().port()) || has(given, at.inside().port()))
              .as("%s of %s: %s, in %s", process.node(), file.getKey(), at, given)
              .isFalse();
        }
      }
    }
  }

  @Test
  void linksNameRolesAndPortsThatAreThere() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Planned planned = planned(file.getKey(), file.getValue());
      assertThat(planned.links()).as(file.getKey()).isNotEmpty().doesNotHaveDuplicates();
      for (Link link : planned.links()) {
        String what = link + " of " + file.getKey();
        assertThat(planned.roles()).as(what).contains(link.from(), link.to());
        List<Endpoint> reserved =
            planned.processes().stream()
                .filter(process -> process.role().equals(link.to()))
                .map(process -> process.node() + "/" + link.port().name())
                .filter(planned.platform().endpoints()::containsKey)
                .map(planned.platform().endpoints()::get)
                .toList();
        assertThat(reserved).as(what).allMatch(at -> at.separated() == link.port().separable());
        long members =
            planned.processes().stream()
                .filter(process -> process.role().equals(link.to()))
                .count();
        if (link.port().separable()) {
          assertThat(reserved).as(what).isNotEmpty().hasSize((int) members);
        }
      }
    }
  }

  private List<String> links(String engine) throws IOException {
    return planned(engine, FILES.getOrDefault(engine, JOB)).links().stream()
        .map(
            link ->
                "%s to %s by %s%s"
                    .formatted(
                        link.from(),
                        link.to(),
                        link.port().name(),
                        link.port().separable() ? "" : ": " + link.port().bound()))
        .toList();
  }

  @Test
  void whoConnectsToWhomFollowsFromThePlan() throws IOException {
    String brokers = "broker to broker by client";
    String controllers = "broker to broker by controller";
    assertThat(links("kafka-streams"))
        .containsExactlyInAnyOrder(brokers, controllers, "worker to broker by client");
    assertThat(links("flink"))
        .containsExactlyInAnyOrder(
            brokers,
            controllers,
            "worker to broker by client",
            "jobmanager to broker by client",
            "worker to jobmanager by rpc",
            "worker to jobmanager by blob: a JobManager tells TaskManagers the port that its blob"
                + " server binds",
            "worker to worker by data");
    assertThat(
            links(
                "flink, jobmanagers: 2, checkpoints: hdfs, datanodes: 2, hdfs-replication: 2,"
                    + " spares: 1"))
        .contains(
            "jobmanager to jobmanager by rpc",
            "worker to zookeeper by client",
            "jobmanager to zookeeper by client",
            "worker to namenode by rpc",
            "datanode to namenode by rpc",
            "datanode to datanode by data: a DataNode tells the NameNode the ports that it binds",
            "worker to datanode by data: a DataNode tells the NameNode the ports that it binds");
    assertThat(links("jet")).contains("worker to worker by rpc");
    assertThat(links("storm"))
        .contains(
            "worker to worker by slot: a worker of Storm is known by the port of its slot, which it"
                + " binds",
            "nimbus to zookeeper by client");
    assertThat(links("spark, checkpoints: hdfs"))
        .contains(
            "daemon to master by rpc",
            "worker to driver by rpc: a driver tells executors the port that it binds",
            "worker to worker by blocks: a block manager of Spark tells others the port that it"
                + " binds");
    assertThat(links("activation, endpoint: rest"))
        .contains("front to activation by http", "activation to database by sql")
        .doesNotContain("front to broker by client");
    assertThat(links("activation, endpoint: kafka"))
        .contains("front to broker by client", "activation to broker by client")
        .doesNotContain("front to activation by http");
    assertThat(links("service, run: cat, ask: POST /orders, table: orders, key: order_id"))
        .containsExactlyInAnyOrder(brokers, controllers, "worker to database by sql");
    assertThat(links("external, run: cat, database: postgresql"))
        .contains("worker to registry by http", "worker to database by sql");
  }
}
