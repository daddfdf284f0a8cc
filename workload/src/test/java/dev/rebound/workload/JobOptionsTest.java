package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.workload.JobOptions.JobOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobOptionsTest {
  private static final List<JobOption> OWN =
      List.of(
          new JobOption("bug", "none", "which mistake to make", List.of("none", "commit-first")));

  @TempDir Path folder;

  @Test
  void readsBothSpellingsAndDefaults() {
    JobOptions options = JobOptions.parse(OWN, "--bootstrap", "h:1", "--input=in", "--node", "3");
    assertThat(options.text("bootstrap")).isEqualTo("h:1");
    assertThat(options.text("input")).isEqualTo("in");
    assertThat(options.text("output")).isEqualTo("matches");
    assertThat(options.number("node")).isEqualTo(3);
    assertThat(options.text("bug")).isEqualTo("none");
    assertThat(options.workload()).isEqualTo(WorkloadSpec.ruleMatch(42));
  }

  @Test
  void theCommandLineWinsOverTheFile() throws IOException {
    Path file = folder.resolve("job.properties");
    Files.writeString(file, "input=from-file\noutput=out\nbootstrap=h:1\nworkload.rules=7\n");
    JobOptions options = JobOptions.parse(OWN, "--input", "from-line", "--config", file.toString());
    assertThat(options.text("input")).isEqualTo("from-line");
    assertThat(options.text("output")).isEqualTo("out");
    assertThat(options.workload().whole("rules")).isEqualTo(7);
  }

  @Test
  void passesPrefixedSettingsThroughUnchanged() {
    JobOptions options =
        JobOptions.parse(OWN, "--bootstrap=h:1", "--producer.linger.ms=5", "--client.a=b=c");
    assertThat(options.under("producer.")).containsExactly(java.util.Map.entry("linger.ms", "5"));
    assertThat(options.under("client.")).containsEntry("a", "b=c");
    assertThat(options.under("engine.")).isEmpty();
  }

  @Test
  void anUnknownOptionGetsASuggestion() throws IOException {
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstap", "h:1"))
        .hasMessage("--bootstap: unknown option; did you mean bootstrap?");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--workload.rule=5"))
        .hasMessageContaining("did you mean workload.rules?");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--xyzzy-plugh=5"))
        .hasMessage("--xyzzy-plugh: unknown option");
    Path file = folder.resolve("job.properties");
    Files.writeString(file, "inputs=x\n");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--config=" + file))
        .hasMessageContaining("job.properties: inputs: unknown option; did you mean input?");
  }

  @Test
  void wrongValuesSayWhatWouldBeRight() {
    assertThatThrownBy(() -> JobOptions.parse(OWN)).hasMessageContaining("--bootstrap is missing");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap=h:1", "--node=x"))
        .hasMessageContaining("--node is 'x'");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap=h:1", "--node=-1"))
        .hasMessageContaining("from 0");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap=h:1", "--bug=commit"))
        .hasMessageContaining("choose one of none, commit-first");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap=h:1", "--workload.rules=many"))
        .hasMessageContaining("workload.rules is 'many'");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap=h:1", "--workload.selectivity=x"))
        .hasMessageContaining("give a number such as 0.5");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--bootstrap"))
        .hasMessage("--bootstrap needs a value");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "h:1")).hasMessageContaining("is no option");
    assertThatThrownBy(() -> JobOptions.parse(OWN, "--config=nowhere.properties"))
        .hasMessageContaining("there is no such file");
  }

  @Test
  void aSourceMakesTheRecordsOfSomeWorkloadsOnly() {
    assertThat(made("grouping", "5").generated()).isEqualTo(5);
    assertThat(made("rule-match", "0").generated()).isZero();
    assertThatThrownBy(() -> made("rule-match", "5").generated())
        .hasMessage(
            "--generated makes records of grep and grouping, not of rule-match; leave it out");
    assertThatThrownBy(() -> made("grep", "many").generated())
        .hasMessageContaining("give a whole number of records");
  }

  private static JobOptions made(String workload, String records) {
    return JobOptions.parse(
        List.of(JobOptions.GENERATED),
        "--bootstrap=h:1",
        "--workload.name=" + workload,
        "--generated=" + records);
  }

  @Test
  void helpListsEveryOptionWithItsDefault() {
    String help = JobOptions.help("java -jar job.jar", "Matches rules.", OWN);
    for (JobOption option : JobOptions.common()) {
      assertThat(help).contains("--" + option.name() + " ");
    }
    assertThat(help)
        .startsWith("Matches rules.")
        .contains("which mistake to make: none, commit-first [none]")
        .contains("(required)")
        .contains("[rule-match]");
  }

  @Test
  void everyPropertyOfAWorkloadIsAnOption() {
    for (String name : WorkloadSpec.ruleMatch(1).toProperties().stringPropertyNames()) {
      assertThat(JobOptions.common()).anyMatch(option -> option.name().equals(name));
    }
  }

  @Test
  void aDescriptionSurvivesItsProperties() {
    WorkloadSpec spec = RuleMatch.spec(-5, 9, 1.25, "zipf:2", "scan", 99).with("state-bytes", 7);
    assertThat(WorkloadSpec.fromProperties(spec.toProperties())).isEqualTo(spec);
    WorkloadSpec logs = LogMatch.spec("r.txt", "l.log");
    assertThat(WorkloadSpec.fromProperties(logs.toProperties())).isEqualTo(logs);
  }
}
