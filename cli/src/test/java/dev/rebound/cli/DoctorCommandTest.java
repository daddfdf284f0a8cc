package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.lab.probe.Doctor.MachineFact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  private static final MachineFact GOOD = new MachineFact("cores", "2", true, "Buy more.");
  private static final MachineFact BAD = new MachineFact("disk", "1 KiB", false, "Free some.");

  @TempDir Path folder;

  @Test
  void itEndsWithWhatToDo() {
    assertThat(DoctorCommand.next(List.of(GOOD))).singleElement().asString().startsWith("Next: ");
    assertThat(DoctorCommand.next(List.of(GOOD, BAD)))
        .hasSize(2)
        .first()
        .isEqualTo("First, disk: Free some.");
    try (Printed printed = new Printed()) {
      int code = Main.run("doctor", "--runs", folder.toString());
      assertThat(printed.out().lines().reduce((first, second) -> second).orElse(""))
          .contains("rebound demo");
      assertThat(code).isEqualTo(printed.out().contains("✗") ? ExitCode.UNKNOWN : ExitCode.PASS);
    }
  }

  @Test
  void forABugReportItIsJson() throws IOException {
    try (Printed printed = new Printed()) {
      Main.run("doctor", "--json", "--runs", folder.toString());
      JsonNode said = new ObjectMapper().readTree(printed.out());
      assertThat(said.fieldNames())
          .toIterable()
          .containsExactly(
              "rebound", "build", "home", "machine", "jdk", "jdks", "limits", "findings", "next");
      assertThat(said.at("/findings/0/name").asText()).isEqualTo("JDK");
      assertThat(said.at("/findings/0/good").asBoolean()).isTrue();
      assertThat(said.at("/machine/cores").asInt()).isPositive();
    }
  }

  @Test
  void noPathNamesTheUser() {
    assertThat(
            DoctorJson.nameless(
                List.of(
                    "free at /home/ada/rebound/runs",
                    "/home/ada",
                    "/home/adam/x",
                    "/data/ada/runs: full",
                    "ada"),
                "/home/ada",
                "ada"))
        .isEqualTo(
            List.of("free at ~/rebound/runs", "~", "/home/adam/x", "/data/…/runs: full", "ada"));
    assertThat(DoctorJson.nameless("/root/rebound, /opt/root/x", "/root", "root"))
        .isEqualTo("~/rebound, /opt/…/x");
  }
}
