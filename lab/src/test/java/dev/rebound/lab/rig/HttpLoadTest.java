package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.HttpSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.http.HttpGenerator;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
  private static final List<String> URLS = List.of("http://127.0.0.1:81/a", "http://127.0.0.1:82/");

  private static Load load(HttpSpec http, Rate rate) {
    LoadSpec load = new LoadSpec(rate, 0, false, false, 1, "", Map.of(), http, null);
    return new HttpLoad(
        load,
        new SubjectInterface.OverHttp.Requested(URLS, List.of(), RequestForm.POST),
        WorkloadSpec.ruleMatch(7));
  }

  private static Load users(int users) {
    return load(
        new HttpSpec(users, Duration.ofMillis(3), Duration.ofSeconds(10), 0, "1.1"), Rate.MAX);
  }

  private static Properties config(ProcessSpec process) throws IOException {
    Properties config = new Properties();
    config.load(new StringReader(process.files().get("config.properties")));
    return config;
  }

  @Test
  void aRateIsSentByOneProcess() throws IOException {
    HttpSpec http = new HttpSpec(1, Duration.ZERO, Duration.ofSeconds(10), 20, "1.1");
    ProcessSpec process =
        load(http, new Rate(100))
            .processes(new Load.LoadTurn(0, new Rate(50), 0, 5_000_000))
            .get(0);

    assertThat(process.node()).isEqualTo("generator-1");
    assertThat(process.role()).isEqualTo("generator");
    assertThat(((Program.Java) process.program()).mainClass())
        .isEqualTo(HttpGenerator.class.getName());
    assertThat(config(process))
        .containsEntry("url", "http://127.0.0.1:81/a,http://127.0.0.1:82/")
        .containsEntry("rate", "50.0")
        .containsEntry("generator", "0")
        .containsEntry("start", "5000000")
        .containsEntry("timeoutMillis", "10000")
        .containsEntry("connections", "20")
        .containsEntry("workload.seed", "7")
        .doesNotContainKeys("users", "records");
  }

  @Test
  void usersSendSoManyRecords() throws IOException {
    assertThat(config(users(5).processes(new Load.LoadTurn(0, Rate.MAX, 70, 7)).get(0)))
        .containsEntry("users", "5")
        .containsEntry("records", "70")
        .containsEntry("thinkMillis", "3")
        .containsEntry("start", "7")
        .doesNotContainKeys("rate", "connections");
  }

  @Test
  void manyUsersGetMoreMemory() {
    long usual = users(1).processes(new Load.LoadTurn(0, Rate.MAX, 0, 0)).get(0).heapBytes();
    long more = users(10_000).processes(new Load.LoadTurn(0, Rate.MAX, 0, 0)).get(0).heapBytes();
    assertThat(more - usual).isEqualTo(9_000L * (32 << 10));
  }

  @Test
  void usersWhoSendForLongAreWorthTheOptimizingCompiler() {
    assertThat(jvm(20_000)).contains("-XX:TieredStopAtLevel=1");
    assertThat(jvm(1_000_000)).doesNotContain("-XX:TieredStopAtLevel=1");
  }

  private static List<String> jvm(long recordsMax) {
    ProcessSpec process = users(64).processes(new Load.LoadTurn(0, Rate.MAX, recordsMax, 0)).get(0);
    return ((Program.Java) process.program()).jvmOptions();
  }

  @Test
  void thoseThatFollowOneAnotherHaveNamesAndNumbersOfTheirOwn() throws IOException {
    ProcessSpec second =
        load(HttpSpec.DEFAULT, new Rate(10))
            .processes(new Load.LoadTurn(2, new Rate(10), 0, 0))
            .get(0);
    assertThat(second.node()).isEqualTo("generator-1-round-2");
    assertThat(config(second)).containsEntry("generator", "1");
  }
}
