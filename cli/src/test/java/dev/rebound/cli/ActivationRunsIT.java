package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The activation platform, its real database and its real broker, under real kills: what it
 * promises it keeps, and each of the mistakes that it can be told to make is found.
 */
@Tag("process")
@Tag("thorough")
class ActivationRunsIT {
  @TempDir Path runs;

  private static final String KILL = "{ at: 1s, kill: %s, restart: { after: 3s } }";
  private static final String PAUSE = "{ at: 1s, pause: %s, for: 5s }";

  /** A user without any effect, and effects that are dated back by 20 s. */
  private static final String PLANTED =
      "do $planted$ begin"
          + " if to_regclass(''effects'') is not null then"
          + " insert into activations(request_id, user_name) values (''ghost'', ''u-0-7'')"
          + " on conflict do nothing;"
          + " alter table effects alter column written_at"
          + " set default clock_timestamp() - interval ''20 s'';"
          + " end if; end $planted$";

  private static final String THEN_KILL = "{ at: 3s, kill: %s, restart: { after: 3s } }";

  @Test
  void theTopicLosesNothingWhileTheActivationServiceDies() throws Exception {
    // beside other tests a cold front may take over 10 s for its first requests
    RealRun run = run("kafka", KILL.formatted("activation"), Map.of(), "load.timeout=60s");
    kept(run);
    assertThat(run.result().metrics())
        .containsEntry("lost", 0.0)
        .containsEntry("duplicated", 0.0)
        .containsEntry("requests.failed", 0.0)
        .containsEntry("requests.pending", 0.0)
        .containsEntry("requests.dead-lettered", 0.0)
        .doesNotContainKey("lost-by-kafka");
    assertThat(run.result().metrics().get("requests.accepted")).isGreaterThan(300);
    // what was accepted while the service was dead waited for it
    assertThat(run.result().metrics().get("persistence.max")).isBetween(1_000.0, 60_000.0);
    assertThat(run.folders().get(0).resolve("metrics/availability.csv")).isNotEmptyFile();
    assertThat(run.check()).as("%s", run.log()).isEqualTo(run.status());
  }

  @Test
  void aCallIsRefusedWhileTheActivationServiceIsDead() throws Exception {
    RealRun run = run("rest", KILL.formatted("activation"), Map.of());
    Results results = run.result();
    kept(run);
    assertThat(results.metrics().get("requests.failed")).as("%s", run.log()).isPositive();
    assertThat(results.metrics().get("availability.faults")).isLessThan(1);
    assertThat(results.metrics()).containsEntry("lost", 0.0).containsEntry("unexpected", 0.0);
  }

  /** It loses nothing, as it accepts nothing any more. */
  @Test
  @Tag("long")
  void aServiceThatNeverComesBackFails() throws Exception {
    RealRun run = run("rest", "{ at: 1s, kill: activation, restart: never }", Map.of());
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("never-back")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
  }

