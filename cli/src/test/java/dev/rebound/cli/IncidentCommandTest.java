package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.Incident;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncidentCommandTest {
  private record Said(int status, String out, String err) {}

  @TempDir Path folder;

  @Test
  void theListTellsSymptomSystemFixAndReport() {
    Said all = by("incident", "list");
    assertThat(all.status()).isZero();
    assertThat(all.out())
        .contains(
            "shared-transactional-id", "Workers end each other", "FLINK-11654", "→ Give each");
  }

  @Test
  void wordsOfASymptomFindIt() {
    Said found = by("incident", "list", "producerfenced", "START");
    assertThat(found.out()).contains("incident run shared-transactional-id");
    Said none = by("incident", "list", "unheard-of");
    assertThat(none.status()).isEqualTo(64);
    assertThat(none.err()).contains("no incident tells of unheard-of", "fewer or other words");
  }

  @Test
  void aSymptomIsFoundByTheWordsThatPeopleHave() {
    assertThat(by("incident", "list", "processed", "twice", "deploy").out())
        .contains("end-without-close");
    assertThat(by("incident", "list", "pod", "does nothing").out())
        .contains("static-member-refused", "streams-dead-threads");
    assertThat(by("incident", "list", "rows", "missing", "failover").out())
        .contains("database-away");
    assertThat(by("incident", "list", "job", "gone").out()).contains("flink-restart-attempts");
    assertThat(by("incident", "list", "rebalance").out()).contains("slow-batch");
    assertThat(by("incident", "list", "hangs").out()).contains("spark-master-forgets");
    assertThat(by("incident", "list", "deploy").out()).doesNotContain("spark-master-forgets\n");
  }

  @Test
  void aNameThatIsNoneIsToldWithTheNearest() {
    Said none = by("incident", "run", "shared-transactional-ids");
    assertThat(none.status()).isEqualTo(64);
    assertThat(none.err()).contains("Did you mean 'shared-transactional-id'?");
  }

  @Test
  void aFileWithoutAnIncidentAndOneOfThreeRunsAreRefused() throws IOException {
    String text = Files.readString(Home.path().resolve("experiments/demo.yaml"));
    Files.writeString(folder.resolve("demo.yaml"), text);
    assertThatThrownBy(() -> Incident.in(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("has no incident");
    Files.delete(folder.resolve("demo.yaml"));
    Path shipped = Incident.shipped(Home.path());
    String shared = Files.readString(shipped.resolve("shared-transactional-id.yaml"));
    Files.writeString(
        folder.resolve("three.yaml"), shared.replace("[shared, own]", "[shared, own, other]"));
    assertThatThrownBy(() -> Incident.named("three", folder)).hasMessageContaining("makes 3 runs");
  }

  private static Said by(String... words) {
    try (Printed printed = new Printed()) {
      int status = Main.run(words);
      return new Said(status, printed.out(), printed.err());
    }
  }
}
