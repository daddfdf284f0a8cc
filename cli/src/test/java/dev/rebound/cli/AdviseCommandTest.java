package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.advise.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice on files as a person, and as a program, gets it. */
class AdviseCommandTest {
  private static final String GOOD =
      """
      acks=all
      delivery.timeout.ms=7230005
      """;

  @TempDir Path folder;

  @Test
  void whatLosesDataFailsAndTheLineToWriteIsTold() throws IOException {
    Path file = file("producer.properties", "bootstrap.servers=b:9092\nacks=1\n");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", file.toString())).isEqualTo(ExitCode.FAIL);
      assertThat(printed.out())
          .contains(
              "acks = 1  loses data",
              "producer.properties:2",
              "write     acks=all",
              "FAIL  Some of these settings lose data.");
      assertThat(printed.err()).isEmpty();
    }
  }

  @Test
  void whatLosesNothingPasses() throws IOException {
    Path file = file("producer.properties", GOOD);
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", file.toString(), "--outage", "2h")).isEqualTo(ExitCode.PASS);
      assertThat(printed.out())
          .contains(
              "producer.properties: Kafka's Java client: a producer",
              "PASS  Nothing that was looked at loses data. 19 checks, no finding.");
    }
  }

  @Test
  void circumstancesDecide() throws IOException {
    Path file = file("producer.properties", "acks=all\n");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", file.toString())).isEqualTo(ExitCode.PASS);
      assertThat(Main.run("advise", file.toString(), "--outage", "2h")).isEqualTo(ExitCode.FAIL);
      assertThat(printed.out())
          .contains("delivery.timeout.ms = 120000", "write     delivery.timeout.ms=7230005");
      assertThat(
              Main.run(
                  "advise", file.toString(), "--outage=60s", "--rate=2000/s", "--record-size=1KB"))
          .isEqualTo(ExitCode.FAIL);
      assertThat(printed.out()).contains("it holds 16.4 s");
    }
  }

  @Test
  void whatIsAllowedIsToldAndDoesNotFail() throws IOException {
    Path file = file("producer.properties", "acks=0\n");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", file.toString(), "--allow", "acks")).isEqualTo(ExitCode.PASS);
      assertThat(printed.out()).contains("loses data (allowed)");
    }
  }

  @Test
  void severalFilesAreLookedAtTogether() throws IOException {
    Path one = file("producer.properties", GOOD);
    Path other =
        file(
            "application.yaml",
            """
            spring:
              kafka:
                consumer:
                  group-id: activation
                  auto-offset-reset: earliest
                listener:
                  ack-mode: manual_immediate
            """);
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", one.toString(), other.toString())).isEqualTo(ExitCode.PASS);
      assertThat(printed.out())
          .contains(
              "producer.properties: Kafka's Java client: a producer",
              "application.yaml: Spring for Apache Kafka: a consumer",
              "nack(d)");
    }
  }

  @Test
  void aProgramGetsOneDocument() throws IOException {
    Path file = file("producer.properties", "acks=1\n");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("advise", "--json", file.toString())).isEqualTo(ExitCode.FAIL);
      JsonNode document = new ObjectMapper().readTree(printed.out());
      assertThat(document.path("version").asInt()).isEqualTo(1);
      assertThat(document.path("verdict").asText()).isEqualTo("fail");
      assertThat(document.path("exitStatus").asInt()).isEqualTo(ExitCode.FAIL);
      assertThat(document.at("/counts/loses data").asInt()).isEqualTo(1);
      JsonNode first = document.at("/findings/0");
      assertThat(first.path("check").asText()).isEqualTo("acks");
      assertThat(first.path("line").asInt()).isEqualTo(1);
      assertThat(first.path("file").asText()).isEqualTo(file.toString());
      assertThat(first.path("write").asText()).isEqualTo("acks=all");
      assertThat(first.path("allowed").asBoolean()).isFalse();
    }
  }

  @Test
  void whatCannotBeReadIsBadInputWithItsPlace() throws IOException {
    refused("there is nothing to look at");
    refused("there is no such file", folder.resolve("none.properties").toString());
    refused("is not mine", file("hosts.txt", "127.0.0.1 localhost\n").toString());
    refused("x.yaml:2", file("x.yaml", "spring:\n\tkafka: 1\n").toString());
    refused("y.properties:1", file("y.properties", "acks=\\u00g0\n").toString());
    String good = file("producer.properties", GOOD).toString();
    refused("--outage: '2' has no unit", good, "--outage", "2");
    refused("--rate", good, "--rate", "many");
    refused("--role both is unknown", good, "--role", "both");
    refused("--allow akcs", good, "--allow", "akcs");
    refused("--topic needs --cluster", good, "--topic", "orders");
    refused("--client-config needs --cluster", good, "--client-config", good);
    refused("is no address of a broker", "--cluster", "localhost");
    refused("--consumers must be", good, "--consumers=-1");
  }

  private static void refused(String message, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "advise";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    try (Printed printed = new Printed()) {
      assertThat(Main.run(all)).as(message).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains(message, "  → ");
      assertThat(printed.out()).isEmpty();
    }
  }

  /** The page has a row for each check, and for no other. */
  @Test
  void thePageHasEveryCheckOnce() throws IOException {
    Path page = Path.of(System.getProperty("rebound.home", ".."), "docs").resolve("advise.md");
    List<String> rows =
        Pattern.compile("^\\| `([a-z-]+)` \\|", Pattern.MULTILINE)
            .matcher(Files.readString(page))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(Checks.names());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
