package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.units.Rate;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.HttpLoadSpec;
import dev.rebound.lab.experiment.RequestForm;
import dev.rebound.lab.http.HttpGenerator;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
  private static final List<String> URLS = List.of("http://127.0.0.1:81/a", "http://127.0.0.1:82/");

  private static Load load(int generators, HttpLoadSpec.Users users) {
    return new HttpLoad(HttpLoadSpec.of(URLS, generators, users), WorkloadSpec.ruleMatch(7));
  }

  private static Properties config(ProcessSpec process) throws IOException {
    Properties config = new Properties();
    config.load(new StringReader(process.files().get("config.properties")));
    return config;
  }

  @Test
  void theRateIsSharedAndRequestsAreSpreadOverOneInterval() throws IOException {
    List<ProcessSpec> processes =
        load(2, null).processes(new Load.LoadTurn(0, new Rate(100), 0, 5_000_000));

    assertThat(processes)
        .extracting(ProcessSpec::node)
        .containsExactly("generator-1", "generator-2");
    assertThat(processes.get(0).role()).isEqualTo("generator");
    assertThat(((Program.Java) processes.get(0).program()).mainClass())
        .isEqualTo(HttpGenerator.class.getName());
    assertThat(config(processes.get(0)))
        .containsEntry("url", "http://127.0.0.1:81/a,http://127.0.0.1:82/")
        .containsEntry("rate", "50.0")
        .containsEntry("generator", "0")
        .containsEntry("start", "5000000")
        .containsEntry("timeoutMillis", "30000")
        .containsEntry("workload.seed", "7")
        .doesNotContainKeys("users", "records", "inFlightMax", "connections");
    assertThat(config(processes.get(1)))
        .containsEntry("start", "5010000")
        .containsEntry("generator", "1");
  }

  @Test
  void usersAreSharedAndNoProcessIsWithoutOne() throws IOException {
    HttpLoadSpec.Users five =
        new HttpLoadSpec.Users(5, 100, Duration.ofMillis(3), Duration.ofSeconds(2));
    List<ProcessSpec> two = load(2, five).processes(new Load.LoadTurn(0, Rate.MAX, 0, 7));
    assertThat(config(two.get(0)))
        .containsEntry("users", "3")
        .containsEntry("requestsPerUser", "100")
        .containsEntry("thinkMillis", "3")
        .containsEntry("rampMillis", "2000")
        .containsEntry("start", "7")
        .doesNotContainKeys("rate", "records");
    assertThat(config(two.get(1))).containsEntry("users", "2").containsEntry("start", "7");

    assertThat(load(9, five).processes(new Load.LoadTurn(0, Rate.MAX, 0, 7))).hasSize(5);
  }

  @Test
  void manyUsersGetMoreMemory() {
    HttpLoadSpec.Users many =
        new HttpLoadSpec.Users(10_000, 100, Duration.ZERO, Duration.ofSeconds(10));
    long usual =
        load(1, null).processes(new Load.LoadTurn(0, new Rate(1), 0, 0)).get(0).heapBytes();
    long more = load(1, many).processes(new Load.LoadTurn(0, Rate.MAX, 0, 0)).get(0).heapBytes();
    assertThat(more - usual).isEqualTo(9_000L * (32 << 10));
  }

  @Test
  void usersWhoSendForLongAreWorthTheOptimizingCompiler() {
    HttpLoadSpec.Users users = new HttpLoadSpec.Users(64, 0, Duration.ZERO, Duration.ZERO);
    assertThat(jvm(users, 20_000)).contains("-XX:TieredStopAtLevel=1");
    assertThat(jvm(users, 1_000_000)).doesNotContain("-XX:TieredStopAtLevel=1");
  }

  private static List<String> jvm(HttpLoadSpec.Users users, long recordsMax) {
    ProcessSpec process =
        load(1, users).processes(new Load.LoadTurn(0, Rate.MAX, recordsMax, 0)).get(0);
    return ((Program.Java) process.program()).jvmOptions();
  }

  @Test
  void aServiceHasItsOwnWordForNoEffect() throws IOException {
    HttpLoadSpec usual = HttpLoadSpec.of(URLS, 1, null);
    HttpLoadSpec own =
        new HttpLoadSpec(
            usual.urls(),
            usual.generators(),
            usual.users(),
            usual.timeout(),
            usual.connectTimeout(),
            usual.inFlightMax(),
            usual.connections(),
            usual.http(),
            usual.accepted(),
            "Done: no",
            RequestForm.POST);
    Load.LoadTurn turn = new Load.LoadTurn(0, new Rate(1), 0, 0);

    assertThat(config(new HttpLoad(own, WorkloadSpec.ruleMatch(7)).processes(turn).get(0)))
        .containsEntry("noEffect", "Done: no");
    assertThat(config(load(1, null).processes(turn).get(0))).doesNotContainKey("noEffect");
  }

  @Test
  void thoseThatFollowOneAnotherHaveNamesAndNumbersOfTheirOwn() throws IOException {
    ProcessSpec second = load(2, null).processes(new Load.LoadTurn(2, new Rate(10), 0, 0)).get(1);
    assertThat(second.node()).isEqualTo("generator-2-round-2");
    assertThat(config(second)).containsEntry("generator", "3");
  }

  @Test
  void withoutARateThereMustBeUsers() {
    assertThatThrownBy(() -> load(1, null).processes(new Load.LoadTurn(0, Rate.MAX, 5, 0)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("cannot be sent flat out");
  }
}