  /** Nobody comes back to do what the topic holds: it is pending, and neither done nor lost. */
  @Test
  @Tag("long")
  void whatStaysInTheTopicIsPending() throws Exception {
    RealRun run =
        run("kafka", "{ at: 10s, kill: activation, restart: never }", Map.of(), "phases.drain=10s");
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.result().metrics()).containsEntry("lost", 0.0);
    assertThat(run.result().metrics().get("requests.pending")).isGreaterThan(60);
  }

  @Test
  @Tag("long")
  void theOutboxLosesNothingWhileTheBrokerDies() throws Exception {
    RealRun run = run("outbox", KILL.formatted("broker"), Map.of());
    kept(run);
  }

  @Test
  @Tag("long")
  void whatWasAcceptedSurvivesTheDatabasesDeath() throws Exception {
    RealRun run = run("kafka", KILL.formatted("database"), Map.of());
    kept(run);
  }

  /** Batches of records, groups of rows: a kill in the middle of one neither loses nor doubles. */
  @ParameterizedTest
  @CsvSource({"kafka, activation", "kafka, database", "outbox, activation", "outbox, front"})
  @Tag("long")
  void whatIsGatheredSurvivesKillsToo(String endpoint, String role) throws Exception {
    RealRun run =
        run(
            endpoint,
            KILL.formatted(role),
            Map.of("spring.profiles.active", "tuned"),
            "load.rate=200/s");
    kept(run);
    assertThat(run.result().metrics()).containsEntry("lost", 0.0).containsEntry("duplicated", 0.0);
    assertThat(run.logOf("activation-1"))
        .anyMatch(line -> line.endsWith("profile is active: \"tuned\""));
  }

  @Test
  @Tag("long")
  void aFailedSaveThatIsSwallowedLoses() throws Exception {
    RealRun run =
        run(
            "kafka",
            KILL.formatted("database"),
            Map.of("activation.consumer.on-failure", "swallow"));
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
  }

  /** A producer that is no idempotent one sends again what a broker has taken and not answered. */
  @Test
  @Tag("long")
  void redeliveryWithoutIdempotenceActsTwice() throws Exception {
    RealRun run =
        run(
            "kafka",
            PAUSE.formatted("broker"),
            Map.of(
                "activation.idempotent", "false",
                "spring.kafka.producer.properties.enable.idempotence", "false",
                "spring.kafka.producer.properties.request.timeout.ms", "1000"));
    assertThat(run.judged("duplicated")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
  }

  /** A request that waits for the broker when the front dies was answered for, and is gone. */
  @Test
  @Tag("long")
  void answeringBeforeTheBrokerHasAcknowledgedLoses() throws Exception {
    RealRun run =
        run(
            "kafka",
            PAUSE.formatted("broker") + ", " + THEN_KILL.formatted("front"),
            Map.of("activation.kafka.await-acknowledgement", "false"));
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
  }

  /**
   * A service that acknowledges before it saves loses what waits for the database when it dies.
   * Each of its connections plants a row that nobody asked for and dates rows back, once there are
   * tables: neither hides the other.
   */
  @Test
  void whatIsLostWhatNobodyAskedForAndFalseDatesAreFound() throws Exception {
    RealRun run =
        run(
            "kafka",
            PAUSE.formatted("database") + ", " + THEN_KILL.formatted("activation"),
            Map.of(
                "activation.consumer.acknowledge",
                "before-save",
                "spring.datasource.hikari.connection-init-sql",
                PLANTED));
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.FAIL);
    assertThat(run.result().metrics()).containsEntry("unexpected", 1.0);
    assertThat(run.result().unjudged())
        .containsKeys("persistence", "outage", "recovery", "baseline");
    assertThat(run.check()).isEqualTo(ExitCode.FAIL);
  }

  /**
   * Every promise is kept. How fast it is afterwards cannot be judged beside other tests, nor, if
   * it starts slowly there, whether it is back for good.
   */
  private static void kept(RealRun run) throws IOException {
    assertThat(run.result().judgements())
        .filteredOn(judgement -> !judgement.metric().equals("requests.still-slow"))
        .isNotEmpty()
        .allSatisfy(
            judgement ->
                assertThat(judgement.verdict())
                    .as("%s", run.log())
                    .isIn(
                        judgement.metric().equals("never-back")
                            ? List.of(Verdict.PASS, Verdict.UNKNOWN)
                            : List.of(Verdict.PASS)));
  }

  private RealRun run(String endpoint, String faults, Map<String, String> config, String... more)
      throws Exception {
    List<String> settings = new ArrayList<>();
    config.forEach((key, value) -> settings.add("'" + key + "': '" + value + "'"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "engine={ name: activation, endpoint: %s, workers: 1, memory: 256MB, config: { %s } }"
                    .formatted(endpoint, String.join(", ", settings)),
                "load.rate=20/s",
                "phases.warmup=3s",
                "phases.baseline=5s",
                "phases.faults=15s",
                "phases.settle=8s",
                "faults=[" + faults + "]"));
    all.addAll(List.of(more));
    RealRun run = new RealRun(runs, "experiments/activation/open.yaml", RealRun.WITHOUT_CACHE, all);
    assertThat(run.results()).as("%s", run.log()).hasSize(1);
    assertThat(run.result().faults())
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault.confirmed()).isTrue());
    return run;
  }
}
