package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorsTest {
  @TempDir Path folder;

  private Load load() throws IOException {
    Path file = folder.resolve("a.yaml");
    Files.writeString(
        file, "name: a\nengine: { name: fake }\nload: { rate: 100/s, generators: 2 }\n");
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    JobSpec job =
        new JobSpec(
            "run",
            experiment.workload(),
            "localhost:1",
            Map.of("security.protocol", "SSL"),
            Map.of(JobSpec.INPUT, "in"),
            Map.of(JobSpec.OUTPUT, "out"),
            4,
            1);
    DeliveryGuarantee promise = DeliveryGuarantee.of(experiment.engine().guarantee(), 0);
    return new Generators(experiment.load(), job, new Instruments(experiment, promise, job));
  }

  private static Properties config(ProcessSpec process) throws IOException {
    Properties config = new Properties();
    config.load(new StringReader(process.files().get("config.properties")));
    return config;
  }

  @Test
  void theRateIsSharedAndRecordsAreSpreadOverOneInterval() throws IOException {
    List<ProcessSpec> processes =
        load().processes(new Load.LoadTurn(0, new Rate(100), 0, 5_000_000));

    assertThat(processes)
        .extracting(ProcessSpec::node)
        .containsExactly("generator-1", "generator-2");
    assertThat(config(processes.get(0)))
        .containsEntry("rate", "50.0")
        .containsEntry("start", "5000000")
        .containsEntry("topic", "in")
        .containsEntry("client.security.protocol", "SSL")
        .doesNotContainKey("records");
    assertThat(config(processes.get(1))).containsEntry("start", "5010000");
  }

  /** Generators and observer of a second job of 100/s. */
  private List<ProcessSpec> beside(Rate first) throws IOException {
    Path file = folder.resolve("b.yaml");
    Files.writeString(
        file,
        "name: b\nengine: { name: fake }\nload: { rate: "
            + first
            + " }\nbeside: { load: { rate: 100/s } }\n");
    Experiment run = ExperimentFile.load(file, List.of(), 1).get(0);
    Experiment experiment = run.beside().get(0);
    JobSpec job =
        new JobSpec("run", experiment.workload(), "h:1", Map.of(), Map.of(), Map.of(), 4, 1);
    DeliveryGuarantee promise = DeliveryGuarantee.of(experiment.engine().guarantee(), 0);
    Instruments beside = new Instruments(run, 1, promise, job, new SubjectInterface.ByTopics());
    Load.LoadTurn turn = new Load.LoadTurn(0, new Rate(100), 0, 0);
    List<ProcessSpec> processes =
        new ArrayList<>(new Generators(experiment.load(), job, beside).processes(turn));
    processes.addAll(new ObserverPart(beside).processes());
    return processes;
  }

  @Test
  void thoseOfASecondJobHaveNamesOfTheirOwn() throws IOException {
    assertThat(beside(new Rate(100)))
        .extracting(ProcessSpec::node, ProcessSpec::role)
        .containsExactly(
            tuple("beside-generator-1", "generator"), tuple("beside-observer", "observer"));
  }

  @Test
  void howThoseOfASecondJobAreCompiledGoesByTheRateOfBoth() throws IOException {
    String quickly = "TieredStopAtLevel=1";
    assertThat(beside(new Rate(100)))
        .allSatisfy(process -> assertThat(process.program().toString()).contains(quickly));
    assertThat(beside(new Rate(Instruments.FAST_CODE_PER_SECOND)))
        .allSatisfy(process -> assertThat(process.program().toString()).doesNotContain(quickly));
  }

  @Test
  void flatOutEachHasItsShareOfTheRecords() throws IOException {
    List<ProcessSpec> processes = load().processes(new Load.LoadTurn(0, Rate.MAX, 11, 7));

    assertThat(config(processes.get(0)))
        .containsEntry("rate", "max")
        .containsEntry("records", "6")
        .containsEntry("start", "7");
    assertThat(config(processes.get(1))).containsEntry("records", "5").containsEntry("start", "7");
    assertThat(new Load.LoadTurn(0, Rate.MAX, 10, 0).share(0, 3)).isEqualTo(4);
    assertThat(new Load.LoadTurn(0, Rate.MAX, 10, 0).share(2, 3)).isEqualTo(3);
  }

  @Test
  void thoseThatFollowOneAnotherHaveNamesAndNumbersOfTheirOwn() throws IOException {
    List<String> names = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (ProcessSpec process : load().processes(new Load.LoadTurn(round, new Rate(10), 0, 0))) {
        names.add(process.node());
        numbers.add(config(process).getProperty("generator"));
      }
    }
    assertThat(names)
        .containsExactly(
            "generator-1-round-1",
            "generator-2-round-1",
            "generator-1-round-2",
            "generator-2-round-2");
    assertThat(numbers).containsExactly("0", "1", "2", "3");
  }
}
